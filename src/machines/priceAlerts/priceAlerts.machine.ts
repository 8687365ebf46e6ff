import { type ActorRefFrom, assign, not, setup, type SnapshotFrom } from 'xstate';
import type { DecimalText } from '../../domain/decimal.ts';
import {
  changed,
  isSameAlert,
  reachedBy,
  readTypedAlert,
  type AlertChange,
  type AlertFault,
  type LastPrice,
  type PriceAlert,
  type TypedAlert,
} from '../../domain/priceAlert.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import { callback, effect } from '../shared/common.ts';

export interface PriceAlertsContext {
  /** In the order in which they were set. */
  readonly alerts: readonly PriceAlert[];
  readonly typed: string;
  /** Why the entry is no alert. */
  readonly fault: AlertFault | null;
}

export interface PricesCame {
  readonly type: 'prices.came';
  /** Last prices of the pairs that alerts are set for. */
  readonly prices: readonly LastPrice[];
  /** When the server had them, in epoch milliseconds. */
  readonly at: number;
}

export interface AlertsKept {
  readonly type: 'alerts.kept';
  readonly alerts: readonly PriceAlert[];
}

export interface AddAlert {
  readonly type: 'user.add';
  readonly pair: string;
  /** The pair's last price; null while not known. */
  readonly last: DecimalText | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the user's language: `1,234` is 1.234. */
  readonly decimalComma: DecimalComma;
}

/** To another price, from where its line was (ALERT-06). */
export interface MoveAlert {
  readonly type: 'user.move';
  readonly alert: PriceAlert;
  readonly price: DecimalText;
  /** The pair's last price; null while not known. */
  readonly last: DecimalText | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export type PriceAlertsEvent =
  | AlertsKept
  | PricesCame
  | AddAlert
  | MoveAlert
  | { readonly type: 'page.visible' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'user.type'; readonly text: string }
  | { readonly type: 'user.remove'; readonly alert: PriceAlert }
  | { readonly type: 'user.clear' };

const judged = ({ alerts, typed }: PriceAlertsContext, { decimalComma, ...set }: AddAlert): TypedAlert =>
  readTypedAlert(typed, set, alerts, { decimalComma });

const faultOf = (context: PriceAlertsContext, event: AddAlert): AlertFault | null => {
  const read = judged(context, event);
  return read.ok ? null : read.fault;
};

/** @throws Error for an invalid entry: the guard lets none through. */
function additionOf(context: PriceAlertsContext, event: AddAlert): AlertChange {
  const read = judged(context, event);
  if (!read.ok) throw new Error(`no alert: ${read.fault}`);
  return { kind: 'added', alert: read.alert };
}

const movedTo = ({ alerts }: PriceAlertsContext, { alert, price, last, at }: MoveAlert): TypedAlert =>
  readTypedAlert(
    price,
    { pair: alert.pair, last, at },
    alerts.filter((one) => !isSameAlert(one, alert)),
  );

/** @throws Error for a price that is no alert: the guard lets none through. */
function moveOf(context: PriceAlertsContext, event: MoveAlert): AlertChange {
  const read = movedTo(context, event);
  if (!read.ok) throw new Error(`no alert: ${read.fault}`);
  return { kind: 'moved', alert: event.alert, to: read.alert };
}

const reachOf = ({ alerts }: PriceAlertsContext, { prices, at }: PricesCame): AlertChange => ({
  kind: 'reached',
  alerts: reachedBy(alerts, prices, at),
  at,
});

const untoldOf = ({ alerts }: Pick<PriceAlertsContext, 'alerts'>): readonly PriceAlert[] =>
  alerts.filter(({ reachedAt, isTold }) => reachedAt !== null && !isTold);

const isWaiting = ({ alerts }: PriceAlertsContext): boolean =>
  alerts.some(({ reachedAt }) => reachedAt === null);

const toldOf = ({ context }: { readonly context: PriceAlertsContext }): AlertChange => ({
  kind: 'told',
  alerts: untoldOf(context),
});

/** Returns reached alerts that were not announced. */
const telling = [
  { type: 'write', params: toldOf },
  { type: 'change', params: toldOf },
] as const;

/**
 * Watches the prices that the user wants to be alerted at, one actor in each tab (ALERT-01 to ALERT-04).
 */
export const priceAlertsMachine = setup({
  types: { context: {} as PriceAlertsContext, events: {} as PriceAlertsEvent },
  actors: {
    /** Sends `alerts.kept` at once, and after every change, of other tabs too. */
    kept: callback<PriceAlertsEvent>(),
    /** Sends `prices.came` with every price that is read or pushed. */
    prices: callback<PriceAlertsEvent>(),
    /** Sends `page.visible` and `page.hidden`. */
    page: callback<PriceAlertsEvent>(),
  },
  actions: {
    change: assign({ alerts: ({ context }, change: AlertChange) => changed(context.alerts, change) }),
    /** Also sounds for reached alerts, and reports which are announced, each once in all tabs. */
    write: effect<AlertChange>(),
    /** Why an alert stays at its price. */
    sayFault: effect<AlertFault>(),
  },
  guards: {
    isWaiting: ({ context }) => isWaiting(context),
    isAnyReached: ({ context, event }) =>
      event.type === 'prices.came' && reachedBy(context.alerts, event.prices, event.at).length > 0,
    isUntold: ({ context }) => untoldOf(context).length > 0,
    isAnyUntold: ({ event }) => event.type === 'alerts.kept' && untoldOf(event).length > 0,
    isMove: ({ context, event }) => event.type === 'user.move' && movedTo(context, event).ok,
    isAlert: ({ context, event }) => event.type === 'user.add' && faultOf(context, event) === null,
  },
}).createMachine({
  id: 'priceAlerts',
  description: 'Prices that the user wants to be told of, in this browser alone.',
  context: { alerts: [], typed: '', fault: null },
  // Without one of them the others continue.
  invoke: [
    { id: 'kept', src: 'kept', onError: {} },
    { id: 'page', src: 'page', onError: {} },
  ],
  on: {
    'alerts.kept': { actions: assign({ alerts: ({ event }) => event.alerts }) },
    'user.remove': {
      actions: [
        { type: 'write', params: ({ event }) => ({ kind: 'removed', alert: event.alert }) },
        { type: 'change', params: ({ event }) => ({ kind: 'removed', alert: event.alert }) },
      ],
    },
    'user.move': [
      {
        guard: 'isMove',
        actions: [
          { type: 'write', params: ({ context, event }) => moveOf(context, event) },
          { type: 'change', params: ({ context, event }) => moveOf(context, event) },
        ],
      },
      {
        actions: {
          type: 'sayFault',
          params: ({ context, event }) => {
            const read = movedTo(context, event);
            return read.ok ? 'twice' : read.fault;
          },
        },
      },
    ],
    'user.clear': {
      actions: [
        { type: 'write', params: { kind: 'cleared' } },
        { type: 'change', params: { kind: 'cleared' } },
      ],
    },
  },
  type: 'parallel',
  states: {
    prices: {
      description: 'Whether prices are read.',
      initial: 'resting',
      states: {
        resting: {
          description: 'No alert waits: nothing is read.',
          always: { guard: 'isWaiting', target: 'watching' },
        },
        watching: {
          description: 'At least one alert waits for the last price of its pair.',
          invoke: { id: 'prices', src: 'prices', onError: {} },
          always: { guard: not('isWaiting'), target: 'resting' },
          on: {
            'prices.came': {
              guard: 'isAnyReached',
              actions: [
                { type: 'write', params: ({ context, event }) => reachOf(context, event) },
                { type: 'change', params: ({ context, event }) => reachOf(context, event) },
              ],
            },
          },
        },
      },
    },
    page: {
      description: 'Whether the user sees what is said.',
      initial: 'hidden',
      states: {
        hidden: {
          description: 'What is reached is told once the page is seen.',
          on: {
            'page.visible': [{ guard: 'isUntold', target: 'shown', actions: telling }, { target: 'shown' }],
          },
        },
        shown: {
          description: 'What is reached is told at once.',
          on: {
            'page.hidden': 'hidden',
            'alerts.kept': {
              guard: 'isAnyUntold',
              actions: [assign({ alerts: ({ event }) => event.alerts }), ...telling],
            },
            // The region of the prices has already noted reached alerts.
            'prices.came': { guard: 'isAnyReached', actions: telling },
          },
        },
      },
    },
    entry: {
      description: 'The field for the price of another alert.',
      initial: 'open',
      on: {
        'user.type': { target: '.open', actions: assign({ typed: ({ event }) => event.text, fault: null }) },
        'user.add': [
          {
            guard: 'isAlert',
            target: '.open',
            actions: [
              { type: 'write', params: ({ context, event }) => additionOf(context, event) },
              { type: 'change', params: ({ context, event }) => additionOf(context, event) },
              assign({ typed: '', fault: null }),
            ],
          },
          { target: '.refused', actions: assign({ fault: ({ context, event }) => faultOf(context, event) }) },
        ],
      },
      states: {
        open: { description: 'A price can be typed.' },
        refused: { description: 'What was typed is no alert; the field says why, and keeps it.' },
      },
    },
  },
});

export type PriceAlertsRef = ActorRefFrom<typeof priceAlertsMachine>;
export type PriceAlertsSnapshot = SnapshotFrom<typeof priceAlertsMachine>;
