import { testMachine } from './tools/model.ts';
import { countdownModel } from './countdown.model.ts';

testMachine(countdownModel);
