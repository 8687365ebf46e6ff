import * as selectors from '../../src/machines/cancelAll/cancelAll.machine.ts';
import type { OrderResult } from '../../src/machines/cancelAll/index.ts';
import { testSelectors } from './tools/selectors.ts';
import { cancelAllModel } from './cancelAll.model.ts';

testSelectors(
  cancelAllModel,
  selectors,
  {
    selectStage: [
      [/^idle$/, 'idle'],
      [/^listing$/, 'listing'],
      [/^notListed$/, 'notListed'],
      [/^confirming$/, 'confirming'],
      [/^cancelling$/, 'cancelling'],
      [/^finished$/, 'finished'],
    ],
    isOpen: /^(?!idle)/,
    selectOrders: { context: 'orders' },
    selectResults: { context: 'results' },
    selectFailure: { context: 'failure' },
    mayRetry: ({ results }: { results: Readonly<Record<string, OrderResult>> }, state) =>
      state === 'finished' && Object.values(results).some(({ outcome }) => /failed|unknown/.test(outcome)),
  },
  {
    open: /^(?!idle)/,
    busy: /^(listing|cancelling)/,
    failed: /^notListed/,
  },
);
