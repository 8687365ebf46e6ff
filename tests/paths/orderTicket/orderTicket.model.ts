import { createOrderTicketWiring, type SettingsListener } from '../../../src/app/wiring/orderTicket.ts';
import type { Failure } from '../../../src/domain/failure.ts';
import {
  orderTicketMachine,
  type OrderTicketEvent,
  type OrderTicketInput,
  type OrderTicketSnapshot,
} from '../../../src/machines/orderTicket/index.ts';
import type { ChartModel, Variant } from '../tools/chart.ts';
import { TestClock } from '../tools/clock.ts';
import type { EventCase } from '../tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from '../tools/ports.ts';
import type { World } from '../tools/walk.ts';
import * as cases from './cases.ts';
import { orderTicketSpec } from './orderTicket.spec.ts';
import { watchPresses } from './presses.ts';

type Machine = typeof orderTicketMachine;
type Event = EventCase<Machine>;

/** The real wiring on a scripted network and a scripted feed of settings. */
export function world({ usesIntents }: OrderTicketInput): World<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'), usesIntents);
  const presses = watchPresses(network, usesIntents);
  let feed: SettingsListener | null = null;
  const wiring = createOrderTicketWiring({
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
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  return {
    machine: orderTicketMachine.provide(wiring),
    clock: new TestClock(cases.NOW),
    settle: (_invokeId, outcome) => {
      // Two lists are read at once, and both of them end.
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
    // An order that has left is not cut off when the screen is: its answer is still wanted.
    leaks: () => [
      ...network.open().filter((title) => !title.startsWith('POST ')),
      ...(feed ? ['settings are still watched'] : []),
    ],
  };
}

// Events.

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

/** A feed that has told settings does not tell the same again, and a failing one not a failure. */
function hasNone({ context }: OrderTicketSnapshot): boolean {
  return context.settings === null;
}
/** Newer settings are told at any time; walking them everywhere would double everything for nothing. */
function isOpen(snapshot: OrderTicketSnapshot): boolean {
  return snapshot.matches({ taking: 'editing' }) && snapshot.context.settings === cases.SETTINGS;
}

const gestures: readonly Event[] = (
  ['edit', 'confirm', 'decline', 'retry', 'checkAgain', 'leave'] as const
).map((what) => ({
  name: what === 'checkAgain' ? 'check again' : what,
  event: { type: `user.${what}` } as OrderTicketEvent,
}));

const presses = (...names: readonly cases.PressName[]): Event[] =>
  names.map((name) => ({
    name: `press: ${name}`,
    event: { type: 'user.submit', press: cases.PRESSES[name] },
    // A second press has an intent of its own.
    when: ({ context }) =>
      name === 'calm again' ? context.last !== null : name !== 'calm' || context.last === null,
  }));

// Answers.

const during =
  (state: 'submitting' | 'outcomeUnknown') =>
  (snapshot: OrderTicketSnapshot): boolean =>
    snapshot.matches(state);
const only = (
  when: (snapshot: OrderTicketSnapshot) => boolean,
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
const whenSubmitting = during('submitting');
const market = only(whenSubmitting, [cases.FILLED, cases.CANCELED, cases.RESTS, cases.PARTLY, cases.POOR]);
const lostMarket = { ...cases.serverDown('placeMarketOrder'), when: isMarketOnItsWay };
const lostLimit = {
  ...cases.serverDown(CALL),
  when: (snapshot: OrderTicketSnapshot) => whenSubmitting(snapshot) && !isMarketOnItsWay(snapshot),
};
function isMarketOnItsWay(snapshot: OrderTicketSnapshot): boolean {
  return whenSubmitting(snapshot) && snapshot.context.sending?.order.kind === 'market';
}
const placeOrder = [
  ...only(whenSubmitting, [...ACCEPTED, ...REFUSED, ...LOST]),
  ...only(during('outcomeUnknown'), [
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

/** A read of both lists, each ending so. */
const both = ({ reply, ...ending }: cases.Ending): cases.Ending => ({ ...ending, reply: [reply, reply] });
const lists = (name: string, orders: readonly object[], executions: readonly object[], value: unknown) => ({
  name,
  reply: [cases.json({ orders }), cases.json(executions)],
  done: { ok: true, value },
});
/** One of the two lists is refused: half an answer tells nothing. */
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
const lookForOrder = [
  lists('it rests', [cases.order('o-new'), cases.order('o-old')], [cases.execution('x-old')], 'resting'),
  lists('it filled', [cases.order('o-old')], [cases.execution('x-new'), cases.execution('x-old')], 'filled'),
  lists('it is nowhere', [cases.order('o-old')], [cases.execution('x-old')], null),
  ...FAILED_READS,
];

const marketLooks = [
  lists('it filled', [], [cases.execution('x-new', 'MARKET'), cases.execution('x-old')], 'filled'),
  lists('it is nowhere', [], [cases.execution('x-new')], null),
];

const base: OrderTicketInput = { pair: cases.PAIR, side: 'buy', usesIntents: true, allowsMarket: false };
const variant = (
  name: string,
  change: Partial<OrderTicketInput>,
  eventsOfIt: readonly Event[],
  outcomes: Variant<Machine>['outcomes'] = {},
): Variant<Machine> => {
  const input = { ...base, ...change };
  return { name, input, events: eventsOfIt, outcomes, world: () => world(input) };
};

const simple = [cases.RESTS, cases.POOR];
const variants: readonly Variant<Machine>[] = [
  variant(
    'every check, both sides of every boundary',
    {},
    [...feedEvents, ...presses(...(Object.keys(cases.PRESSES) as cases.PressName[])), ...gestures],
    { placeOrder: simple },
  ),
  variant('a pair is missing', { pair: null }, [...presses('visitor', 'no price', 'calm'), ...gestures]),
  variant(
    'a buy with intents, every answer',
    {},
    [...feedEvents.slice(0, 1), ...presses('calm', 'calm again', 'crossing far'), ...gestures],
    { placeOrder },
  ),
  variant(
    'a sale without intents, every answer',
    { side: 'sell', usesIntents: false },
    [...feedEvents.slice(0, 1), ...presses('calm', 'calm again'), ...gestures],
    { readBefore, placeOrder: placeOrder.filter(({ when }) => when === whenSubmitting), lookForOrder },
  ),
  variant(
    'market orders switched on, a buy',
    { allowsMarket: true },
    [...feedEvents.slice(0, 3), ...presses('market', 'market of nothing', 'calm'), ...gestures],
    {
      placeOrder: [
        ...market,
        lostMarket,
        lostLimit,
        ...only(during('outcomeUnknown'), [cases.CANCELED, cases.FILLED, cases.NO_ANSWER]),
      ],
    },
  ),
  variant(
    'market orders switched on, a sale without intents',
    { side: 'sell', usesIntents: false, allowsMarket: true },
    [...feedEvents.slice(0, 1), ...presses('market', 'market of nothing'), ...gestures],
    { readBefore: readBefore.slice(0, 1), placeOrder: [...market, lostMarket], lookForOrder: marketLooks },
  ),
];

export const orderTicketModel: ChartModel<Machine> = {
  name: 'orderTicket',
  machine: orderTicketMachine,
  variants,
  // What failed is told in words; what happens next depends on the pause that the server asked for.
  key: ({ value, context: { failure, ...context } }) => ({
    value,
    context,
    failure: failure && { retryAfter: failure.retryAfter },
  }),
  spec: orderTicketSpec,
};
