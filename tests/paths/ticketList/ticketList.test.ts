import { testChart } from '../tools/chart.ts';
import { ticketListModel } from './ticketList.model.ts';

testChart(ticketListModel);
