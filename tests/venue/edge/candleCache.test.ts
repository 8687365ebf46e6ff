import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { plainAnswer, zippedAnswer } from '../../../venue/market/candleBlocks.ts';
import { type CandleCache, createCandleCache } from '../../../venue/market/candleCache.ts';
import type { CandleRecord, Frame } from '../../../venue/market/types.ts';
import { createRandom } from '../../../venue/random.ts';

/** Epoch seconds, at a full minute. */
const START = 1_778_111_820;
const MINUTES = 3000;
const bar = (minute: number, price: number): CandleRecord => {
  const close = BigInt(price) * 1000n;
  const volume = BigInt(price) * 7n;
  return {
    time: START + minute * 60,
    open: close - 1n,
    high: close + 1n,
    low: close - 2n,
    close,
    volume,
    quoteVolume: 0n,
  };
};

describe('the chart in blocks (LOAD-01)', () => {
  const random = createRandom('blocks');
  /** With gaps: about every third minute is missing. */
  const bars = Array.from({ length: MINUTES }, (_, minute) => bar(minute, 1000 + minute)).filter(
    ({ time }) => time === START || random.next() > 0.3,
  );
  const liveFrom = START + (MINUTES - 400) * 60;
  const settled = START + (MINUTES - 300) * 60;
  let now: number;
  let live: CandleRecord[];
  let version: number;
  let reads: [start: number, stop: number][];
  let cache: CandleCache;

  beforeEach(() => {
    now = START + MINUTES * 60 - 1;
    live = bars.filter(({ time }) => time >= liveFrom);
    version = 1;
    reads = [];
    cache = createCandleCache(
      {
        read(_pair, _frame, start, stop) {
          reads.push([start, stop]);
          const before = bars.findLast(({ time }) => time <= start)?.time ?? start;
          return Promise.resolve(bars.filter(({ time }) => time >= before && time <= stop));
        },
      },
      { bars: () => live, settledTo: () => settled, version: () => String(version), now: () => now },
    );
  });

  async function read(start: number, stop: number, isWanted = () => true, frame: Frame = 'minute') {
    const slices = await cache.read('XMR-BTC', frame, start, stop, isWanted);
    if (!slices) return null;
    const text = Buffer.from(plainAnswer(slices)).toString();
    expect(gunzipSync(zippedAnswer(slices)).toString()).toBe(text);
    return JSON.parse(text) as [number, ...string[]][];
  }

  /** Every minute from the first to `now`, with the last close where nothing was traded. */
  function wanted(start: number, stop: number): [number, string][] {
    const result: [number, string][] = [];
    let close = '';
    const known = new Map(
      [...bars.filter(({ time }) => time < liveFrom), ...live].map((one) => [one.time, one]),
    );
    for (let time = START; time <= Math.min(stop, now); time += 60) {
      const found = known.get(time);
      if (found) close = (Number(found.close) / 1e8).toFixed(8).replace(/\.?0+$/, '');
      if (time >= start) result.push([time, close]);
    }
    return result;
  }
  const closes = (answer: [number, ...string[]][] | null): [number, string][] =>
    (answer ?? []).map((record) => [record[0], record[5] ?? '']);

  it('equals the bars one by one, for any range', async () => {
    for (let round = 0; round < 100; round += 1) {
      const [a = 0, b = 0] = [random.next(), random.next()]
        .map((part) => START + Math.floor(part * MINUTES * 60))
        .toSorted((left, right) => left - right);
      expect(closes(await read(a, b))).toEqual(wanted(a, b));
    }
  });

  it('has nothing before the first bar, and nothing is "[]"', async () => {
    expect(await read(START - 100_000, START - 60)).toEqual([]);
    expect(closes(await read(START - 100_000, START + 120))).toEqual(wanted(START, START + 120));
  });

  it('reads the past once, whoever requests whatever part', async () => {
    await Promise.all([read(START, settled), read(START + 60, settled), read(START, settled - 60)]);
    const first = reads.length;
    expect(first).toBeLessThanOrEqual(Math.ceil(MINUTES / 256) + 1);
    await Promise.all([read(START, settled - 12_000), read(START + 6000, settled - 30_000)]);
    expect(reads.length).toBe(first);
  });

  it('follows each trade', async () => {
    await read(START, now);
    const last = bar(MINUTES - 1, 9999);
    live = [...live.filter(({ time }) => time < last.time), last];
    version += 1;
    expect(closes(await read(START, now))).toEqual(wanted(START, now));
    // A minute later, without trades.
    now += 60;
    expect(closes(await read(START, now))).toEqual(wanted(START, now));
    expect(closes(await read(now - 59, now)).length).toBe(1);
  });

  it('reads a block of the past again when a late trade changed it', async () => {
    await read(START, START + 600);
    const before = reads.length;
    cache.forget('XMR-BTC', START + 60);
    await read(START, START + 600);
    expect(reads.length).toBe(before + 1);
  });

  it('makes no more blocks for a client that has gone', async () => {
    let asked = 0;
    const gone = await read(START, settled, () => {
      asked += 1;
      return asked <= 2;
    });
    expect(gone).toBeNull();
    expect(reads.length).toBe(2);
  });
});
