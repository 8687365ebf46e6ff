import { assertEvent, assign, raise, sendTo, setup, type SnapshotFrom, stateIn } from 'xstate';
import type { BookFilter } from '../../domain/bookView.ts';
import { callback, effect, promise } from '../shared/common.ts';

export type { BookStore, BookTop } from '../../services/book/port.ts';

export interface OrderBookInput {
  /** BASE-QUOTE. */
  readonly pair: string;
}

export interface OrderBookContext {
  readonly pair: string;
  readonly filter: BookFilter;
  readonly hasData: boolean;
  /** Numbered frames show every loss. */
  readonly isNumbered: boolean;
  /** The last comparison with the server's own book found a difference. */
  readonly isDoubted: boolean;
  /** Epoch milliseconds until which the rows were right; null while they are, or while there are none. */
  readonly trustedUntil: number | null;
}

export type BookFault = 'gap' | 'crossed' | 'early';

export type OrderBookEvent =
  | { readonly type: 'link.opened' }
  /** The socket will try again. `heardAt`: epoch milliseconds of the last frame, null when there was none. */
  | { readonly type: 'link.lost'; readonly heardAt: number | null }
  /** The socket will not retry automatically. */
  | { readonly type: 'link.exhausted'; readonly heardAt: number | null }
  /** A whole book came, the first one or after an error. */
  | { readonly type: 'book.synced'; readonly isEmpty: boolean; readonly isNumbered: boolean }
  | { readonly type: 'book.emptied' }
  | { readonly type: 'book.filled' }
  /** `at`: epoch milliseconds. */
  | { readonly type: 'book.broken'; readonly fault: BookFault; readonly at: number }
  | { readonly type: 'book.refused' }
  | { readonly type: 'resync.sent' }
  | { readonly type: 'user.filter'; readonly filter: BookFilter }
  | { readonly type: 'user.reconnect' };

export interface Resync {
  readonly type: 'resync';
}

export interface FirstBook {
  /** Epoch milliseconds of the answer. */
  readonly at: number;
}

export interface Compared {
  readonly comparison: 'same' | 'different' | 'unclear';
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Whether the order book of one pair can be trusted (BOOK-01, BOOK-07); its rows go from the feed to the store. A
 * wrong book is requested again at most once in five seconds. Its rows are believed in the states with the tag
 * `fresh`. They are not after a fault (`book.broken`: a gap in the numbers, crossed prices, an update before its
 * snapshot), after two comparisons with the server's own book that differ, without a link, and until the new link has
 * brought a whole book. A market without trades is not stale: the socket notices within 45 s when the connection is lost.
 */
export const orderBookMachine = setup({
  types: {
    context: {} as OrderBookContext,
    events: {} as OrderBookEvent,
    input: {} as OrderBookInput,
    tags: {} as 'fresh' | 'failed',
  },
  actors: {
    /** Subscribes, fills the store, and sends `link.*` and `book.*`. `resync` requests a whole book. */
    feed: callback<Resync, OrderBookInput>(),
    firstBook: promise<FirstBook, OrderBookInput>(),
    compare: promise<Compared, OrderBookInput>(),
  },
  actions: {
    /** Both tell the store whether its prices may fill a form. */
    markFresh: effect(),
    markStale: effect(),
    reconnect: effect(),
    resync: sendTo('feed', { type: 'resync' }),
    spendBudget: raise({ type: 'resync.sent' }),
    trust: assign(({ event }) => {
      assertEvent(event, 'book.synced');
      return { hasData: true, trustedUntil: null, isDoubted: false, isNumbered: event.isNumbered };
    }),
    /** The rows were right until then at the latest. */
    distrust: assign({
      trustedUntil: ({ context, event }) => {
        assertEvent(event, ['link.lost', 'link.exhausted', 'book.broken']);
        const at = event.type === 'book.broken' ? event.at : event.heardAt;
        return context.hasData ? (context.trustedUntil ?? at) : null;
      },
    }),
  },
  guards: {
    isEmptyBook: ({ event }) => event.type === 'book.synced' && event.isEmpty,
    hasData: ({ context }) => context.hasData,
    isNumbered: ({ context }) => context.isNumbered,
    isDifferent: (_, { comparison }: Compared) => comparison === 'different',
    isDifferentAgain: ({ context }, { comparison }: Compared) =>
      context.isDoubted && comparison === 'different',
    isLinkOpen: stateIn({ link: 'open' }),
    mayResync: stateIn({ budget: 'free' }),
  },
  delays: {
    /** Until the first whole book. */
    waitLimit: 15_000,
    /** Until a whole book that was requested. */
    snapshotLimit: 10_000,
    /** Between two requests for a whole book. */
    resyncPause: 5000,
    comparePause: 60_000,
    doubtPause: 5000,
  },
}).createMachine({
  id: 'orderBook',
  description: 'The order book of one pair: whether its rows may be believed.',
  context: ({ input }) => ({
    pair: input.pair,
    filter: 'all',
    hasData: false,
    isNumbered: false,
    isDoubted: false,
    trustedUntil: null,
  }),
  invoke: { id: 'feed', src: 'feed', input: ({ context }) => ({ pair: context.pair }), onError: {} },
  type: 'parallel',
  on: { 'user.filter': { actions: assign({ filter: ({ event }) => event.filter }) } },
  states: {
    health: {
      description: 'What may be thought of the rows.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Opened a moment ago: no whole book came over the socket yet.',
          entry: 'markStale',
          initial: 'loading',
          on: {
            'book.synced': [
              { guard: 'isEmptyBook', target: '#orderBook.health.empty', actions: 'trust' },
              { target: '#orderBook.health.live', actions: 'trust' },
            ],
            'book.refused': '#orderBook.health.failed.refused',
            'book.broken': { guard: 'mayResync', actions: ['resync', 'spendBudget'] },
            'link.exhausted': { target: '#orderBook.health.failed.unreachable', actions: 'distrust' },
          },
          after: {
            waitLimit: [{ guard: 'isLinkOpen', target: 'failed.refused' }, { target: 'disconnected' }],
          },
          states: {
            loading: {
              description:
                'Nothing to show yet. The book is read over REST, so that the socket does not gate it.',
              invoke: {
                id: 'firstBook',
                src: 'firstBook',
                input: ({ context }) => ({ pair: context.pair }),
                onDone: {
                  target: 'preview',
                  actions: assign({ hasData: true, trustedUntil: ({ event }) => event.output.at }),
                },
                onError: 'listening',
              },
            },
            preview: {
              description: 'The rows were read over REST a moment ago; the socket has not spoken yet.',
              tags: ['fresh'],
              entry: 'markFresh',
              on: { 'link.lost': { target: '#orderBook.health.disconnected', actions: 'distrust' } },
            },
            listening: {
              description: 'The book could not be read over REST; the socket may still bring it.',
            },
          },
        },
        live: {
          description: 'The rows are what the server has.',
          tags: ['fresh'],
          entry: 'markFresh',
          on: {
            'book.broken': { target: '#orderBook.health.stale', actions: 'distrust' },
            'link.lost': { target: '#orderBook.health.disconnected', actions: 'distrust' },
            'link.exhausted': { target: '#orderBook.health.failed.unreachable', actions: 'distrust' },
            'book.emptied': 'empty',
          },
          initial: 'watching',
          states: {
            watching: {
              description:
                'Without numbered frames, the book is compared with the server’s own once a minute.',
              after: {
                comparePause: [
                  { guard: 'isNumbered', target: 'watching', reenter: true },
                  { target: 'comparing' },
                ],
              },
            },
            comparing: {
              description: 'The server’s own book is read and compared.',
              invoke: {
                id: 'compare',
                src: 'compare',
                input: ({ context }) => ({ pair: context.pair }),
                onDone: [
                  {
                    guard: { type: 'isDifferentAgain', params: ({ event }) => event.output },
                    target: '#orderBook.health.stale.holding',
                    actions: assign({ trustedUntil: ({ event }) => event.output.at }),
                  },
                  {
                    guard: { type: 'isDifferent', params: ({ event }) => event.output },
                    target: 'doubting',
                    actions: assign({ isDoubted: true }),
                  },
                  { target: 'watching', actions: assign({ isDoubted: false }) },
                ],
                onError: { target: 'watching', actions: assign({ isDoubted: false }) },
              },
            },
            doubting: {
              description:
                'They differed, which a frame on its way explains; compared once more in a moment.',
              after: { doubtPause: 'comparing' },
            },
          },
        },
        empty: {
          description: 'The server has no order at all for this pair.',
          tags: ['fresh'],
          entry: 'markFresh',
          on: {
            'book.broken': { target: '#orderBook.health.stale', actions: 'distrust' },
            'link.lost': { target: '#orderBook.health.disconnected', actions: 'distrust' },
            'link.exhausted': { target: '#orderBook.health.failed.unreachable', actions: 'distrust' },
            'book.filled': 'live',
          },
          initial: 'resting',
          states: {
            resting: {
              description:
                'Nothing there to compare: without numbered frames the book is asked for once a minute.',
              after: {
                comparePause: [
                  { guard: 'isNumbered', target: 'resting', reenter: true },
                  { target: 'asking' },
                ],
              },
            },
            asking: {
              description: 'A whole book was asked for, to see whether there are orders by now.',
              entry: ['resync', 'spendBudget'],
              on: {
                'book.synced': [
                  { guard: 'isEmptyBook', target: '#orderBook.health.empty', actions: 'trust' },
                  { target: '#orderBook.health.live', actions: 'trust' },
                ],
                'book.refused': '#orderBook.health.failed.refused',
              },
              after: { snapshotLimit: '#orderBook.health.failed.refused' },
            },
          },
        },
        stale: {
          description:
            'The link is open, but the rows are old or were caught being wrong; a whole book is on its way.',
          entry: 'markStale',
          on: {
            'book.synced': [
              { guard: 'isEmptyBook', target: '#orderBook.health.empty', actions: 'trust' },
              { target: '#orderBook.health.live', actions: 'trust' },
            ],
            'link.lost': { target: '#orderBook.health.disconnected', actions: 'distrust' },
            'link.exhausted': { target: '#orderBook.health.failed.unreachable', actions: 'distrust' },
          },
          initial: 'holding',
          states: {
            holding: {
              description: 'A whole book was asked for less than 5 s ago; the next question waits.',
              always: { guard: 'mayResync', target: 'resyncing' },
            },
            resyncing: {
              description: 'A whole book was asked for.',
              entry: ['resync', 'spendBudget'],
              on: {
                'book.broken': { target: 'holding', actions: 'distrust' },
                'book.refused': '#orderBook.health.failed.refused',
              },
              after: { snapshotLimit: '#orderBook.health.failed.refused' },
            },
            restoring: {
              description:
                'The link was opened again, and with it the subscription; its whole book is awaited.',
              on: {
                'book.broken': { target: 'holding', actions: 'distrust' },
                'book.refused': '#orderBook.health.failed.refused',
              },
              after: { snapshotLimit: '#orderBook.health.failed.refused' },
            },
          },
        },
        disconnected: {
          description: 'The link was lost; the socket tries again by itself.',
          entry: 'markStale',
          on: {
            'link.opened': [{ guard: 'hasData', target: 'stale.restoring' }, { target: 'waiting' }],
            'link.exhausted': { target: '#orderBook.health.failed.unreachable', actions: 'distrust' },
          },
        },
        failed: {
          description: 'Nothing more happens by itself.',
          tags: ['failed'],
          entry: 'markStale',
          initial: 'unreachable',
          on: {
            'book.synced': [
              { guard: 'isEmptyBook', target: '#orderBook.health.empty', actions: 'trust' },
              { target: '#orderBook.health.live', actions: 'trust' },
            ],
          },
          states: {
            unreachable: {
              description: 'The socket gave up.',
              on: {
                'user.reconnect': { actions: 'reconnect' },
                'link.lost': [
                  { guard: 'hasData', target: '#orderBook.health.disconnected' },
                  { target: '#orderBook.health.waiting' },
                ],
              },
            },
            refused: {
              description: 'The link is open, but the server did not bring the book.',
              on: {
                'user.reconnect': [
                  { guard: 'hasData', target: '#orderBook.health.stale.resyncing' },
                  { target: '#orderBook.health.waiting', actions: ['resync', 'spendBudget'] },
                ],
                'link.lost': { target: '#orderBook.health.disconnected', actions: 'distrust' },
                'link.exhausted': { target: '#orderBook.health.failed.unreachable', actions: 'distrust' },
              },
            },
          },
        },
      },
    },
    link: {
      description: 'Whether frames can come.',
      initial: 'closed',
      states: {
        closed: {
          description: 'The socket is connecting, waiting, or gave up.',
          on: { 'link.opened': 'open' },
        },
        open: {
          description: 'The socket is connected.',
          on: { 'link.lost': 'closed', 'link.exhausted': 'closed' },
        },
      },
    },
    budget: {
      description: 'How often a whole book may be asked for.',
      initial: 'free',
      states: {
        free: { description: 'The next question may be asked.', on: { 'resync.sent': 'spent' } },
        spent: {
          description: 'A whole book was asked for less than 5 s ago.',
          after: { resyncPause: 'free' },
        },
      },
    },
  },
});

export type OrderBookSnapshot = SnapshotFrom<typeof orderBookMachine>;

export type BookStatus = 'waiting' | 'live' | 'empty' | 'stale' | 'disconnected' | 'failed';

export function bookStatus(snapshot: OrderBookSnapshot): BookStatus {
  const { health } = snapshot.value;
  return typeof health === 'string' ? health : (Object.keys(health)[0] as BookStatus);
}

/** A stale book fills no form. */
export const mayPick = (snapshot: OrderBookSnapshot): boolean => snapshot.hasTag('fresh');

/** Null while the machine still retries. */
export function bookFailure(snapshot: OrderBookSnapshot) {
  if (snapshot.matches({ health: { failed: 'unreachable' } })) return 'unreachable';
  return snapshot.matches({ health: { failed: 'refused' } }) ? 'refused' : null;
}

/** Epoch milliseconds until which stale rows were right; null when they are fresh or that is unknown. */
export const trustedUntil = (snapshot: OrderBookSnapshot): number | null =>
  mayPick(snapshot) ? null : snapshot.context.trustedUntil;
