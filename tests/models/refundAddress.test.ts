import { testMachine } from './tools/model.ts';
import { refundAddressModel } from './refundAddress.model.ts';

testMachine(refundAddressModel);
