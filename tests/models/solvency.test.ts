import { testMachine } from './tools/model.ts';
import { solvencyModel } from './solvency.model.ts';

testMachine(solvencyModel);
