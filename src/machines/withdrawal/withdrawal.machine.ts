import { assign, emit, type EventObject, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { DecimalText } from '../../domain/decimal.ts';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { type Failure, failureOf, leavesFirstOpen, saidIn } from '../../domain/failure.ts';
import { begunElsewhere } from '../../domain/lostWithdrawal.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import type { WithdrawalReceipt } from '../../domain/withdrawal.ts';
import type { KeptForm } from '../../services/keptWithdrawals.ts';
import { callback, effect, type Navigation, promise, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';
import { slatepackExchangeMachine, type SlatepackExchangeSays } from './slatepackExchange.machine.ts';
import * as judge from './withdrawal.rules.ts';

/** The server's capabilities beyond the specification. */
export interface WithdrawalOffers {
  /** It charges a fee that it published within the last ten minutes (`feeQuotes`). */
  readonly fixesFee: boolean;
  /** It can cancel a GRIN withdrawal that nobody has signed (`withdrawalCancel`). */
  readonly canCancel: boolean;
  /** A withdrawal and its finalization may carry the second factor (`reauthentication`). */
  readonly takesCode: boolean;
}

export interface WithdrawalInput extends Partial<WithdrawalOffers> {
  readonly ticker: string;
  /** What a page that was reloaded or left finds of its last withdrawal of the coin. */
  readonly kept: judge.SendingWithdrawal | null;
  /** The id of the GRIN withdrawal that the user chose to resume in the history. */
  readonly chosen?: string | null;
  /** The tab's stored form, where the browser returns to a step of it. */
  readonly form?: KeptForm | null;
  /** Whether that step is the confirmation. */
  readonly isBackAtConfirmation?: boolean;
}

export interface WithdrawalContext extends judge.WithdrawalCase {
  readonly offers: WithdrawalOffers;
  readonly factsFailure: Failure | null;
  /** The page was reloaded at the confirmation: it opens once the fee is known. */
  readonly isBackAtConfirmation: boolean;
  /** The form as it was left. */
  readonly typed: judge.TypedWithdrawal;
  /** Why the last press was not taken. */
  readonly faults: judge.DraftFaults;
  /** The last confirmed terms, which the form can no longer change; null after a reload. */
  readonly confirmed: judge.WithdrawalDraft | null;
  /** The fee that stood on the confirmation; the same however often the withdrawal is sent. */
  readonly confirmedFee: DecimalText | null;
  /** The second factor of the withdrawal that is about to be sent; null before and after. */
  readonly privateCode: string | null;
  /** Why it was refused, or what came instead of an answer. */
  readonly failure: Failure | null;
  /** The initial text of the box for the wallet's reply. Its name keeps it out of every log and inspector. */
  readonly privateReply: string;
}

/** What is sent, and what it is searched by. */
export type CreateSubject = Pick<WithdrawalContext, 'sending' | 'confirmed' | 'confirmedFee' | 'privateCode'>;

export type WithdrawalEvent =
  | { readonly type: 'facts.received'; readonly facts: judge.WithdrawalFacts }
  | { readonly type: 'facts.failed'; readonly failure: Failure }
  /** The server's present status, read repeatedly. */
  | { readonly type: 'status.read'; readonly output: Result<WithdrawalReceipt> }
  /** The history's data while the form is open, read repeatedly. */
  | { readonly type: 'waiting.read'; readonly waiting: judge.SendingWithdrawal | null }
  | {
      readonly type: 'user.continue';
      readonly typed: judge.TypedWithdrawal;
      readonly decimalComma?: DecimalComma;
    }
  /**
   * @param idempotencyKey a fresh UUID.
   * @param shownFee the fee on the screen at the press; the one known now, without it.
   * @param privateCode the second factor; absent where none is asked for.
   */
  | {
      readonly type: 'user.confirm';
      readonly idempotencyKey: string;
      readonly shownFee?: DecimalText;
      readonly privateCode?: string;
    }
  /** Messages about the last text no longer apply. */
  | { readonly type: 'user.edit' | 'user.editCode' }
  /** To the step of the form, or to the confirmation, in the browser's history. */
  | { readonly type: 'browser.back' | 'browser.forward' }
  /** `useMaximum`: asks for the most that the balance covers with the present fee. */
  | { readonly type: 'user.back' | 'user.backToEdit' | 'user.useMaximum' | 'user.resume' }
  | { readonly type: 'user.tryAgain' | 'user.sendAgain' | 'user.checkAgain' | 'user.leave' | 'user.retry' }
  | WriteEvent<'create', WithdrawalReceipt>
  | SlatepackExchangeSays;

/** Sent to the facts feed: everything is to be read again. */
export interface AskFactsAgain {
  readonly type: 'retry';
}

type WithdrawalToast = Toast & { readonly key: `withdraw:toast.${string}` };

const toast = (
  kind: Toast['kind'],
  key: string,
  more: Pick<Toast, 'values' | 'text'> = {},
): WithdrawalToast => ({ type: 'toast', kind, key: `withdraw:toast.${key}`, ...more });

/** In the server's own words where there are any (WITHDRAW-09). */
const failed = (key: string, failure: Failure | null): WithdrawalToast =>
  toast('error', key, saidIn(failure ?? {}));

/** After a withdrawal that is over here: nothing stored, and lists that have to be read again. */
const SETTLE = ['dropSending', 'forget', 'refreshOwnReads'] as const;

interface Told {
  readonly event: { readonly output: Result<WithdrawalReceipt> };
}
const toldIn = ({ event }: Told): Result<WithdrawalReceipt> => event.output;
const KEEP_TOLD = {
  type: 'keepReceipt',
  params: ({ event }: Told): WithdrawalReceipt | null => valueIn(event.output),
} as const;

const WAITS_WITH_SLATEPACK = {
  guard: { type: 'isAwaitingWithSlatepack', params: toldIn },
  target: '#withdrawal.exchanging',
  actions: [KEEP_TOLD, 'remember'],
} as const;

/** The server's status of a GRIN withdrawal that no longer waits, whoever has asked. */
const SETTLED_AT_SERVER = [
  {
    guard: { type: 'isBroadcast', params: toldIn },
    target: '#withdrawal.result.broadcast',
    actions: [KEEP_TOLD, ...SETTLE],
  },
  {
    guard: { type: 'isSubmitted', params: toldIn },
    target: '#withdrawal.result.unknown',
    actions: [KEEP_TOLD, ...SETTLE],
  },
  {
    guard: { type: 'hasEnded', params: toldIn },
    target: '#withdrawal.result.failed',
    actions: ['keepEnded', 'announceEnded', ...SETTLE],
  },
] as const;

/** There is room for one GRIN withdrawal at a time: one that another page starts is shown at once. */
const FOLLOW_WAITING = {
  id: 'followWaiting',
  src: 'followWaiting',
  input: ({ context: { ticker } }: { readonly context: WithdrawalContext }) => ({
    ticker: usesSlatepacks(ticker) ? ticker : null,
  }),
  // The form works without it.
  onError: {},
} as const;

/**
 * How long the confirmation shows the same fee: a minute less than the ten for which a server with `feeQuotes` charges
 * a fee that it published, so that the press and the request have time.
 */
export const QUOTE_MINUTES = 9;

/**
 * The withdrawal wizard of one coin, steps 2 to 5 (WITHDRAW-01). One confirmation is one idempotency key and at most
 * one withdrawal at the server, whatever happens: a write whose answer is lost is looked for before it may be sent
 * again, with the same idempotency key. Data that must outlive a reload is stored as chosen plain data (`remember`) and
 * comes back through a state that asks the server first.
 */
export const withdrawalMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    input: {} as WithdrawalInput,
    emitted: {} as WithdrawalToast | Navigation,
    children: {} as {
      facts: 'facts';
      findWaiting: 'findWaiting';
      readBefore: 'readBefore';
      create: 'create';
      readGrinStatus: 'readGrinStatus';
      exchange: 'exchange';
      followStatus: 'followStatus';
      followWaiting: 'followWaiting';
    },
    tags: {} as 'step3' | 'step4' | 'busy' | 'failed' | 'unknown',
  },
  actors: {
    /** Says `facts.received` whenever there is news, `facts.failed` when nothing can be known; hears `retry`. */
    facts: callback<AskFactsAgain, { ticker: string }>(),
    /** Looks in the user's history for a withdrawal that may wait for its reply, from any page; null for none. */
    findWaiting: promise<judge.SendingWithdrawal | null, { ticker: string }>(),
    /** Ids of the newest withdrawals of the coin. @throws OutageError also where the server refuses. */
    readBefore: promise<readonly string[], { ticker: string }>(),
    /**
     * Sends the withdrawal once, with its idempotency key. No answer, a timeout or a 5xx is `create.lost`: the newest
     * withdrawals of the history are then read, with growing pauses and for a minute at most. `create.done`: it is
     * there. `create.absent`: it is not. `create.unknown`: the history was not read in that time.
     */
    create: createWrite<CreateSubject, WithdrawalReceipt>(),
    /** Reads the status of the withdrawal. */
    readGrinStatus: promise<Result<WithdrawalReceipt>, { id: string }>(),
    exchange: slatepackExchangeMachine,
    /** Says `status.read` every now and then; nothing without an id. */
    followStatus: callback<EventObject, { id: string | null; isWindowOver: boolean }>(),
    /** Sends `waiting.read` every now and then, for as long as another page can start one; nothing without a coin. */
    followWaiting: callback<AskFactsAgain, { ticker: string | null }>(),
  },
  actions: {
    /** Stores the withdrawal in progress in the browser, so that a reload can find out its outcome. */
    remember: effect(),
    forget: effect(),
    /** Keeps the checked form in the tab, so that a reload comes back to it. */
    keepForm: effect(),
    /** Balances and the history of withdrawals are out of date. */
    refreshOwnReads: effect(),

    askFactsAgain: sendTo('facts', { type: 'retry' }),
    /** The form may ask for another one by now. */
    restoreConfirmed: assign({ draft: ({ context }) => context.confirmed }),
    keepReceipt: assign(({ context: { receipt, sending } }, received: WithdrawalReceipt | null) => ({
      receipt: received && judge.mergedReceipt(receipt, received),
      sending: sending && { ...sending, id: received?.id ?? sending.id },
      failure: null,
    })),
    keepFinalized: assign(({ context: { receipt } }, finalized: judge.Finalized) => ({
      receipt: judge.finalizedReceipt(receipt, finalized),
    })),
    keepEnded: assign({ failure: judge.ENDED }),
    announceEnded: emit(toast('error', 'ended')),
    /** It is settled: nothing is on its way any more, and its message is of no use. */
    dropSending: assign({
      sending: null,
      privateCode: null,
      privateReply: '',
      waiting: null,
      receipt: ({ context }) => context.receipt && { ...context.receipt, slatepack: null },
    }),
    announceGate: emit(({ context: { facts, ticker } }) =>
      // Not an error: a refund address is needed first.
      toast(facts?.gate === 'refundAddressMissing' ? 'info' : 'error', facts?.gate ?? 'assetNotFound', {
        values: { symbol: ticker },
      }),
    ),
    announceNoFee: emit(({ context }) =>
      toast('error', 'feeUnavailable', { values: { symbol: context.ticker } }),
    ),
  },
  guards: {
    usesSlatepacks: ({ context }) => usesSlatepacks(context.ticker),
    isNamed: ({ context }) => typeof context.sending?.id === 'string',
    isUnderWay: ({ context }) => context.sending !== null,
    hasRunning: ({ context }) => judge.hasRunning(context),
    isTheRunningOne: ({ context }) => judge.isTheRunningOne(context),

    hasFacts: ({ context }) => context.facts !== null,
    haveFactsFailed: ({ context }) => context.facts === null && context.factsFailure !== null,
    isClosed: ({ context: { facts } }) => facts !== null && facts.gate !== 'open',
    isRefundAddressMissing: ({ context }) => context.facts?.gate === 'refundAddressMissing',
    mayConfirmAgain: ({ context }) => context.isBackAtConfirmation && (context.facts?.fee ?? null) !== null,
    mayOpenForm: ({ context: { facts, isBackAtConfirmation } }) =>
      facts !== null && !(isBackAtConfirmation && facts.feeStatus === 'waiting'),

    isWithoutFee: ({ context }) => (context.facts?.fee ?? null) === null,
    isWithoutShownFee: ({ context }) => judge.feeOf(context) === null,
    isFaulty: ({ context }, press: judge.Press) => judge.judgeDraft(context, press)?.ok === false,
    isFaultyNow: ({ context }) => judge.judgeAgain(context)?.ok === false,
    hasDraft: ({ context }) => context.draft !== null,
    hasMaximum: ({ context }) => judge.largestDraft(context) !== null,
    fixesFee: ({ context }) => context.offers.fixesFee,

    isGivenSlatepack: ({ context }, { slatepack }: WithdrawalReceipt) =>
      usesSlatepacks(context.ticker) && slatepack !== null,
    /** Refused for want of a right code, and nothing else. */
    wantsCode: ({ context }, failure: Failure) => context.offers.takesCode && wantsCode(failure),
    /** After a reload its address and amount are unknown. */
    isConfirmed: ({ context }) => context.confirmed !== null,

    isFound: (_, found: judge.SendingWithdrawal | null) => found !== null,
    isAwaitingWithSlatepack: ({ context }, answer: Result<WithdrawalReceipt>) =>
      answer.ok &&
      judge.statusOf(answer) === 'awaitingReply' &&
      judge.mergedReceipt(context.receipt, answer.value).slatepack !== null,
    isAwaiting: (_, answer: Result<WithdrawalReceipt>) => judge.statusOf(answer) === 'awaitingReply',
    isBroadcast: (_, answer: Result<WithdrawalReceipt>) => judge.statusOf(answer) === 'broadcast',
    isSubmitted: (_, answer: Result<WithdrawalReceipt>) => judge.statusOf(answer) === 'submitted',
    hasEnded: (_, answer: Result<WithdrawalReceipt>) => judge.statusOf(answer) === 'ended',
    /** The server does not know now; it may be asked again. */
    isRefusedForNow: (_, answer: Result<WithdrawalReceipt>) => !answer.ok && leavesFirstOpen(answer.failure),

    wasBroadcast: (_, { status }: judge.Finalized) => status === 'broadcast',
    couldNotBeBroadcast: (_, { status }: judge.Finalized) => status === 'notBroadcast',
    endedUnpaid: (_, { status }: judge.Finalized) => status === 'ended',
  },
  delays: { feeQuote: QUOTE_MINUTES * 60_000 },
}).createMachine({
  id: 'withdrawal',
  description: 'A withdrawal from the form to its result, GRIN with its exchange of slatepacks included.',
  context: ({ input }) => {
    const { ticker, kept, chosen = null, form = null, isBackAtConfirmation = false } = input;
    const { fixesFee = false, canCancel = false, takesCode = false } = input;
    // One that the server never named comes before anything that was chosen.
    const isKeptMeant = chosen === null || kept?.id === null || kept?.id === chosen;
    const sending = isKeptMeant ? kept : begunElsewhere(ticker, chosen, '0');
    return {
      ticker,
      offers: { fixesFee, canCancel, takesCode },
      facts: null,
      factsFailure: null,
      isBackAtConfirmation: isBackAtConfirmation && form !== null && sending === null,
      typed: form?.typed ?? judge.EMPTY_FORM,
      faults: judge.NO_FAULTS,
      draft: form?.draft ?? null,
      quotedFee: null,
      confirmed: null,
      confirmedFee: null,
      privateCode: null,
      sending,
      waiting: null,
      receipt: null,
      failure: null,
      privateReply: '',
    };
  },
  // The feed only listens and reports: nothing in it can fail.
  invoke: { id: 'facts', src: 'facts', input: ({ context: { ticker } }) => ({ ticker }), onError: {} },
  on: {
    'facts.received': { actions: assign({ facts: ({ event }) => event.facts, factsFailure: null }) },
    'facts.failed': { actions: assign({ factsFailure: ({ event }) => event.failure }) },
  },
  initial: 'beginning',
  states: {
    beginning: {
      description:
        'A withdrawal that is on its way comes first, whatever the page was opened for (WITHDRAW-14).',
      always: [
        { guard: 'isNamed', target: 'resuming' },
        { guard: 'isUnderWay', target: 'creating.looking' },
        { guard: 'usesSlatepacks', target: 'finding' },
        { target: 'gating' },
      ],
    },
    finding: {
      description: 'A GRIN withdrawal that waits for its reply is looked for; the form comes after it.',
      tags: 'busy',
      initial: 'reading',
      states: {
        reading: {
          description: 'The history is read for a GRIN withdrawal that may wait for its reply.',
          invoke: {
            id: 'findWaiting',
            src: 'findWaiting',
            input: ({ context: { ticker } }) => ({ ticker }),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: 'asking',
                actions: assign({ sending: ({ event }) => event.output, isBackAtConfirmation: false }),
              },
              { target: '#withdrawal.gating' },
            ],
            // The form does not depend on it, and the history leads to what waits as well.
            onError: '#withdrawal.gating',
          },
        },
        asking: {
          description: 'The server is asked whether it waits, and for its message.',
          invoke: {
            id: 'readGrinStatus',
            src: 'readGrinStatus',
            input: ({ context: { sending } }) => ({ id: sending?.id ?? '' }),
            onDone: [
              WAITS_WITH_SLATEPACK,
              // It may wait: the form shows it, and its button asks again.
              {
                guard: { type: 'isRefusedForNow', params: ({ event }) => event.output },
                target: '#withdrawal.gating',
              },
              { target: '#withdrawal.gating', actions: 'dropSending' },
            ],
            onError: '#withdrawal.gating',
          },
        },
      },
    },
    gating: {
      description:
        'Coin, balance and refund address are being read; only then it is known whether the form may open.',
      tags: 'busy',
      always: [
        {
          guard: 'isRefundAddressMissing',
          target: 'closed',
          actions: [
            'announceGate',
            emit(({ context }) => ({
              type: 'navigate',
              to: `/refund-addresses?coin=${encodeURIComponent(context.ticker)}`,
              replace: true,
              remembersWay: true,
            })),
          ],
        },
        {
          guard: 'isClosed',
          target: 'closed',
          actions: ['announceGate', emit({ type: 'navigate', to: '/wallet', replace: true })],
        },
        { guard: 'mayConfirmAgain', target: 'confirming', actions: assign({ isBackAtConfirmation: false }) },
        { guard: 'mayOpenForm', target: 'form', actions: assign({ isBackAtConfirmation: false }) },
        { guard: 'haveFactsFailed', target: 'factsFailed' },
      ],
    },
    factsFailed: {
      description: 'Coin, balance or refund address could not be read. Nothing can be asked for.',
      tags: 'failed',
      always: { guard: 'hasFacts', target: 'gating' },
      on: { 'user.retry': { target: 'gating', actions: [assign({ factsFailure: null }), 'askFactsAgain'] } },
    },
    closed: { description: 'The coin cannot be withdrawn, or not yet: the user is led away.', type: 'final' },

    form: {
      description:
        'The user says where to and how much; without a known fee nothing can be asked for (WITHDRAW-02).',
      // Closing the coin closes the form at once.
      always: { guard: 'isClosed', target: 'gating' },
      invoke: FOLLOW_WAITING,
      exit: assign({ faults: judge.NO_FAULTS }),
      on: {
        'waiting.read': { actions: assign({ waiting: ({ event }) => event.waiting }) },
        'user.edit': { actions: assign({ faults: judge.NO_FAULTS }) },
        'user.continue': [
          { guard: 'isWithoutFee', actions: 'announceNoFee' },
          {
            guard: { type: 'isFaulty', params: ({ event }) => event },
            actions: assign({
              faults: ({ context, event }) => judge.faultsOf(judge.judgeDraft(context, event)),
            }),
          },
          {
            target: 'confirming',
            actions: [
              assign({
                draft: ({ context, event }) => {
                  const checked = judge.judgeDraft(context, event);
                  return checked?.ok === true ? checked.draft : context.draft;
                },
                typed: ({ event }) => event.typed,
              }),
              'keepForm',
            ],
          },
        ],
        'browser.forward': { guard: 'hasDraft', target: 'confirming' },
        // Without a fee the form offers to read everything again.
        'user.retry': { actions: 'askFactsAgain' },
        'user.resume': { guard: 'hasRunning', target: 'resuming', actions: 'restoreConfirmed' },
      },
    },
    confirming: {
      description: 'Everything is shown once more, whole: where to, how much, what it costs, what arrives.',
      tags: 'step3',
      always: { guard: 'isClosed', target: 'gating' },
      invoke: FOLLOW_WAITING,
      entry: assign({
        quotedFee: ({ context: { offers, facts } }) => (offers.fixesFee ? (facts?.fee ?? null) : null),
      }),
      exit: assign({ failure: null }),
      after: { feeQuote: { guard: 'fixesFee', target: 'confirming', reenter: true } },
      on: {
        'waiting.read': { actions: assign({ waiting: ({ event }) => event.waiting }) },
        'user.backToEdit': 'form',
        'browser.back': 'form',
        'user.editCode': { actions: assign({ failure: null }) },
        'user.useMaximum': {
          guard: 'hasMaximum',
          target: 'confirming',
          reenter: true,
          actions: [
            assign(({ context }) => {
              const draft = judge.largestDraft(context);
              return draft ? { draft, typed: { ...context.typed, amount: draft.amount } } : {};
            }),
            'keepForm',
          ],
        },
        'user.confirm': [
          { guard: 'isWithoutShownFee', actions: 'announceNoFee' },
          // Fee or balance have changed: the screen shows by how much it is too much, and offers the possible amount.
          { guard: 'isFaultyNow' },
          // It was confirmed before and waits for its reply: the same idempotency key, the same message.
          { guard: 'isTheRunningOne', target: 'exchanging' },
          // Its stored data leads back to its message, and there is room for one: the screen shows it.
          { guard: 'hasRunning' },
          {
            target: 'checking',
            actions: assign({
              sending: ({ context, event }) => judge.newSending(context, event.idempotencyKey),
              confirmed: ({ context }) => context.draft,
              // The feed may have moved between the eye and the finger: nobody pays an amount that they did not see.
              confirmedFee: ({ context, event }) => event.shownFee ?? judge.feeOf(context),
              privateCode: ({ event }) => event.privateCode ?? null,
              receipt: null,
            }),
          },
        ],
        'user.resume': { guard: 'hasRunning', target: 'resuming', actions: 'restoreConfirmed' },
      },
    },

    checking: {
      description:
        'Notes which withdrawals are there already, so that a lost one can be told from an older one.',
      tags: ['step3', 'busy'],
      invoke: {
        id: 'readBefore',
        src: 'readBefore',
        input: ({ context: { ticker } }) => ({ ticker }),
        onDone: {
          target: 'creating',
          actions: [
            assign({
              sending: ({ context: { sending }, event }) => sending && { ...sending, before: event.output },
            }),
            'remember',
          ],
        },
        // Nothing was sent.
        onError: {
          target: 'result.failed',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error) }),
            emit(({ event }) => failed('withdrawalFailed', failureOf(event.error))),
            'dropSending',
          ],
        },
      },
    },
    creating: {
      description: 'The withdrawal is sent once; after a lost answer it is looked for in the history.',
      tags: ['step3', 'busy'],
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context: { sending, confirmed, confirmedFee, privateCode }, event: { type } }) => ({
          subject: { sending, confirmed, confirmedFee, privateCode },
          begin: ['xstate.done.actor.readBefore', 'user.sendAgain'].includes(type) ? 'send' : 'look',
          isAgain: type === 'user.sendAgain' || type === 'user.checkAgain',
        }),
      },
      exit: assign({ privateCode: null }),
      on: {
        'create.done': [
          {
            guard: { type: 'isGivenSlatepack', params: ({ event }) => event.value },
            target: 'exchanging',
            actions: [
              { type: 'keepReceipt', params: ({ event }) => event.value },
              'remember',
              'refreshOwnReads',
            ],
          },
          {
            guard: 'usesSlatepacks',
            target: 'result.failed',
            actions: [
              { type: 'keepReceipt', params: ({ event }) => event.value },
              assign({ failure: judge.NO_SLATEPACK }),
              emit(toast('error', 'noSlatepack')),
              ...SETTLE,
            ],
          },
          {
            target: 'result.submitted',
            actions: [{ type: 'keepReceipt', params: ({ event }) => event.value }, ...SETTLE],
          },
        ],
        'create.refused': [
          {
            guard: { type: 'wantsCode', params: ({ event }) => event.failure },
            target: 'confirming',
            actions: [
              assign({ failure: ({ event }) => event.failure }),
              'restoreConfirmed',
              'dropSending',
              'forget',
              'keepForm',
            ],
          },
          {
            target: 'result.failed',
            actions: [
              assign({ failure: ({ event }) => event.failure }),
              emit(({ event }) => failed('withdrawalFailed', event.failure)),
              'dropSending',
              'forget',
            ],
          },
        ],
        'create.lost': {
          target: '.looking',
          actions: assign({ failure: ({ event }) => event.failure, privateCode: null }),
        },
        'create.absent': 'notFound',
        'create.unknown': 'unresolved',
      },
      initial: 'sending',
      states: {
        sending: { description: 'The withdrawal is on its way, once. Further presses are ignored.' },
        resending: { description: 'The same withdrawal is on its way once more, with the same key.' },
        looking: {
          description: 'It may have been taken: it is looked for, with growing pauses. Nothing is sent.',
          tags: 'unknown',
          on: {
            'create.done': {
              // The history has no message: the server is asked for it.
              guard: 'usesSlatepacks',
              target: '#withdrawal.resuming',
              actions: [{ type: 'keepReceipt', params: ({ event }) => event.value }, 'remember'],
            },
            'user.leave': '#withdrawal.unresolved',
          },
        },
      },
    },
    notFound: {
      description: 'The history does not hold it. The user may send the same one again, or start over.',
      tags: ['step3', 'unknown', 'failed'],
      on: {
        'user.sendAgain': {
          guard: 'isConfirmed',
          target: 'creating.resending',
          actions: assign({ failure: null }),
        },
        'user.checkAgain': 'creating.looking',
        'user.leave': { target: 'gating', actions: [assign({ failure: null }), 'dropSending', 'forget'] },
      },
    },
    unresolved: {
      description:
        'The history could not be read, or the user stopped the search. Nothing is sent from here.',
      tags: ['step3', 'unknown', 'failed'],
      entry: 'refreshOwnReads',
      on: {
        'user.checkAgain': 'creating.looking',
        'user.leave': { target: 'gating', actions: [assign({ failure: null }), 'dropSending', 'forget'] },
      },
    },

    resuming: {
      description: 'The server is asked how the GRIN withdrawal stands, and for its message (WITHDRAW-14).',
      tags: ['step4', 'busy'],
      entry: assign({ sending: ({ context }) => judge.runningOne(context), waiting: null }),
      invoke: {
        id: 'readGrinStatus',
        src: 'readGrinStatus',
        input: ({ context: { sending } }) => ({ id: sending?.id ?? '' }),
        onDone: [
          WAITS_WITH_SLATEPACK,
          {
            guard: { type: 'isAwaiting', params: ({ event }) => event.output },
            target: 'result.failed',
            actions: [
              assign({ failure: judge.NO_SLATEPACK }),
              emit(toast('error', 'noSlatepack')),
              'dropSending',
              'forget',
            ],
          },
          ...SETTLED_AT_SERVER,
          {
            guard: { type: 'isRefusedForNow', params: ({ event }) => event.output },
            target: 'resumeFailed',
            actions: assign({ failure: ({ event }) => failureIn(event.output) }),
          },
          {
            target: 'result.failed',
            actions: [
              assign({ failure: ({ event }) => failureIn(event.output) }),
              emit(({ event }) => failed('withdrawalFailed', failureIn(event.output))),
              'dropSending',
              'forget',
            ],
          },
        ],
        onError: {
          target: 'resumeFailed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    resumeFailed: {
      description: 'The server could not say how the GRIN withdrawal stands. It may be asked again.',
      tags: ['step4', 'failed'],
      exit: assign({ failure: null }),
      on: {
        'user.retry': 'resuming',
        // It stays on its way: the form offers the way back to it.
        'user.leave': { target: 'gating', actions: assign({ privateReply: '' }) },
      },
    },
    exchanging: {
      description: 'A GRIN withdrawal waits for the reply of the wallet that receives it (WITHDRAW-11).',
      tags: 'step4',
      invoke: {
        id: 'exchange',
        src: 'exchange',
        input: ({ context: { sending, receipt, privateReply, confirmed, offers } }) => ({
          id: sending?.id ?? '',
          receipt,
          privateReply,
          mayEdit: confirmed !== null,
          canCancel: offers.canCancel,
          takesCode: offers.takesCode,
        }),
      },
      on: {
        // The exchange's next state depends on its status.
        'user.back': { actions: sendTo('exchange', { type: 'user.back' }) },
        'browser.back': { actions: sendTo('exchange', { type: 'user.back' }) },
        'exchange.back': {
          target: 'gating',
          actions: assign({ privateReply: ({ event }) => event.privateReply }),
        },
        'exchange.backToEdit': {
          target: 'confirming',
          actions: [assign({ privateReply: ({ event }) => event.privateReply }), 'restoreConfirmed'],
        },
        'exchange.left': { target: 'resuming', actions: assign({ privateReply: '' }) },
        'exchange.notCancelled': {
          target: 'resuming',
          actions: [assign({ privateReply: '' }), emit(({ event }) => failed('notCancelled', event.failure))],
        },
        'exchange.cancelled': {
          target: 'result.cancelled',
          actions: [
            { type: 'keepReceipt', params: ({ event }) => event.receipt },
            emit(toast('success', 'cancelled')),
            ...SETTLE,
          ],
        },
        'exchange.finalized': [
          {
            guard: { type: 'wasBroadcast', params: ({ event }) => event.finalized },
            target: 'result.broadcast',
            actions: [
              { type: 'keepFinalized', params: ({ event }) => event.finalized },
              emit(toast('success', 'broadcast')),
              ...SETTLE,
            ],
          },
          {
            guard: { type: 'couldNotBeBroadcast', params: ({ event }) => event.finalized },
            target: 'result.notBroadcast',
            actions: [{ type: 'keepFinalized', params: ({ event }) => event.finalized }, ...SETTLE],
          },
          {
            guard: { type: 'endedUnpaid', params: ({ event }) => event.finalized },
            target: 'result.failed',
            actions: ['keepEnded', 'announceEnded', ...SETTLE],
          },
          {
            target: 'result.unknown',
            actions: [{ type: 'keepFinalized', params: ({ event }) => event.finalized }, ...SETTLE],
          },
        ],
        'exchange.refused': {
          target: 'result.failed',
          actions: [
            assign({
              failure: ({ event }) => event.failure,
              privateReply: ({ event }) => event.privateReply,
            }),
            emit(({ event }) => failed('finalizeFailed', event.failure)),
            'refreshOwnReads',
          ],
        },
        'status.read': SETTLED_AT_SERVER,
      },
    },

    result: {
      description: 'What became of the withdrawal: step 4, for GRIN step 5 (WITHDRAW-12, WITHDRAW-19).',
      exit: assign({ failure: null }),
      on: {
        // An accepted form is not typed again: the step before it is empty.
        'browser.back': {
          target: 'gating',
          actions: assign({ typed: judge.EMPTY_FORM, draft: null, confirmed: null, confirmedFee: null }),
        },
      },
      initial: 'submitted',
      states: {
        submitted: {
          description: 'The withdrawal was taken; its status is shown as the server told it.',
          entry: emit(toast('success', 'submitted')),
        },
        broadcast: { description: 'GRIN: finalized and broadcast to the network.' },
        notBroadcast: { description: 'GRIN: finalized, but the broadcast failed; the server tries again.' },
        unknown: { description: 'GRIN: finalized; the server does not say whether it was broadcast.' },
        cancelled: {
          description: 'GRIN: cancelled by the user before anything was signed; the coins are free again.',
          on: { 'user.tryAgain': '#withdrawal.gating', 'browser.back': '#withdrawal.gating' },
        },
        failed: {
          description: 'Not paid. A GRIN withdrawal that still waits for its reply can be resumed.',
          tags: 'failed',
          invoke: {
            id: 'followStatus',
            src: 'followStatus',
            // There is no way back to one that has ended.
            input: ({ context: { sending } }) => ({ id: sending?.id ?? null, isWindowOver: false }),
            onError: {},
          },
          on: {
            'status.read': {
              guard: { type: 'hasEnded', params: ({ event }) => event.output },
              target: 'failed',
              reenter: true,
              actions: ['keepEnded', ...SETTLE],
            },
            'user.tryAgain': '#withdrawal.gating',
            'browser.back': '#withdrawal.gating',
            'user.resume': {
              guard: 'hasRunning',
              target: '#withdrawal.resuming',
              actions: 'restoreConfirmed',
            },
          },
        },
      },
    },
  },
});

export type WithdrawalSnapshot = SnapshotFrom<typeof withdrawalMachine>;

/** The view of the screen. */
const VIEWS = [
  ['factsFailed', 'factsFailed'],
  ['form', 'form'],
  ['confirming', 'confirming'],
  ['checking', 'submitting'],
  [{ creating: 'looking' }, 'looking'],
  ['creating', 'submitting'],
  ['notFound', 'notFound'],
  ['unresolved', 'unresolved'],
  ['resuming', 'resuming'],
  ['resumeFailed', 'resumeFailed'],
  ['exchanging', 'exchanging'],
  [{ result: 'submitted' }, 'submitted'],
  [{ result: 'broadcast' }, 'broadcast'],
  [{ result: 'notBroadcast' }, 'notBroadcast'],
  [{ result: 'unknown' }, 'broadcastUnknown'],
  [{ result: 'cancelled' }, 'cancelled'],
  [{ result: 'failed' }, 'failed'],
] as const satisfies readonly (readonly [Parameters<WithdrawalSnapshot['matches']>[0], string])[];

export type WithdrawalView = (typeof VIEWS)[number][1] | 'gating';

export const selectView = (snapshot: WithdrawalSnapshot): WithdrawalView =>
  VIEWS.find(([value]) => snapshot.matches(value))?.[1] ?? 'gating';

/** The step of the wizard, 2 to 5 (WITHDRAW-01). */
export function selectStep(snapshot: WithdrawalSnapshot): 2 | 3 | 4 | 5 {
  if (snapshot.matches('result')) return usesSlatepacks(snapshot.context.ticker) ? 5 : 4;
  if (snapshot.hasTag('step4')) return 4;
  return snapshot.hasTag('step3') ? 3 : 2;
}

/** A GRIN withdrawal is in progress: leaving is warned of (WITHDRAW-13). */
export const isGrinRunning = ({ context }: WithdrawalSnapshot): boolean =>
  usesSlatepacks(context.ticker) && context.sending !== null;
