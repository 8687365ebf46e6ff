import { testMachine } from './tools/model.ts';
import { historyExportModel } from './historyExport.model.ts';

testMachine(historyExportModel);
