import * as selectors from '../../../src/machines/deposit/deposit.machine.ts';
import { testSelectors } from '../tools/selectors.ts';
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
  },
  {
    busy: /^(entering\.gating|requesting)/,
    failed: /^(entering\.unloaded|uncreated)/,
  },
);
