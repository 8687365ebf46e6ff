import { testChart } from '../tools/chart.ts';
import { cooldownModel } from './cooldown.model.ts';

testChart(cooldownModel);
