import { describe, expect, it } from 'vitest';
import { createLiveChannels } from '../../../src/machines/live/live.actors.ts';
import type { LiveNews } from '../../../src/machines/socket/socket.rules.ts';
import type { SocketEvent } from '../../../src/machines/socket/socket.machine.ts';
import type { LiveFrame } from '../../../src/services/contract/live.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';
import { scriptedSocket } from '../../models/tools/scriptedSocket.ts';

const TOPIC = 'candles:XMR-BTC/minute';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

/** The stream of one chart, whose candles are just their times. */
function setUp(awaited: readonly string[] = []) {
  const clock = new TestClock();
  const sent: string[] = [];
  const heard = new Set<(frame: LiveFrame) => unknown>();
  const refusals = new Set<() => unknown>();
  const { socket } = scriptedSocket('connected', (event: SocketEvent) => void sent.push(event.type));
  const world = { isVisible: true };
  const browser = scriptedPage({ isVisible: () => world.isVisible });
  const channels = createLiveChannels({
    hub: {
      onLive: (_topic, hear) => {
        heard.add(hear);
        return () => void heard.delete(hear);
      },
      onAuthRequired: (refuse) => {
        refusals.add(refuse);
        return () => void refusals.delete(refuse);
      },
    },
    socket,
    page: browser.page,
    isAwaited: (topic) => awaited.includes(topic),
    clock,
    log: silentLog,
  });
  const frame = (more: Partial<LiveFrame>, ...times: number[]) => {
    const payload = { candles: times.map((time) => [time]) };
    const whole = { kind: 'live', topic: TOPIC, isSnapshot: false, isWhole: false } as const;
    for (const hear of heard) hear({ ...whole, sequence: 0, previousSequence: null, payload, ...more });
  };
  const follow = () => {
    const news: string[] = [];
    const textOf = (one: LiveNews): string =>
      one.type === 'data' ? `${String(one.data)}${one.isConfirmed ? '' : ' perhaps'}` : one.type;
    return { news, ...channels.follow(TOPIC, (one) => void news.push(textOf(one))) };
  };
  return {
    clock,
    sent,
    heard,
    follow,
    show: (isVisible: boolean) => {
      world.isVisible = isVisible;
      browser.say(isVisible ? 'visible' : 'hidden');
      clock.advance(60_000);
    },
    refuse: () => refusals.forEach((refuse) => refuse()),
    unreadable: () => frame({ isSnapshot: true, payload: {} }),
    snapshot: (sequence: number, ...times: number[]) =>
      frame({ isSnapshot: true, isWhole: true, sequence }, ...times),
    update: (sequence: number, ...times: number[]) =>
      frame({ sequence, previousSequence: sequence - 1 }, ...times),
    whole: (sequence: number, ...times: number[]) =>
      frame({ sequence, previousSequence: sequence - 1, isWhole: true }, ...times),
  };
}

describe('a stream (LIVE-01, LIVE-07)', () => {
  it('is a snapshot and the updates that follow it, and is requested once', async () => {
    const { follow, snapshot, update, whole, sent } = setUp();
    const { news } = follow();
    await settled();
    update(8, 3);
    snapshot(10, 1, 2);
    update(11, 3);
    whole(12, 7);
    update(13, 8);
    expect(news).toEqual(['1,2', '1,2,3', '7', '7,8']);
    expect(sent).toEqual(['subscription.added']);
  });

  it('gives late subscribers what is known', async () => {
    const { follow, snapshot, sent } = setUp();
    const first = follow();
    await settled();
    const second = follow();
    expect(second.news).toEqual([]);
    snapshot(10, 1);
    expect([first.news, second.news, follow().news]).toEqual([['1'], ['1'], ['1']]);
    expect(sent).toEqual(['subscription.added']);
  });

  it('is doubtful when a follower distrusts it, until the snapshot that was requested after it', async () => {
    const { follow, snapshot, update } = setUp();
    const one = follow();
    await settled();
    snapshot(10, 1);
    one.distrust();
    update(11, 2);
    expect(one.news).toEqual(['1', '1,2 perhaps']);
    snapshot(12, 1, 2);
    expect(one.news.at(-1)).toBe('1,2');
  });

  it('ends with its last follower, also before it began', async () => {
    const { follow, sent, heard, clock } = setUp();
    follow().end();
    await settled();
    expect([sent, heard.size, clock.pending]).toEqual([[], 0, 0]);
    const [one, other] = [follow(), follow()];
    await settled();
    one.end();
    expect(heard.size).toBe(1);
    other.end();
    // Another one could come at once, as when a screen is left for the next.
    await settled();
    expect([sent, heard.size, clock.pending]).toEqual([['subscription.added', 'subscription.removed'], 0, 0]);
  });

  it('that cannot be read is not requested again by what comes after it', async () => {
    const { follow, unreadable, update, sent } = setUp();
    const { news } = follow();
    await settled();
    unreadable();
    update(1, 2);
    expect([news, sent]).toEqual([[], ['subscription.added']]);
  });

  it.each([
    { awaited: [], left: ['subscription.added', 'subscription.removed'] },
    { awaited: [TOPIC], left: ['subscription.added'] },
  ])(
    'of a page that is hidden for a minute ends, unless it is awaited: $awaited (TRADE-36)',
    async (wish) => {
      const { follow, snapshot, update, show, sent } = setUp(wish.awaited);
      const { news } = follow();
      await settled();
      snapshot(10, 1);
      show(false);
      await settled();
      expect(sent).toEqual(wish.left);
      update(11, 2);
      expect(news.includes('1,2')).toBe(wish.awaited.length > 0);
      show(true);
      await settled();
      expect(sent).toEqual(wish.awaited.length > 0 ? wish.left : [...wish.left, 'subscription.added']);
    },
  );

  it('of candles needs no session', async () => {
    const { follow, refuse, snapshot, sent } = setUp();
    const { news } = follow();
    await settled();
    snapshot(10, 1);
    refuse();
    expect([news, sent]).toEqual([['1'], ['subscription.added']]);
  });
});
