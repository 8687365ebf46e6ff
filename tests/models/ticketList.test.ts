import { testMachine } from './tools/model.ts';
import { ticketListModel } from './ticketList.model.ts';

testMachine(ticketListModel);
