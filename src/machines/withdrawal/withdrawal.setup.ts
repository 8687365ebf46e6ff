import { assign, emit, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { leavesFirstOpen, type Failure, saidIn } from '../../domain/failure.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import type { Broadcast, Withdrawal, WithdrawalReceipt } from '../../domain/withdrawal.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import { EMPTY_FORM, NO_FAULTS } from './withdrawalDraft.rules.ts';
import { begunElsewhere } from '../../domain/lostWithdrawal.ts';
import { reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction } from '../shared/index.ts';
import * as judge from './withdrawal.rules.ts';
import type {
  AskFactsAgain,
  BeforeAnswer,
  CreateAnswer,
  CreateInput,
  FinalizeAnswer,
  FinalizeInput,
  FinalizeSearch,
  FoundAnswer,
  SendingWithdrawal,
  GrinStatusAnswer,
  WithdrawalContext,
  WithdrawalEmitted,
  WithdrawalEvent,
  WithdrawalFacts,
  WithdrawalInput,
  WithdrawalSearch,
} from './withdrawal.types.ts';

type Confirmed = Omit<Extract<WithdrawalEvent, { type: 'user.confirm' }>, 'type'>;

/**
 * How long the confirmation shows the same fee: a minute less than the ten for which a server with `feeQuotes` charges
 * a fee that it published, so that the press and the request have time.
 */
export const QUOTE_MINUTES = 9;

export const withdrawalSetup = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    input: {} as WithdrawalInput,
    emitted: {} as WithdrawalEmitted,
    tags: {} as 'step2' | 'step3' | 'step4' | 'step5' | 'busy' | 'failed' | 'unknown' | 'grinRuns',
  },
  actors: {
    /** Says `facts.received` whenever there is news, `facts.failed` when nothing can be known; hears `retry`. */
    facts: fromCallback<AskFactsAgain, { ticker: string }>(unwired('withdrawal.facts')),
    /** Looks in the user's history for a withdrawal that waits for its reply, wherever it was begun. */
    findWaiting: fromPromise<FoundAnswer, { ticker: string }>(unwired('withdrawal.findWaiting')),
    /** Notes the newest withdrawals of the coin before one is sent. */
    readBefore: fromPromise<BeforeAnswer, { ticker: string }>(unwired('withdrawal.readBefore')),
    /** Sends the withdrawal once, with its idempotency key. */
    createWithdrawal: fromPromise<CreateAnswer, CreateInput>(unwired('withdrawal.createWithdrawal')),
    /** Looks for the withdrawal in the user's history, and sends nothing. */
    reconcileCreation: reconcileWriteOf<SendingWithdrawal | null, Withdrawal>(),
    /** Asks the server how the withdrawal stands until it waits for the reply no more; sends nothing. */
    reconcileFinalize: reconcileWriteOf<string | null, WithdrawalReceipt>(),
    /** Asks the server how the withdrawal stands. */
    readGrinStatus: fromPromise<GrinStatusAnswer, { id: string | null }>(
      unwired('withdrawal.readGrinStatus'),
    ),
    /** Sends the wallet's reply once, with its idempotency key. */
    finalize: fromPromise<FinalizeAnswer, FinalizeInput>(unwired('withdrawal.finalize')),
    /** Cancels the withdrawal that waits for its reply, once. */
    cancelWithdrawal: fromPromise<GrinStatusAnswer, { id: string | null }>(
      unwired('withdrawal.cancelWithdrawal'),
    ),
    /** Says `status.read` every now and then, more often once the window is over; nothing without an id. */
    followStatus: fromCallback<AskFactsAgain, { id: string | null; isWindowOver: boolean }>(
      unwired('withdrawal.followStatus'),
    ),
    /** Says `waiting.read` every now and then, for as long as another page can begin one; nothing without a coin. */
    followWaiting: fromCallback<AskFactsAgain, { ticker: string | null }>(
      unwired('withdrawal.followWaiting'),
    ),
    /** Says `window.closed` at that instant (epoch milliseconds); never, when nobody told one. */
    windowClock: fromCallback<AskFactsAgain, { until: number | null }>(unwired('withdrawal.windowClock')),
  },
  actions: {
    /** Keeps the withdrawal on its way in the browser, so that a reload can ask what became of it. */
    remember: unwiredAction<SendingWithdrawal | null>('withdrawal.remember'),
    forget: unwiredAction<{ ticker: string }>('withdrawal.forget'),
    /** Keeps the checked form in the tab, so that a reload comes back to it. */
    keepForm: unwiredAction<WithdrawalContext>('withdrawal.keepForm'),
    /** Balances and the history of withdrawals are out of date. */
    refreshOwnReads: unwiredAction<undefined>('withdrawal.refreshOwnReads'),

    askFactsAgain: sendTo('facts', { type: 'retry' }),
    keepFacts: assign({ facts: (_, facts: WithdrawalFacts) => facts, factsFailure: null }),
    keepFactsFailure: assign({ factsFailure: (_, failure: Failure) => failure }),
    clearFactsFailure: assign({ factsFailure: null }),

    keepFaults: assign({
      faults: ({ context }, press: judge.Press) => judge.faultsOf(judge.judgeDraft(context, press)),
    }),
    clearFaults: assign({ faults: NO_FAULTS }),
    keepDraft: assign({
      draft: ({ context }, press: judge.Press) => {
        const checked = judge.judgeDraft(context, press);
        return checked?.ok === true ? checked.draft : context.draft;
      },
      typed: (_, { typed }: judge.Press) => typed,
    }),

    emptyForm: assign({ typed: EMPTY_FORM, draft: null, confirmed: null, confirmedFee: null }),

    quoteFee: assign({
      quotedFee: ({ context: { fixesFee, facts } }) => (fixesFee ? (facts?.fee ?? null) : null),
    }),
    takeMaximum: assign(({ context }) => {
      const draft = judge.largestDraft(context);
      return draft ? { draft, typed: { ...context.typed, amount: draft.amount } } : {};
    }),
    /** The form may ask for another one by now: what is gone on with is what was confirmed. */
    restoreConfirmed: assign({ draft: ({ context }) => context.confirmed }),
    keepWaiting: assign({ waiting: (_, waiting: SendingWithdrawal | null) => waiting }),
    takeRunning: assign({ sending: ({ context }) => judge.runningOne(context), waiting: null }),

    takeIdempotencyKey: assign({
      sending: ({ context }, { idempotencyKey }: Confirmed) => judge.newSending(context, idempotencyKey),
      confirmed: ({ context }) => context.draft,
      // The feed may have moved between the eye and the finger: nobody pays what nobody saw.
      confirmedFee: ({ context }, { shownFee }: Confirmed) => shownFee ?? judge.feeOf(context),
      privateCode: (_, { privateCode }: Confirmed) => privateCode ?? null,
      receipt: null,
      isRepeated: false,
    }),
    dropCode: assign({ privateCode: null }),
    keepBefore: assign({
      sending: ({ context }, before: readonly string[] | null) =>
        context.sending && { ...context.sending, before: before ?? [] },
    }),
    markRepeated: assign({ isRepeated: true }),
    keepReceipt: assign({
      receipt: ({ context }, received: WithdrawalReceipt | null) =>
        received && judge.mergedReceipt(context.receipt, received),
      sending: ({ context }, received: WithdrawalReceipt | null) =>
        context.sending && { ...context.sending, id: received?.id ?? context.sending.id },
    }),
    keepFound: assign({
      receipt: (_, found: Withdrawal | null) => found && judge.receiptOf(found),
      sending: ({ context }, found: Withdrawal | null) =>
        context.sending && { ...context.sending, id: found?.id ?? null },
    }),
    noteBack: assign({ isBackAtConfirmation: false }),
    takeKept: assign({
      sending: ({ context }) => context.kept,
      kept: null,
      chosen: null,
      isSearched: true,
      isBackAtConfirmation: false,
    }),
    takeWaiting: assign({
      sending: (_, waiting: SendingWithdrawal | null) => waiting,
      isSearched: true,
      isBackAtConfirmation: false,
    }),
    takeChosen: assign({
      sending: ({ context: { ticker, chosen } }) =>
        chosen === null ? null : begunElsewhere(ticker, chosen, '0'),
      kept: null,
      chosen: null,
      isSearched: true,
      isBackAtConfirmation: false,
    }),
    markSearched: assign({ isSearched: true }),
    /** It is settled: nothing is on its way any more, and its message is of no use. */
    dropSending: assign({
      sending: null,
      privateCode: null,
      isRepeated: false,
      isWindowOver: false,
      waiting: null,
      receipt: ({ context }) => context.receipt && { ...context.receipt, slatepack: null },
    }),

    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    keepLost: assign({
      failure: (_, failure: Failure | null) => failure,
      lostStatus: (_, failure: Failure | null) => failure?.status ?? null,
    }),
    keepNoSlatepack: assign({ failure: judge.NO_SLATEPACK }),
    keepEnded: assign({ failure: judge.ENDED }),
    clearFailure: assign({ failure: null }),

    keepReplyFault: assign({
      replyFault: ({ context }, { privateReply }: { privateReply: string }) => {
        const checked = judge.judgeReply(context, privateReply);
        if (checked.ok) return null;
        const { ok: _ok, ...fault } = checked;
        return fault;
      },
    }),
    clearReplyFault: assign({ replyFault: null }),
    keepFinalizeIdempotencyKey: assign({
      finalizeIdempotencyKey: (_, { idempotencyKey }: { idempotencyKey: string }) => idempotencyKey,
      isRepeated: false,
    }),
    dropFinalizeIdempotencyKey: assign({ finalizeIdempotencyKey: null, isRepeated: false }),
    keepBroadcast: assign({ broadcast: (_, broadcast: Broadcast | null) => broadcast }),
    markWindowOver: assign({ isWindowOver: true }),

    announceGate: emit(({ context }): WithdrawalEmitted => ({
      type: 'toast',
      // A missing refund address is nothing that went wrong: it is wanted first.
      kind: context.facts?.gate === 'refundAddressMissing' ? 'info' : 'error',
      key: `withdraw:toast.${context.facts?.gate ?? 'assetNotFound'}`,
      values: { symbol: context.ticker },
    })),
    goToWallet: emit({ type: 'navigate', to: '/wallet', replace: true }),
    goToRefundAddresses: emit(({ context }): WithdrawalEmitted => ({
      type: 'navigate',
      to: `/refund-addresses?coin=${encodeURIComponent(context.ticker)}`,
      replace: true,
      remembersWay: true,
    })),
    announceNoFee: emit(({ context }): WithdrawalEmitted => ({
      type: 'toast',
      kind: 'error',
      key: 'withdraw:toast.feeUnavailable',
      values: { symbol: context.ticker },
    })),
    announceSubmitted: emit({ type: 'toast', kind: 'success', key: 'withdraw:toast.submitted' }),
    announceBroadcast: emit({ type: 'toast', kind: 'success', key: 'withdraw:toast.broadcast' }),
    announceFailure: emit((_, failure: Failure | null): WithdrawalEmitted => ({
      type: 'toast',
      kind: 'error',
      key: 'withdraw:toast.withdrawalFailed',
      ...saidIn(failure ?? {}),
    })),
    announceNoSlatepack: emit({ type: 'toast', kind: 'error', key: 'withdraw:toast.noSlatepack' }),
    announceCancelled: emit({ type: 'toast', kind: 'success', key: 'withdraw:toast.cancelled' }),
    announceNotCancelled: emit((_, failure: Failure | null): WithdrawalEmitted => ({
      type: 'toast',
      kind: 'error',
      key: 'withdraw:toast.notCancelled',
      ...saidIn(failure ?? {}),
    })),
    announceEnded: emit({ type: 'toast', kind: 'error', key: 'withdraw:toast.ended' }),
    announceFinalizeFailure: emit((_, failure: Failure | null): WithdrawalEmitted => ({
      type: 'toast',
      kind: 'error',
      key: 'withdraw:toast.finalizeFailed',
      ...saidIn(failure ?? {}),
    })),
  },
  guards: {
    hasChosen: ({ context }) => context.chosen !== null,
    hasUnnamed: ({ context }) => judge.isKeptOneUnnamed(context),
    hasKeptId: ({ context }) => judge.isKeptOneMeant(context),
    mayHaveWaiting: ({ context }) => usesSlatepacks(context.ticker) && !context.isSearched,
    isWaitingFound: (_, answer: FoundAnswer) => answer.ok && answer.value !== null,
    hasFacts: ({ context }) => context.facts !== null,
    mayConfirmAgain: ({ context }) => context.isBackAtConfirmation && (context.facts?.fee ?? null) !== null,
    mayOpenForm: ({ context: { facts, isBackAtConfirmation } }) =>
      facts !== null && !(isBackAtConfirmation && facts.feeStatus === 'waiting'),
    hasDraft: ({ context }) => context.draft !== null,
    haveFactsFailed: ({ context }) => context.facts === null && context.factsFailure !== null,
    isClosed: (_, { gate }: WithdrawalFacts) => gate !== 'open',
    isAssetClosed: ({ context: { facts } }) =>
      facts?.gate === 'assetNotFound' || facts?.gate === 'withdrawalsDisabled',
    isRefundAddressMissing: ({ context }) => context.facts?.gate === 'refundAddressMissing',

    isWithoutFee: ({ context }) => (context.facts?.fee ?? null) === null,
    isWithoutShownFee: ({ context }) => judge.feeOf(context) === null,
    fixesFee: ({ context }) => context.fixesFee,
    hasMaximum: ({ context }) => judge.largestDraft(context) !== null,
    canCancel: ({ context }) => context.canCancel,
    isCancelled: (_, answer: GrinStatusAnswer) => judge.statusOf(answer) === 'ended',
    isFaulty: ({ context }, press: judge.Press) => judge.judgeDraft(context, press)?.ok === false,
    isFaultyNow: ({ context }) => judge.judgeAgain(context)?.ok === false,
    isTheRunningOne: ({ context }) => judge.isTheRunningOne(context),
    hasRunning: ({ context }) => judge.hasRunning(context),

    isRead: (_, answer: BeforeAnswer) => answer.ok,
    isCreated: ({ context }, answer: CreateAnswer) => judge.isCreated(context.ticker, answer),
    isGivenSlatepack: ({ context }, answer: CreateAnswer) => judge.isGivenSlatepack(context.ticker, answer),
    isWithoutSlatepack: (_, answer: CreateAnswer) => answer.ok,
    leavesItOpen: ({ context }, answer: CreateAnswer | FinalizeAnswer) =>
      !answer.ok && !judge.isFinalRefusal(context.isRepeated, answer.failure),
    /** Refused for want of a right code, and nothing else. */
    wantsCode: ({ context }, answer: CreateAnswer | FinalizeAnswer) =>
      context.takesCode && !answer.ok && wantsCode(answer.failure),
    usesSlatepacks: ({ context }) => usesSlatepacks(context.ticker),

    isFoundWithSlatepacks: ({ context }, { kind }: WithdrawalSearch) =>
      kind === 'found' && usesSlatepacks(context.ticker),
    isFound: (_, { kind }: WithdrawalSearch) => kind === 'found',
    isAbsent: (_, { kind }: WithdrawalSearch | FinalizeSearch) => kind === 'absent',
    canSendAgain: ({ context }) => context.confirmed !== null,

    isFaultyReply: ({ context }, { privateReply }: { privateReply: string }) =>
      !judge.judgeReply(context, privateReply).ok,
    isBroadcast: (_, answer: FinalizeAnswer) => answer.ok && answer.value.isBroadcast === true,
    isNotBroadcast: (_, answer: FinalizeAnswer) => answer.ok && answer.value.isBroadcast === false,
    isFinalized: (_, answer: FinalizeAnswer) => answer.ok,

    isAwaitingWithSlatepack: ({ context }, answer: GrinStatusAnswer) =>
      answer.ok &&
      judge.statusOf(answer) === 'awaitingReply' &&
      (answer.value.slatepack ?? context.receipt?.slatepack ?? null) !== null,
    isAwaiting: (_, answer: GrinStatusAnswer) => judge.statusOf(answer) === 'awaitingReply',
    isStatusBroadcast: (_, answer: GrinStatusAnswer) => judge.statusOf(answer) === 'broadcast',
    isStatusSubmitted: (_, answer: GrinStatusAnswer) => judge.statusOf(answer) === 'submitted',
    hasEnded: (_, answer: GrinStatusAnswer) => judge.statusOf(answer) === 'ended',
    /** The server cannot say now; it may be asked again. */
    isRefusedForNow: (_, answer: GrinStatusAnswer) => !answer.ok && leavesFirstOpen(answer.failure),
  },
  delays: { feeQuote: QUOTE_MINUTES * 60_000 },
});

/** The action that what was sent is kept with. */
export const remember = {
  type: 'remember',
  params: ({ context }: { context: WithdrawalContext }) => context.sending,
} as const;

/** The action that a settled withdrawal leaves the browser with. */
export const forget = {
  type: 'forget',
  params: ({ context }: { context: WithdrawalContext }) => ({ ticker: context.ticker }),
} as const;

/** The action that the checked form is kept with. */
export const keepForm = {
  type: 'keepForm',
  params: ({ context }: { context: WithdrawalContext }) => context,
} as const;

/** What a withdrawal leaves behind that is over here: nothing kept, and lists that have to be read again. */
export const settle = [{ type: 'dropSending' }, forget, { type: 'refreshOwnReads' }] as const;
