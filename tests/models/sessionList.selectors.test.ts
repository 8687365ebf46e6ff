import * as selectors from '../../src/machines/account/sessionList.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { sessionListModel } from './sessionList.model.ts';

testSelectors(
  sessionListModel,
  selectors,
  {
    isChangingSessions: /changing|finding/,
    selectFailure: { context: 'failure' },
    selectLostChange: { context: 'lost' },
  },
  { busy: /changing|finding/ },
);
