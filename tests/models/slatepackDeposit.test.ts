import { testMachine } from './tools/model.ts';
import { slatepackDepositModel } from './slatepackDeposit.model.ts';

testMachine(slatepackDepositModel);
