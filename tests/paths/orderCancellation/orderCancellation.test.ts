import { testChart } from '../tools/chart.ts';
import { orderCancellationModel } from './orderCancellation.model.ts';

testChart(orderCancellationModel);
