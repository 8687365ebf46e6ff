import { testChart } from '../tools/chart.ts';
import { registrationModel } from './registration.model.ts';

testChart(registrationModel);
