import { testMachine } from './tools/model.ts';
import { registrationModel } from './registration.model.ts';

testMachine(registrationModel);
