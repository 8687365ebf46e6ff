import { isTheRunningOne } from '../../src/machines/withdrawal/withdrawal.rules.ts';
import type { WithdrawalContext } from '../../src/machines/withdrawal/withdrawal.types.ts';
import * as selectors from '../../src/machines/withdrawal/withdrawal.selectors.ts';
import { testSelectors } from './tools/selectors.ts';
import { withdrawalModel } from './withdrawal.model.ts';

type Context = WithdrawalContext;
type Held = Pick<Context, 'ticker' | 'sending'>;

const MOST: Readonly<Record<string, string>> = {
  '2 0.0001': '1.9999',
  '2 0.0003': '1.9997',
  '0.4 0.0001': '0.3999',
  '0.4 0.0003': '0.3997',
  '0.0002 0.0001': '0.0001',
  '0.0002 0.0003': '0',
};
function tooMuch({ draft, facts, quotedFee }: Context): object | null {
  const fee = quotedFee ?? facts?.fee ?? null;
  if (!draft || !facts?.coin || fee === null) return null;
  const most = MOST[`${facts.balance} ${fee}`] ?? '?';
  return Number(draft.amount) > Number(most) ? { code: 'insufficientBalance', most } : null;
}

testSelectors(
  withdrawalModel,
  selectors,
  {
    selectView: [
      [/^(gating|finding|closed)/, 'gating'],
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
      [/^slatepack\.cancelling/, 'cancelling'],
      [/^slatepack\.finalizing/, 'finalizing'],
      [/^slatepack\.finalizeUnknown\.stillAwaited/, 'finalizeStillAwaited'],
      [/^slatepack\.finalizeUnknown\.undecided/, 'finalizeUndecided'],
      [/^slatepack\.finalizeUnknown/, 'finalizeLooking'],
      [/^grinResult\.broadcast/, 'broadcast'],
      [/^grinResult\.notBroadcast/, 'notBroadcast'],
      [/^grinResult\.unknown/, 'broadcastUnknown'],
      [/^grinResult\.cancelled/, 'cancelled'],
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
    canSendAgain: ({ confirmed }: { confirmed: unknown }) => confirmed !== null,
    // Compared with what was confirmed, whatever the form says, to avoid false alarms.
    isOtherThanConfirmed: ({ confirmed, receipt }: Context) =>
      confirmed !== null && receipt !== null && ![null, confirmed.amount].includes(receipt.amount),
    canCancel: ({ canCancel }: Context, state: string) => canCancel && state.startsWith('slatepack.awaiting'),
    selectShownFee: ({ quotedFee, facts }: Context) => quotedFee ?? facts?.fee ?? null,
    selectConfirmFaults: (context: Context) => ({ address: null, amount: tooMuch(context) }),
    hasMaximum: ({ draft, facts }: Context) =>
      draft !== null && facts?.coin !== null && facts?.fee !== null && facts?.balance !== '0.0002',
    selectFacts: { context: 'facts' },
    selectFactsFailure: { context: 'factsFailure' },
    selectTyped: { context: 'typed' },
    selectFaults: { context: 'faults' },
    selectDraft: { context: 'draft' },
    selectLostStatus: { context: 'lostStatus' },
    selectConfirmed: { context: 'confirmed' },
    selectConfirmedFee: { context: 'confirmedFee' },
    selectReceipt: { context: 'receipt' },
    selectFailure: { context: 'failure' },
    selectReplyFault: { context: 'replyFault' },
    selectBroadcast: { context: 'broadcast' },
    isPastWindow: { context: 'isWindowOver' },
    isOutcomeUnknown: /^outcomeUnknown|finalizeUnknown/,
  },
  {
    step2: /^(gating|finding|form|factsFailed)/,
    step3: /^(confirming|checking|submitting|outcomeUnknown)/,
    step4: /^(result|slatepack|resuming|resumeFailed)/,
    step5: /^grinResult/,
    busy: /^(gating|finding|checking|submitting|resuming|slatepack\.(cancelling|finalizing))|\.looking$/,
    failed: /^(factsFailed|resumeFailed)|refused|failed|notFound|unresolved|stillAwaited|undecided/,
    unknown: /^outcomeUnknown|finalizeUnknown/,
  },
);
