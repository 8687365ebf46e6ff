import { testChart } from '../tools/chart.ts';
import { withdrawalModel } from './withdrawal.model.ts';

testChart(withdrawalModel);
