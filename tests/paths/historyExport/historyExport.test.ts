import { testChart } from '../tools/chart.ts';
import { historyExportModel } from './historyExport.model.ts';

testChart(historyExportModel);
