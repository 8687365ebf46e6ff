import { testChart } from '../tools/chart.ts';
import { noticesModel } from './notices.model.ts';

testChart(noticesModel);
