import * as selectors from '../../src/machines/fees/feesFeed.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { feesFeedModel } from './feesFeed.model.ts';

testSelectors(
  feesFeedModel,
  selectors,
  {
    feesStatus: [
      [/^waiting/, 'waiting'],
      [/^live/, 'live'],
      [/^missing/, 'missing'],
      [/^outdated/, 'outdated'],
    ],
    selectFees: { context: 'fees' },
  },
  {
    busy: /^waiting/,
    failed: /^(missing|outdated)/,
  },
);
