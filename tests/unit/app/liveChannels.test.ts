import { describe, expect, it } from 'vitest';
import { createLiveChannels } from '../../../src/machines/live/live.actors.ts';
import type { LiveNews } from '../../../src/machines/socket/socket.rules.ts';
import type { SocketEvent } from '../../../src/machines/socket/socket.machine.ts';
import type { LiveFrame } from '../../../src/services/contract/live.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';
import { scriptedSocket } from '../../models/tools/scriptedSocket.ts';

const TOPIC = 'candles:XMR-BTC/minute';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

/** The stream of one chart, whose candles are just their times. */
function setUp() {
  const clock = new TestClock();
  const sent: string[] = [];
  const warnings: string[] = [];
  const heard = new Set<(frame: LiveFrame) => unknown>();
  const { socket, say } = scriptedSocket('connected', (event: SocketEvent) => void sent.push(event.type));
  const channels = createLiveChannels({
    hub: {
      onLive: (_topic, hear) => {
        heard.add(hear);
        return () => void heard.delete(hear);
      },
      onAuthRequired: () => () => undefined,
    },
    socket,
    page: scriptedPage().page,
    clock,
    log: { defect: () => undefined, warning: (message) => void warnings.push(message) },
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
    warnings,
    heard,
    say,
    follow,
    snapshot: (sequence: number, ...times: number[]) =>
      frame({ isSnapshot: true, isWhole: true, sequence }, ...times),
    update: (sequence: number, ...times: number[]) =>
      frame({ sequence, previousSequence: sequence - 1 }, ...times),
    whole: (sequence: number, ...times: number[]) =>
      frame({ sequence, previousSequence: sequence - 1, isWhole: true }, ...times),
  };
}

describe('a stream (LIVE-01, LIVE-07)', () => {
  it('is a snapshot and the updates that follow it, and is asked for once', async () => {
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

  it('is lost by a gap, and begins again with the snapshot that is then asked for', async () => {
    const { follow, snapshot, update, sent } = setUp();
    const { news } = follow();
    await settled();
    snapshot(10, 1);
    update(12, 3);
    update(13, 4);
    expect([news, sent]).toEqual([
      ['1', 'lost'],
      ['subscription.added', 'subscription.renewed'],
    ]);
    snapshot(20, 5);
    expect(news).toEqual(['1', 'lost', '5']);
  });

  it('asks again no sooner than a quarter of a second later, and when no answer came after ten', async () => {
    const { follow, snapshot, update, sent, clock } = setUp();
    follow();
    await settled();
    const renewed = () => sent.filter((type) => type === 'subscription.renewed').length;
    const began = clock.now();
    const next = () => {
      clock.advanceToNext();
      return [clock.now() - began, renewed()];
    };
    snapshot(10, 1);
    update(12, 3);
    snapshot(20, 1);
    update(22, 3);
    expect(renewed()).toBe(1);
    expect(next()).toEqual([250, 2]);
    expect(next()).toEqual([500, 2]);
    expect(next()).toEqual([10_250, 3]);
  });

  it('tells who comes later what is known', async () => {
    const { follow, snapshot, sent } = setUp();
    const first = follow();
    await settled();
    const second = follow();
    expect(second.news).toEqual([]);
    snapshot(10, 1);
    expect([first.news, second.news, follow().news]).toEqual([['1'], ['1'], ['1']]);
    expect(sent).toEqual(['subscription.added']);
  });

  it('is only perhaps what a follower distrusts, until the snapshot that was asked for after it', async () => {
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
    expect([sent, heard.size, clock.pending]).toEqual([['subscription.added', 'subscription.removed'], 0, 0]);
  });

  it('that cannot be read is lost, and the console says so', async () => {
    const { follow, snapshot, heard, warnings } = setUp();
    const { news } = follow();
    await settled();
    snapshot(10, 1);
    for (const hear of heard)
      hear({
        kind: 'live',
        topic: TOPIC,
        isSnapshot: true,
        isWhole: true,
        sequence: 11,
        previousSequence: null,
        payload: {},
      });
    expect([news, warnings]).toEqual([['1', 'lost'], [`${TOPIC}: a frame of the stream cannot be read`]]);
  });

  it('is lost with the link, and goes on with the snapshot of the next', async () => {
    const { follow, snapshot, say, sent } = setUp();
    const { news } = follow();
    await settled();
    snapshot(10, 1);
    say('lost');
    say('connected');
    snapshot(3, 2);
    expect([news, sent]).toEqual([['1', 'lost', '2'], ['subscription.added']]);
  });
});
