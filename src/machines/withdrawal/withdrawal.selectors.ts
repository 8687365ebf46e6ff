import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { type DraftFaults, differsFrom } from './withdrawalDraft.rules.ts';
import {
  faultsOf,
  feeOf,
  hasRunning,
  isTheRunningOne,
  judgeAgain,
  largestDraft,
} from './withdrawal.rules.ts';
import type { withdrawalMachine } from './withdrawal.machine.ts';

export type WithdrawalRef = ActorRefFrom<typeof withdrawalMachine>;
export type WithdrawalSnapshot = SnapshotFrom<typeof withdrawalMachine>;

/** What the screen shows. */
export type WithdrawalView =
  | 'gating'
  | 'factsFailed'
  | 'form'
  | 'confirming'
  | 'submitting'
  | 'looking'
  | 'notFound'
  | 'unresolved'
  | 'submitted'
  | 'refused'
  | 'resuming'
  | 'resumeFailed'
  | 'awaitingReply'
  | 'cancelling'
  | 'finalizing'
  | 'finalizeLooking'
  | 'finalizeStillAwaited'
  | 'finalizeUndecided'
  | 'broadcast'
  | 'notBroadcast'
  | 'broadcastUnknown'
  | 'cancelled'
  | 'failed';

export function selectView(snapshot: WithdrawalSnapshot): WithdrawalView {
  return selectEarlyView(snapshot) ?? selectGrinView(snapshot) ?? 'gating';
}

function selectEarlyView(snapshot: WithdrawalSnapshot): WithdrawalView | null {
  if (snapshot.matches('factsFailed')) return 'factsFailed';
  if (snapshot.matches('form')) return 'form';
  if (snapshot.matches('confirming')) return 'confirming';
  if (snapshot.matches('checking') || snapshot.matches('submitting')) return 'submitting';
  if (snapshot.matches({ outcomeUnknown: 'notFound' })) return 'notFound';
  if (snapshot.matches({ outcomeUnknown: 'unresolved' })) return 'unresolved';
  if (snapshot.matches('outcomeUnknown')) return 'looking';
  if (snapshot.matches({ result: 'submitted' })) return 'submitted';
  return snapshot.matches('result') ? 'refused' : null;
}

function selectGrinView(snapshot: WithdrawalSnapshot): WithdrawalView | null {
  if (snapshot.matches('resuming')) return 'resuming';
  if (snapshot.matches('resumeFailed')) return 'resumeFailed';
  if (snapshot.matches({ slatepack: 'cancelling' })) return 'cancelling';
  if (snapshot.matches({ slatepack: 'finalizing' })) return 'finalizing';
  if (snapshot.matches({ slatepack: { finalizeUnknown: 'stillAwaited' } })) return 'finalizeStillAwaited';
  if (snapshot.matches({ slatepack: { finalizeUnknown: 'undecided' } })) return 'finalizeUndecided';
  if (snapshot.matches({ slatepack: 'finalizeUnknown' })) return 'finalizeLooking';
  if (snapshot.matches('slatepack')) return 'awaitingReply';
  if (snapshot.matches({ grinResult: 'broadcast' })) return 'broadcast';
  if (snapshot.matches({ grinResult: 'notBroadcast' })) return 'notBroadcast';
  if (snapshot.matches({ grinResult: 'unknown' })) return 'broadcastUnknown';
  if (snapshot.matches({ grinResult: 'cancelled' })) return 'cancelled';
  return snapshot.matches('grinResult') ? 'failed' : null;
}

/** The step of the wizard, 2 to 5 (WITHDRAW-01). */
export function selectStep(snapshot: WithdrawalSnapshot): 2 | 3 | 4 | 5 {
  if (snapshot.hasTag('step5')) return 5;
  if (snapshot.hasTag('step4')) return 4;
  return snapshot.hasTag('step3') ? 3 : 2;
}

/** A GRIN withdrawal is in progress: leaving is warned of (WITHDRAW-13). */
export const isGrinRunning = ({ context }: WithdrawalSnapshot): boolean =>
  usesSlatepacks(context.ticker) && context.sending !== null;
/** A GRIN withdrawal waits for its reply: it can be gone on with. */
export const canResume = ({ context }: WithdrawalSnapshot): boolean => hasRunning(context);
/** Another one than the one that is to be confirmed: this one has to wait until that is over. */
export const isAnotherRunning = ({ context }: WithdrawalSnapshot): boolean =>
  hasRunning(context) && !isTheRunningOne(context);
/** Whether the same withdrawal may be sent again: after a reload nobody knows its address and amount any more. */
export const canSendAgain = ({ context }: WithdrawalSnapshot): boolean => context.confirmed !== null;
/** Nobody has signed it, and the server can cancel it. */
export const canCancel = (snapshot: WithdrawalSnapshot): boolean =>
  snapshot.context.canCancel && snapshot.matches({ slatepack: 'awaiting' });
/** Whether a server that repeats what it does repeats something else than was confirmed. */
export const isOtherThanConfirmed = ({
  context: { confirmed, ticker, receipt },
}: WithdrawalSnapshot): boolean =>
  confirmed !== null && receipt !== null && differsFrom(confirmed, ticker, receipt);

/** The fee of the confirmation: what is shown is what is sent. */
export const selectShownFee = ({ context }: WithdrawalSnapshot) => feeOf(context);

/** Kept per context, so that the same snapshot gives the same object. */
const confirmFaults = new WeakMap<object, DraftFaults>();
/** What keeps the confirmed form from being sent, by fee and balance as they are now. */
export function selectConfirmFaults({ context }: WithdrawalSnapshot): DraftFaults {
  const known = confirmFaults.get(context) ?? faultsOf(judgeAgain(context));
  confirmFaults.set(context, known);
  return known;
}
/** Whether there is a smaller amount that balance and fee allow. */
export const hasMaximum = ({ context }: WithdrawalSnapshot): boolean => largestDraft(context) !== null;

export const selectFacts = ({ context }: WithdrawalSnapshot) => context.facts;
export const selectFactsFailure = ({ context }: WithdrawalSnapshot) => context.factsFailure;
export const selectTyped = ({ context }: WithdrawalSnapshot) => context.typed;
export const selectFaults = ({ context }: WithdrawalSnapshot) => context.faults;
export const selectDraft = ({ context }: WithdrawalSnapshot) => context.draft;
export const selectLostStatus = ({ context }: WithdrawalSnapshot) => context.lostStatus;
export const selectConfirmed = ({ context }: WithdrawalSnapshot) => context.confirmed;
export const selectConfirmedFee = ({ context }: WithdrawalSnapshot) => context.confirmedFee;
export const selectReceipt = ({ context }: WithdrawalSnapshot) => context.receipt;
export const selectReplyFault = ({ context }: WithdrawalSnapshot) => context.replyFault;
export const selectBroadcast = ({ context }: WithdrawalSnapshot) => context.broadcast;
/** The window for the reply is over by this machine's clock, and the server has not ended it. */
export const isPastWindow = ({ context }: WithdrawalSnapshot): boolean => context.isWindowOver;
/** An answer was lost: the withdrawal, or its last step, may have been taken. */
export const isOutcomeUnknown = (snapshot: WithdrawalSnapshot): boolean => snapshot.hasTag('unknown');
