import { testChart } from '../tools/chart.ts';
import { resourceModel } from './resource.model.ts';

testChart(resourceModel);
