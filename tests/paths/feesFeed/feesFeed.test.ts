import { testChart } from '../tools/chart.ts';
import { feesFeedModel } from './feesFeed.model.ts';

testChart(feesFeedModel);
