import { testMachine } from './tools/model.ts';
import { accountDeletionModel } from './accountDeletion.model.ts';

testMachine(accountDeletionModel);
