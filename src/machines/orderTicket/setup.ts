import { assign, emit, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import type { PairSettings } from '../../domain/market.ts';
import type { BeforeSending, FoundOrder } from '../../domain/placedOrder.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import { canceledToastOf, cancellationOf, judge, orderOf, toastOf } from './judge.ts';
import type {
  BeforeAnswer,
  LookAnswer,
  OrderPress,
  OrderTicketContext,
  OrderTicketEvent,
  OrderTicketInput,
  OrderTicketToast,
  PlaceAnswer,
  PlacedOrder,
  Sending,
  SettingsFeedEvent,
} from './types.ts';

/** Milliseconds in which the same order again is asked about first. */
const SAME_ORDER_BRAKE = 5000;
/** Milliseconds before each look for a lost order: 1, 3 and 9 seconds after its answer was lost. */
const LOOK_PAUSES = [1000, 2000, 6000] as const;

const isLastLook = ({ looks }: OrderTicketContext): boolean => looks >= LOOK_PAUSES.length;

export const ticketSetup = setup({
  types: {
    context: {} as OrderTicketContext,
    events: {} as OrderTicketEvent,
    input: {} as OrderTicketInput,
    emitted: {} as OrderTicketToast,
  },
  actors: {
    /** Says `settings.loaded` whenever there are newer ones, `settings.failed` when there are none; hears `retry`. */
    settings: fromCallback<SettingsFeedEvent, { pair: string | null }>(unwired('orderTicket.settings')),
    /** What is there before an order is sent, for servers without intents. */
    readBefore: fromPromise<BeforeAnswer, { pair: string | null }>(unwired('orderTicket.readBefore')),
    /** Sends the order once, with its intent. */
    placeOrder: fromPromise<PlaceAnswer, { sending: Sending | null }>(unwired('orderTicket.placeOrder')),
    /** Looks for the order among the user's orders and executions. */
    lookForOrder: fromPromise<LookAnswer, { sending: Sending | null }>(unwired('orderTicket.lookForOrder')),
  },
  actions: {
    /** Orders, executions, balances and trades are out of date, and the book may show its news at once. */
    refreshOwnReads: unwiredAction<{ pair: string | null }>('orderTicket.refreshOwnReads'),
    askSettingsAgain: sendTo('settings', { type: 'retry' }),
    keepSettings: assign({ settings: (_, settings: PairSettings) => settings, settingsFailure: null }),
    keepSettingsFailure: assign({ settingsFailure: (_, failure: Failure) => failure }),
    clearSettingsFailure: assign({ settingsFailure: null }),
    keepFault: assign({
      fault: ({ context }, press: OrderPress) => {
        const verdict = judge(context, press);
        return verdict.kind === 'faulty' ? verdict.fault : null;
      },
    }),
    clearFault: assign({ fault: null }),
    takeOrder: assign({
      sending: ({ context }, press: OrderPress) => {
        const order = orderOf(judge(context, press));
        return order && { order, intent: press.intent, sentAt: press.now, before: null };
      },
    }),
    keepBefore: assign({
      sending: ({ context }, before: BeforeSending | null) =>
        context.sending && { ...context.sending, before },
    }),
    dropOrder: assign({ sending: null }),
    keepPlaced: assign({ last: ({ context }) => context.sending?.order ?? null, sending: null }),
    clearPlaced: assign({ last: null }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    keepCanceled: assign({ failure: ({ context }) => cancellationOf(context.sending?.order) }),
    clearFailure: assign({ failure: null }),
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
    clearLooks: assign({ looks: 0 }),
    announcePlaced: emit(({ context }, placed: PlacedOrder | null) => toastOf(context, placed)),
    announceFound: emit(({ context }, found: FoundOrder | null) =>
      toastOf(
        context,
        found && { id: null, state: found === 'filled' ? 'FILLED' : 'OPENED', quantityLeft: null },
      ),
    ),
    announceCanceled: emit(({ context }) => canceledToastOf(context.sending?.order)),
  },
  guards: {
    isSwitchedOff: ({ context }, press: OrderPress) => judge(context, press).kind === 'ignored',
    isFaulty: ({ context }, press: OrderPress) => judge(context, press).kind === 'faulty',
    isRepeat: ({ context }, press: OrderPress) => judge(context, press).kind === 'repeat',
    isCrossing: ({ context }, press: OrderPress) => judge(context, press).kind === 'crossing',
    usesIntents: ({ context }) => context.usesIntents,
    isRead: (_, answer: BeforeAnswer | LookAnswer) => answer.ok,
    isPlaced: (_, answer: PlaceAnswer) => answer.ok,
    isCanceled: (_, answer: PlaceAnswer) => answer.ok && answer.value.state === 'CANCELED',
    leavesItOpen: (_, answer: PlaceAnswer) => !answer.ok && leavesFirstOpen(answer.failure),
    isSignedOut: (_, answer: PlaceAnswer | LookAnswer) => !answer.ok && answer.failure.status === 401,
    isFound: (_, answer: LookAnswer) => answer.ok && answer.value !== null,
    isLastLook: ({ context }) => isLastLook(context),
    isAbsentAtLastLook: ({ context }, answer: LookAnswer) => answer.ok && isLastLook(context),
    isOpenAtLastLook: ({ context }, answer: PlaceAnswer) =>
      !answer.ok && leavesFirstOpen(answer.failure) && isLastLook(context),
  },
  delays: {
    sameOrderBrake: SAME_ORDER_BRAKE,
    /** A server that says how long to wait is obeyed (contract, "Errors"). */
    lookPause: ({ context }) =>
      Math.max(LOOK_PAUSES[context.looks] ?? 0, (context.failure?.retryAfter ?? 0) * 1000),
  },
});

/** The action that every answer about an order ends with. */
export const refreshOwnReads = {
  type: 'refreshOwnReads',
  params: ({ context }: { context: OrderTicketContext }) => ({ pair: context.pair }),
} as const;
