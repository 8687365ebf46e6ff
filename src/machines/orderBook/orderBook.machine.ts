import type { SnapshotFrom } from 'xstate';
import {
  bookSetup,
  markFresh,
  markStale,
  resync,
  onSynced,
  onLost,
  onExhausted,
  onBroken,
  onRefused,
  onReopened,
  onWhileRight,
} from './orderBook.setup.ts';

/**
 * Whether the order book of one pair can be trusted (BOOK-01, BOOK-07); its rows go from the feed to the store. A
 * wrong book is requested again at most once in five seconds. A market without trades is not stale: the socket
 * notices within 45 s when the connection is lost.
 */
export const orderBookMachine = bookSetup.createMachine({
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
  on: {
    'user.filter': {
      actions: { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
    },
  },
  states: {
    health: {
      description: 'What may be thought of the rows.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Opened a moment ago: no whole book came over the socket yet.',
          entry: markStale,
          initial: 'loading',
          on: {
            'book.synced': onSynced,
            'book.refused': onRefused,
            'book.broken': { guard: { type: 'mayResync' }, actions: resync },
            'link.exhausted': onExhausted,
          },
          after: {
            waitLimit: [
              { guard: { type: 'isLinkOpen' }, target: 'failed.refused' },
              { target: 'disconnected' },
            ],
          },
          states: {
            loading: {
              description:
                'Nothing to show yet. The book is read over REST, so that the socket does not gate it.',
              invoke: {
                id: 'firstBook',
                src: 'firstBook',
                input: ({ context }) => ({ pair: context.pair }),
                onDone: [
                  {
                    guard: { type: 'isRead', params: ({ event }) => ({ ok: event.output.ok }) },
                    target: 'preview',
                    actions: {
                      type: 'keepPreview',
                      params: ({ event }) => ({ at: event.output.ok ? event.output.value.at : 0 }),
                    },
                  },
                  { target: 'listening' },
                ],
                onError: { target: 'listening' },
              },
            },
            preview: {
              description: 'The rows were read over REST a moment ago; the socket has not spoken yet.',
              tags: ['fresh'],
              entry: markFresh,
              on: { 'link.lost': onLost },
            },
            listening: {
              description: 'The book could not be read over REST; the socket may still bring it.',
            },
          },
        },
        live: {
          description: 'The rows are what the server has.',
          tags: ['fresh'],
          entry: markFresh,
          on: { ...onWhileRight, 'book.emptied': { target: 'empty' } },
          initial: 'watching',
          states: {
            watching: {
              description:
                'Without numbered frames, the book is compared with the server’s own once a minute.',
              after: {
                comparePause: [
                  { guard: { type: 'isNumbered' }, target: 'watching', reenter: true },
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
                    actions: {
                      type: 'distrustSince',
                      params: ({ event }) => ({ at: event.output.at }),
                    },
                  },
                  {
                    guard: { type: 'isDifferent', params: ({ event }) => event.output },
                    target: 'doubting',
                    actions: { type: 'doubt' },
                  },
                  { target: 'watching', actions: { type: 'stopDoubting' } },
                ],
                onError: { target: 'watching', actions: { type: 'stopDoubting' } },
              },
            },
            doubting: {
              description:
                'They differed, which a frame on its way explains; compared once more in a moment.',
              after: { doubtPause: { target: 'comparing' } },
            },
          },
        },
        empty: {
          description: 'The server has no order at all for this pair.',
          tags: ['fresh'],
          entry: markFresh,
          on: { ...onWhileRight, 'book.filled': { target: 'live' } },
          initial: 'resting',
          states: {
            resting: {
              description:
                'Nothing there to compare: without numbered frames the book is asked for once a minute.',
              after: {
                comparePause: [
                  { guard: { type: 'isNumbered' }, target: 'resting', reenter: true },
                  { target: 'asking' },
                ],
              },
            },
            asking: {
              description: 'A whole book was asked for, to see whether there are orders by now.',
              entry: resync,
              on: { 'book.synced': onSynced, 'book.refused': onRefused },
              after: { snapshotLimit: onRefused },
            },
          },
        },
        stale: {
          description:
            'The link is open, but the rows are old or were caught being wrong; a whole book is on its way.',
          entry: markStale,
          on: { 'book.synced': onSynced, 'link.lost': onLost, 'link.exhausted': onExhausted },
          initial: 'holding',
          states: {
            holding: {
              description: 'A whole book was asked for less than 5 s ago; the next question waits.',
              always: { guard: { type: 'mayResync' }, target: 'resyncing' },
            },
            resyncing: {
              description: 'A whole book was asked for.',
              entry: resync,
              on: { 'book.broken': onBroken, 'book.refused': onRefused },
              after: { snapshotLimit: onRefused },
            },
            restoring: {
              description:
                'The link was opened again, and with it the subscription; its whole book is awaited.',
              on: { 'book.broken': onBroken, 'book.refused': onRefused },
              after: { snapshotLimit: onRefused },
            },
          },
        },
        disconnected: {
          description: 'The link was lost; the socket tries again by itself.',
          entry: markStale,
          on: { 'link.opened': onReopened, 'link.exhausted': onExhausted },
        },
        failed: {
          description: 'Nothing more happens by itself.',
          tags: ['failed'],
          entry: markStale,
          initial: 'unreachable',
          on: { 'book.synced': onSynced },
          states: {
            unreachable: {
              description: 'The socket gave up.',
              on: {
                'user.reconnect': { actions: { type: 'reconnect' } },
                'link.lost': [
                  { guard: { type: 'hasData' }, target: '#orderBook.health.disconnected' },
                  { target: '#orderBook.health.waiting' },
                ],
              },
            },
            refused: {
              description: 'The link is open, but the server did not bring the book.',
              on: {
                'user.reconnect': [
                  { guard: { type: 'hasData' }, target: '#orderBook.health.stale.resyncing' },
                  { target: '#orderBook.health.waiting', actions: resync },
                ],
                'link.lost': onLost,
                'link.exhausted': onExhausted,
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
          on: { 'link.opened': { target: 'open' } },
        },
        open: {
          description: 'The socket is connected.',
          on: { 'link.lost': { target: 'closed' }, 'link.exhausted': { target: 'closed' } },
        },
      },
    },
    budget: {
      description: 'How often a whole book may be asked for.',
      initial: 'free',
      states: {
        free: {
          description: 'The next question may be asked.',
          on: { 'resync.sent': { target: 'spent' } },
        },
        spent: {
          description: 'A whole book was asked for less than 5 s ago.',
          after: { resyncPause: { target: 'free' } },
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

/** Null while the machine still tries by itself. */
export function bookFailure(snapshot: OrderBookSnapshot): 'unreachable' | 'refused' | null {
  if (snapshot.matches({ health: { failed: 'unreachable' } })) return 'unreachable';
  return snapshot.matches({ health: { failed: 'refused' } }) ? 'refused' : null;
}

/** Epoch milliseconds until which stale rows were right; null when they are fresh or that is unknown. */
export const trustedUntil = (snapshot: OrderBookSnapshot): number | null =>
  mayPick(snapshot) ? null : snapshot.context.trustedUntil;
