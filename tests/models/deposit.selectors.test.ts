import * as selectors from '../../src/machines/deposit/deposit.selectors.ts';
import { testSelectors } from './tools/selectors.ts';
import { depositModel } from './deposit.model.ts';

testSelectors(
  depositModel,
  selectors,
  {
    depositView: [
      [/^entering\.unloaded/, 'unloaded'],
      [/^entering/, 'loading'],
      [/^requesting/, 'creating'],
      [/^leaving/, 'leaving'],
      [/^showing/, 'address'],
      [/^uncreated/, 'uncreated'],
      [/^exchanging/, 'exchanging'],
    ],
    selectCoin: { context: 'coin' },
    selectAddress: { context: 'address' },
    selectProblem: { context: 'problem' },
    selectUnmade: { context: 'unmade' },
    isMaking: /making|finding/,
    isFinding: /finding/,
  },
  {
    busy: /^(entering\.gating|requesting|showing\.(making|finding))/,
    failed: /^(entering\.unloaded|uncreated)/,
  },
);
