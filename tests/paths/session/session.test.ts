import { testChart } from '../tools/chart.ts';
import { sessionModel } from './session.model.ts';

testChart(sessionModel);
