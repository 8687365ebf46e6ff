import { testChart } from '../tools/chart.ts';
import { appModel } from './app.model.ts';

testChart(appModel);
