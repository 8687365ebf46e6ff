import * as selectors from '../../src/machines/deposit/slatepackDeposit.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { slatepackDepositModel } from './slatepackDeposit.model.ts';

testSelectors(
  slatepackDepositModel,
  selectors,
  {
    slatepackDepositPhase: [
      [/^pasting/, 'pasting'],
      [/^submitting/, 'submitting'],
      [/safe/, 'safe'],
      [/closing/, 'closing'],
      [/closed/, 'closed'],
    ],
    selectMistake: { context: 'mistake' },
    selectFailure: { context: 'failure' },
    selectAnswer: { context: 'answer' },
    selectSigned: { context: 'signed' },
  },
  {
    busy: /^submitting/,
  },
);
