import { testMachine } from './tools/model.ts';
import { twoFactorModel } from './twoFactor.model.ts';

testMachine(twoFactorModel);
