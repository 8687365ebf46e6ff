import { testMachine } from './tools/model.ts';
import { apiKeysModel } from './apiKeys.model.ts';

testMachine(apiKeysModel);
