import { testMachine } from './tools/model.ts';
import { orderAmendmentModel } from './orderAmendment.model.ts';

testMachine(orderAmendmentModel);
