import type { OrderBookContext } from '../../src/machines/orderBook/index.ts';
import type { AnyEvent } from './tools/explore.ts';
import { specTable, type Row } from './tools/spec.ts';
import { NOW } from './orderBook.world.ts';

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
type Rows = Parameters<typeof specTable<Context>>[0];

const state = (health: string, link: Link, budget: Budget): string =>
  `health.${health} & link.${link} & budget.${budget}`;

const WAITING = ['waiting.loading', 'waiting.preview', 'waiting.listening'];
const LIVE = ['live.watching', 'live.comparing', 'live.doubting'];
const EMPTY = ['empty.resting', 'empty.asking'];
const ASKED = ['stale.resyncing', 'stale.restoring'];
const STALE = ['stale.holding', ...ASKED];

/** Rows that the socket brought need it open; giving up and waiting for it need it closed. */
function canBe(health: string, link: Link, budget: Budget): boolean {
  if (WAITING.includes(health)) return true;
  const needsClosed = health === 'disconnected' || health === 'failed.unreachable';
  if (needsClosed !== (link === 'closed')) return false;
  // Comparing begins a minute after the last snapshot request; holding is waiting for the budget.
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
  const shows = isFresh ? [OLD_ROWS] : EMPTY.includes(health) ? [NO_ROWS_OLD] : [];
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

/** A wrong book is asked for at once, or marked while it waits for its budget (BOOK-07). */
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

export const orderBookSpec = () =>
  specTable<Context>([
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
      [...LIVE, ...EMPTY, ...ASKED],
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
      to: state('stale.resyncing', 'open', 'spent'),
      does: () => [RESYNC],
      after: 5000,
    },
    ...inEach(
      [...WAITING, ...LIVE, ...EMPTY, ...ASKED, 'disconnected', 'failed.refused', 'failed.unreachable'],
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
    {
      ...caught('compare: different', 'live.doubting', 'free'),
      in: state('live.comparing', 'open', 'free'),
    },
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
      ['waiting.preview', ...LIVE, ...EMPTY, ...STALE, 'failed.refused'],
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
      [...WAITING, ...LIVE, ...EMPTY, ...STALE, 'disconnected', 'failed.refused'],
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
  ]);
