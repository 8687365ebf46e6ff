import { describe, expect, it } from 'vitest';
import { aggregate, withoutGaps } from '../../../venue/market/bars.ts';
import { createHistory, HISTORY_DAYS, type HistoryPair } from '../../../venue/market/history.ts';
import { PAIR_MODELS } from '../../../venue/market/model.ts';
import { type CandleRecord, type Frame, FRAME_LENGTH } from '../../../venue/market/types.ts';

/** Ticks and increments as the venue lists them, in units of 10^-8. */
const PAIRS: readonly HistoryPair[] = [
  { symbol: 'XMR-BTC', tick: 100n, increment: 1_000_000n },
  { symbol: 'GRIN-BTC', tick: 1n, increment: 100_000_000n },
  { symbol: 'WOW-BTC', tick: 1n, increment: 100_000_000n },
  { symbol: 'XMR-USDT', tick: 1_000_000n, increment: 10_000n },
  { symbol: 'BTC-USDT', tick: 1_000_000n, increment: 100n },
  { symbol: 'KAS-USDT', tick: 1000n, increment: 10_000_000n },
  { symbol: 'AVAX-USDT', tick: 100_000n, increment: 1_000_000n },
];
const NOW = Math.floor(Date.UTC(2026, 10, 21, 13, 37, 12) / 1000);
const FRAMES: readonly Frame[] = ['minute', 'hour', 'day'];
const history = createHistory(PAIRS, 'seed', NOW);
const barsOf = (pair: string, frame: Frame): readonly CandleRecord[] => history.get(pair)?.[frame] ?? [];

describe.each(PAIRS)('the generated past of $symbol', ({ symbol, tick, increment }) => {
  it('has a bar for every minute, hour and day, up to the last complete one', () => {
    for (const frame of FRAMES) {
      const bars = barsOf(symbol, frame);
      const length = FRAME_LENGTH[frame];
      expect(bars.every(({ time }) => time % length === 0)).toBe(true);
      expect(bars.slice(1).every(({ time }, index) => time - (bars[index]?.time ?? 0) === length)).toBe(true);
      const [first, last] = [bars[0]?.time ?? NOW, bars.at(-1)?.time ?? 0];
      expect(NOW - first).toBeGreaterThanOrEqual(HISTORY_DAYS[frame] * 86_400);
      expect(last + length).toBeLessThanOrEqual(NOW);
      expect(last + 2 * length).toBeGreaterThan(NOW);
    }
  });

  it('keeps every price on the tick, every volume on the increment, and low ≤ open, close ≤ high', () => {
    for (const frame of FRAMES) {
      for (const { open, high, low, close, volume, quoteVolume } of barsOf(symbol, frame)) {
        const isSound =
          [open, high, low, close].every((price) => price > 0n && price % tick === 0n) &&
          low <= open &&
          low <= close &&
          high >= open &&
          high >= close &&
          volume > 0n &&
          volume % increment === 0n &&
          quoteVolume * 100_000_000n <= volume * high;
        expect(isSound).toBe(true);
      }
    }
  });

  it('opens every bar at the previous close', () => {
    for (const frame of FRAMES) {
      const bars = barsOf(symbol, frame);
      expect(bars.slice(1).every((bar, index) => bar.open === bars[index]?.close)).toBe(true);
    }
  });

  it('hours are made of their minutes, and days of their hours', () => {
    for (const [short, long] of [
      ['minute', 'hour'],
      ['hour', 'day'],
    ] as const) {
      const made = new Map(aggregate(barsOf(symbol, short), long).map((bar) => [bar.time, bar]));
      const both = barsOf(symbol, long).filter(({ time }) => made.has(time));
      expect(both.length).toBeGreaterThan(HISTORY_DAYS[short] * (long === 'hour' ? 23 : 0.9));
      for (const bar of both) expect(bar).toEqual(made.get(bar.time));
    }
  });

  it('ends where trading begins, and moves like a market', () => {
    const last = Number(barsOf(symbol, 'minute').at(-1)?.close ?? 0n) / 1e8;
    const worth = PAIR_MODELS[symbol]?.worth ?? 0;
    expect(Math.abs(last - worth)).toBeLessThanOrEqual(Number(tick) / 1e8);
    const closes = barsOf(symbol, 'day').map(({ close }) => Number(close));
    const moves = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? 1)));
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    expect(deviation).toBeGreaterThan(0.01);
    expect(deviation).toBeLessThan(0.09);
  });
});

describe('the generated past', () => {
  it('keeps the triangle: XMR-BTC is XMR-USDT over BTC-USDT in every bar', () => {
    for (const frame of FRAMES) {
      const [cross, top, bottom] = ['XMR-BTC', 'XMR-USDT', 'BTC-USDT'].map((pair) => barsOf(pair, frame));
      for (const [index, bar] of (cross ?? []).entries()) {
        const quotient = Number(top?.[index]?.close) / Number(bottom?.[index]?.close);
        // Each of the three is on its own tick: half a tick of XMR-BTC, and the others' share of it.
        expect(Math.abs(Number(bar.close) / 1e8 - quotient)).toBeLessThan(0.000_000_6);
      }
    }
  });

  it('is the same for the same seed, and another one for another', () => {
    expect(createHistory(PAIRS, 'seed', NOW)).toEqual(history);
    expect(createHistory(PAIRS, 'other', NOW)).not.toEqual(history);
  });

  it('is made quickly', () => {
    // Processor time: waiting for a turn depends on the machine.
    const before = process.cpuUsage();
    createHistory(PAIRS, 'quick', NOW);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3000);
  });
});

describe('bars without gaps', () => {
  const bar = (time: number, close: bigint): CandleRecord => ({
    time,
    open: 1n,
    high: 9n,
    low: 1n,
    close,
    volume: 5n,
    quoteVolume: 5n,
  });
  const times = (bars: readonly CandleRecord[]) =>
    bars.map(({ time, close, volume }) => [time, Number(close), Number(volume)]);

  it('continue with the last close where nothing was traded', () => {
    expect(times(withoutGaps([bar(60, 3n), bar(240, 7n)], 'minute', 61, 320))).toEqual([
      [120, 3, 0],
      [180, 3, 0],
      [240, 7, 5],
      [300, 7, 0],
    ]);
  });

  it('invent nothing before the first trade', () => {
    expect(times(withoutGaps([bar(240, 7n)], 'minute', 0, 240))).toEqual([[240, 7, 5]]);
    expect(withoutGaps([], 'minute', 0, 600)).toEqual([]);
  });

  it('contain exactly the bars that open in the range', () => {
    const bars = [bar(0, 2n), bar(60, 3n), bar(120, 4n), bar(180, 5n)];
    expect(times(withoutGaps(bars, 'minute', 60, 120))).toEqual([
      [60, 3, 5],
      [120, 4, 5],
    ]);
  });
});
