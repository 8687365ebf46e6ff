import { assign, fromCallback, fromPromise, raise, sendTo, setup, stateIn } from 'xstate';
import type { BookFilter } from '../../domain/bookView.ts';
import type { Result } from '../../domain/result.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  Compared,
  FirstBook,
  OrderBookContext,
  OrderBookEvent,
  OrderBookInput,
  Resync,
} from './types.ts';

export interface Freshness {
  readonly pair: string;
  readonly isFresh: boolean;
}

/** What the machine is made of: its actors, actions, guards and delays by name. */
export const bookSetup = setup({
  types: {
    context: {} as OrderBookContext,
    events: {} as OrderBookEvent,
    input: {} as OrderBookInput,
  },
  actors: {
    /** Subscribes, fills the store, says `link.*` and `book.*`; told to resync, it asks for a whole book. */
    feed: fromCallback<Resync, OrderBookInput>(unwired('orderBook.feed')),
    firstBook: fromPromise<Result<FirstBook>, OrderBookInput>(unwired('orderBook.firstBook')),
    compare: fromPromise<Compared, OrderBookInput>(unwired('orderBook.compare')),
  },
  actions: {
    /** Tells the store whether its prices may be acted on. */
    markFresh: unwiredAction<Freshness>('orderBook.markFresh'),
    /** Asks the socket to try again. */
    reconnect: unwiredAction<unknown>('orderBook.reconnect'),
    resync: sendTo('feed', { type: 'resync' }),
    spendBudget: raise({ type: 'resync.sent' }),
    keepFilter: assign({ filter: (_, { filter }: { filter: BookFilter }) => filter }),
    trust: assign({
      hasData: true,
      trustedUntil: null,
      isDoubted: false,
      isNumbered: (_, { isNumbered }: { isNumbered: boolean }) => isNumbered,
    }),
    keepPreview: assign({ hasData: true, trustedUntil: (_, { at }: FirstBook) => at }),
    distrustSince: assign({
      trustedUntil: ({ context }, { at }: { at: number | null }) =>
        context.hasData ? (context.trustedUntil ?? at) : null,
    }),
    doubt: assign({ isDoubted: true }),
    stopDoubting: assign({ isDoubted: false }),
  },
  guards: {
    isEmptyBook: (_, { isEmpty }: { isEmpty: boolean }) => isEmpty,
    isRead: (_, { ok }: { ok: boolean }) => ok,
    hasData: ({ context }) => context.hasData,
    isNumbered: ({ context }) => context.isNumbered,
    isDifferent: (_, { comparison }: Compared) => comparison === 'different',
    isDifferentAgain: ({ context }, { comparison }: Compared) =>
      context.isDoubted && comparison === 'different',
    isLinkOpen: stateIn({ link: 'open' }),
    mayResync: stateIn({ budget: 'free' }),
  },
  delays: {
    /** For a whole book after the pair was opened. */
    waitLimit: 15_000,
    /** For a whole book after it was asked for. */
    snapshotLimit: 10_000,
    /** Between two questions for a whole book. */
    resyncPause: 5000,
    comparePause: 60_000,
    doubtPause: 5000,
  },
});
