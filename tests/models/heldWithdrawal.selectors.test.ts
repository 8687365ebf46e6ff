import * as selectors from '../../src/machines/history/heldWithdrawal.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { heldWithdrawalModel } from './heldWithdrawal.model.ts';

testSelectors(
  heldWithdrawalModel,
  selectors,
  {
    isCancelling: /^(cancelling|looking)/,
  },
  {
    busy: /^(cancelling|looking)/,
  },
);
