import * as selectors from '../../../src/machines/apiKeys/apiKeys.machine.ts';
import { testSelectors } from '../tools/selectors.ts';
import { apiKeysModel } from './apiKeys.model.ts';

testSelectors(
  apiKeysModel,
  selectors,
  {
    isBusy: /^(creating|approving|revoking)/,
    selectFailure: { context: 'failure' },
    selectMade: { context: 'made' },
    selectAsked: { context: 'asked' },
    selectTried: { context: 'tried' },
    selectIsLost: { context: 'isLost' },
  },
  {
    busy: /^(creating|approving|revoking)/,
  },
);
