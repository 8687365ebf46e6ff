import { testChart } from '../tools/chart.ts';
import { ticketModel } from './ticket.model.ts';

testChart(ticketModel);
