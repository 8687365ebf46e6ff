import { testChart } from '../tools/chart.ts';
import { countdownModel } from './countdown.model.ts';

testChart(countdownModel);
