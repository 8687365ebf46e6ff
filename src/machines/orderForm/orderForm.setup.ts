import { assign, emit, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { type Failure, isAskedToWait, leavesFirstOpen } from '../../domain/failure.ts';
import type { PairSettings } from '../../domain/market.ts';
import type { BeforeSending, FoundOrder } from '../../domain/placedOrder.ts';
import { reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction } from '../shared/index.ts';
import {
  canceledToastOf,
  cancellationOf,
  isPartlyTraded,
  judge,
  orderOf,
  placedAsFound,
  toastOf,
} from './orderForm.rules.ts';
import type {
  BeforeAnswer,
  OrderFormContext,
  OrderFormEvent,
  OrderFormInput,
  OrderFormToast,
  OrderPress,
  OrderSearch,
  PlaceAnswer,
  PlacedOrder,
  Sending,
  SettingsFeedEvent,
} from './orderForm.types.ts';

type Form = Pick<OrderFormContext, 'pair' | 'side'>;

/** Milliseconds within which the same order needs a confirmation. */
const REPEAT_GUARD_MS = 5000;

export const orderFormSetup = setup({
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
    forget: unwiredAction<Form>('orderForm.forget'),
    refreshOwnReads: unwiredAction<{ pair: string | null }>('orderForm.refreshOwnReads'),
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
    /** Whoever pressed too early must read that nothing was sent, also once the rules are there. */
    keepUnsentPress: assign({
      fault: ({ context: { fault } }) => (fault?.code === 'settingsLoading' ? fault : null),
    }),
    takeOrder: assign({
      sending: ({ context }, press: OrderPress) => {
        const order = orderOf(judge(context, press));
        return (
          order && {
            order,
            idempotencyKey: press.idempotencyKey,
            sentAt: press.now,
            before: null,
            isAgain: false,
          }
        );
      },
      privateCode: (_, press: OrderPress) => press.privateCode ?? null,
    }),
    forgetCode: assign({ privateCode: null }),
    keepBefore: assign({
      sending: ({ context }, before: BeforeSending | null) =>
        context.sending && { ...context.sending, before },
    }),
    noteAgain: assign({ sending: ({ context }) => context.sending && { ...context.sending, isAgain: true } }),
    dropOrder: assign({ sending: null, privateCode: null }),
    keepPlaced: assign({ last: ({ context }) => context.sending?.order ?? null, sending: null }),
    clearPlaced: assign({ last: null }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    keepCanceled: assign({
      failure: ({ context }, placed: PlacedOrder | null) => cancellationOf(context.sending?.order, placed),
    }),
    clearFailure: assign({ failure: null }),
    announcePlaced: emit(({ context }, placed: PlacedOrder | null) => toastOf(context, placed)),
    announceFound: emit(({ context }, found: FoundOrder | null) =>
      toastOf(context, found && placedAsFound(found)),
    ),
    announceCanceled: emit(({ context }, placed: PlacedOrder | null) =>
      canceledToastOf(context.sending?.order, placed),
    ),
  },
  guards: {
    isSwitchedOff: ({ context }, press: OrderPress) => judge(context, press).kind === 'ignored',
    isFaulty: ({ context }, press: OrderPress) => judge(context, press).kind === 'faulty',
    isRepeat: ({ context }, press: OrderPress) => judge(context, press).kind === 'repeat',
    isCrossing: ({ context }, press: OrderPress) => judge(context, press).kind === 'crossing',
    isLarge: ({ context }, press: OrderPress) => judge(context, press).kind === 'large',
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
});

export const forget = {
  type: 'forget',
  params: ({ context: { pair, side } }: { context: OrderFormContext }) => ({ pair, side }),
} as const;

export const refreshOwnReads = {
  type: 'refreshOwnReads',
  params: ({ context }: { context: OrderFormContext }) => ({ pair: context.pair }),
} as const;
