import { testChart } from '../tools/chart.ts';
import { slatepackDepositModel } from './slatepackDeposit.model.ts';

testChart(slatepackDepositModel);
