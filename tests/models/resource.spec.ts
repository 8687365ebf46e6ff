import type { OutageError } from '../../src/domain/failure.ts';
import type { ReadOutput, ResourceContext } from '../../src/machines/resource/index.ts';
import type { AnyEvent } from './tools/explore.ts';
import { specTable, type SpecTable } from './tools/spec.ts';

/** The pair whose trades a stream brings. */
export const STREAMED = 'LTC-BTC';
const pairOf = ({ params }: ResourceContext): string => (params as { pair: string }).pair;
const isStreamed = (context: ResourceContext): boolean => pairOf(context) === STREAMED;
const only = (context: ResourceContext, effect: string): string[] => (isStreamed(context) ? [effect] : []);
const opens = (context: ResourceContext): string[] => only(context, `follow trades:${STREAMED}`);
const leaves = (context: ResourceContext): string[] => only(context, 'leave');
const distrusts = (context: ResourceContext): string[] =>
  context.isWatched ? only(context, 'distrust') : [];

const get = (context: ResourceContext): string => `GET /order/trades/${pairOf(context)}?limit=100`;
const gets = (context: ResourceContext): string[] => [get(context)];
const abort = (context: ResourceContext): string => `abort ${get(context)}`;

const failureIn = (event: AnyEvent) => (event.error as OutageError).failure;
const readIn = (event: AnyEvent) => event.output as ReadOutput;

const PASSING = ['read: too many', 'read: server down', 'read: no answer', 'read: silence'];
const ANY_FAILURE = [...PASSING, 'read: refused', 'read: unreadable'];
const ANSWERS = ['read: trades', 'read: no trades'];

const mayRetry = ({ attempt, policy }: ResourceContext): boolean => attempt < policy.retries;
const isPolledAndSeen = ({ policy, isPageVisible }: ResourceContext): boolean =>
  policy.isPolled && isPageVisible;

/** 1 s, 2 s, 4 s, and half of the random quarter (12.5 %), or the time that the server asks for. */
const pause = ({ attempt, failure }: ResourceContext): number =>
  failure?.code === 'tooMany' ? 7000 : ([1125, 2250, 4500][attempt - 1] ?? Number.NaN);

const keeps = (_: ResourceContext, event: AnyEvent) => ({
  data: readIn(event).data,
  leftOut: readIn(event).leftOut,
  updatedAt: readIn(event).at,
  failure: null,
  attempt: 0,
});
const counts = ({ attempt, data }: ResourceContext, event: AnyEvent) => ({
  attempt: attempt + 1,
  failure: failureIn(event),
  data,
});
const tells = ({ data, updatedAt }: ResourceContext, event: AnyEvent) => ({
  failure: failureIn(event),
  data,
  updatedAt,
});
const CONFIRMED = 'channel.data confirmed';
const UNCONFIRMED = 'channel.data unconfirmed';
const pushed = (_: ResourceContext, event: AnyEvent) => ({
  data: event.data,
  leftOut: 0,
  updatedAt: event.at,
  failure: null,
  attempt: 0,
});
const WATCHED = () => ({ isWatched: true });
const UNWATCHED = () => ({ isWatched: false });
const AFRESH = () => ({ attempt: 0 });

export const resourceSpec = (): SpecTable<ResourceContext> =>
  specTable<ResourceContext>([
    {
      ref: 'CALL-15: a read',
      in: '',
      on: '(start)',
      to: 'idle',
      sets: () => ({ data: null, leftOut: 0, failure: null }),
    },

    {
      ref: 'CALL-15: a read',
      in: 'idle',
      on: 'reader.came',
      to: 'loading.reading',
      does: (context) => [...opens(context), get(context)],
      sets: WATCHED,
    },
    { ref: 'CALL-15: a read', in: 'loading.reading', on: ANSWERS, to: 'fresh', does: distrusts, sets: keeps },
    {
      ref: 'LOST-06: retries',
      in: 'loading.reading',
      on: PASSING,
      if: mayRetry,
      to: 'loading.pausing',
      sets: counts,
    },
    {
      ref: 'MARKET-05: fetch failure',
      in: 'loading.reading',
      on: ANY_FAILURE,
      to: 'failed',
      sets: tells,
    },
    {
      ref: 'LOST-06: retries',
      in: 'loading.pausing',
      on: 'after retryPause',
      to: 'loading.reading',
      does: gets,
      after: pause,
    },
    {
      ref: 'CALL-15: keyed, shared',
      in: 'loading.reading',
      on: 'reader.left',
      to: 'idle',
      does: (context) => [abort(context), ...leaves(context)],
      sets: () => ({ isWatched: false, failure: null, attempt: 0 }),
    },
    {
      ref: 'CALL-15: keyed, shared',
      in: ['loading.pausing', 'failed'],
      on: 'reader.left',
      to: 'idle',
      does: leaves,
      sets: () => ({ isWatched: false, failure: null, attempt: 0 }),
    },
    {
      ref: 'ORDER-13: refetch after own action',
      in: 'loading.reading',
      on: 'data.outdated',
      does: (context) => [abort(context), ...distrusts(context), get(context)],
      sets: AFRESH,
    },
    {
      ref: 'ORDER-13: refetch after own action',
      in: ['loading.pausing', 'failed'],
      on: 'data.outdated',
      to: 'loading.reading',
      does: (context) => [...distrusts(context), get(context)],
      sets: AFRESH,
    },
    {
      ref: 'MARKET-05: Retry button; coming online tries again',
      in: ['loading.pausing', 'failed'],
      on: ['user.refresh', 'page.online'],
      to: 'loading.reading',
      does: gets,
      sets: AFRESH,
    },
    {
      ref: 'MARKET-05: Retry button',
      in: 'failed',
      on: 'page.visible',
      to: 'loading.reading',
      does: gets,
      sets: () => ({ isPageVisible: true, attempt: 0 }),
    },
    {
      ref: 'TRADE-03: refetches every 10 s',
      in: 'failed',
      on: 'after staleAge',
      if: isPolledAndSeen,
      to: 'loading.reading',
      does: gets,
      sets: AFRESH,
      after: 10_000,
    },

    {
      ref: 'TRADE-03: refetches every 10 s',
      in: 'fresh',
      on: 'after staleAge',
      if: (context) => isPolledAndSeen(context) && context.isWatched,
      to: 'refreshing.reading',
      does: gets,
      after: 10_000,
    },
    {
      ref: 'CALL-15: stale times; client: hidden tab, no polling',
      in: 'fresh',
      on: 'after staleAge',
      to: ({ isWatched }) => (isWatched ? 'stale.shown' : 'stale.unwatched'),
      after: ({ policy }) => (policy.isPolled ? 10_000 : 300_000),
    },
    {
      ref: 'TRADE-05: refresh button',
      in: ['fresh', 'stale.shown'],
      on: 'user.refresh',
      to: 'refreshing.reading',
      does: gets,
      sets: AFRESH,
    },
    {
      ref: 'ORDER-13: refetch after own action',
      in: ['fresh', 'stale.shown'],
      on: 'data.outdated',
      if: ({ isWatched }) => isWatched,
      to: 'refreshing.reading',
      does: (context) => [...distrusts(context), get(context)],
      sets: AFRESH,
    },
    {
      ref: 'ORDER-13: refetch after own action',
      in: 'fresh',
      on: 'data.outdated',
      to: 'stale.unwatched',
    },

    {
      ref: 'CALL-15: cache',
      in: 'stale.shown',
      on: 'reader.left',
      to: 'stale.unwatched',
      does: leaves,
      sets: UNWATCHED,
    },
    {
      ref: 'CALL-15: stale data is read again when shown',
      in: 'stale.unwatched',
      on: 'reader.came',
      to: 'refreshing.reading',
      does: (context) => [...opens(context), get(context)],
      sets: () => ({ isWatched: true, attempt: 0 }),
    },
    {
      ref: 'CALL-15: stale data discarded after 5 minutes',
      in: 'stale.unwatched',
      on: 'after discardPause',
      to: 'idle',
      sets: () => ({ data: null, leftOut: 0, updatedAt: null, failure: null }),
      after: 300_000,
    },
    {
      ref: 'TRADE-03: refetches every 10 s',
      in: 'stale.shown',
      on: 'after staleAge',
      if: isPolledAndSeen,
      to: 'refreshing.reading',
      does: gets,
      after: 10_000,
    },
    {
      ref: 'CALL-15: refetched on focus; polling goes on when the tab is seen again',
      in: 'stale.shown',
      on: 'page.visible',
      if: ({ policy }) => policy.isPolled || policy.refreshesOnReturn,
      to: 'refreshing.reading',
      does: gets,
      sets: () => ({ isPageVisible: true, attempt: 0 }),
    },
    {
      ref: 'SOCKET-04: coming online tries again',
      in: 'stale.shown',
      on: 'page.online',
      to: 'refreshing.reading',
      does: gets,
      sets: AFRESH,
    },

    {
      ref: 'CALL-15: a read',
      in: 'refreshing.reading',
      on: ANSWERS,
      to: 'fresh',
      does: distrusts,
      sets: keeps,
    },
    {
      ref: 'LOST-06: retries',
      in: 'refreshing.reading',
      on: PASSING,
      if: mayRetry,
      to: 'refreshing.pausing',
      sets: counts,
    },
    {
      ref: 'CALL-15: keeps the data, marked stale',
      in: 'refreshing.reading',
      on: ANY_FAILURE,
      to: ({ isWatched }) => (isWatched ? 'stale.shown' : 'stale.unwatched'),
      sets: tells,
    },
    {
      ref: 'LOST-06: retries',
      in: 'refreshing.pausing',
      on: 'after retryPause',
      to: 'refreshing.reading',
      does: gets,
      after: pause,
    },
    {
      ref: 'ORDER-13: refetch after own action',
      in: 'refreshing.reading',
      on: 'data.outdated',
      does: (context) => [abort(context), ...distrusts(context), get(context)],
      sets: AFRESH,
    },
    {
      ref: 'ORDER-13: refetch after own action',
      in: 'refreshing.pausing',
      on: 'data.outdated',
      to: 'refreshing.reading',
      does: (context) => [...distrusts(context), get(context)],
      sets: AFRESH,
    },
    {
      ref: 'TRADE-05: refresh button; coming online tries again',
      in: 'refreshing.pausing',
      on: ['user.refresh', 'page.online'],
      to: 'refreshing.reading',
      does: gets,
      sets: AFRESH,
    },

    {
      ref: 'LIVE-07: a stream takes the place of reading',
      in: ['loading.reading', 'refreshing.reading'],
      on: CONFIRMED,
      to: 'live.current',
      does: (context) => [abort(context)],
      sets: pushed,
    },
    {
      ref: 'LIVE-07: a stream takes the place of reading',
      in: ['loading.pausing', 'failed', 'fresh', 'stale.shown', 'refreshing.pausing', 'live.renewing'],
      on: CONFIRMED,
      to: 'live.current',
      sets: pushed,
    },
    {
      ref: 'LIVE-08: what the stream said before is not put over what was read or done since',
      in: ['idle', 'loading*', 'failed', 'fresh', 'stale*', 'refreshing*'],
      on: UNCONFIRMED,
    },
    { ref: 'LIVE-07: each change at once', in: 'live*', on: [CONFIRMED, UNCONFIRMED], sets: pushed },
    {
      ref: 'LIVE-08: after a change of the own a newer snapshot is awaited',
      in: ['live.current', 'live.renewing'],
      on: 'data.outdated',
      to: 'live.renewing',
      does: distrusts,
    },
    {
      ref: 'LIVE-08: after a press a newer snapshot is awaited',
      in: 'live.current',
      on: 'user.refresh',
      to: 'live.renewing',
      does: distrusts,
    },
    {
      ref: 'LIVE-07: reads are the fallback',
      in: 'live.renewing',
      on: 'after renewLimit',
      to: 'refreshing.reading',
      does: gets,
      after: 5000,
    },
    {
      ref: 'LIVE-07: reads are the fallback',
      in: ['live*', 'fresh', 'stale.shown', 'refreshing.pausing'],
      on: 'channel.lost',
      to: 'refreshing.reading',
      does: gets,
    },
    {
      ref: 'LIVE-07: reads are the fallback',
      in: 'refreshing.reading',
      on: 'channel.lost',
      does: (context) => [abort(context), get(context)],
    },
    {
      ref: 'CALL-15: cache',
      in: 'live*',
      on: 'reader.left',
      to: 'stale.unwatched',
      does: leaves,
      sets: UNWATCHED,
    },
    { ref: 'CALL-15: keyed, shared', in: '*', on: 'reader.came', does: opens, sets: WATCHED },
    { ref: 'CALL-15: keyed, shared', in: '*', on: 'reader.left', does: leaves, sets: UNWATCHED },
    { ref: 'CALL-15: hidden tab', in: '*', on: 'page.hidden', sets: () => ({ isPageVisible: false }) },
    { ref: 'CALL-15: hidden tab', in: '*', on: 'page.visible', sets: () => ({ isPageVisible: true }) },
  ]);
