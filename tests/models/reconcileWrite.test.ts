import { testMachine } from './tools/model.ts';
import { reconcileWriteModel } from './reconcileWrite.model.ts';

testMachine(reconcileWriteModel);
