import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { type Amendment, amendableFields, isAboveFilled, isAsAmended } from '../../domain/amendment.ts';
import { compare, decimal, type DecimalText, toText } from '../../domain/decimal.ts';
import { type Failure, isAskedToWait } from '../../domain/failure.ts';
import { filledOf } from '../../domain/history/orders.ts';
import type { PairSettings } from '../../domain/market.ts';
import type { Order } from '../../domain/order.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import { checkOrder, checkStopAlone, leastVisible, type OrderFault } from '../orderForm/orderEntry.rules.ts';
import { effect, type Toast } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

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

/** Sent once and, after a lost answer, again only by the user. */
export interface SentAmendment extends Amendment {
  readonly orderId: string;
  readonly pair: string;
  readonly idempotencyKey: string;
}

export interface AmendmentToSend extends SentAmendment {
  readonly privateCode?: string;
}

/** `closed`: it is open no more. */
export type AmendedOrder = 'amended' | 'closed';

export interface OrderAmendmentContext {
  /** Whose dialog is open. */
  readonly order: Order | null;
  readonly sent: SentAmendment | null;
  readonly fault: AmendmentFault | null;
  readonly failure: Failure | null;
}

export type OrderAmendmentEvent =
  | { readonly type: 'user.begin'; readonly order: Order }
  | { readonly type: 'user.submit'; readonly press: AmendPress }
  | { readonly type: 'user.edit' | 'user.sendAgain' | 'user.checkAgain' | 'user.dismiss' }
  | WriteEvent<'amend', AmendedOrder>;

type Checked =
  | { readonly ok: true; readonly amendment: Amendment }
  | { readonly ok: false; readonly fault: AmendmentFault };

/** The rules of a new order of this pair. The first that fails is reported. */
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

/** The least that an iceberg of the new quantity shows, where it shows less (TYPE-12). */
function hiddenTooMuch(
  { displayQuantity }: Order,
  { quantity }: Amendment,
  { settings }: AmendPress,
): DecimalText | null {
  if (displayQuantity === undefined || quantity === undefined || settings === null) return null;
  const least = leastVisible(decimal(quantity), settings);
  return compare(decimal(displayQuantity), least) < 0 ? toText(least) : null;
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
  const minimum = hiddenTooMuch(order, amendment, press);
  if (minimum !== null)
    return { ok: false, fault: { code: 'displayTooSmall', field: 'quantity', values: { minimum } } };
  if (isAsAmended(order, amendment)) return { ok: false, fault: { code: 'unchanged', field: 'form' } };
  return { ok: true, amendment };
}

/** The request of a press, or its mistake. */
function judge(
  order: Order | null,
  press: AmendPress,
): Pick<OrderAmendmentContext, 'sent' | 'fault' | 'failure'> {
  if (order === null) return { sent: null, fault: null, failure: null };
  const checked = checkAmendment(order, press);
  if (!checked.ok) return { sent: null, fault: checked.fault, failure: null };
  const { id: orderId, pair } = order;
  const { idempotencyKey } = press;
  return { sent: { ...checked.amendment, orderId, pair, idempotencyKey }, fault: null, failure: null };
}

function requireSent({ sent }: OrderAmendmentContext): SentAmendment {
  if (sent === null) throw new Error('nothing is being amended');
  return sent;
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
    tags: {} as 'open',
  },
  actors: { amend: createWrite<AmendmentToSend, AmendedOrder>() },
  actions: { refreshOwnReads: effect() },
  guards: {
    isSound: ({ context }) => context.sent !== null,
    isClosed: (_, value: AmendedOrder) => value === 'closed',
    isAskedToWait: (_, failure: Failure) => isAskedToWait(failure),
    isDialogOpen: ({ context }) => context.order !== null,
  },
  delays: {
    /** As long as the server asked for (AMEND-09). */
    askedPause: ({ context }) => (context.failure?.retryAfter ?? 0) * 1000,
  },
}).createMachine({
  id: 'orderAmendment',
  description: 'The change of an open order, from the dialog to what became of it.',
  context: { order: null, sent: null, fault: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'No order is being amended.',
      entry: assign({ order: null, sent: null, fault: null, failure: null }),
      on: { 'user.begin': { target: 'editing', actions: assign({ order: ({ event }) => event.order }) } },
    },
    editing: {
      description: 'The dialog is open. A press sends what was typed, or says where it is mistaken.',
      tags: ['open'],
      entry: assign({ sent: null }),
      always: { guard: 'isSound', target: 'amending' },
      on: {
        'user.edit': { actions: assign({ fault: null, failure: null }) },
        'user.submit': { actions: assign(({ context, event }) => judge(context.order, event.press)) },
        'user.dismiss': 'idle',
      },
    },
    amending: {
      description: 'The request is on its way, once; after a lost answer the order is read.',
      tags: ['open'],
      entry: assign({ failure: null }),
      exit: 'refreshOwnReads',
      invoke: {
        id: 'amend',
        src: 'amend',
        input: ({ context, event }) => {
          const sent = requireSent(context);
          if (event.type === 'user.checkAgain') return { subject: sent, begin: 'look', isAgain: true };
          // The second factor is only in the press, and in no context of this chart.
          const code = event.type === 'user.submit' ? event.press.privateCode : undefined;
          return { subject: code === undefined ? sent : { ...sent, privateCode: code } };
        },
      },
      on: {
        'amend.done': [
          {
            guard: { type: 'isClosed', params: ({ event }) => event.value },
            target: 'idle',
            actions: emit({ type: 'toast', kind: 'info', key: 'trade:mine.toast.noLongerOpen' }),
          },
          {
            target: 'idle',
            actions: emit({ type: 'toast', kind: 'success', key: 'trade:amend.toast.amended' }),
          },
        ],
        'amend.refused': [
          {
            guard: { type: 'isAskedToWait', params: ({ event }) => event.failure },
            target: 'held',
            actions: assign({ failure: ({ event }) => event.failure }),
          },
          { target: 'editing', actions: assign({ failure: ({ event }) => event.failure }) },
        ],
        'amend.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'amend.absent': { target: 'absent', actions: assign({ failure: null }) },
        'amend.unknown': { target: 'unresolved', actions: assign({ failure: ({ event }) => event.failure }) },
      },
      initial: 'sending',
      states: {
        sending: { description: 'It is on its way. It cannot be taken back.' },
        looking: {
          description: 'No answer came: the order may be amended or not. It is read; nothing is sent.',
          on: { 'user.dismiss': '#orderAmendment.idle' },
        },
      },
    },
    held: {
      description: 'The server asked to wait. Nothing is sent until then, even if the dialog is opened anew.',
      after: { askedPause: [{ guard: 'isDialogOpen', target: 'editing' }, { target: 'idle' }] },
      exit: assign({ failure: null }),
      initial: 'shown',
      states: {
        shown: {
          description: 'The dialog says for how long, and its button rests.',
          tags: ['open'],
          on: { 'user.dismiss': 'hidden' },
        },
        hidden: {
          description: 'The dialog is closed; the pause goes on.',
          entry: assign({ order: null, sent: null }),
          on: { 'user.begin': { target: 'shown', actions: assign({ order: ({ event }) => event.order }) } },
        },
      },
    },
    absent: {
      description: 'Reading shows the order as it was. The user may send the same again.',
      tags: ['open'],
      on: { 'user.sendAgain': 'amending', 'user.checkAgain': 'amending.looking', 'user.dismiss': 'idle' },
    },
    unresolved: {
      description: 'Reading gave no answer. Nothing is sent before the order is known.',
      tags: ['open'],
      on: { 'user.checkAgain': 'amending.looking', 'user.dismiss': 'idle' },
    },
  },
});

export type OrderAmendmentSnapshot = SnapshotFrom<typeof orderAmendmentMachine>;

export const isAmending = (snapshot: OrderAmendmentSnapshot): boolean => snapshot.hasTag('open');

/** The view of the dialog. */
export function selectAmendmentStage(snapshot: OrderAmendmentSnapshot) {
  const { value } = snapshot;
  if (value === 'absent' || value === 'unresolved') return value;
  if (snapshot.matches('held')) return 'held';
  if (snapshot.matches({ amending: 'looking' })) return 'looking';
  return snapshot.matches('amending') ? 'sending' : 'editing';
}
