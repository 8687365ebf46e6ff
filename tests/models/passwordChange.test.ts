import { testMachine } from './tools/model.ts';
import { passwordChangeModel } from './passwordChange.model.ts';

testMachine(passwordChangeModel);
