import { testChart } from '../tools/chart.ts';
import { orderBookModel } from './orderBook.model.ts';

testChart(orderBookModel);
