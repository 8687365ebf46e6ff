import { testMachine } from './tools/model.ts';
import { resetStopModel } from './resetStop.model.ts';

testMachine(resetStopModel);
