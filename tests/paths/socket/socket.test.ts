import { testChart } from '../tools/chart.ts';
import { socketModel } from './socket.model.ts';

testChart(socketModel);
