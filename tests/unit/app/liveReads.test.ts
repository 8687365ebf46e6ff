import { describe, expect, it } from 'vitest';
import { random } from '../../../scripts/random.ts';
import type { Market } from '../../../src/domain/market.ts';
import { OPEN_STATES } from '../../../src/domain/order.ts';
import { succeeded } from '../../../src/domain/result.ts';
import { createFollowRead } from '../../../src/machines/live/followRead.ts';
import { createLiveChannels } from '../../../src/machines/live/live.actors.ts';
import {
  createResources,
  type ResourceDependencies,
} from '../../../src/machines/resource/resource.actors.ts';
import { isLive, readStatus } from '../../../src/machines/resource/resource.machine.ts';
import type { LiveChannels, LiveNews } from '../../../src/machines/socket/socket.rules.ts';
import type { SocketEvent } from '../../../src/machines/socket/socket.machine.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';
import { scriptedSocket } from '../../models/tools/scriptedSocket.ts';
import { textHub } from '../../models/tools/textHub.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

/** A server whose one market counts its commits as a price, and a page that shows it, with every message on its way. */
function setUp() {
  const clock = new TestClock();
  const { page } = scriptedPage();
  const asked: (() => void)[] = [];
  const frames: string[] = [];
  const answers: { version: number | null; resolve: (answer: unknown) => void }[] = [];
  let version = 1;
  let sequence = 100;
  let isSubscribed = false;
  const hub = textHub(clock.now);
  const markets = () => ({ markets: { 'XMR-BTC': { last_price: String(version) } } });
  const snapshot = (): void => {
    isSubscribed = true;
    frames.push(JSON.stringify({ type: 'markets_snapshot', sequence, ...markets() }));
  };
  const link = scriptedSocket('connected', (event: SocketEvent) => {
    if (event.type === 'subscription.added' || event.type === 'subscription.renewed') asked.push(snapshot);
  });
  const channels = createLiveChannels({ hub, socket: link.socket, page, clock, log: silentLog });
  const follow = createFollowRead({ channels, userId: () => null, clock });
  const http = {
    send: () => new Promise((resolve) => answers.push({ version: null, resolve })),
  } as unknown as ResourceDependencies['http'];
  const resources = createResources({
    http,
    clock,
    page,
    random: () => 0,
    live: { offers: { liveTrades: true, liveMarkets: true, liveAccount: true }, use: (work) => work(follow) },
  });
  const read = resources.of('markets', undefined, null);
  return {
    clock,
    read,
    resources,
    version: () => version,
    shown: () =>
      Number((read.ref.getSnapshot().context.data as readonly Market[] | null)?.[0]?.lastPrice ?? 0),
    commit: (): void => {
      version += 1;
      sequence += 1;
      if (!isSubscribed) return;
      const numbers = { previous_sequence: sequence - 1, sequence };
      frames.push(JSON.stringify({ type: 'markets_update', ...numbers, ...markets() }));
    },
    serve: () => asked.shift()?.(),
    hear: (): void => {
      const frame = frames.shift();
      if (frame) hub.receive(frame);
    },
    lose: () => void frames.shift(),
    sample: () =>
      answers.filter((answer) => answer.version === null).forEach((one) => (one.version = version)),
    answer: (): void => {
      const index = answers.findIndex((answer) => answer.version !== null);
      const [found] = index < 0 ? [] : answers.splice(index, 1);
      found?.resolve(succeeded([{ pair: 'XMR-BTC', lastPrice: String(found.version) }]));
    },
    drop: (): void => {
      frames.length = 0;
      asked.length = 0;
      isSubscribed = false;
      link.say('lost');
    },
    connect: (): void => {
      if (link.socket.status() === 'connected') return;
      asked.push(snapshot);
      link.say('connected');
    },
  };
}

describe('a read that a stream brings (LIVE-07, LIVE-08)', () => {
  it('never shows an older state over a newer one, and is right when all is still', async () => {
    let wasLive = 0;
    for (let seed = 0; seed < 50; seed += 1) {
      const next = random(seed);
      const world = setUp();
      world.read.watch();
      await settled();
      let most = 0;
      let written = 0;
      const acts: readonly [number, () => void][] = [
        [6, world.commit],
        [8, world.serve],
        [12, world.hear],
        [1, world.lose],
        [6, world.sample],
        [6, world.answer],
        [1, world.drop],
        [2, world.connect],
        [2, () => void world.clock.advanceToNext()],
        [
          2,
          () => {
            world.commit();
            written = world.version();
            world.resources.invalidate('markets');
          },
        ],
        [1, () => world.read.ref.send({ type: 'user.refresh' })],
      ];
      const total = acts.reduce((sum, [weight]) => sum + weight, 0);
      for (let step = 0; step < 120; step += 1) {
        let drawn = next() * total;
        acts.find(([weight]) => (drawn -= weight) < 0)?.[1]();
        await settled();
        const shown = world.shown();
        expect(shown, `seed ${seed}, step ${step}`).toBeGreaterThanOrEqual(most);
        most = shown;
        const snapshot = world.read.ref.getSnapshot();
        if (isLive(snapshot)) wasLive += 1;
        // The own change is known before the read counts as fresh again.
        const owed = readStatus(snapshot) === 'fresh' ? written : 0;
        expect(shown, `seed ${seed}`).toBeGreaterThanOrEqual(owed);
      }
      world.connect();
      for (let turn = 0; turn < 40; turn += 1) {
        if (turn === 20) world.commit();
        world.serve();
        world.sample();
        world.answer();
        world.hear();
        await settled();
        if (turn % 4 === 3) world.clock.advanceToNext();
      }
      expect(isLive(world.read.ref.getSnapshot()), `seed ${seed}`).toBe(true);
      expect(world.shown(), `seed ${seed}`).toBe(world.version());
    }
    expect(wasLive).toBeGreaterThan(300);
  });
});

describe('deposits beside a balance that the stream brings (DEPOSIT-08)', () => {
  function following(name: 'deposits' | 'depositStatus' | 'movements', params?: object) {
    let tell: (news: LiveNews) => void = () => undefined;
    const channels: LiveChannels = {
      follow: (topic, told) => {
        expect(topic).toBe('account');
        tell = told;
        return { distrust: () => undefined, end: () => undefined };
      },
    };
    const said: string[] = [];
    const follow = createFollowRead({ channels, userId: () => 'ann', clock: new TestClock() });
    follow({ name, params }, ({ type }) => void said.push(type));
    const account = (balances: readonly object[], ...fills: readonly string[]) => {
      const executions = fills.map((id) => ({ id }));
      const data = { userId: 'ann', balances, orders: [], executions };
      tell({ type: 'data', data, isConfirmed: true });
    };
    return { said, account, tell: (news: LiveNews) => tell(news) };
  }

  it.each([
    ['deposits', { currency: 'BTC', limit: 10, offset: 0 }],
    ['depositStatus', { id: 'd-1' }],
  ] as const)('%s are read again when the balance is another one, and for nothing else', (name, params) => {
    const { said, account, tell } = following(name, params);
    const before = [{ currency: 'BTC', available: '1', inOrders: '0' }];
    account(before);
    account(before);
    // Each snapshot is made of new objects, and a read asks for one.
    account(structuredClone(before));
    tell({ type: 'lost' });
    expect(said).toEqual([]);
    account([{ currency: 'BTC', available: '2', inOrders: '0' }]);
    expect(said).toEqual(['channel.lost']);
  });

  it('what comes and goes is read again when coins do without a trade, and not for an order (NOTICE-03)', () => {
    const { said, account } = following('movements');
    const bitcoin = (available: string, inOrders: string) => [{ currency: 'BTC', available, inOrders }];
    account(bitcoin('1', '0'), 'a');
    account(bitcoin('0.3', '0.7'), 'a');
    account(bitcoin('0.3', '0.2'), 'b', 'a');
    expect(said).toEqual([]);
    account(bitcoin('2.3', '0.2'), 'b', 'a');
    expect(said).toEqual(['channel.lost']);
    account(bitcoin('2.3', '0.2'), 'b', 'a');
    expect(said).toHaveLength(1);
  });
});

describe('a read of the stream of the account (LIVE-07)', () => {
  const rows = (...pairs: string[]) => pairs.map((pair, at) => ({ id: `${pair}-${at}`, pair }));
  const XMR = rows('XMR-BTC', 'BTC-USDT', 'XMR-BTC', 'XMR-BTC');
  const account = (part: object = {}) => ({
    userId: 'me',
    orders: XMR,
    executions: XMR,
    hasMoreOrders: false,
    balances: ['mine'],
    ...part,
  });
  const OWN = { state: OPEN_STATES, skip: 0, limit: 2 };

  /** The results of this read after each of the stream's data; null where it follows no stream. */
  function told(name: 'orders' | 'executions' | 'balances', params: unknown, ...stream: object[]) {
    const said: unknown[] = [];
    const follow = createFollowRead({
      channels: {
        follow: (topic, hear) => {
          expect(topic).toBe('account');
          for (const data of stream) hear({ type: 'data', data, isConfirmed: true });
          return { distrust: () => undefined, end: () => undefined };
        },
      },
      userId: () => 'me',
      clock: { now: () => 7 },
    });
    const read = { name, params } as Parameters<typeof follow>[0];
    const follower = follow(read, (event) => said.push('data' in event ? event.data : event.type));
    return follower && said;
  }

  it.each([
    ['orders', OWN, account(), XMR.slice(0, 2)],
    ['orders', { ...OWN, pair: 'XMR-BTC' }, account(), [XMR[0], XMR[2]]],
    ['orders', OWN, account({ hasMoreOrders: true }), 'channel.lost'],
    ['executions', OWN, account(), XMR.slice(0, 2)],
    ['executions', { ...OWN, pair: 'BTC-USDT' }, account(), [XMR[1]]],
    ['balances', undefined, account(), ['mine']],
    // Another user has signed in by now.
    ['balances', undefined, account({ userId: 'other' }), 'channel.lost'],
  ] as const)('%s of %j', (name, params, data, says) => {
    expect(told(name, params, data)).toEqual([says]);
  });

  it('of executions is read again where older ones of the pair may have been left out', () => {
    const executions = rows(...Array.from({ length: 100 }, () => 'XMR-BTC'));
    const ofBtc = { skip: 0, limit: 2, pair: 'BTC-USDT' };
    expect(told('executions', ofBtc, account({ executions }))).toEqual(['channel.lost']);
  });

  it('is the same list until the stream has another, so that nothing is painted for it', () => {
    const said = told('orders', OWN, account(), account({ balances: [] })) ?? [];
    expect(said).toHaveLength(2);
    expect(said[0]).toBe(said[1]);
  });

  it.each([
    ['orders', { ...OWN, skip: 20 }],
    ['orders', { ...OWN, state: undefined }],
    ['executions', { ...OWN, skip: 20 }],
  ] as const)('has no stream for %s with %j', (name, params) => {
    expect(told(name, params, account())).toBeNull();
  });
});
