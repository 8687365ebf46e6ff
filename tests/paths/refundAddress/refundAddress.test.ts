import { testChart } from '../tools/chart.ts';
import { refundAddressModel } from './refundAddress.model.ts';

testChart(refundAddressModel);
