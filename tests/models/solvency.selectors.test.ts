import * as selectors from '../../src/machines/solvency/solvency.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { solvencyModel } from './solvency.model.ts';

testSelectors(
  solvencyModel,
  selectors,
  {
    selectStage: [
      [/^loading$/, 'loading'],
      [/^unread$/, 'unread'],
      [/^ready$/, 'ready'],
      [/^checking$/, 'checking'],
      [/^proven$/, 'proven'],
      [/^notProven$/, 'notProven'],
      [/^failed$/, 'failed'],
      [/^saving$/, 'saving'],
    ],
    selectStatements: { context: 'statements' },
    selectChecked: { context: 'checked' },
    selectFailure: { context: 'failure' },
  },
  {
    busy: /^(loading|checking|saving)/,
    failed: /^(unread|failed)/,
  },
);
