import { testChart } from '../tools/chart.ts';
import { orderFormModel } from './orderForm.model.ts';

testChart(orderFormModel);
