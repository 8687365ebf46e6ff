import { testMachine } from './tools/model.ts';
import { orderBookModel } from './orderBook.model.ts';

testMachine(orderBookModel);
