import { testChart } from '../tools/chart.ts';
import { loginModel } from './login.model.ts';

testChart(loginModel);
