import * as selectors from '../../src/machines/account/accountDeletion.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { accountDeletionModel } from './accountDeletion.model.ts';

testSelectors(
  accountDeletionModel,
  selectors,
  {
    accountDeletionView: [
      [/^closed/, 'closed'],
      [/^reading/, 'reading'],
      [/^unread/, 'unread'],
      [/./, 'editing'],
    ],
    isDeletionBusy: /reading|deleting|finding|gone/,
    isDeletionChecking: /finding/,
    selectRemains: { context: 'remains' },
    selectLostDeletion: { context: 'lost' },
    selectFailure: { context: 'failure' },
  },
  { busy: /reading|deleting|finding|gone/, failed: /unread/ },
);
