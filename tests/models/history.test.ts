import { testMachine } from './tools/model.ts';
import { historyModel } from './history.model.ts';

testMachine(historyModel);
