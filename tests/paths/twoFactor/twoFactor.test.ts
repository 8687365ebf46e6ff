import { testChart } from '../tools/chart.ts';
import { twoFactorModel } from './twoFactor.model.ts';

testChart(twoFactorModel);
