import { testMachine } from './tools/model.ts';
import { feesFeedModel } from './feesFeed.model.ts';

testMachine(feesFeedModel);
