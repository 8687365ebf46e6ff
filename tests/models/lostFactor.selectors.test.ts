import * as selectors from '../../src/machines/access/lostFactor.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { lostFactorModel } from './lostFactor.model.ts';

testSelectors(
  lostFactorModel,
  selectors,
  {
    isLostFactorOpen: /offering|asking|noted/,
    isOfferingReset: /offering|asking/,
    isAskingReset: /asking/,
    selectResetTime: { context: 'resetAt' },
    selectResetFailure: { context: 'failure' },
  },
  { busy: /asking/ },
);
