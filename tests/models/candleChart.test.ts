import { testMachine } from './tools/model.ts';
import { candleChartModel } from './candleChart.model.ts';

testMachine(candleChartModel);
