import {
  type OrderBookContext,
  orderBookMachine,
  type OrderBookSnapshot,
} from '../../src/machines/orderBook/orderBook.machine.ts';
import { orderBookImplementations } from '../../src/machines/orderBook/orderBook.actors.ts';
import type { LinkStatus } from '../../src/machines/socket/socket.machine.ts';
import { startBookFeed } from '../../src/services/book/feed.ts';
import { createOrderBookStore } from '../../src/services/book/orderBookStore.ts';
import { readServerFrame } from '../../src/services/contract/frames.ts';
import { OutageError } from '../../src/domain/failure.ts';
import * as selectors from '../../src/machines/orderBook/orderBook.machine.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import { bookControl } from './tools/bookControl.ts';
import { TestClock } from './tools/clock.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import { scriptedSocket } from './tools/scriptedSocket.ts';
import type { Sut } from './tools/walk.ts';
import type { MachineModel } from './tools/model.ts';

export const PAIR = 'XMR-BTC';
/** The services' clock stands still. */
const NOW = new TestClock().now();

type Levels = readonly (readonly [string, string])[];
interface Sides {
  readonly bids: Levels;
  readonly asks: Levels;
}

export const FULL: Sides = {
  bids: [['0.005', '1']],
  asks: [
    ['0.006', '2'],
    ['0.007', '3'],
  ],
};
export const EMPTY: Sides = { bids: [], asks: [] };
export const CROSSED: Sides = { bids: [['0.006', '1']], asks: [['0.005', '1']] };

/** Real feed, store and call layer; frames, link and network are scripted. */
function sut(): Sut<typeof orderBookMachine> {
  const effects: string[] = [];
  const servicesClock = new TestClock();
  // A second between frames, so that none waits for its turn to be shown.
  const screenClock = new TestClock();
  const network = scriptedNetwork(effects);
  const page = { isVisible: () => true, listen: () => () => undefined };
  let hasPublished = false;
  const store = createOrderBookStore(PAIR, {
    clock: screenClock,
    isVisible: () => true,
    published: () => (hasPublished = true),
  });
  const feeds = new Set<ReturnType<typeof startBookFeed>>();
  const receive = (text: string): void => {
    const read = readServerFrame(text);
    if (read) for (const feed of feeds) feed.receive(read);
  };

  const subscribed = new Set<string>();
  const {
    socket,
    say,
    heard: heardOfLink,
  } = scriptedSocket('lost', (event) => {
    const topic = 'topic' in event ? event.topic : '';
    effects.push(`${event.type} ${topic}`.trim());
    if (event.type === 'subscription.renewed') isAsked = true;
    if (event.type === 'subscription.added') subscribed.add(topic);
    if (event.type === 'subscription.removed') subscribed.delete(topic);
  });
  const link = (next: LinkStatus) => (): void => {
    isAsked = false;
    say(next);
  };

  let sequence = 0;
  /** After a snapshot request, older changes may still arrive. */
  let isAsked = false;
  let isNumbered = true;
  function frame(sides: Sides, part: Record<string, unknown> = {}): void {
    screenClock.jump(1000);
    sequence += 1;
    receive(
      JSON.stringify({
        type: 'orderbook_update',
        pair_symbol: PAIR,
        ...sides,
        ...(isNumbered ? { sequence } : {}),
        ...part,
      }),
    );
  }
  const broken: Readonly<Record<string, () => void>> = {
    gap: () => frame(FULL, { delta: true, previous_sequence: sequence - 1, sequence: (sequence += 2) }),
    early: () => frame(FULL, { delta: true, previous_sequence: sequence }),
    crossed: () => {
      for (const type of ['orderbook_snapshot', 'orderbook_update']) frame(CROSSED, { type });
    },
  };

  return {
    machine: orderBookMachine.provide(
      orderBookImplementations({
        books: {
          of: () => bookControl(store),
          startFeed: (_pair, say) => {
            const feed = startBookFeed({ store, numbersBooks: true, clock: servicesClock, say });
            feeds.add(feed);
            return {
              ...feed,
              stop() {
                feeds.delete(feed);
                feed.stop();
              },
            };
          },
        },
        hub: { heardAt: NOW },
        http: network.http,
        clock: servicesClock,
        page,
        socket,
      }),
    ),
    clock: new TestClock(),
    settle: (_invokeId, { name, reply }) => {
      if (name === 'changed meanwhile') frame(FULL);
      screenClock.jump(1000);
      network.reply(reply as Reply);
    },
    drive: {
      'link.opened': link('connected'),
      'link.lost': link('lost'),
      'link.exhausted': link('exhausted'),
      'book.synced': (event) => {
        if (isAsked) frame(FULL, { delta: true, previous_sequence: sequence });
        isAsked = false;
        isNumbered = event.isNumbered === true;
        frame(event.isEmpty === true ? EMPTY : FULL, { type: 'orderbook_snapshot' });
      },
      'book.emptied': () => frame(EMPTY),
      'book.filled': () => frame(FULL),
      'book.broken': (event: AnyEvent) => broken[String(event.fault)]?.(),
      'book.refused': () => receive('{"type":"error","code":"UNKNOWN_PAIR","message":"No such pair"}'),
    },
    drain: () => {
      const { asks, bids } = store.view({ rows: 5, filter: 'all', grouping: null });
      const shows = `shows ${bids.length}+${asks.length} ${store.getTop().isFresh ? 'fresh' : 'old'}`;
      if (hasPublished) effects.push(shows);
      hasPublished = false;
      return effects.splice(0);
    },
    leaks: () => [
      ...network.open().map((request) => `request ${request}`),
      ...[...feeds].map(() => 'a feed'),
      ...(heardOfLink() > 0 ? ['a listener of the socket'] : []),
      ...[...subscribed].map((topic) => `subscription ${topic}`),
      ...(servicesClock.pending + screenClock.pending > 0 ? ['a timer of the services'] : []),
      ...(store.getFill() !== 'nothing' ? ['data in the store'] : []),
    ],
  };
}

type Context = OrderBookContext;
type Sets = Readonly<Record<string, unknown>>;

const READ = 'GET /order/orderbook/XMR-BTC?depth=40';
const ABORTED = `abort ${READ}`;
const RESYNC = 'subscription.renewed book:XMR-BTC';
const OLD_ROWS = 'shows 1+2 old';
const FRESH_ROWS = 'shows 1+2 fresh';
const NO_ROWS_OLD = 'shows 0+0 old';
const NO_ROWS_FRESH = 'shows 0+0 fresh';

type Link = 'open' | 'closed';
type Budget = 'free' | 'spent';
type Rows = readonly Row<Context>[];

const state = (health: string, link: Link, budget: Budget): string =>
  `health.${health} & link.${link} & budget.${budget}`;

const WAITING = ['waiting.loading', 'waiting.preview', 'waiting.listening'];
const LIVE = ['live.watching', 'live.comparing', 'live.doubting'];
const EMPTY_STATES = ['empty.resting', 'empty.asking'];
const ASKED = ['stale.resyncing', 'stale.restoring'];
const STALE = ['stale.holding', ...ASKED];

/** Rows that the socket brought need it open; giving up and waiting for it need it closed. */
function canBe(health: string, link: Link, budget: Budget): boolean {
  if (WAITING.includes(health)) return true;
  const needsClosed = health === 'disconnected' || health === 'failed.unreachable';
  if (needsClosed !== (link === 'closed')) return false;
  // Comparing starts a minute after the last snapshot request; holding means waiting for the budget.
  if (health === 'live.comparing' || health === 'live.doubting') return budget === 'free';
  return health !== 'stale.holding' || budget === 'spent';
}

/** The rows of a rule that holds in several states, for every link and budget. */
function inEach(
  healths: readonly string[],
  rows: (health: string, link: Link, budget: Budget) => Rows,
  where: { readonly link?: Link; readonly budget?: Budget } = {},
): Rows {
  const links = where.link ? [where.link] : (['open', 'closed'] as const);
  const budgets = where.budget ? [where.budget] : (['free', 'spent'] as const);
  return healths.flatMap((health) =>
    links.flatMap((link) =>
      budgets.filter((budget) => canBe(health, link, budget)).flatMap((budget) => rows(health, link, budget)),
    ),
  );
}

function leaving(health: string): { readonly aborts: string[]; readonly shows: string[] } {
  const isReading = health === 'waiting.loading' || health === 'live.comparing';
  const isFresh = LIVE.includes(health) || health === 'waiting.preview';
  const shows = isFresh ? [OLD_ROWS] : EMPTY_STATES.includes(health) ? [NO_ROWS_OLD] : [];
  return { aborts: isReading ? [ABORTED] : [], shows };
}

const left = (health: string): string[] => [...leaving(health).aborts, ...leaving(health).shows];

const trusted = (_context: Context, event: AnyEvent): Sets => ({
  hasData: true,
  trustedUntil: null,
  isDoubted: false,
  isNumbered: event.isNumbered,
});
const distrusted = ({ hasData, trustedUntil }: Context): Sets => ({
  trustedUntil: hasData ? (trustedUntil ?? NOW) : null,
});
const hasRows = ({ hasData }: Context): boolean => hasData;

/** A wrong book is requested again at once, or marked while it waits for its budget (BOOK-07). */
const caught = (on: string, health: string, budget: Budget): Rows[number] => {
  const { aborts, shows } = leaving(health);
  const isAllowed = budget === 'free';
  return {
    ref: 'BOOK-07',
    in: state(health, 'open', budget),
    on,
    to: state(isAllowed ? 'stale.resyncing' : 'stale.holding', 'open', 'spent'),
    does: () => [...aborts, ...(isAllowed ? [RESYNC] : []), ...shows],
    sets: distrusted,
  };
};

const requirements: readonly Row<Context>[] = [
  {
    ref: 'BOOK-13: first book from REST',
    in: '',
    on: '(start)',
    to: state('waiting.loading', 'closed', 'free'),
    does: () => ['subscription.added book:XMR-BTC', READ, NO_ROWS_OLD],
    sets: () => ({ filter: 'all', hasData: false, trustedUntil: null }),
  },
  { ref: 'BOOK-01', in: '*', on: 'user.filter*', sets: (_context, { filter }) => ({ filter }) },

  ...inEach(['waiting.loading'], (health, link, budget) => [
    {
      ref: 'BOOK-13: first book from REST',
      in: state(health, link, budget),
      on: 'firstBook: rows',
      to: state('waiting.preview', link, budget),
      does: () => [FRESH_ROWS],
      sets: () => ({ hasData: true, trustedUntil: NOW }),
    },
    {
      ref: 'BOOK-13: the socket may still bring it',
      in: state(health, link, budget),
      on: 'firstBook: *',
      to: state('waiting.listening', link, budget),
    },
  ]),
  ...inEach(
    WAITING,
    (health, link, budget) => [
      {
        ref: 'BOOK-08: failed subscribe',
        in: state(health, link, budget),
        on: 'after waitLimit',
        says: 'the first book does not come in time',
        to: state('failed.refused', link, budget),
        does: () => left(health),
        after: 15_000,
      },
    ],
    { link: 'open', budget: 'free' },
  ),
  ...inEach(
    WAITING,
    (health, link, budget) => [
      {
        ref: 'BOOK-13: 15 s',
        in: state(health, link, budget),
        on: 'after waitLimit',
        to: state('disconnected', link, budget),
        does: () => left(health),
        after: 15_000,
      },
    ],
    { link: 'closed', budget: 'free' },
  ),

  ...inEach(
    [...WAITING, ...STALE, 'empty.asking', 'failed.refused'],
    (health, link, budget) => [
      {
        ref: 'BOOK-05: No Orders Available',
        in: state(health, link, budget),
        on: 'book.synced, empty*',
        to: state('empty.resting', link, budget),
        does: () => [...leaving(health).aborts, NO_ROWS_FRESH],
        sets: trusted,
      },
      {
        ref: 'BOOK-01: live',
        in: state(health, link, budget),
        on: 'book.synced*',
        to: state('live.watching', link, budget),
        does: () => [...leaving(health).aborts, FRESH_ROWS],
        sets: trusted,
      },
    ],
    { link: 'open' },
  ),
  ...inEach(
    LIVE,
    (health, link, budget) => [
      {
        ref: 'BOOK-05: No Orders Available',
        in: state(health, link, budget),
        on: 'book.emptied',
        to: state('empty.resting', link, budget),
        does: () => [...leaving(health).aborts, NO_ROWS_FRESH],
      },
    ],
    { link: 'open' },
  ),
  ...inEach(
    ['empty.resting'],
    (health, link, budget) => [
      {
        ref: 'BOOK-01: live',
        in: state(health, link, budget),
        on: 'book.filled',
        to: state('live.watching', link, budget),
        does: () => [FRESH_ROWS],
      },
    ],
    { link: 'open' },
  ),

  ...inEach(
    [...LIVE, ...EMPTY_STATES, ...ASKED],
    (health, _link, budget) => [caught('book.broken*', health, budget)],
    { link: 'open' },
  ),
  ...WAITING.map((health): Row<Context> => ({
    ref: 'BOOK-07',
    in: state(health, 'open', 'free'),
    on: 'book.broken*',
    to: state(health, 'open', 'spent'),
    does: () => [RESYNC],
  })),
  {
    ref: 'BOOK-07',
    in: state('stale.holding', 'open', 'spent'),
    on: 'after resyncPause',
    says: 'five seconds have passed since the last question',
    to: state('stale.resyncing', 'open', 'spent'),
    does: () => [RESYNC],
    after: 5000,
  },
  ...inEach(
    [...WAITING, ...LIVE, ...EMPTY_STATES, ...ASKED, 'disconnected', 'failed.refused', 'failed.unreachable'],
    (health, link) => [
      {
        ref: 'BOOK-07',
        in: state(health, link, 'spent'),
        on: 'after resyncPause',
        to: state(health, link, 'free'),
        after: 5000,
      },
    ],
    { budget: 'spent' },
  ),
  ...inEach(
    [...ASKED, 'empty.asking'],
    (health, link, budget) => [
      {
        ref: 'BOOK-08: failed subscribe',
        in: state(health, link, budget),
        on: 'after snapshotLimit',
        says: 'the whole book does not come in time',
        to: state('failed.refused', link, budget),
        does: () => left(health),
        after: 10_000,
      },
    ],
    { link: 'open', budget: 'free' },
  ),
  ...inEach(
    [...WAITING, ...ASKED, 'empty.asking'],
    (health, link, budget) => [
      {
        ref: 'BOOK-08: failed subscribe',
        in: state(health, link, budget),
        on: 'book.refused',
        to: state('failed.refused', link, budget),
        does: () => left(health),
      },
    ],
    { link: 'open' },
  ),

  {
    ref: 'BOOK-14',
    in: ['live.watching', 'empty.resting'].map((health) => state(health, 'open', 'free')),
    on: 'after comparePause',
    says: 'a minute has passed since the last comparison',
    if: ({ isNumbered }) => isNumbered,
    after: 60_000,
  },
  {
    ref: 'BOOK-14',
    in: state('live.watching', 'open', 'free'),
    on: 'after comparePause',
    to: state('live.comparing', 'open', 'free'),
    does: () => [READ],
    after: 60_000,
  },
  {
    ref: 'BOOK-14',
    in: state('empty.resting', 'open', 'free'),
    on: 'after comparePause',
    to: state('empty.asking', 'open', 'spent'),
    does: () => [RESYNC],
    after: 60_000,
  },
  {
    ref: 'BOOK-14: twice in a row',
    in: state('live.doubting', 'open', 'free'),
    on: 'after doubtPause',
    says: 'the moment before the second comparison is over',
    to: state('live.comparing', 'open', 'free'),
    does: () => [READ],
    after: 5000,
  },
  {
    ref: 'BOOK-14',
    in: state('live.comparing', 'open', 'free'),
    on: 'compare: different',
    if: ({ isDoubted }) => !isDoubted,
    to: state('live.doubting', 'open', 'free'),
    sets: () => ({ isDoubted: true }),
  },
  { ...caught('compare: different', 'live.doubting', 'free'), in: state('live.comparing', 'open', 'free') },
  {
    ref: 'BOOK-14: not while it changes',
    in: state('live.comparing', 'open', 'free'),
    on: 'compare: changed meanwhile',
    to: state('live.watching', 'open', 'free'),
    does: () => [FRESH_ROWS],
    sets: () => ({ isDoubted: false }),
  },
  {
    ref: 'BOOK-14',
    in: state('live.comparing', 'open', 'free'),
    on: 'compare: *',
    to: state('live.watching', 'open', 'free'),
    sets: () => ({ isDoubted: false }),
  },

  ...inEach(
    WAITING,
    (health, _link, budget) => [
      {
        ref: 'SOCKET-02: socket',
        in: state(health, 'closed', budget),
        on: 'link.opened',
        to: state(health, 'open', budget),
      },
    ],
    { link: 'closed' },
  ),
  ...inEach(
    ['disconnected'],
    (health, link, budget) => [
      {
        ref: 'SOCKET-02: on reconnect the subscriptions are restored',
        in: state(health, link, budget),
        on: 'link.opened',
        if: hasRows,
        to: state('stale.restoring', 'open', budget),
      },
      {
        ref: 'SOCKET-02: on reconnect the subscriptions are restored',
        in: state(health, link, budget),
        on: 'link.opened',
        to: state('waiting.loading', 'open', budget),
        does: () => [READ],
      },
    ],
    { link: 'closed' },
  ),
  ...inEach(
    ['waiting.loading', 'waiting.listening'],
    (health, link, budget) => [
      {
        ref: 'BOOK-13: first book from REST',
        in: state(health, link, budget),
        on: 'link.lost',
        to: state(health, 'closed', budget),
      },
    ],
    { link: 'open' },
  ),
  ...inEach(
    ['waiting.preview', ...LIVE, ...EMPTY_STATES, ...STALE, 'failed.refused'],
    (health, link, budget) => [
      {
        ref: 'BOOK-01: disconnected',
        in: state(health, link, budget),
        on: 'link.lost',
        to: state('disconnected', 'closed', budget),
        does: () => left(health),
        sets: distrusted,
      },
    ],
    { link: 'open' },
  ),
  ...inEach(
    [...WAITING, ...LIVE, ...EMPTY_STATES, ...STALE, 'disconnected', 'failed.refused'],
    (health, link, budget) => [
      {
        ref: 'BOOK-01: Connection failed',
        in: state(health, link, budget),
        on: 'link.exhausted',
        to: state('failed.unreachable', 'closed', budget),
        does: () => left(health),
        sets: distrusted,
      },
    ],
  ),
  ...inEach(
    ['failed.unreachable'],
    (health, link, budget) => [
      {
        ref: 'SOCKET-04',
        in: state(health, link, budget),
        on: 'user.reconnect',
        does: () => ['user.reconnect'],
      },
      {
        ref: 'SOCKET-04',
        in: state(health, link, budget),
        on: 'link.lost',
        if: hasRows,
        to: state('disconnected', link, budget),
      },
      {
        ref: 'SOCKET-04',
        in: state(health, link, budget),
        on: 'link.lost',
        to: state('waiting.loading', link, budget),
        does: () => [READ],
      },
    ],
    { link: 'closed' },
  ),
  ...inEach(
    ['failed.refused'],
    (health, link, budget) => [
      {
        ref: 'SOCKET-04',
        in: state(health, link, budget),
        on: 'user.reconnect',
        if: hasRows,
        to: state('stale.resyncing', link, 'spent'),
        does: () => [RESYNC],
      },
      {
        ref: 'SOCKET-04',
        in: state(health, link, budget),
        on: 'user.reconnect',
        to: state('waiting.loading', link, 'spent'),
        does: () => [RESYNC, READ],
      },
    ],
    { link: 'open' },
  ),
];

type Machine = typeof orderBookMachine;
type Case = EventCase<Machine>;
type Ending = Outcome<OrderBookSnapshot>;
type When = (snapshot: OrderBookSnapshot) => boolean;

const isOpen: When = (snapshot) => snapshot.matches({ link: 'open' });
const isGivenUp: When = (snapshot) => snapshot.matches({ health: { failed: 'unreachable' } });
const isLive: When = (snapshot) => snapshot.matches({ health: 'live' });
const isEmpty: When = (snapshot) => snapshot.matches({ health: { empty: 'resting' } });
const isRight: When = (snapshot) => isLive(snapshot) || isEmpty(snapshot);
const isOut: When = (snapshot) => isOpen(snapshot) && !isRight(snapshot);

const both =
  (...conditions: readonly When[]): When =>
  (snapshot) =>
    conditions.every((condition) => condition(snapshot));

const ofLink: Case[] = [
  {
    name: 'link.opened',
    says: 'the connection is there',
    event: { type: 'link.opened' },
    when: (snapshot) => !isOpen(snapshot) && !isGivenUp(snapshot),
  },
  {
    name: 'link.lost',
    says: 'the connection is lost',
    event: { type: 'link.lost', heardAt: NOW },
    when: (snapshot) => isOpen(snapshot) || isGivenUp(snapshot),
  },
  {
    name: 'link.exhausted',
    says: 'the connection is given up',
    event: { type: 'link.exhausted', heardAt: NOW },
    when: (snapshot) => !isGivenUp(snapshot),
  },
];

const synced = (name: string, isNumbered: boolean, isEmpty = false): Case => ({
  name: `book.synced${name}`,
  event: { type: 'book.synced', isEmpty, isNumbered },
  when: isOut,
});

const ofBook: Case[] = [
  synced(', numbered', true),
  synced(', not numbered', false),
  synced(', empty, numbered', true, true),
  synced(', empty, not numbered', false, true),
  {
    name: 'book.emptied',
    says: 'the last order leaves the book',
    event: { type: 'book.emptied' },
    when: isLive,
  },
  {
    name: 'book.filled',
    says: 'an order comes into the empty book',
    event: { type: 'book.filled' },
    when: isEmpty,
  },
  { name: 'book.refused', says: 'the server refuses the book', event: { type: 'book.refused' }, when: isOut },
  {
    name: 'book.broken by a gap',
    says: 'a change of the book is missing',
    event: { type: 'book.broken', fault: 'gap', at: NOW },
    when: both(isRight, ({ context }) => context.isNumbered),
  },
  {
    name: 'book.broken by crossed sides',
    says: 'a change would cross the two sides',
    event: { type: 'book.broken', fault: 'crossed', at: NOW },
    when: isOpen,
  },
  {
    name: 'book.broken by an early change',
    says: 'a change comes before the book',
    event: { type: 'book.broken', fault: 'early', at: NOW },
    when: (snapshot) => snapshot.matches({ health: { stale: 'restoring' } }),
  },
];

const reconnect: Case = {
  name: 'user.reconnect',
  says: 'the user presses "Reconnect"',
  event: { type: 'user.reconnect' },
};
const filters = (['all', 'buy', 'sell'] as const).map((filter): Case => ({
  name: `user.filter ${filter}`,
  event: { type: 'user.filter', filter },
}));

const answer = (sides: typeof FULL): Reply => ({
  status: 200,
  body: { pair: PAIR, timestamp: '2026-01-05T12:00:00Z', ...sides },
});
const DOWN: Ending = {
  name: 'server down',
  reply: { status: 503, body: undefined },
  error: new OutageError({ status: 503, code: 'server', retryable: true, cause: 'orderBook 503' }),
};
const REFUSED: Reply = { status: 404, body: { message: 'No such pair', code: 'UNKNOWN_PAIR' } };

const firstBook: readonly Ending[] = [
  { name: 'rows', reply: answer(FULL), done: { at: NOW } },
  {
    name: 'refused',
    reply: REFUSED,
    error: new OutageError({
      code: 'refused',
      status: 404,
      text: 'No such pair',
      serverCode: 'UNKNOWN_PAIR',
      retryable: false,
    }),
  },
  DOWN,
  {
    name: 'silence',
    reply: 'silence',
    error: new OutageError({ code: 'timeout', retryable: true, cause: 'AbortError' }),
  },
];

const compare: readonly Ending[] = [
  { name: 'same', reply: answer(FULL), done: { comparison: 'same', at: NOW } },
  {
    name: 'different',
    reply: answer({ ...FULL, bids: [['0.005', '1.1']] }),
    done: { comparison: 'different', at: NOW },
  },
  { name: 'changed meanwhile', reply: answer(EMPTY), done: { comparison: 'unclear', at: NOW } },
  { name: 'refused', reply: REFUSED, done: { comparison: 'unclear', at: NOW } },
  DOWN,
];

/** The budget's 5 s end before any longer wait. */
const timer = (snapshot: OrderBookSnapshot, name: string): boolean =>
  name === 'resyncPause' || snapshot.matches({ budget: 'free' });

const FRESH = /health\.(waiting\.preview|live|empty)/;

export const orderBookModel: MachineModel<Machine> = {
  name: 'orderBook',
  machine: orderBookMachine.provide({
    actions: { markFresh: () => undefined, markStale: () => undefined, reconnect: () => undefined },
  }),
  states: {
    'health.waiting.loading': 'nothing is shown yet, and the first book is being read',
    'health.waiting.preview': 'the first rows are shown, not yet from the connection',
    'health.waiting.listening': 'nothing is shown yet, and the connection may still bring the book',
    'health.live.watching': 'the book is shown as live',
    'health.live.comparing': "the book is shown as live and is being compared with the server's",
    'health.live.doubting': 'the book is shown as live and is compared once more in a moment',
    'health.empty.resting': 'the book is shown as empty',
    'health.empty.asking': 'the book is shown as empty, and was asked for anew',
    'health.stale.resyncing': 'the book is marked as stale, and a whole one was asked for',
    'health.stale.holding': 'the book is marked as stale, and the next question waits',
    'health.stale.restoring': 'the book is marked as stale, and a whole one is awaited',
    'health.disconnected': 'the book is marked as disconnected',
    'health.failed.refused': 'the page says that the server does not bring the book',
    'health.failed.unreachable': 'the page says that the connection failed',
    'link.open': 'the connection is open',
    'link.closed': 'the connection is closed',
    'budget.free': 'the next question may be asked',
    'budget.spent': 'the next question has to wait',
  },
  says: {
    'book.synced, empty, not numbered': 'the whole book comes, empty and without numbers',
    'book.synced, empty, numbered': 'the whole book comes, empty and with numbers',
    'book.synced, not numbered': 'the whole book comes, without numbers',
    'book.synced, numbered': 'the whole book comes, with numbers',
    'user.filter all': 'the user chooses both sides',
    'user.filter buy': 'the user chooses the buy side',
    'user.filter sell': 'the user chooses the sell side',
  },
  services: { compare: "the comparison with the server's book", firstBook: 'reading the first book' },
  endings: {
    'changed meanwhile': 'is void, because the book has changed meanwhile',
    different: 'shows a difference',
    same: 'shows no difference',
    rows: 'brings rows',
  },
  variants: [
    {
      name: 'health',
      input: { pair: PAIR },
      events: [...ofLink, ...ofBook, reconnect],
      outcomes: { firstBook, compare },
      sut,
      timer,
    },
    {
      name: 'filter',
      input: { pair: PAIR },
      events: [...filters, ...ofLink, ...ofBook.slice(0, 1)],
      outcomes: { firstBook: firstBook.slice(0, 1) },
      sut,
      timer: () => false,
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      bookStatus: [
        [/health\.waiting/, 'waiting'],
        [/health\.live/, 'live'],
        [/health\.empty/, 'empty'],
        [/health\.stale/, 'stale'],
        [/health\.disconnected/, 'disconnected'],
        [/health\.failed/, 'failed'],
      ],
      mayPick: FRESH,
      bookFailure: [
        [/failed\.unreachable/, 'unreachable'],
        [/failed\.refused/, 'refused'],
        [/./, null],
      ],
      trustedUntil: ({ trustedUntil }: { trustedUntil: number | null }, state) =>
        FRESH.test(state) ? null : trustedUntil,
    },
  },
  tags: { failed: /health\.failed/, fresh: FRESH },
};
