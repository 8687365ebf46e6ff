import { testChart } from '../tools/chart.ts';
import { reconcileWriteModel } from './reconcileWrite.model.ts';

testChart(reconcileWriteModel);
