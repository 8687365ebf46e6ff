import { testMachine } from './tools/model.ts';
import { sessionModel } from './session.model.ts';

testMachine(sessionModel);
