import { testMachine } from './tools/model.ts';
import { loginModel } from './login.model.ts';

testMachine(loginModel);
