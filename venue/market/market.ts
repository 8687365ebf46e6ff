import type { Pool } from 'pg';
import { decimal, divideBy, fromUnits, toFixedText, toUnits } from '../../src/domain/decimal.ts';
import type { Exchange, TradeRecord } from '../exchange.ts';
import type { Log } from '../log.ts';
import { aggregate, withoutGaps } from './bars.ts';
import { createCandleTable } from './candles.ts';
import { createHistory } from './history.ts';
import { createRecent, type Recent, type Tick } from './recent.ts';
import { tradesSince } from './tradesSince.ts';
import {
  barStart,
  type CandleRecord,
  type Frame,
  FRAME_LENGTH,
  type MarketFigures,
  UNIT_SCALE,
} from './types.ts';

const DAY = FRAME_LENGTH.day;
/** Bars per answer; a longer range returns the newest. 8 days of minutes fit. */
export const MOST_BARS = 12_000;
/** Days after which minutes are deleted; hours and days stay. */
const KEEP_MINUTES = 30;
/** Seconds to wait for late trades before a minute is stored. */
const GRACE = 2;
const STORE_EVERY = 5000;
/** Seconds after which another node has certainly stored a minute. */
const STORED_BY = 600;
const FIGURES_FRESH = 1000;

/** Candles and 24 hour figures from the venue's trades. */
export interface MarketData {
  /** From memory. */
  figures(pair: string): MarketFigures;
  /** Bars from `start` to `stop` (epoch seconds), without gaps, at most `MOST_BARS`. */
  candles(pair: string, frame: Frame, start: number, stop: number): Promise<CandleRecord[]>;
  close(): Promise<void>;
}

export interface MarketOptions {
  readonly pool: Pool;
  readonly exchange: Exchange;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Seed of generated candles; null generates none. */
  readonly history: string | null;
  /** Whether another node stores the candles; never without it. */
  readonly isStoredElsewhere?: () => boolean;
}

export async function createMarket({
  pool,
  exchange,
  log,
  now,
  history,
  isStoredElsewhere = () => false,
}: MarketOptions): Promise<MarketData> {
  const table = createCandleTable(pool);
  const recents = new Map(exchange.pairs.map(({ symbol }) => [symbol, createRecent()]));
  /** Newest stored hour and day of each pair; later ones are in memory only. */
  const newest = new Map<string, Record<'hour' | 'day', number>>();
  const lastCloses = new Map<string, bigint>();
  const seconds = (): number => Math.floor(now() / 1000);
  const recentOf = (pair: string): Recent => recents.get(pair) ?? createRecent();

  /** Newest counted trade of each pair, as other nodes may trade during the start. */
  const counted = new Map<string, number>();
  const early: TradeRecord[] = [];
  let isRestored = false;

  const unsubscribe = exchange.on('trades', (trades) => {
    if (isRestored) trades.forEach(count);
    else early.push(...trades);
  });
  if (history !== null && (await table.isEmpty())) await invent(history);
  for (const { symbol } of exchange.pairs) await restore(symbol);
  early.splice(0).forEach(count);
  isRestored = true;
  if (!isStoredElsewhere()) {
    await store();
    await rollUp();
  }
  await readNewest();
  let rolledUpTo = barStart(seconds(), 'hour');
  let followedTo = 0;
  let underway: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underway = underway.then(maintain);
  }, STORE_EVERY);
  timer.unref();

  function count(trade: TradeRecord): void {
    if (trade.number <= (counted.get(trade.pair) ?? 0)) return;
    counted.set(trade.pair, trade.number);
    recents.get(trade.pair)?.add(toTick(trade));
  }

  async function invent(seed: string): Promise<void> {
    const past = createHistory(
      exchange.pairs.map((rules) => ({
        symbol: rules.symbol,
        tick: toUnits(rules.minPriceIncrement, UNIT_SCALE) ?? 1n,
        increment: toUnits(rules.minQuantityIncrement, UNIT_SCALE) ?? 1n,
      })),
      seed,
      seconds(),
    );
    const bars = [...past].flatMap(([pair, frames]) =>
      (['minute', 'hour', 'day'] as const).flatMap((frame) =>
        frames[frame].map((bar) => ({ pair, frame, bar })),
      ),
    );
    await table.write(bars);
  }

  /** Restores the last day from stored minutes and later trades. */
  async function restore(pair: string): Promise<void> {
    const recent = recentOf(pair);
    const stored = await table.read(pair, 'minute', barStart(seconds() - 26 * 3600, 'minute'), seconds());
    const last = stored.at(-1);
    recent.restore(stored);
    if (last) lastCloses.set(pair, last.close);
    const { ticks, newest: newestTrade } = await tradesSince(pool, pair, last ? last.time + 60 : 0);
    for (const tick of ticks) recent.add(tick);
    counted.set(pair, newestTrade);
  }

  async function store(): Promise<void> {
    const end = seconds() - GRACE;
    const closed = [...recents].map(([pair, recent]) => ({ pair, recent, bars: recent.takeClosed(end) }));
    try {
      await table.write(
        closed.flatMap(({ pair, bars }) => bars.map((bar) => ({ pair, frame: 'minute' as const, bar }))),
      );
    } catch (error) {
      for (const { recent, bars } of closed) recent.giveBack(bars);
      throw error;
    }
  }

  async function rollUp(): Promise<void> {
    const [hour, day] = [barStart(seconds(), 'hour'), barStart(seconds(), 'day')];
    for (const { symbol } of exchange.pairs) {
      await table.rollUp(symbol, 'hour', hour);
      await table.rollUp(symbol, 'day', day);
    }
    await table.prune(hour - KEEP_MINUTES * DAY);
  }

  async function readNewest(): Promise<void> {
    for (const { symbol } of exchange.pairs) {
      newest.set(symbol, {
        hour: (await table.newest(symbol, 'hour')) ?? 0,
        day: (await table.newest(symbol, 'day')) ?? 0,
      });
    }
  }

  /** Another node stores: forget what it has certainly stored. */
  async function follow(): Promise<void> {
    for (const recent of recents.values()) recent.takeClosed(seconds() - STORED_BY);
    const minute = barStart(seconds(), 'minute');
    if (minute > followedTo) await readNewest();
    followedTo = minute;
  }

  async function maintain(): Promise<void> {
    try {
      if (isStoredElsewhere()) return await follow();
      await store();
      const hour = barStart(seconds(), 'hour');
      const isReady = [...recents.values()].every((recent) => !recent.hasUnstored(hour));
      if (hour > rolledUpTo && isReady) {
        await rollUp();
        await readNewest();
        rolledUpTo = hour;
      }
    } catch (error) {
      // The minutes are returned again later, and the trades are stored.
      log.error('storing candles', error);
    }
  }

  function liveBars(pair: string, frame: Frame): readonly CandleRecord[] {
    const { bars } = recentOf(pair);
    if (frame === 'minute') return bars;
    const after = newest.get(pair)?.[frame] ?? 0;
    return aggregate(bars, frame).filter(({ time }) => time > after);
  }

  const sums = new Map<string, DaySums>();
  function daySums(pair: string): DaySums {
    const known = sums.get(pair);
    if (known && now() - known.at < FIGURES_FRESH) return known;
    const fresh = sumDay(recentOf(pair).bars, seconds(), now());
    sums.set(pair, fresh);
    return fresh;
  }

  return {
    figures(pair) {
      const { high, low, volume, quoteVolume, reference } = daySums(pair);
      const book = exchange.book(pair, 1);
      const close = recentOf(pair).bars.at(-1)?.close ?? lastCloses.get(pair);
      const lastPrice = book?.lastPrice ?? (close === undefined ? null : text(close));
      return {
        lastPrice,
        percentChange:
          lastPrice === null ? null : change(lastPrice, reference ?? toUnits(lastPrice, UNIT_SCALE)),
        baseVolume: text(volume),
        quoteVolume: text(quoteVolume),
        high: high === null ? null : text(high),
        low: low === null ? null : text(low),
        lowestAsk: book?.asks[0]?.[0] ?? null,
        highestBid: book?.bids[0]?.[0] ?? null,
      };
    },

    async candles(pair, frame, start, stop) {
      const end = Math.min(stop, seconds());
      const begin = Math.max(start, end - MOST_BARS * FRAME_LENGTH[frame] + 1);
      const live = liveBars(pair, frame);
      const isInMemory = frame === 'minute' && live[0] !== undefined && live[0].time <= begin;
      const stored = isInMemory ? [] : await table.read(pair, frame, begin, end);
      const firstLive = live[0]?.time ?? Number.POSITIVE_INFINITY;
      return withoutGaps([...stored.filter(({ time }) => time < firstLive), ...live], frame, begin, end);
    },

    async close() {
      clearInterval(timer);
      unsubscribe();
      underway = underway.then(maintain);
      await underway;
    },
  };
}

interface DaySums {
  readonly at: number;
  readonly high: bigint | null;
  readonly low: bigint | null;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
  readonly reference: bigint | null;
}

function sumDay(bars: readonly CandleRecord[], seconds: number, at: number): DaySums {
  let high: bigint | null = null;
  let low: bigint | null = null;
  let reference: bigint | null = null;
  let volume = 0n;
  let quoteVolume = 0n;
  for (const bar of bars) {
    if (bar.time <= seconds - DAY) reference = bar.close;
    else {
      reference ??= bar.open;
      if (high === null || bar.high > high) high = bar.high;
      if (low === null || bar.low < low) low = bar.low;
      volume += bar.volume;
      quoteVolume += bar.quoteVolume;
    }
  }
  return { at, high, low, volume, quoteVolume, reference };
}

/** Percent with two digits, truncated. */
function change(price: string, reference: bigint | null): string {
  if (reference === null || reference <= 0n) return '0.00';
  const { units, scale } = decimal(price);
  const base = { units: reference, scale: UNIT_SCALE };
  const difference = units * 10n ** BigInt(UNIT_SCALE) - reference * 10n ** BigInt(scale);
  const ratio = divideBy({ units: difference * 100n, scale: scale + UNIT_SCALE }, base, 6);
  const percent = toFixedText(ratio, 2);
  return percent === '-0.00' ? '0.00' : percent;
}

const text = (units: bigint): string => fromUnits(units, UNIT_SCALE);

function toTick(trade: TradeRecord): Tick {
  const price = toUnits(trade.price, UNIT_SCALE) ?? 0n;
  const quantity = toUnits(trade.quantity, UNIT_SCALE) ?? 0n;
  return { at: trade.at.getTime(), price, quantity, value: (price * quantity) / 10n ** BigInt(UNIT_SCALE) };
}
