import * as selectors from '../../src/machines/account/resetStop.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { resetStopModel } from './resetStop.model.ts';

testSelectors(
  resetStopModel,
  selectors,
  {
    isStoppingReset: /stopping|finding/,
    selectFailure: { context: 'failure' },
    selectLostStop: { context: 'lost' },
  },
  { busy: /stopping|finding/ },
);
