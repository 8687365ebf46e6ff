import { testChart } from '../tools/chart.ts';
import { marketsTableModel } from './marketsTable.model.ts';

testChart(marketsTableModel);
