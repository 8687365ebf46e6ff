import { testMachine } from './tools/model.ts';
import { socketModel } from './socket.model.ts';

testMachine(socketModel);
