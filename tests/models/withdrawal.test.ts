import { testMachine } from './tools/model.ts';
import { withdrawalModel } from './withdrawal.model.ts';

testMachine(withdrawalModel);
