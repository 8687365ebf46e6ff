import { testMachine } from './tools/model.ts';
import { heldWithdrawalModel } from './heldWithdrawal.model.ts';

testMachine(heldWithdrawalModel);
