import { testMachine } from './tools/model.ts';
import { depositModel } from './deposit.model.ts';

testMachine(depositModel);
