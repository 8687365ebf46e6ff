import { testMachine } from './tools/model.ts';
import { orderFormModel } from './orderForm.model.ts';

testMachine(orderFormModel);
