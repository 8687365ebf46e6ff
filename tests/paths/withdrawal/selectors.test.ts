import { isTheRunningOne } from '../../../src/machines/withdrawal/judge.ts';
import type { WithdrawalContext } from '../../../src/machines/withdrawal/types.ts';
import * as selectors from '../../../src/machines/withdrawal/selectors.ts';
import { testSelectors } from '../tools/selectors.ts';
import { withdrawalModel } from './withdrawal.model.ts';

type Held = Pick<WithdrawalContext, 'ticker' | 'sending'>;

testSelectors(
  withdrawalModel,
  selectors,
  {
    selectView: [
      [/^(gating|closed)/, 'gating'],
      [/^factsFailed/, 'factsFailed'],
      [/^form/, 'form'],
      [/^confirming/, 'confirming'],
      [/^(checking|submitting)/, 'submitting'],
      [/^outcomeUnknown\.notFound/, 'notFound'],
      [/^outcomeUnknown\.unresolved/, 'unresolved'],
      [/^outcomeUnknown/, 'looking'],
      [/^result\.submitted/, 'submitted'],
      [/^result\.refused/, 'refused'],
      [/^resuming/, 'resuming'],
      [/^resumeFailed/, 'resumeFailed'],
      [/^slatepack\.awaiting/, 'awaitingReply'],
      [/^slatepack\.finalizing/, 'finalizing'],
      [/^slatepack\.finalizeUnknown\.undecided/, 'finalizeUndecided'],
      [/^slatepack\.finalizeUnknown/, 'finalizeLooking'],
      [/^grinResult\.broadcast/, 'broadcast'],
      [/^grinResult\.notBroadcast/, 'notBroadcast'],
      [/^grinResult\.unknown/, 'broadcastUnknown'],
      [/^grinResult\.failed/, 'failed'],
    ],
    selectStep: [
      [/^grinResult/, 5],
      [/^(result|slatepack|resuming|resumeFailed)/, 4],
      [/^(confirming|checking|submitting|outcomeUnknown)/, 3],
      [/./, 2],
    ],
    isGrinRunning: ({ ticker, sending }: Held) => ticker === 'GRIN' && sending !== null,
    canResume: ({ sending }: Held) => (sending?.id ?? null) !== null,
    isAnotherRunning: (context: Held) =>
      (context.sending?.id ?? null) !== null && !isTheRunningOne(context as WithdrawalContext),
    canSendAgain: ({ draft }: { draft: unknown }) => draft !== null,
    selectFacts: { context: 'facts' },
    selectFactsFailure: { context: 'factsFailure' },
    selectTyped: { context: 'typed' },
    selectFaults: { context: 'faults' },
    selectDraft: { context: 'draft' },
    selectConfirmedFee: { context: 'confirmedFee' },
    selectReceipt: { context: 'receipt' },
    selectFailure: { context: 'failure' },
    selectReplyFault: { context: 'replyFault' },
    selectBroadcast: { context: 'broadcast' },
    isPastWindow: { context: 'isWindowOver' },
    isOutcomeUnknown: /^outcomeUnknown|finalizeUnknown/,
  },
  {
    step2: /^(gating|form|factsFailed)/,
    step3: /^(confirming|checking|submitting|outcomeUnknown)/,
    step4: /^(result|slatepack|resuming|resumeFailed)/,
    step5: /^grinResult/,
    busy: /^(gating|checking|submitting|resuming|slatepack\.finalizing)|\.(waiting|readingBack|asking)$/,
    failed: /^(factsFailed|resumeFailed)|refused|failed|notFound|unresolved|undecided/,
    unknown: /^outcomeUnknown|finalizeUnknown/,
  },
);
