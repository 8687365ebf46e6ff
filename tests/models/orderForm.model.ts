import { orderFormImplementations } from '../../src/machines/orderForm/orderForm.actors.ts';
import type { SettingsListener } from '../../src/machines/orderForm/orderForms.ts';
import type { Failure } from '../../src/domain/failure.ts';
import {
  orderFormMachine,
  type OrderFormEvent,
  type OrderFormInput,
  type OrderFormSnapshot,
  type Sending,
} from '../../src/machines/orderForm/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { BROKEN, oneLook } from './tools/oneLook.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import * as cases from './orderForm.cases.ts';
import { orderFormSpec } from './orderForm.spec.ts';
import { watchPresses } from './orderForm.presses.ts';
import { orderFormPhrases } from './orderForm.phrases.ts';

type Machine = typeof orderFormMachine;
type Event = EventCase<Machine>;

export function world(): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const presses = watchPresses(network);
  let feed: SettingsListener | null = null;
  const implementations = orderFormImplementations({
    http: network.http,
    watchSettings: (_pair, listener) => {
      feed = listener;
      return {
        retry: () => effects.push('read settings again'),
        stop: () => {
          feed = null;
        },
      };
    },
    // Without the screen's lists nothing is known before.
    knownBefore: () => null,
    keepSent: ({ idempotencyKey }) => {
      effects.push(`keep ${idempotencyKey}`);
      return () => effects.push('refused');
    },
    dropSent: () => effects.push('forget'),
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  let isBroken = false;
  const reconcileWrite = oneLook(implementations.actors.reconcileWrite, () => isBroken);
  return {
    machine: orderFormMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
    clock: new TestClock(cases.NOW),
    settle: (invokeId, outcome) => {
      isBroken = invokeId === 'reconcileWrite' && outcome.error !== undefined;
      for (const reply of [outcome.reply].flat()) network.reply(reply as Reply);
    },
    drive: {
      'settings.loaded': (event) => feed?.loaded((event as never as { settings: never }).settings),
      'settings.failed': (event) => feed?.failed((event as never as { failure: never }).failure),
    },
    attach: (actor) => {
      presses.attach(actor);
      recordEmitted(effects)(actor);
    },
    drain: () => presses.judge(effects.splice(0)),
    // A sent order goes on when the screen is left.
    leaks: () => [
      ...network.open().filter((title) => !title.startsWith('POST ')),
      ...(feed ? ['settings are still watched'] : []),
    ],
  };
}

const OUTAGE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const UNKNOWN_PAIR: Failure = { code: 'refused', status: 404, text: 'No such pair', retryable: false };

const feedEvents: readonly Event[] = [
  { name: 'settings come', event: { type: 'settings.loaded', settings: cases.SETTINGS }, when: hasNone },
  {
    name: 'newer settings come',
    event: { type: 'settings.loaded', settings: cases.NEWER_SETTINGS },
    when: isOpen,
  },
  { name: 'settings fail', event: { type: 'settings.failed', failure: OUTAGE }, when: hasNone },
  { name: 'pair is unknown', event: { type: 'settings.failed', failure: UNKNOWN_PAIR }, when: hasNone },
];

/** The feed does not repeat settings or a failure. */
function hasNone({ context }: OrderFormSnapshot): boolean {
  return context.settings === null;
}
/** Newer settings may come at any time; walking them everywhere would only double the paths. */
function isOpen(snapshot: OrderFormSnapshot): boolean {
  return snapshot.matches({ taking: 'editing' }) && snapshot.context.settings === cases.SETTINGS;
}

const gestures: readonly Event[] = (
  ['edit', 'confirm', 'decline', 'retry', 'sendAgain', 'checkAgain', 'leave'] as const
).map((what) => ({
  name: what.replace('Again', ' again'),
  event: { type: `user.${what}` } as OrderFormEvent,
}));

const presses = (...names: readonly cases.PressName[]): Event[] =>
  names.map((name) => ({
    name: `press: ${name}`,
    event: { type: 'user.submit', press: cases.PRESSES[name] },
    // A second press has a key of its own.
    when: ({ context }) =>
      name === 'calm again' ? context.last !== null : name !== 'calm' || context.last === null,
  }));

const firstTime = (snapshot: OrderFormSnapshot): boolean => snapshot.context.sending?.isAgain === false;
const again = (snapshot: OrderFormSnapshot): boolean => snapshot.context.sending?.isAgain === true;
const only = (
  when: (snapshot: OrderFormSnapshot) => boolean,
  list: readonly cases.Ending[],
): cases.Ending[] => list.map((ending) => ({ ...ending, when }));

const CALL = 'placeLimitOrder';
const ACCEPTED = [cases.RESTS, cases.PARTLY, cases.FILLED, cases.ACCEPTED, cases.CANCELED];
const REFUSED = [
  cases.BAD_REQUEST,
  cases.POOR,
  cases.WORDLESS,
  cases.SIGNED_OUT,
  cases.CONFLICT,
  cases.TOO_MANY,
];
const LOST = [
  cases.serverDown(CALL),
  cases.busy(CALL),
  cases.redirected(CALL),
  cases.unreadable(CALL),
  cases.NO_ANSWER,
  cases.SILENCE,
];
const market = only(firstTime, [cases.FILLED, cases.CANCELED, cases.RESTS, cases.PARTLY, cases.POOR]);
const lostMarket = { ...cases.serverDown('placeMarketOrder'), when: isMarket };
const lostLimit = {
  ...cases.serverDown(CALL),
  when: (snapshot: OrderFormSnapshot) => firstTime(snapshot) && !isMarket(snapshot),
};
function isMarket(snapshot: OrderFormSnapshot): boolean {
  return snapshot.context.sending?.order.kind === 'market';
}
const placeOrder = [
  ...only(firstTime, [...ACCEPTED, ...REFUSED, ...LOST]),
  ...only(again, [
    cases.RESTS,
    cases.FILLED,
    cases.POOR,
    cases.SELF_TRADE,
    cases.SIGNED_OUT,
    cases.CONFLICT,
    cases.IN_PROGRESS,
    cases.TOO_EARLY,
    cases.TOO_MANY,
    cases.NO_ANSWER,
  ]),
];

const both = ({ reply, ...ending }: cases.Ending): cases.Ending => ({ ...ending, reply: [reply, reply] });
const lists = (name: string, orders: readonly object[], executions: readonly object[], value: unknown) => ({
  name,
  reply: [cases.json({ orders }), cases.json(executions)],
  done: { ok: true, value },
});
/** One refused list of two tells nothing. */
const HALF = {
  ...cases.TOO_MANY,
  name: '429 for one list',
  reply: [cases.json({ orders: [] }), cases.TOO_MANY.reply],
};
const FAILED_READS = [
  HALF,
  both(cases.readLost(cases.NO_ANSWER)),
  both(cases.readLost(cases.serverDown('orders'))),
  both(cases.SIGNED_OUT),
  both(cases.TOO_MANY),
];
const readBefore = [
  lists('lists', [cases.order('o-old')], [cases.execution('x-old')], {
    orders: ['o-old'],
    executions: ['x-old'],
  }),
  ...FAILED_READS,
];
const told = (ending: cases.Ending): cases.Ending => {
  const { name, reply, done, error } = ending;
  const { failure } = (error ?? done) as { failure: unknown };
  return { name, reply, done: { kind: 'unknown', failure } };
};
const search = (
  name: string,
  orders: readonly object[],
  executions: readonly object[],
  value: string | null,
): cases.Ending => ({
  ...lists(name, orders, executions, value),
  done: value === null ? { kind: 'absent' } : { kind: 'found', value },
});
const FOUND = [cases.order('o-new'), cases.order('o-old')];
const OLD = [cases.execution('x-old')];
const reconcileWrite: readonly cases.Ending[] = [
  search('it rests', FOUND, OLD, 'resting'),
  search('it filled', [cases.order('o-old')], [cases.execution('x-new'), ...OLD], 'filled'),
  search('it is nowhere', [cases.order('o-old')], OLD, null),
  ...FAILED_READS.map(told),
  { name: 'a defect', reply: [cases.json({ orders: FOUND }), cases.json(OLD)], error: BROKEN },
];
const marketSearch = [
  search('it filled', [], [cases.execution('x-new', 'MARKET'), ...OLD], 'filled'),
  search('it is nowhere', [], [cases.execution('x-new')], null),
];

const immediateSearch = [
  search('it filled', [], [cases.execution('x-new'), ...OLD], 'filled'),
  search('it is nowhere', [], OLD, null),
];
const partSearch = search('a part filled', [], [cases.execution('x-new', 'LIMIT', '0.5'), ...OLD], 'partly');

const waiting = { ...cases.order('o-new'), price: '105.05', state: 'WAITING', stop_price: '90.5' };
const stopSearch = [
  search('it waits', [waiting, cases.order('o-old')], OLD, 'resting'),
  // Another order at the same price, which does not wait.
  search('it is nowhere', [{ ...cases.order('o-new'), price: '105.05' }], OLD, null),
];

const KEPT: Sending = {
  order: { kind: 'limit', pair: cases.PAIR, side: 'sell', price: '99.5', quantity: '2' },
  idempotencyKey: 'i-calm',
  sentAt: cases.NOW,
  before: { orders: ['o-old'], executions: ['x-old'] },
  isAgain: false,
};
const base: OrderFormInput = { pair: cases.PAIR, side: 'buy', allowsMarket: false };
const variant = (
  name: string,
  change: Partial<OrderFormInput>,
  eventsOfIt: readonly Event[],
  outcomes: Variant<Machine>['outcomes'] = {},
): Variant<Machine> => {
  const input = { ...base, ...change };
  return {
    name,
    input,
    events: eventsOfIt,
    outcomes,
    world: () => {
      setting.kept = input.kept ?? null;
      return world();
    },
  };
};
/** There is no context before the first state, so each variant says how it begins. */
const setting: { kept: Sending | null } = { kept: null };

const readLists = readBefore.slice(0, 1);
const simple = { readBefore: readLists, placeOrder: [cases.RESTS, cases.POOR] };
const variants: readonly Variant<Machine>[] = [
  variant(
    'every check, both sides of every boundary',
    {},
    [...feedEvents, ...presses(...(Object.keys(cases.PRESSES) as cases.PressName[])), ...gestures],
    simple,
  ),
  variant('a pair is missing', { pair: null }, [...presses('visitor', 'no price', 'calm'), ...gestures]),
  variant(
    'a sale, every answer',
    { side: 'sell' },
    [...feedEvents.slice(0, 1), ...presses('calm', 'calm again'), ...gestures],
    { readBefore, placeOrder, reconcileWrite },
  ),
  variant(
    'the page was loaded anew while an order was on its way',
    { side: 'sell', kept: KEPT },
    [...feedEvents.slice(0, 1), ...feedEvents.slice(2, 3), ...gestures],
    {
      placeOrder: only(again, [cases.RESTS, cases.POOR, cases.NO_ANSWER, cases.CANCELED]),
      reconcileWrite: [...reconcileWrite.slice(0, 3), told(both(cases.TOO_MANY))],
    },
  ),
  variant(
    'market orders switched on, a buy',
    { allowsMarket: true },
    [...feedEvents.slice(0, 3), ...presses('market', 'market of nothing', 'calm'), ...gestures],
    {
      readBefore: readLists,
      placeOrder: [...market, lostMarket, lostLimit, ...only(again, [cases.CANCELED, cases.NO_ANSWER])],
      reconcileWrite: reconcileWrite.slice(2, 3),
    },
  ),
  variant(
    'market orders switched on, a sale',
    { side: 'sell', allowsMarket: true },
    [...feedEvents.slice(0, 1), ...presses('market', 'market of nothing'), ...gestures],
    { readBefore: readLists, placeOrder: [...market, lostMarket], reconcileWrite: marketSearch },
  ),
  ...(['ioc', 'fok'] as const).map((name) =>
    variant(
      `an order of ${name.toUpperCase()}, a sale`,
      { side: 'sell' },
      [
        ...feedEvents.slice(0, 1),
        ...presses(name, ...(name === 'ioc' ? (['large'] as const) : [])),
        ...gestures,
      ],
      {
        readBefore: readLists,
        placeOrder: [
          ...only(firstTime, [
            cases.FILLED,
            cases.CANCELED,
            ...(name === 'ioc' ? [cases.CANCELED_PARTLY] : []),
            cases.POOR,
          ]),
          lostLimit,
          ...only(again, [cases.FILLED, cases.NO_ANSWER]),
        ],
        reconcileWrite: [...immediateSearch, ...(name === 'ioc' ? [partSearch] : [])],
      },
    ),
  ),
  variant(
    'a stop order, a sale',
    { side: 'sell' },
    [...feedEvents.slice(0, 1), ...presses('stop', 'no stop price', 'stop off the tick'), ...gestures],
    {
      readBefore: readLists,
      placeOrder: [
        ...only(firstTime, [cases.WAITS, cases.POOR]),
        lostLimit,
        ...only(again, [cases.WAITS, cases.NO_ANSWER]),
      ],
      reconcileWrite: stopSearch,
    },
  ),
  ...(['buy', 'sell'] as const).map((side) =>
    variant(
      `market orders with a worst price, a ${side}`,
      { side, allowsMarket: true },
      [...feedEvents.slice(0, 1), ...presses('market protected', 'market unpriced'), ...gestures],
      {
        readBefore: readLists,
        placeOrder: only(firstTime, [cases.FILLED, cases.CANCELED, cases.CANCELED_PARTLY, cases.POOR]),
      },
    ),
  ),
];

export const orderFormModel: MachineModel<Machine> = {
  name: 'orderForm',
  phrases: orderFormPhrases,
  machine: orderFormMachine,
  variants,
  // The failure only decides a text.
  key: ({ value, context: { failure: _failure, ...context } }) => ({ value, context }),
  spec: () => orderFormSpec(setting),
};
