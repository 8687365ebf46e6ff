import { testMachine } from './tools/model.ts';
import { orderCancellationModel } from './orderCancellation.model.ts';

testMachine(orderCancellationModel);
