import { testChart } from '../tools/chart.ts';
import { orderTicketModel } from './orderTicket.model.ts';

testChart(orderTicketModel);
