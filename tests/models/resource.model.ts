import type { SnapshotFrom } from 'xstate';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  type ReadOutput,
  type ResourceContext,
  resourceMachine,
  type ResourceEvent,
  type ResourceInput,
} from '../../src/machines/resource/resource.machine.ts';
import { type ReadPolicy, readRules } from '../../src/machines/resource/resource.reads.ts';
import { type LiveReads, resourceImplementations } from '../../src/machines/resource/resource.actors.ts';
import { createFollowRead } from '../../src/machines/live/followRead.ts';
import type { LiveNews } from '../../src/machines/socket/socket.rules.ts';
import type { PageFact } from '../../src/services/page.ts';
import * as selectors from '../../src/machines/resource/resource.machine.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Sut } from './tools/walk.ts';

/** The pair whose trades a stream brings. */
const STREAMED = 'LTC-BTC';
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
const isNew = ({ updatedAt }: ResourceContext): boolean => updatedAt === null;
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

const requirements: readonly Row<ResourceContext>[] = [
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
    says: 'a screen shows the data',
    to: 'reading.sending',
    does: (context) => [...opens(context), get(context)],
    sets: WATCHED,
  },
  { ref: 'CALL-15: a read', in: 'reading.sending', on: ANSWERS, to: 'fresh', does: distrusts, sets: keeps },
  {
    ref: 'LOST-06: retries',
    in: 'reading.sending',
    on: PASSING,
    if: mayRetry,
    to: 'reading.pausing',
    sets: counts,
  },
  {
    ref: 'MARKET-05: fetch failure',
    in: 'reading.sending',
    on: ANY_FAILURE,
    if: isNew,
    to: 'failed',
    sets: tells,
  },
  {
    ref: 'CALL-15: keeps the data, marked stale',
    in: 'reading.sending',
    on: ANY_FAILURE,
    to: ({ isWatched }) => (isWatched ? 'stale.shown' : 'stale.unwatched'),
    sets: tells,
  },
  {
    ref: 'LOST-06: retries',
    in: 'reading.pausing',
    on: 'after retryPause',
    says: 'the pause before the next try is over',
    to: 'reading.sending',
    does: gets,
    after: pause,
  },
  {
    ref: 'CALL-15: keyed, shared',
    in: 'reading.sending',
    on: 'reader.left',
    says: 'a screen shows the data no more',
    if: isNew,
    to: 'idle',
    does: (context) => [abort(context), ...leaves(context)],
    sets: () => ({ isWatched: false, failure: null, attempt: 0 }),
  },
  {
    ref: 'CALL-15: keyed, shared',
    in: ['reading.pausing', 'failed'],
    on: 'reader.left',
    if: isNew,
    to: 'idle',
    does: leaves,
    sets: () => ({ isWatched: false, failure: null, attempt: 0 }),
  },
  {
    ref: 'ORDER-13: refetch after own action',
    in: 'reading.sending',
    on: 'data.outdated',
    says: 'the user has changed something, and the data is old',
    does: (context) => [abort(context), ...distrusts(context), get(context)],
    sets: AFRESH,
  },
  {
    ref: 'ORDER-13: refetch after own action',
    in: ['reading.pausing', 'failed'],
    on: 'data.outdated',
    to: 'reading.sending',
    does: (context) => [...distrusts(context), get(context)],
    sets: AFRESH,
  },
  {
    ref: 'MARKET-05: Retry button; coming online tries again',
    in: ['reading.pausing', 'failed'],
    on: ['user.refresh', 'page.online'],
    to: 'reading.sending',
    does: gets,
    sets: AFRESH,
  },
  {
    ref: 'MARKET-05: Retry button',
    in: 'failed',
    on: 'page.visible',
    says: 'the page becomes visible',
    to: 'reading.sending',
    does: gets,
    sets: () => ({ isPageVisible: true, attempt: 0 }),
  },
  {
    ref: 'TRADE-03: refetches every 10 s',
    in: 'failed',
    on: 'after staleAge',
    says: 'the data is old',
    if: isPolledAndSeen,
    to: 'reading.sending',
    does: gets,
    sets: AFRESH,
    after: 10_000,
  },

  {
    ref: 'TRADE-03: refetches every 10 s',
    in: 'fresh',
    on: 'after staleAge',
    if: (context) => isPolledAndSeen(context) && context.isWatched,
    to: 'reading.sending',
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
    says: 'the user refreshes',
    to: 'reading.sending',
    does: gets,
    sets: AFRESH,
  },
  {
    ref: 'ORDER-13: refetch after own action',
    in: ['fresh', 'stale.shown'],
    on: 'data.outdated',
    if: ({ isWatched }) => isWatched,
    to: 'reading.sending',
    does: (context) => [...distrusts(context), get(context)],
    sets: AFRESH,
  },
  { ref: 'ORDER-13: refetch after own action', in: 'fresh', on: 'data.outdated', to: 'stale.unwatched' },

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
    to: 'reading.sending',
    does: (context) => [...opens(context), get(context)],
    sets: () => ({ isWatched: true, attempt: 0 }),
  },
  {
    ref: 'CALL-15: stale data discarded after 5 minutes',
    in: 'stale.unwatched',
    on: 'after discardPause',
    says: 'the old data has not been shown for a while',
    to: 'idle',
    sets: () => ({ data: null, leftOut: 0, updatedAt: null, failure: null }),
    after: 300_000,
  },
  {
    ref: 'TRADE-03: refetches every 10 s',
    in: 'stale.shown',
    on: 'after staleAge',
    if: isPolledAndSeen,
    to: 'reading.sending',
    does: gets,
    after: 10_000,
  },
  {
    ref: 'CALL-15: refetched on focus; polling goes on when the tab is seen again',
    in: 'stale.shown',
    on: 'page.visible',
    if: ({ policy }) => policy.isPolled || policy.refreshesOnReturn,
    to: 'reading.sending',
    does: gets,
    sets: () => ({ isPageVisible: true, attempt: 0 }),
  },
  {
    ref: 'SOCKET-04: coming online tries again',
    in: 'stale.shown',
    on: 'page.online',
    says: 'the browser reports a network',
    to: 'reading.sending',
    does: gets,
    sets: AFRESH,
  },

  {
    ref: 'LIVE-07: a stream takes the place of reading',
    in: 'reading.sending',
    on: CONFIRMED,
    to: 'live.current',
    does: (context) => [abort(context)],
    sets: pushed,
  },
  {
    ref: 'LIVE-07: a stream takes the place of reading',
    in: ['reading.pausing', 'failed', 'fresh', 'stale.shown', 'live.renewing'],
    on: CONFIRMED,
    to: 'live.current',
    sets: pushed,
  },
  {
    ref: 'LIVE-08: what the stream said before is not put over what was read or done since',
    in: ['idle', 'reading*', 'failed', 'fresh', 'stale*'],
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
    says: 'the newer snapshot does not come in time',
    to: 'reading.sending',
    does: gets,
    after: 5000,
  },
  {
    ref: 'LIVE-07: reads are the fallback',
    in: ['live*', 'fresh', 'stale.shown', 'reading.pausing'],
    on: 'channel.lost',
    if: (context) => !isNew(context),
    to: 'reading.sending',
    does: gets,
  },
  {
    ref: 'LIVE-07: reads are the fallback',
    in: 'reading.sending',
    on: 'channel.lost',
    if: (context) => !isNew(context),
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
  {
    ref: 'CALL-15: hidden tab',
    in: '*',
    on: 'page.hidden',
    says: 'the page goes to the back',
    sets: () => ({ isPageVisible: false }),
  },
  { ref: 'CALL-15: hidden tab', in: '*', on: 'page.visible', sets: () => ({ isPageVisible: true }) },
];

type Machine = typeof resourceMachine;
type Snapshot = SnapshotFrom<Machine>;

/** Stands still, because times of data are compared. */
const NOW = Date.UTC(2026, 0, 5, 12);

const TRADE = { id: 7, pair: 'XMR-BTC', price: '0.0031', amount: 2, operation: 'BUY', time: 1_767_600_000 };
const TRADES = [
  { id: '7', pair: 'XMR-BTC', price: '0.0031', amount: '2', side: 'buy', time: 1_767_600_000_000 },
];

/** Data of a stream. */
const PUSHED = [{ ...TRADES[0], id: '8' }];

const json = (body: unknown): Reply => ({ status: 200, body });
const fails = (name: string, reply: Reply, failure: Failure): Outcome<Snapshot> => ({
  name,
  reply,
  error: new OutageError(failure),
});

const endings: readonly Outcome<Snapshot>[] = [
  {
    name: 'trades',
    // An unreadable one is left out and counted (CALL-05).
    reply: json([TRADE, { ...TRADE, price: 'free' }]),
    done: { data: TRADES, leftOut: 1, at: NOW },
  },
  { name: 'no trades', reply: json({ trades: [] }), done: { data: [], leftOut: 0, at: NOW } },
  fails(
    'refused',
    { status: 404, body: { message: 'Unknown pair.', code: 'PAIR_NOT_FOUND' } },
    { status: 404, text: 'Unknown pair.', serverCode: 'PAIR_NOT_FOUND', code: 'refused', retryable: false },
  ),
  fails('unreadable', json('<html>'), {
    status: 200,
    code: 'unreadable',
    retryable: false,
    cause: 'trades 200',
  }),
  fails(
    'too many',
    { status: 429, body: { error: 'Slow down' }, retryAfter: 7 },
    { status: 429, text: 'Slow down', retryAfter: 7, code: 'tooMany', retryable: true },
  ),
  fails(
    'server down',
    { status: 503, body: undefined },
    { status: 503, code: 'server', retryable: true, cause: 'trades 503' },
  ),
  fails('no answer', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
  fails('silence', 'silence', { code: 'timeout', retryable: true, cause: 'AbortError' }),
];

function sut(isStreamed = false): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const listeners = new Set<(fact: PageFact) => void>();
  let tell: ((news: LiveNews) => void) | null = null;
  const followRead = createFollowRead({
    userId: () => null,
    clock: { now: () => NOW },
    channels: {
      follow(topic, hear) {
        effects.push(`follow ${topic}`);
        tell = hear;
        return {
          distrust: () => effects.push('distrust'),
          end: () => {
            effects.push('leave');
            tell = null;
          },
        };
      },
    },
  });
  const live: LiveReads = {
    offers: { liveTrades: isStreamed, liveMarkets: false, liveAccount: false },
    use: (work) => work(followRead),
  };
  const say = (event: { type: string }): void => {
    for (const hear of listeners) hear(event.type.slice('page.'.length) as PageFact);
  };
  return {
    machine: resourceMachine.provide(
      resourceImplementations({
        http: network.http,
        clock: { now: () => NOW },
        page: {
          isVisible: () => true,
          listen: (hear) => {
            listeners.add(hear);
            return () => listeners.delete(hear);
          },
        },
        random: () => 0.5,
        live,
      }),
    ),
    clock: new TestClock(),
    settle: (_invokeId, outcome) => network.reply(outcome.reply as Reply),
    drive: {
      'page.hidden': say,
      'page.visible': say,
      'page.online': say,
      'channel.data': ({ data, isConfirmed }) =>
        tell?.({ type: 'data', data, isConfirmed: isConfirmed === true }),
      'channel.lost': () => tell?.({ type: 'lost' }),
    },
    drain: () => effects.splice(0),
    leaks: () => [
      ...network.open(),
      ...(listeners.size > 0 ? ['page listener'] : []),
      ...(tell ? ['a followed stream'] : []),
    ],
  };
}

type PlainEvent = Extract<
  ResourceEvent['type'],
  `reader.${string}` | `page.${string}` | 'user.refresh' | 'data.outdated'
>;

const plain = (type: PlainEvent, when?: EventCase<Machine>['when']): EventCase<Machine> => ({
  name: type,
  event: { type },
  ...(when ? { when } : {}),
});

/** Readers and attempts are independent, and their product is long to walk. */
const early = ({ context }: Snapshot): boolean => context.attempt < 2;

/** Readers are counted outside: the first one comes, the last one leaves. */
const events: readonly EventCase<Machine>[] = [
  plain('reader.came', ({ context }) => !context.isWatched),
  plain('reader.left', (snapshot) => snapshot.context.isWatched && early(snapshot)),
  plain('user.refresh'),
  plain('data.outdated'),
  plain('page.hidden', (snapshot) => snapshot.context.isPageVisible && early(snapshot)),
  plain('page.visible', ({ context }) => !context.isPageVisible),
  plain('page.online'),
];

const streamed: readonly EventCase<Machine>[] = [
  ...events,
  ...[true, false].map((isConfirmed) => ({
    name: `channel.data ${isConfirmed ? 'confirmed' : 'unconfirmed'}`,
    event: { type: 'channel.data' as const, data: PUSHED, at: NOW, isConfirmed },
    when: ({ context }: Snapshot) => context.isWatched,
  })),
  {
    name: 'channel.lost',
    says: 'the stream is lost',
    event: { type: 'channel.lost' },
    when: ({ context }) => context.isWatched,
  },
];

const variant = (
  name: string,
  policy: ReadPolicy,
  outcomes: readonly Outcome<Snapshot>[],
): Variant<Machine> => ({
  name,
  input: { name: 'trades', params: { pair: 'XMR-BTC' }, policy } satisfies ResourceInput,
  events,
  outcomes: { read: outcomes },
  sut: () => sut(),
});

const named = (...names: readonly string[]): Outcome<Snapshot>[] =>
  endings.filter(({ name }) => names.includes(name));

export const resourceModel: MachineModel<Machine> = {
  name: 'resource',
  machine: resourceMachine,
  states: {
    idle: 'nobody shows the data, and nothing is kept',
    fresh: 'the data is shown as new',
    'reading.sending': 'the data is being read, and what is known stays on the screen',
    'reading.pausing': 'the next try waits, and what is known stays on the screen',
    'stale.shown': 'the data is shown as old',
    'stale.unwatched': 'nobody looks at the old data',
    failed: 'the page says why there is nothing to show',
    'live.current': 'the data is shown as the stream brings it',
    'live.renewing': 'the data is shown, and a newer one is awaited from the stream',
  },
  says: {
    'channel.data confirmed': 'the stream brings data that the server confirms',
    'channel.data unconfirmed': 'the stream brings data from before the change',
  },
  services: { read: 'the read' },
  endings: { trades: 'brings data', 'no trades': 'brings an empty list' },
  variants: [
    variant('polled, one retry', readRules.trades.policy, endings),
    variant(
      'read again on return, three retries',
      readRules.pairSettings.policy,
      named('trades', 'refused', 'server down'),
    ),
    variant(
      'never read again automatically, no retry',
      { ...readRules.pairSettings.policy, refreshesOnReturn: false, retries: 0 },
      named('trades', 'server down'),
    ),
    {
      ...variant('brought by a stream', readRules.trades.policy, named('trades', 'server down')),
      input: {
        name: 'trades',
        params: { pair: STREAMED },
        policy: readRules.trades.policy,
      } satisfies ResourceInput,
      events: streamed,
      sut: () => sut(true),
    },
  ],
  // Of a failure only the pause that the server asks for matters.
  key: ({ value, context: { failure, ...context } }) => ({
    value,
    ...context,
    failure: failure && (failure.retryAfter ?? true),
  }),
  requirements,
  invariant: ({ value, context, tags }) => {
    const hasData = context.data !== null;
    const isReading = typeof value === 'object' && 'reading' in value;
    if (!isReading && hasData === (value === 'idle' || value === 'failed'))
      return `data is ${hasData ? 'there' : 'missing'} in ${JSON.stringify(value)}`;
    if (hasData !== (context.updatedAt !== null)) return 'data without its time';
    const isBusy = isReading || (typeof value === 'object' && 'live' in value && value.live === 'renewing');
    if (tags.has('failed') !== (value === 'failed')) return 'failed is said at the wrong time';
    return tags.has('busy') === isBusy ? undefined : 'busy is said at the wrong time';
  },
  selectors: {
    from: selectors,
    rules: {
      readStatus: ({ updatedAt }: ResourceContext, state: string) => {
        if (state.startsWith('reading')) return updatedAt === null ? 'loading' : 'refreshing';
        return { 'live.current': 'fresh', 'live.renewing': 'refreshing' }[state] ?? state.split('.')[0];
      },
      isLive: [
        [/^live/, true],
        [/./, false],
      ],
      selectData: { context: 'data' },
      selectUpdatedAt: { context: 'updatedAt' },
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /^(reading|live\.renewing)/, failed: /^failed/ },
};
