import * as selectors from '../../src/machines/passkeyCode/passkeyCode.machine.ts';
import { testMachine } from './tools/model.ts';
import { testSelectors } from './tools/selectors.ts';
import { passkeyCodeModel } from './passkeyCode.model.ts';

testMachine(passkeyCodeModel);
testSelectors(
  passkeyCodeModel,
  selectors,
  { isAskingPasskey: /^asking/, isNoneGiven: { context: 'isNoneGiven' } },
  { busy: /^asking/ },
);
