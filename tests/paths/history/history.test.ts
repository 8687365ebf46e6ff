import { testChart } from '../tools/chart.ts';
import { historyModel } from './history.model.ts';

testChart(historyModel);
