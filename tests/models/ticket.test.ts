import { testMachine } from './tools/model.ts';
import { ticketModel } from './ticket.model.ts';

testMachine(ticketModel);
