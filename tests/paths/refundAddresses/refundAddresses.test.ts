import { testChart } from '../tools/chart.ts';
import { refundAddressesModel } from './refundAddresses.model.ts';

testChart(refundAddressesModel);
