import type { Pool } from 'pg';
import { toUnits } from '../../src/domain/decimal.ts';
import type { Exchange, TradeRecord } from '../exchange.ts';
import type { Log } from '../log.ts';
import { aggregate, withoutGaps } from './bars.ts';
import type { CandleSlice } from './candleBlocks.ts';
import { createCandleCache } from './candleCache.ts';
import { createCandleTable, type Span } from './candles.ts';
import { amountText, changePercent, type DaySums, sumDay } from './figures.ts';
import { createHistory, tradesOf } from './history.ts';
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
/** Per answer; a longer range returns the newest bars (LOAD-01). */
export const MAX_BARS: Readonly<Record<Frame, number>> = { minute: 10_110, hour: 1500, day: 1850 };
/** Days for which minutes are kept; hours and days stay. */
const KEEP_MINUTES = 30;
/** Seconds for late trades before a minute is stored. */
const GRACE = 2;
const STORE_EVERY = 5000;
/** Seconds after which another node has stored a minute. */
const STORED_BY = 600;
/** Seconds after which a minute does not change any more. */
const SETTLED_AFTER = 2 * STORED_BY;
const FIGURES_FRESH = 1000;
/** As many as the tape shows: with that many real trades it shows no generated one. */
const MAX_TRADES = 100;

export interface MarketData {
  figures(pair: string): MarketFigures;
  /** Newest first: those of the exchange, and before them the generated last hour of a sandbox. */
  trades(pair: string, limit: number): Promise<TradeRecord[]>;
  /** Without gaps, at most `MAX_BARS`, in epoch seconds (LOAD-01). Null when `isWanted` returns false. */
  candles(
    pair: string,
    frame: Frame,
    start: number,
    stop: number,
    isWanted?: () => boolean,
  ): Promise<CandleSlice[] | null>;
  /** A function that returns the newest `most` bars, without gaps: the same list until one of them changes. */
  newest(pair: string, frame: Frame, most: number): Promise<() => readonly CandleRecord[]>;
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
  /** Stored bars of each pair; later hours and days are in memory only. */
  const spans = new Map<string, Record<Frame, Span | null>>();
  const lastCloses = new Map<string, bigint>();
  const seconds = (): number => Math.floor(now() / 1000);
  const recentOf = (pair: string): Recent => recents.get(pair) ?? createRecent();

  /** Newest counted trade of each pair, because other nodes may trade during the start. */
  const counted = new Map<string, number>();
  const cache = createCandleCache(table, {
    bars: liveBars,
    settledTo(pair, frame) {
      const end = seconds() - SETTLED_AFTER;
      // Storing has failed for so long that all is read anew.
      if (recentOf(pair).hasUnstored(end - FRAME_LENGTH.minute)) return 0;
      return frame === 'minute' ? end : Math.min(end, newestOf(pair, frame) + FRAME_LENGTH[frame]);
    },
    version: (pair, frame) => `${counted.get(pair) ?? 0}/${frame === 'minute' ? 0 : newestOf(pair, frame)}`,
    now: seconds,
  });
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
  await readSpans();
  const pasts = new Map<string, readonly TradeRecord[]>();
  if (history !== null)
    for (const { symbol } of exchange.pairs) pasts.set(symbol, await inventedTrades(symbol));
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
    const tick = toTick(trade);
    if (tick.at < (seconds() - SETTLED_AFTER) * 1000) cache.forget(trade.pair, Math.floor(tick.at / 1000));
    recents.get(trade.pair)?.add(tick);
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

  /** Of the hour before the first trade. */
  async function inventedTrades(pair: string): Promise<readonly TradeRecord[]> {
    const real = await exchange.trades(pair, MAX_TRADES);
    if (real.length === MAX_TRADES) return [];
    const end = barStart((real.at(-1)?.at.getTime() ?? now()) / 1000, 'minute') - 1;
    return tradesOf(pair, await table.read(pair, 'minute', end - FRAME_LENGTH.hour, end));
  }

  async function restore(pair: string): Promise<void> {
    const recent = recentOf(pair);
    const stored = await table.read(pair, 'minute', barStart(seconds() - 26 * 3600, 'minute'), seconds());
    const minute = stored.at(-1);
    // A pair that was quiet for longer than minutes are kept has hours; its trades of all years are not read again.
    const last = minute ?? (await table.read(pair, 'hour', seconds(), seconds())).at(-1);
    recent.restore(stored);
    if (last) lastCloses.set(pair, last.close);
    const since = last ? last.time + FRAME_LENGTH[minute ? 'minute' : 'hour'] : 0;
    const { ticks, newest: newestTrade } = await tradesSince(pool, pair, since);
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

  async function readSpans(): Promise<void> {
    for (const { symbol } of exchange.pairs) {
      spans.set(symbol, {
        minute: await table.span(symbol, 'minute'),
        hour: await table.span(symbol, 'hour'),
        day: await table.span(symbol, 'day'),
      });
    }
  }

  function newestOf(pair: string, frame: Frame): number {
    return spans.get(pair)?.[frame]?.newest ?? 0;
  }

  function oldestOf(pair: string, frame: Frame): number {
    const stored = spans.get(pair)?.[frame]?.oldest ?? Number.POSITIVE_INFINITY;
    const [live] = recentOf(pair).bars;
    return Math.min(stored, live ? barStart(live.time, frame) : Number.POSITIVE_INFINITY);
  }

  /** While another node stores the candles: forgets the bars that it has stored. */
  async function follow(): Promise<void> {
    for (const recent of recents.values()) recent.takeClosed(seconds() - STORED_BY);
    const minute = barStart(seconds(), 'minute');
    if (minute > followedTo) await readSpans();
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
        await readSpans();
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
    const after = newestOf(pair, frame);
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
      const lastPrice = book?.lastPrice ?? (close === undefined ? null : amountText(close));
      return {
        lastPrice,
        percentChange:
          lastPrice === null ? null : changePercent(lastPrice, reference ?? toUnits(lastPrice, UNIT_SCALE)),
        baseVolume: amountText(volume),
        quoteVolume: amountText(quoteVolume),
        high: high === null ? null : amountText(high),
        low: low === null ? null : amountText(low),
        lowestAsk: book?.asks[0]?.[0] ?? null,
        highestBid: book?.bids[0]?.[0] ?? null,
      };
    },

    async trades(pair, limit) {
      return [...(await exchange.trades(pair, limit)), ...(pasts.get(pair) ?? [])].slice(0, limit);
    },

    async candles(pair, frame, start, stop, isWanted = () => true) {
      const end = Math.min(stop, seconds());
      const longest = end - MAX_BARS[frame] * FRAME_LENGTH[frame] + 1;
      return cache.read(pair, frame, Math.max(start, longest, oldestOf(pair, frame)), end, isWanted);
    },

    async newest(pair, frame, most) {
      const start = (): number => barStart(seconds(), frame) - (most - 1) * FRAME_LENGTH[frame];
      const versionOf = (): string => `${counted.get(pair) ?? 0}/${barStart(seconds(), frame)}`;
      let known: readonly CandleRecord[] = await table.read(pair, frame, start(), seconds());
      let bars: readonly CandleRecord[] = [];
      let version = '';
      return () => {
        const now = versionOf();
        if (version === now) return bars;
        version = now;
        const live = liveBars(pair, frame);
        const first = live[0]?.time ?? Number.POSITIVE_INFINITY;
        // Bars that leave the memory of live bars stay known here.
        known = [...known.filter(({ time }) => time < first).slice(-most), ...live];
        bars = withoutGaps(known, frame, start(), seconds());
        return bars;
      };
    },

    async close() {
      clearInterval(timer);
      unsubscribe();
      underway = underway.then(maintain);
      await underway;
    },
  };
}

function toTick(trade: TradeRecord): Tick {
  const price = toUnits(trade.price, UNIT_SCALE) ?? 0n;
  const quantity = trade.isCounted ? (toUnits(trade.quantity, UNIT_SCALE) ?? 0n) : 0n;
  return { at: trade.at.getTime(), price, quantity, value: (price * quantity) / 10n ** BigInt(UNIT_SCALE) };
}
