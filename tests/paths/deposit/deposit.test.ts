import { testChart } from '../tools/chart.ts';
import { depositModel } from './deposit.model.ts';

testChart(depositModel);
