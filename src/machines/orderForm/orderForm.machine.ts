import { type ActorRefFrom, assign, emit, type EventObject, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { DecimalText } from '../../domain/decimal.ts';
import { type Failure, failureOf, isAskedToWait } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { NewOrder } from '../../domain/order.ts';
import type { BeforeSending, SentOrder } from '../../domain/placedOrder.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import { callback, effect, promise } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';
import { EMPTY_DRAFT, type OrderDraft, withSeed, withTotal } from './orderDraft.rules.ts';
import type { OrderFault } from './orderEntry.rules.ts';
import {
  cancelledToastOf,
  cancellationOf,
  isPartlyTraded,
  judge,
  type OrderFormToast,
  type OrderPress,
  type PlacedOrder,
  sendingOf,
  toastOf,
  type Verdict,
} from './orderForm.rules.ts';

export interface OrderFormInput {
  /** Null when the address names no pair. */
  readonly pair: string | null;
  readonly side: Side;
  readonly allowsMarket: boolean;
  /** The form's last order, which a reload or a new login found unsettled. */
  readonly kept?: Sending | null;
  /** Entries from before a reload or a new login. */
  readonly draft?: OrderDraft;
}

export type Sending = SentOrder;

export interface Placing {
  readonly sending: Sending;
  /** Of the second factor (ORDER-20). It goes with the order once. */
  readonly privateCode: string | null;
}

export interface OrderFormContext extends Omit<OrderFormInput, 'kept'> {
  /** The text of the fields. It lives nowhere else. */
  readonly draft: OrderDraft;
  readonly settings: PairSettings | null;
  readonly settingsFailure: Failure | null;
  /** The verdict on a press, until it is acted on. */
  readonly verdict: Verdict | null;
  readonly fault: OrderFault | null;
  readonly sending: Sending | null;
  /** Until the order is sent, once. It is not stored with the order. */
  readonly privateCode: string | null;
  readonly last: NewOrder | null;
  /** Why the order was refused, or why its answer was lost. */
  readonly failure: Failure | null;
}

export type OrderFormEvent =
  | { readonly type: 'settings.loaded'; readonly settings: PairSettings }
  | { readonly type: 'settings.failed'; readonly failure: Failure }
  /** The best price that the order would meet, as soon as the book has one. */
  | { readonly type: 'price.known'; readonly price: DecimalText; readonly decimalComma: DecimalComma }
  | { readonly type: 'user.submit'; readonly press: OrderPress }
  /** Typed, tidied, or filled in; `user.edit` follows where the user did it. */
  | { readonly type: 'draft.changed'; readonly draft: OrderDraft }
  | { readonly type: 'screen.opened' }
  | { readonly type: 'user.edit' | 'user.confirm' | 'user.decline' | 'user.retry' }
  | { readonly type: 'user.sendAgain' | 'user.checkAgain' | 'user.leave' }
  | WriteEvent<'placeOrder', PlacedOrder>;

export interface SettingsFeedEvent {
  readonly type: 'retry';
}

export type BeforeAnswer = Result<BeforeSending>;

const faultIn = (verdict: Verdict | null): OrderFault | null =>
  verdict?.kind === 'faulty' ? verdict.fault : null;

/** Whatever else leads there, an order is only looked for. */
const SENDS: ReadonlySet<string> = new Set(['xstate.done.actor.readBefore', 'user.sendAgain']);

function placingOf({ sending, privateCode }: OrderFormContext): Placing {
  if (sending === null) throw new Error('no order is being sent');
  return { sending, privateCode };
}

/** Milliseconds within which the same order needs a confirmation. */
const REPEAT_GUARD_MS = 5000;

/**
 * The order form of one side of a pair (ORDER-01, LOST-01). A press sends one order once. An order whose answer was
 * lost, also by a reload or a new login, is looked for by reading before another one is taken; only the user sends it
 * again. The actor outlives the screen.
 */
export const orderFormMachine = setup({
  types: {
    context: {} as OrderFormContext,
    events: {} as OrderFormEvent,
    input: {} as OrderFormInput,
    emitted: {} as OrderFormToast,
  },
  actors: {
    /** Sends `settings.loaded` for each newer version, and `settings.failed` when there is none; receives `retry`. */
    settings: callback<SettingsFeedEvent, { pair: string | null }>(),
    /** Sends `price.known`, once. */
    prices: callback<EventObject, Pick<OrderFormInput, 'pair' | 'side'>>(),
    /** Reads open orders and executions, to tell a lost order from an older one later. */
    readBefore: promise<BeforeAnswer, { pair: string | null }>(),
    placeOrder: createWrite<Placing, PlacedOrder>(),
  },
  actions: {
    /** Keeps the typed text in the tab. */
    keepDraft: effect(),
    /** Drops the order from the browser's storage. */
    forget: effect(),
    refreshOwnReads: effect(),
    askSettingsAgain: sendTo('settings', { type: 'retry' }),
    dropOrder: assign({ sending: null, privateCode: null }),
  },
  guards: {
    /** No market order while the configuration forbids them. */
    isOffered: ({ context }, { typed }: OrderPress) => typed.kind !== 'market' || context.allowsMarket,
    isUnseeded: ({ context }) => !context.draft.isSeeded,
    isFaulty: ({ context }) => context.verdict?.kind === 'faulty',
    isRepeat: ({ context }) => context.verdict?.kind === 'repeat',
    isCrossing: ({ context }) => context.verdict?.kind === 'crossing',
    isLarge: ({ context }) => context.verdict?.kind === 'large',
    isClear: ({ context }) => context.verdict?.kind === 'clear',
    hasKept: ({ context }) => context.sending !== null,
    hasSettings: ({ context }) => context.settings !== null,
    isWithoutSettings: ({ context }) => context.settings === null,
    haveSettingsFailed: ({ context }) => context.settingsFailure !== null,
    isRead: (_, answer: BeforeAnswer) => answer.ok,
    /** Taken, and ended before anything of it was to last. */
    isCanceled: ({ context }, placed: PlacedOrder) =>
      placed.state === 'CANCELED' && !isPartlyTraded(context.sending?.order, placed),
    isAskedToWait: (_, failure: Failure | null) => failure !== null && isAskedToWait(failure),
  },
  delays: {
    repeatGuard: REPEAT_GUARD_MS,
    /** As long as the server asked for (ORDER-22). */
    askedPause: ({ context }) => (context.failure?.retryAfter ?? 0) * 1000,
  },
}).createMachine({
  id: 'orderForm',
  description: 'One side of the order form: the checks, the one request per press, and what became of it.',
  context: ({ input: { kept = null, draft = EMPTY_DRAFT, ...input } }) => ({
    ...input,
    draft,
    settings: null,
    settingsFailure: null,
    verdict: null,
    fault: null,
    sending: kept,
    privateCode: null,
    last: null,
    failure: null,
  }),
  invoke: [
    { id: 'settings', src: 'settings', input: ({ context }) => ({ pair: context.pair }), onError: {} },
    {
      id: 'prices',
      src: 'prices',
      input: ({ context: { pair, side } }) => ({ pair, side }),
      // The price can be typed.
      onError: {},
    },
  ],
  on: {
    'draft.changed': { actions: [assign({ draft: ({ event }) => event.draft }), 'keepDraft'] },
    'price.known': {
      guard: 'isUnseeded',
      actions: [
        assign({
          draft: ({ context: { draft, settings }, event: { price, decimalComma } }) =>
            withTotal(withSeed(draft, price, { decimalComma }), draft.total, settings, { decimalComma }),
        }),
        'keepDraft',
      ],
    },
    'settings.loaded': {
      actions: assign({ settings: ({ event }) => event.settings, settingsFailure: null }),
    },
    // Also while an earlier order is settled, which may take longer.
    'settings.failed': { actions: assign({ settingsFailure: ({ event }) => event.failure }) },
  },
  initial: 'loadingSettings',
  states: {
    loadingSettings: {
      description: 'The rules of the pair are being read; a press says so and nothing is sent.',
      always: [
        { guard: 'hasKept', target: 'submitting.looking', actions: assign({ fault: null }) },
        {
          guard: 'hasSettings',
          target: 'taking',
          // After a press that came too early the user must read that nothing was sent, even once the rules are there.
          actions: assign({
            fault: ({ context: { fault } }) => (fault?.code === 'settingsLoading' ? fault : null),
          }),
        },
        { guard: 'haveSettingsFailed', target: 'settingsFailed', actions: assign({ fault: null }) },
      ],
      on: {
        'user.submit': {
          guard: { type: 'isOffered', params: ({ event }) => event.press },
          // Without the rules of the pair there is always a fault.
          actions: assign({ fault: ({ context, event }) => faultIn(judge(context, event.press)) }),
        },
        'user.edit': { actions: assign({ fault: null }) },
      },
    },
    settingsFailed: {
      description: 'The rules of the pair could not be read; a press or "Try again" reads them anew.',
      tags: ['failed'],
      on: {
        'settings.loaded': {
          target: 'taking',
          actions: assign({ settings: ({ event }) => event.settings, settingsFailure: null }),
        },
        'user.retry': {
          target: 'loadingSettings',
          actions: [assign({ settingsFailure: null }), 'askSettingsAgain'],
        },
        'user.submit': {
          guard: { type: 'isOffered', params: ({ event }) => event.press },
          target: 'loadingSettings',
          actions: [
            assign({
              // The reason why they could not be read tells whether there is such a pair.
              fault: ({ context, event }) => faultIn(judge(context, event.press)),
              settingsFailure: null,
            }),
            'askSettingsAgain',
          ],
        },
      },
    },
    taking: {
      description: 'The form takes an order. A press is judged once.',
      tags: ['form'],
      initial: 'editing',
      always: [
        {
          guard: 'isFaulty',
          target: '.editing',
          actions: assign({ fault: ({ context }) => faultIn(context.verdict), verdict: null }),
        },
        { guard: 'isRepeat', target: 'confirming.repeat' },
        { guard: 'isCrossing', target: 'confirming.crossing' },
        { guard: 'isLarge', target: 'confirming.large' },
        { guard: 'isClear', target: 'checking' },
      ],
      on: {
        'user.submit': {
          guard: { type: 'isOffered', params: ({ event }) => event.press },
          actions: assign(({ context, event: { press } }) => {
            const verdict = judge(context, press);
            const sending = sendingOf(verdict, press);
            return { verdict, sending, privateCode: sending && (press.privateCode ?? null) };
          }),
        },
      },
      exit: assign({ verdict: null }),
      states: {
        editing: {
          description:
            'The user fills in the form; what kept the last press from being sent stands beside it.',
          exit: assign({ fault: null }),
          // A stored order may be settled before the settings are loaded.
          always: { guard: 'isWithoutSettings', target: '#orderForm.loadingSettings' },
          on: {
            'user.edit': { actions: assign({ fault: null }) },
            'screen.opened': { actions: assign({ fault: null }) },
          },
        },
        placed: {
          description: 'The order was accepted a moment ago; the same one again is asked about first.',
          entry: 'forget',
          exit: assign({ last: null }),
          after: { repeatGuard: 'editing' },
        },
        refused: {
          description: 'Nothing was placed; the form says why and keeps its text.',
          tags: ['failed'],
          entry: 'forget',
          exit: assign({ failure: null }),
          on: { 'user.edit': 'editing', 'screen.opened': 'editing' },
        },
        held: {
          description:
            'The server asked to wait: nothing was placed, the form says for how long and keeps its text, and nothing is sent.',
          tags: ['failed'],
          entry: 'forget',
          exit: assign({ failure: null }),
          after: { askedPause: 'editing' },
          on: { 'user.submit': {} },
        },
      },
    },
    confirming: {
      description:
        'The order is sound but unusual: the user is asked once. Any change of the form withdraws it.',
      initial: 'repeat',
      on: {
        'user.confirm': 'checking',
        'user.decline': { target: 'taking', actions: 'dropOrder' },
        'user.edit': { target: 'taking', actions: 'dropOrder' },
        // The market has moved on meanwhile.
        'screen.opened': { target: 'taking', actions: 'dropOrder' },
      },
      states: {
        repeat: { description: 'The same order was placed less than five seconds ago.' },
        crossing: { description: 'It would trade at once, more than 5 % away from the best price.' },
        large: { description: 'It is worth more than the amount above which the user wants to be asked.' },
      },
    },
    checking: {
      description:
        'Notes what is open already, so that a lost order can be told from an older one. Nothing is sent yet.',
      tags: ['busy'],
      invoke: {
        id: 'readBefore',
        src: 'readBefore',
        input: ({ context }) => ({ pair: context.pair }),
        onDone: [
          {
            guard: { type: 'isRead', params: ({ event }) => event.output },
            target: 'submitting',
            actions: assign({
              sending: ({ context: { sending }, event }) =>
                sending && { ...sending, before: valueIn(event.output) },
            }),
          },
          {
            guard: { type: 'isAskedToWait', params: ({ event }) => failureIn(event.output) },
            target: 'taking.held',
            actions: [assign({ failure: ({ event }) => failureIn(event.output) }), 'dropOrder'],
          },
          {
            target: 'taking.refused',
            actions: [assign({ failure: ({ event }) => failureIn(event.output) }), 'dropOrder'],
          },
        ],
        onError: {
          target: 'taking.refused',
          actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'dropOrder'],
        },
      },
    },
    submitting: {
      description: 'The order is on its way, once; after a lost answer it is looked for.',
      tags: ['busy'],
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context, event }) => {
          const subject = placingOf(context);
          return SENDS.has(event.type)
            ? { subject, isAgain: subject.sending.isAgain }
            : { subject, begin: 'look', isAgain: event.type === 'user.checkAgain' };
        },
      },
      on: {
        'placeOrder.done': [
          {
            guard: { type: 'isCanceled', params: ({ event }) => event.value },
            target: 'taking.refused',
            actions: [
              emit(({ context, event }) => cancelledToastOf(context.sending?.order, event.value)),
              assign({
                failure: ({ context, event }) => cancellationOf(context.sending?.order, event.value),
              }),
              'dropOrder',
              'refreshOwnReads',
            ],
          },
          {
            target: 'taking.placed',
            actions: [
              emit(({ context, event }) => toastOf(context, event.value)),
              assign({ last: ({ context }) => context.sending?.order ?? null, sending: null }),
              'refreshOwnReads',
            ],
          },
        ],
        'placeOrder.refused': [
          {
            guard: { type: 'isAskedToWait', params: ({ event }) => event.failure },
            target: 'taking.held',
            actions: [assign({ failure: ({ event }) => event.failure }), 'dropOrder'],
          },
          {
            target: 'taking.refused',
            actions: [assign({ failure: ({ event }) => event.failure }), 'dropOrder'],
          },
        ],
        'placeOrder.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'placeOrder.absent': 'outcomeUnknown.absent',
        'placeOrder.unknown': {
          target: 'outcomeUnknown.unresolved',
          actions: assign({ failure: ({ event }) => event.failure }),
        },
      },
      initial: 'sending',
      states: {
        sending: {
          description: 'Nothing takes it back. Further presses are ignored.',
          exit: assign({ privateCode: null }),
        },
        looking: {
          description:
            'No answer came, and the order may have been placed. The open orders and the executions are read; nothing is sent.',
          tags: ['unknown'],
          exit: assign({ failure: null }),
          on: {
            'user.leave': {
              target: '#orderForm.taking',
              actions: ['dropOrder', 'forget', 'refreshOwnReads'],
            },
          },
        },
      },
    },
    outcomeUnknown: {
      description: 'It was looked for, and what became of it is for the user to decide.',
      tags: ['unknown', 'failed'],
      entry: 'refreshOwnReads',
      on: {
        'user.checkAgain': 'submitting.looking',
        'user.leave': {
          target: 'taking',
          actions: [assign({ failure: null }), 'dropOrder', 'forget', 'refreshOwnReads'],
        },
      },
      initial: 'absent',
      states: {
        absent: {
          description:
            'The lists do not hold the order. It may still arrive: whether it is sent again is for the user to say.',
          on: {
            'user.sendAgain': {
              target: '#orderForm.submitting',
              actions: assign({
                sending: ({ context: { sending } }) => sending && { ...sending, isAgain: true },
              }),
            },
          },
        },
        unresolved: {
          description: 'The lists could not be read. The user looks again, or leaves it; no order is taken.',
        },
      },
    },
  },
});

export type OrderFormRef = ActorRefFrom<typeof orderFormMachine>;
export type OrderFormSnapshot = SnapshotFrom<typeof orderFormMachine>;

/** The view of the screen. */
export function selectPhase(snapshot: OrderFormSnapshot) {
  if (snapshot.matches('loadingSettings')) return 'loadingSettings';
  if (snapshot.matches('settingsFailed')) return 'settingsFailed';
  if (snapshot.matches({ taking: 'placed' })) return 'placed';
  if (snapshot.matches({ taking: 'refused' })) return 'refused';
  if (snapshot.matches({ taking: 'held' })) return 'held';
  if (snapshot.matches({ confirming: 'repeat' })) return 'confirmingRepeat';
  if (snapshot.matches({ confirming: 'crossing' })) return 'confirmingCrossing';
  if (snapshot.matches({ confirming: 'large' })) return 'confirmingLarge';
  if (snapshot.matches({ submitting: 'looking' })) return 'outcomeUnknown';
  if (snapshot.matches('checking') || snapshot.matches('submitting')) return 'submitting';
  if (snapshot.matches({ outcomeUnknown: 'absent' })) return 'absent';
  return snapshot.matches('outcomeUnknown') ? 'unresolved' : 'editing';
}

export type OrderFormPhase = ReturnType<typeof selectPhase>;

export const isOutcomeUnknown = (snapshot: OrderFormSnapshot): boolean => snapshot.hasTag('unknown');
