import { testMachine } from './tools/model.ts';
import { refundAddressesModel } from './refundAddresses.model.ts';

testMachine(refundAddressesModel);
