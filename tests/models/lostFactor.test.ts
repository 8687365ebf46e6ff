import { testMachine } from './tools/model.ts';
import { lostFactorModel } from './lostFactor.model.ts';

testMachine(lostFactorModel);
