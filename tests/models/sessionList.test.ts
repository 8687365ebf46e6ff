import { testMachine } from './tools/model.ts';
import { sessionListModel } from './sessionList.model.ts';

testMachine(sessionListModel);
