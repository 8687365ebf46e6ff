import * as selectors from '../../src/machines/account/passkeys.machine.ts';
import { testMachine } from './tools/model.ts';
import { testSelectors } from './tools/selectors.ts';
import { passkeysModel } from './passkeys.model.ts';

testMachine(passkeysModel);
testSelectors(
  passkeysModel,
  selectors,
  { isChangingPasskeys: /^changing/, selectNotMade: { context: 'notMade' } },
  { busy: /^changing/ },
);
