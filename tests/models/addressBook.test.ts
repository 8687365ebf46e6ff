import { testMachine } from './tools/model.ts';
import { addressBookModel } from './addressBook.model.ts';

testMachine(addressBookModel);
