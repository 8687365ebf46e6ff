import { testChart } from '../tools/chart.ts';
import { chartModel } from './chart.model.ts';

testChart(chartModel);
