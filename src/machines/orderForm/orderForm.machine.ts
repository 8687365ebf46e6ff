import {
  type ActorRefFrom,
  assign,
  emit,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { type Failure, failureOf, isAskedToWait, leavesFirstOpen } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { NewOrder } from '../../domain/order.ts';
import type { BeforeSending, FoundOrder, SentOrder } from '../../domain/placedOrder.ts';
import type { Result } from '../../domain/result.ts';
import { type ReconcileWriteOutput, reconcileInput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction } from '../shared/index.ts';
import type { OrderFault } from './orderEntry.rules.ts';
import {
  canceledToastOf,
  cancellationOf,
  isPartlyTraded,
  judge,
  type OrderFormToast,
  type OrderPress,
  placedAsFound,
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
}

export type Sending = SentOrder;

export interface OrderFormContext extends Omit<OrderFormInput, 'kept'> {
  readonly settings: PairSettings | null;
  readonly settingsFailure: Failure | null;
  /** Of a press, until it is acted on. */
  readonly verdict: Verdict | null;
  readonly fault: OrderFault | null;
  readonly sending: Sending | null;
  /** Until the order is sent, once. It is not kept with the order. */
  readonly privateCode: string | null;
  readonly last: NewOrder | null;
  /** Why the order was refused, or why its answer was lost. */
  readonly failure: Failure | null;
}

export type OrderFormEvent =
  | { readonly type: 'settings.loaded'; readonly settings: PairSettings }
  | { readonly type: 'settings.failed'; readonly failure: Failure }
  | { readonly type: 'user.submit'; readonly press: OrderPress }
  | { readonly type: 'user.edit' | 'user.confirm' | 'user.decline' | 'user.retry' }
  | { readonly type: 'user.sendAgain' | 'user.checkAgain' | 'user.leave' };

export interface SettingsFeedEvent {
  readonly type: 'retry';
}

export type PlaceAnswer = Result<PlacedOrder>;
export type BeforeAnswer = Result<BeforeSending>;
export type OrderSearch = ReconcileWriteOutput<FoundOrder>;

const valueIn = <T>(answer: Result<T>): T | null => (answer.ok ? answer.value : null);
const failureIn = (answer: Result<unknown>): Failure | null => (answer.ok ? null : answer.failure);
const faultIn = (verdict: Verdict | null): OrderFault | null =>
  verdict?.kind === 'faulty' ? verdict.fault : null;

/** Milliseconds within which the same order needs a confirmation. */
const REPEAT_GUARD_MS = 5000;

/**
 * The order form of one side of a pair (ORDER-01, LOST-01). A press sends one order once. An order whose answer was
 * lost, also by a reload or a new login, is looked for by reading before another one is taken; only the user sends it
 * again. The view holds the text of the fields. The actor outlives the screen.
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
    settings: fromCallback<SettingsFeedEvent, { pair: string | null }>(unwired('orderForm.settings')),
    /** Reads open orders and executions, to tell a lost order from an older one later. */
    readBefore: fromPromise<BeforeAnswer, { pair: string | null }>(unwired('orderForm.readBefore')),
    placeOrder: fromPromise<PlaceAnswer, { sending: Sending | null; privateCode: string | null }>(
      unwired('orderForm.placeOrder'),
    ),
    reconcileWrite: reconcileWriteOf<Sending | null, FoundOrder>(),
  },
  actions: {
    /** Drops the order from the browser's storage. */
    forget: unwiredAction<undefined>('orderForm.forget'),
    refreshOwnReads: unwiredAction<undefined>('orderForm.refreshOwnReads'),
    askSettingsAgain: sendTo('settings', { type: 'retry' }),
    dropOrder: assign({ sending: null, privateCode: null }),
    keepPlaced: assign({ last: ({ context }) => context.sending?.order ?? null, sending: null }),
    announcePlaced: emit(({ context }, placed: PlacedOrder | null) => toastOf(context, placed)),
  },
  guards: {
    /** No market order while the configuration forbids them. */
    isOffered: ({ context }, { typed }: OrderPress) => typed.kind !== 'market' || context.allowsMarket,
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
    isPlaced: (_, answer: PlaceAnswer) => answer.ok,
    isPartlyTraded: ({ context }, answer: PlaceAnswer) => isPartlyTraded(context.sending?.order, answer),
    isCanceled: (_, answer: PlaceAnswer) => answer.ok && answer.value.state === 'CANCELED',
    /** The order was sent twice, and this answer is only about the second time. */
    leavesFirstOpen: ({ context }, answer: PlaceAnswer) =>
      context.sending?.isAgain === true && !answer.ok && leavesFirstOpen(answer.failure),
    isAskedToWait: (_, answer: PlaceAnswer | BeforeAnswer) => !answer.ok && isAskedToWait(answer.failure),
    isFound: (_, { kind }: OrderSearch) => kind === 'found',
    isAbsent: (_, { kind }: OrderSearch) => kind === 'absent',
  },
  delays: {
    repeatGuard: REPEAT_GUARD_MS,
    /** As long as the server asked for (ORDER-22). */
    askedPause: ({ context }) => (context.failure?.retryAfter ?? 0) * 1000,
  },
}).createMachine({
  id: 'orderForm',
  description: 'One side of the order form: the checks, the one request per press, and what became of it.',
  context: ({ input: { kept = null, ...input } }) => ({
    ...input,
    settings: null,
    settingsFailure: null,
    verdict: null,
    fault: null,
    sending: kept,
    privateCode: null,
    last: null,
    failure: null,
  }),
  invoke: {
    id: 'settings',
    src: 'settings',
    input: ({ context }) => ({ pair: context.pair }),
    onError: {},
  },
  on: {
    'settings.loaded': {
      actions: assign({ settings: ({ event }) => event.settings, settingsFailure: null }),
    },
  },
  initial: 'loadingSettings',
  states: {
    loadingSettings: {
      description: 'The rules of the pair are being read; a press says so and nothing is sent.',
      always: [
        { guard: 'hasKept', target: 'outcomeUnknown', actions: assign({ fault: null }) },
        {
          guard: 'hasSettings',
          target: 'taking',
          // Whoever pressed too early must read that nothing was sent, also once the rules are there.
          actions: assign({
            fault: ({ context: { fault } }) => (fault?.code === 'settingsLoading' ? fault : null),
          }),
        },
        { guard: 'haveSettingsFailed', target: 'settingsFailed', actions: assign({ fault: null }) },
      ],
      on: {
        'settings.failed': { actions: assign({ settingsFailure: ({ event }) => event.failure }) },
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
              // Why they could not be read says whether there is such a pair.
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
          // A kept order may be settled before the settings are loaded.
          always: { guard: 'isWithoutSettings', target: '#orderForm.loadingSettings' },
          on: { 'user.edit': { actions: assign({ fault: null }) } },
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
          on: { 'user.edit': 'editing' },
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
            guard: { type: 'isAskedToWait', params: ({ event }) => event.output },
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
      description: 'The order is on its way, once. Further presses are ignored.',
      tags: ['busy'],
      exit: assign({ privateCode: null }),
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context: { sending, privateCode } }) => ({ sending, privateCode }),
        onDone: [
          {
            guard: { type: 'isPartlyTraded', params: ({ event }) => event.output },
            target: 'taking.placed',
            actions: [
              { type: 'announcePlaced', params: ({ event }) => valueIn(event.output) },
              'keepPlaced',
              'refreshOwnReads',
            ],
          },
          {
            guard: { type: 'isCanceled', params: ({ event }) => event.output },
            target: 'taking.refused',
            actions: [
              emit(({ context, event }) => canceledToastOf(context.sending?.order, valueIn(event.output))),
              assign({
                failure: ({ context, event }) =>
                  cancellationOf(context.sending?.order, valueIn(event.output)),
              }),
              'dropOrder',
              'refreshOwnReads',
            ],
          },
          {
            guard: { type: 'isPlaced', params: ({ event }) => event.output },
            target: 'taking.placed',
            actions: [
              { type: 'announcePlaced', params: ({ event }) => valueIn(event.output) },
              'keepPlaced',
              'refreshOwnReads',
            ],
          },
          {
            guard: { type: 'leavesFirstOpen', params: ({ event }) => event.output },
            target: 'outcomeUnknown',
            actions: assign({ failure: ({ event }) => failureIn(event.output) }),
          },
          {
            guard: { type: 'isAskedToWait', params: ({ event }) => event.output },
            target: 'taking.held',
            actions: [assign({ failure: ({ event }) => failureIn(event.output) }), 'dropOrder'],
          },
          {
            target: 'taking.refused',
            actions: [assign({ failure: ({ event }) => failureIn(event.output) }), 'dropOrder'],
          },
        ],
        // The request may have arrived.
        onError: {
          target: 'outcomeUnknown',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    outcomeUnknown: {
      description:
        'No answer came, and the order may have been placed. It is looked for before anything else.',
      tags: ['unknown'],
      exit: assign({ failure: null }),
      on: {
        // The search may run before the settings are loaded.
        'settings.failed': { actions: assign({ settingsFailure: ({ event }) => event.failure }) },
        'user.leave': { target: 'taking', actions: ['dropOrder', 'forget', 'refreshOwnReads'] },
      },
      initial: 'looking',
      states: {
        looking: {
          description: 'The open orders and the executions are read, with growing pauses. Nothing is sent.',
          tags: ['busy'],
          invoke: {
            id: 'reconcileWrite',
            src: 'reconcileWrite',
            input: ({ context, event }) =>
              reconcileInput(context.sending, event.type === 'user.checkAgain', context.failure),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: '#orderForm.taking.placed',
                actions: [
                  {
                    type: 'announcePlaced',
                    params: ({ event: { output } }) =>
                      output.kind === 'found' ? placedAsFound(output.value) : null,
                  },
                  'keepPlaced',
                  'refreshOwnReads',
                ],
              },
              {
                guard: { type: 'isAbsent', params: ({ event }) => event.output },
                target: 'absent',
                actions: assign({ failure: null }),
              },
              {
                target: 'unresolved',
                actions: assign({
                  failure: ({ event: { output } }) => (output.kind === 'unknown' ? output.failure : null),
                }),
              },
            ],
            onError: {
              target: 'unresolved',
              actions: assign({ failure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        absent: {
          description:
            'The lists do not hold the order. It may still arrive: whether it is sent again is for the user to say.',
          tags: ['failed'],
          entry: 'refreshOwnReads',
          on: {
            'user.sendAgain': {
              target: '#orderForm.submitting',
              actions: assign({
                sending: ({ context: { sending } }) => sending && { ...sending, isAgain: true },
              }),
            },
            'user.checkAgain': 'looking',
          },
        },
        unresolved: {
          description: 'The lists could not be read. The user looks again, or leaves it; no order is taken.',
          tags: ['failed'],
          entry: 'refreshOwnReads',
          on: { 'user.checkAgain': 'looking' },
        },
      },
    },
  },
});

export type OrderFormRef = ActorRefFrom<typeof orderFormMachine>;
export type OrderFormSnapshot = SnapshotFrom<typeof orderFormMachine>;

export type OrderFormPhase =
  | 'loadingSettings'
  | 'settingsFailed'
  | 'editing'
  | 'placed'
  | 'refused'
  | 'held'
  | 'confirmingRepeat'
  | 'confirmingCrossing'
  | 'confirmingLarge'
  | 'submitting'
  | 'outcomeUnknown'
  | 'absent'
  | 'unresolved';

export function selectPhase(snapshot: OrderFormSnapshot): OrderFormPhase {
  if (snapshot.matches('loadingSettings')) return 'loadingSettings';
  if (snapshot.matches('settingsFailed')) return 'settingsFailed';
  if (snapshot.matches({ taking: 'placed' })) return 'placed';
  if (snapshot.matches({ taking: 'refused' })) return 'refused';
  if (snapshot.matches({ taking: 'held' })) return 'held';
  if (snapshot.matches({ confirming: 'repeat' })) return 'confirmingRepeat';
  if (snapshot.matches({ confirming: 'crossing' })) return 'confirmingCrossing';
  if (snapshot.matches({ confirming: 'large' })) return 'confirmingLarge';
  if (snapshot.matches('checking') || snapshot.matches('submitting')) return 'submitting';
  if (snapshot.matches({ outcomeUnknown: 'absent' })) return 'absent';
  if (snapshot.matches({ outcomeUnknown: 'unresolved' })) return 'unresolved';
  return snapshot.matches('outcomeUnknown') ? 'outcomeUnknown' : 'editing';
}

export const isBusy = (snapshot: OrderFormSnapshot): boolean => snapshot.hasTag('busy');
export const takesPress = (snapshot: OrderFormSnapshot): boolean =>
  snapshot.hasTag('form') || snapshot.matches('loadingSettings') || snapshot.matches('settingsFailed');
export const selectSettings = (snapshot: OrderFormSnapshot) => snapshot.context.settings;
export const selectFault = (snapshot: OrderFormSnapshot) => snapshot.context.fault;
export const selectSettingsFailure = (snapshot: OrderFormSnapshot) => snapshot.context.settingsFailure;
/** The order that is being confirmed, sent or looked for. */
export const selectSending = (snapshot: OrderFormSnapshot) => snapshot.context.sending;
/** The screen may be left without missing an answer. */
export const isSettled = (snapshot: OrderFormSnapshot): boolean =>
  takesPress(snapshot) && !snapshot.matches({ taking: 'placed' }) && !snapshot.matches({ taking: 'held' });
export const isOutcomeUnknown = (snapshot: OrderFormSnapshot): boolean => snapshot.hasTag('unknown');
