import { testMachine } from './tools/model.ts';
import { noticesModel } from './notices.model.ts';

testMachine(noticesModel);
