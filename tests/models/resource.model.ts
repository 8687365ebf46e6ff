import type { SnapshotFrom } from 'xstate';
import { readRules } from '../../src/machines/resource/resource.reads.ts';
import { type LiveReads, resourceImplementations } from '../../src/machines/resource/resource.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  resourceMachine,
  type ReadPolicy,
  type ResourceEvent,
  type ResourceInput,
} from '../../src/machines/resource/index.ts';
import { createFollowRead } from '../../src/machines/live/index.ts';
import type { LiveNews } from '../../src/machines/socket/index.ts';
import type { PageFact } from '../../src/services/page.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import { resourceSpec, STREAMED } from './resource.spec.ts';
import { resourcePhrases } from './resource.phrases.ts';

type Machine = typeof resourceMachine;
type Snapshot = SnapshotFrom<Machine>;

/** Stands still, because times of data are compared. */
const NOW = Date.UTC(2026, 0, 5, 12);

const TRADE = { id: 7, pair: 'XMR-BTC', price: '0.0031', amount: 2, operation: 'BUY', time: 1_767_600_000 };
const TRADES = [
  { id: '7', pair: 'XMR-BTC', price: '0.0031', amount: '2', side: 'buy', time: 1_767_600_000_000 },
];

/** What a stream brings. */
export const PUSHED = [{ ...TRADES[0], id: '8' }];

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
    {
      status: 404,
      text: 'Unknown pair.',
      serverCode: 'PAIR_NOT_FOUND',
      code: 'refused',
      retryable: false,
    },
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

function world(isStreamed = false): World<Machine> {
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
  { name: 'channel.lost', event: { type: 'channel.lost' }, when: ({ context }) => context.isWatched },
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
  world: () => world(),
});

const named = (...names: readonly string[]): Outcome<Snapshot>[] =>
  endings.filter(({ name }) => names.includes(name));

export const resourceModel: MachineModel<Machine> = {
  name: 'resource',
  phrases: resourcePhrases,
  machine: resourceMachine,
  variants: [
    variant('polled, one retry', readRules.trades.policy, endings),
    variant(
      'read again on return, three retries',
      readRules.pairSettings.policy,
      named('trades', 'refused', 'server down'),
    ),
    variant(
      'never read again by itself, no retry',
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
      world: () => world(true),
    },
  ],
  // Of a failure only the pause that the server asks for matters.
  key: ({ value, context: { failure, ...context } }) => ({
    value,
    ...context,
    failure: failure && (failure.retryAfter ?? true),
  }),
  spec: resourceSpec,
  invariant: ({ value, context, tags }) => {
    const hasData = context.data !== null;
    const isEmpty =
      value === 'idle' || value === 'failed' || (typeof value === 'object' && 'loading' in value);
    if (hasData === isEmpty) return `data is ${hasData ? 'there' : 'missing'} in ${JSON.stringify(value)}`;
    if (hasData !== (context.updatedAt !== null)) return 'data without its time';
    const isBusy =
      typeof value === 'object' &&
      ('loading' in value || 'refreshing' in value || ('live' in value && value.live === 'renewing'));
    if (tags.has('failed') !== (value === 'failed')) return 'failed is said at the wrong time';
    return tags.has('busy') === isBusy ? undefined : 'busy is said at the wrong time';
  },
};
