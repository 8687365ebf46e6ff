import { testMachine } from './tools/model.ts';
import { marketsTableModel } from './marketsTable.model.ts';

testMachine(marketsTableModel);
