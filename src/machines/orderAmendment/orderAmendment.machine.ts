import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type Amendment, amendableFields, isAboveFilled, isAsAmended } from '../../domain/amendment.ts';
import { type Failure, failureOf, isAskedToWait } from '../../domain/failure.ts';
import { filledOf } from '../../domain/history/orders.ts';
import type { PairSettings } from '../../domain/market.ts';
import type { Order } from '../../domain/order.ts';
import type { Result } from '../../domain/result.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import { checkOrder, checkStopAlone, type OrderFault } from '../orderForm/index.ts';
import { type ReconcileWriteOutput, reconcileInput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction, type Toast } from '../shared/index.ts';

/** Where the user's text cannot be sent. */
export interface AmendmentFault extends Pick<OrderFault, 'field' | 'typed' | 'values'> {
  readonly code: OrderFault['code'] | 'notAboveFilled' | 'unchanged';
}

/** As typed; what the order has not is not read. */
export interface TypedAmendment {
  readonly price: string;
  readonly quantity: string;
  readonly stop: string;
}

export interface AmendPress extends TypedAmendment {
  /** Null while the pair's rules are not known. */
  readonly settings: PairSettings | null;
  readonly decimalComma?: DecimalComma;
  readonly idempotencyKey: string;
  /** The second factor, where the server asked for it (ORDER-20). */
  readonly privateCode?: string;
}

/** What is sent, once and, after a lost answer, again by the user alone. */
export interface SentAmendment extends Amendment {
  readonly orderId: string;
  readonly pair: string;
  readonly idempotencyKey: string;
}

export interface OrderAmendmentContext {
  readonly order: Order | null;
  readonly sent: SentAmendment | null;
  /** Until it is sent. */
  readonly privateCode: string | null;
  readonly fault: AmendmentFault | null;
  readonly failure: Failure | null;
}

export type OrderAmendmentEvent =
  | { readonly type: 'user.begin'; readonly order: Order }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.submit'; readonly press: AmendPress }
  | { readonly type: 'user.sendAgain' }
  | { readonly type: 'user.checkAgain' }
  | { readonly type: 'user.dismiss' };

export type AmendAnswer = Result<unknown>;
/** `closed`: it is open no more. */
export type AmendedOrder = 'amended' | 'closed';
/** `absent`: the order is as it was. */
export type AmendmentSearch = ReconcileWriteOutput<AmendedOrder>;

type Checked =
  | { readonly ok: true; readonly amendment: Amendment }
  | { readonly ok: false; readonly fault: AmendmentFault };

/** The rules of a new order of this pair, for what it has. The first that fails is told. */
function checkTerms(order: Order, press: AmendPress): Checked {
  const { settings, decimalComma = false, price, quantity, stop } = press;
  const { kind, pair, side } = order;
  const rules = { isSignedIn: true, pair, side, settings, decimalComma };
  const fields = amendableFields(order);
  if (!fields.includes('quantity')) {
    const checked = checkStopAlone(stop, rules);
    return checked.ok ? { ok: true, amendment: checked.price } : checked;
  }
  const typed = { kind, price, quantity, ...(fields.includes('stop') && { stop }) };
  const checked = checkOrder(typed, rules);
  if (!checked.ok) return checked;
  const { stopPrice } = checked.order;
  const waits = stopPrice === undefined ? {} : { stopPrice };
  const amendment =
    checked.order.kind === 'limit'
      ? { price: checked.order.price, quantity: checked.order.quantity }
      : { quantity: checked.order.amount };
  return { ok: true, amendment: { ...amendment, ...waits } };
}

/** And the rules of an amendment (AMEND-06). */
function checkAmendment(order: Order, press: AmendPress): Checked {
  const checked = checkTerms(order, press);
  if (!checked.ok) return checked;
  const { amendment } = checked;
  if (!isAboveFilled(order, amendment))
    return {
      ok: false,
      fault: { code: 'notAboveFilled', field: 'quantity', values: { filled: filledOf(order) ?? '0' } },
    };
  if (isAsAmended(order, amendment)) return { ok: false, fault: { code: 'unchanged', field: 'form' } };
  return { ok: true, amendment };
}

function sentBy({ order }: OrderAmendmentContext, press: AmendPress): SentAmendment | null {
  if (order === null) return null;
  const checked = checkAmendment(order, press);
  const { id: orderId, pair } = order;
  return checked.ok ? { ...checked.amendment, orderId, pair, idempotencyKey: press.idempotencyKey } : null;
}

function faultOf({ order }: OrderAmendmentContext, press: AmendPress): AmendmentFault | null {
  if (order === null) return null;
  const checked = checkAmendment(order, press);
  return checked.ok ? null : checked.fault;
}

const failureIn = (answer: AmendAnswer): Failure | null => (answer.ok ? null : answer.failure);
const searchFailureIn = (search: AmendmentSearch): Failure | null =>
  search.kind === 'unknown' ? search.failure : null;
const endIn = (search: AmendmentSearch): AmendedOrder | null =>
  search.kind === 'found' ? search.value : null;
const refresh = { type: 'refreshOwnReads', params: pairOf } as const;

function pairOf({ context }: { readonly context: OrderAmendmentContext }): { pair: string } {
  return { pair: context.order?.pair ?? '' };
}

/**
 * The amendment of one open order (AMEND-06, AMEND-07). After a lost answer the order is read; only the user sends it
 * again (LOST-01). The text of the fields is the dialog's.
 */
export const orderAmendmentMachine = setup({
  types: {
    context: {} as OrderAmendmentContext,
    events: {} as OrderAmendmentEvent,
    emitted: {} as Toast,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    amendOrder: fromPromise<AmendAnswer, { sent: SentAmendment | null; privateCode: string | null }>(
      unwired('orderAmendment.amendOrder'),
    ),
    reconcileWrite: reconcileWriteOf<SentAmendment | null, AmendedOrder>(),
  },
  actions: {
    refreshOwnReads: unwiredAction<{ pair: string }>('orderAmendment.refreshOwnReads'),
    keepOrder: assign({ order: (_, { order }: { order: Order }) => order }),
    keepSent: assign({
      sent: ({ context }, press: AmendPress) => sentBy(context, press),
      privateCode: (_, press: AmendPress) => press.privateCode ?? null,
    }),
    forgetCode: assign({ privateCode: null }),
    keepFault: assign({ fault: ({ context }, press: AmendPress) => faultOf(context, press) }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    clearMistakes: assign({ fault: null, failure: null }),
    forget: assign({ order: null, sent: null, privateCode: null, fault: null, failure: null }),
    announceAmended: emit({ type: 'toast', kind: 'success', key: 'trade:amend.toast.amended' }),
    announceClosed: emit({ type: 'toast', kind: 'info', key: 'trade:mine.toast.noLongerOpen' }),
  },
  guards: {
    isFaulty: ({ context }, press: AmendPress) => faultOf(context, press) !== null,
    isAccepted: (_, answer: AmendAnswer) => answer.ok,
    isAskedToWait: (_, answer: AmendAnswer) => !answer.ok && isAskedToWait(answer.failure),
    isFoundAmended: (_, search: AmendmentSearch) => endIn(search) === 'amended',
    isFoundClosed: (_, search: AmendmentSearch) => endIn(search) === 'closed',
    isAbsent: (_, { kind }: AmendmentSearch) => kind === 'absent',
  },
  delays: {
    /** As long as the server asked for (AMEND-09). */
    askedPause: ({ context }) => (context.failure?.retryAfter ?? 0) * 1000,
  },
}).createMachine({
  id: 'orderAmendment',
  description: 'The change of an open order, from the dialog to what became of it.',
  context: { order: null, sent: null, privateCode: null, fault: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'No order is being amended.',
      entry: { type: 'forget' },
      on: {
        'user.begin': {
          target: 'editing',
          actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.order }) },
        },
      },
    },
    editing: {
      description: 'The user types what the order is to become; nothing is sent before a press.',
      tags: ['open'],
      on: {
        'user.edit': { actions: { type: 'clearMistakes' } },
        'user.submit': [
          {
            guard: { type: 'isFaulty', params: ({ event }) => event.press },
            actions: [{ type: 'clearMistakes' }, { type: 'keepFault', params: ({ event }) => event.press }],
          },
          {
            target: 'sending',
            actions: [{ type: 'clearMistakes' }, { type: 'keepSent', params: ({ event }) => event.press }],
          },
        ],
        'user.dismiss': { target: 'idle' },
      },
    },
    sending: {
      description: 'The request is on its way, once. It cannot be taken back.',
      tags: ['open', 'busy'],
      exit: { type: 'forgetCode' },
      invoke: {
        id: 'amendOrder',
        src: 'amendOrder',
        input: ({ context: { sent, privateCode } }) => ({ sent, privateCode }),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'announceAmended' }, refresh],
          },
          {
            guard: { type: 'isAskedToWait', params: ({ event }) => event.output },
            target: 'held',
            actions: [{ type: 'keepFailure', params: ({ event }) => failureIn(event.output) }, refresh],
          },
          {
            target: 'editing',
            actions: [{ type: 'keepFailure', params: ({ event }) => failureIn(event.output) }, refresh],
          },
        ],
        onError: {
          target: 'outcomeUnknown',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    held: {
      description: 'The server asked to wait: the dialog says for how long, and its button rests until then.',
      tags: ['open'],
      exit: { type: 'clearMistakes' },
      on: { 'user.dismiss': { target: 'idle' } },
      after: { askedPause: { target: 'editing' } },
    },
    outcomeUnknown: {
      description: 'No answer came: the order may be amended or not. It is read; nothing is sent.',
      tags: ['open', 'busy'],
      exit: { type: 'clearMistakes' },
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context: { sent, failure }, event }) =>
          reconcileInput(sent, event.type === 'user.checkAgain', failure),
        onDone: [
          {
            guard: { type: 'isFoundAmended', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'announceAmended' }, refresh],
          },
          {
            guard: { type: 'isFoundClosed', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'announceClosed' }, refresh],
          },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: 'absent',
          },
          {
            target: 'unresolved',
            actions: { type: 'keepFailure', params: ({ event }) => searchFailureIn(event.output) },
          },
        ],
        onError: {
          target: 'unresolved',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { 'user.dismiss': { target: 'idle', actions: refresh } },
    },
    absent: {
      description: 'Reading shows the order as it was. The user may send the same again.',
      tags: ['open'],
      entry: refresh,
      on: {
        'user.sendAgain': { target: 'sending' },
        'user.checkAgain': { target: 'outcomeUnknown' },
        'user.dismiss': { target: 'idle' },
      },
    },
    unresolved: {
      description: 'Reading gave no answer. Nothing is sent before the order is known.',
      tags: ['open'],
      entry: refresh,
      exit: { type: 'clearMistakes' },
      on: {
        'user.checkAgain': { target: 'outcomeUnknown' },
        'user.dismiss': { target: 'idle' },
      },
    },
  },
});

export type OrderAmendmentSnapshot = SnapshotFrom<typeof orderAmendmentMachine>;

export const isAmending = (snapshot: OrderAmendmentSnapshot): boolean => snapshot.hasTag('open');
export const selectAmended = (snapshot: OrderAmendmentSnapshot) => snapshot.context.order;
export const selectAmendmentFault = (snapshot: OrderAmendmentSnapshot) => snapshot.context.fault;
export const selectAmendmentStage = (snapshot: OrderAmendmentSnapshot): AmendmentStage => snapshot.value;

export type AmendmentStage =
  | 'idle'
  | 'editing'
  | 'sending'
  | 'held'
  | 'outcomeUnknown'
  | 'absent'
  | 'unresolved';
