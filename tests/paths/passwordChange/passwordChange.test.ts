import { testChart } from '../tools/chart.ts';
import { passwordChangeModel } from './passwordChange.model.ts';

testChart(passwordChangeModel);
