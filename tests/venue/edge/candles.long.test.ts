import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { toUnits } from '../../../src/domain/decimal.ts';
import { createExchange } from '../../../venue/core/create.ts';
import type { Exchange } from '../../../venue/exchange.ts';
import { silentLog } from '../../../venue/log.ts';
import { plainAnswer, zippedAnswer } from '../../../venue/market/candleBlocks.ts';
import { createMarket, type MarketData, MAX_BARS } from '../../../venue/market/market.ts';
import type { CandleRecord, Frame } from '../../../venue/market/types.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { databases, type TestDatabase } from '../databases.ts';

const START = Date.UTC(2026, 4, 6, 23, 57, 30);

describe.each(databases.map((kind) => [kind.name, kind] as const))('candles on %s', (_name, kind) => {
  let clock = START;
  let database: TestDatabase;
  let store: Store;
  let exchange: Exchange;
  let market: MarketData | null;
  let accounts: { seller: string; buyer: string };

  async function open(history: string | null = null): Promise<MarketData> {
    store = await openStore(database.options);
    exchange = await createExchange({ store, now: () => new Date(clock) });
    market = await createMarket({ pool: store.pool, exchange, log: silentLog, now: () => clock, history });
    return market;
  }

  async function start(keeps: 'in memory' | 'on disk', history: string | null = null): Promise<void> {
    clock = START;
    database = await kind.create(keeps);
    await open(history);
    accounts = { seller: randomUUID(), buyer: randomUUID() };
    for (const id of Object.values(accounts)) {
      await store.pool.query('insert into accounts (id) values ($1)', [id]);
      await exchange.fund(id, { XMR: '1000' }, 'test');
      await exchange.fund(id, { BTC: '1000' }, 'test');
    }
  }

  /** Like a killed process: nothing is flushed. */
  async function restart(): Promise<MarketData> {
    await exchange.close();
    await store.close();
    return open();
  }

  afterEach(async () => {
    await market?.close();
    await exchange.close();
    await store.close();
    await database.remove();
    market = null;
  });

  async function trade(price: string, quantity: string, secondsLater = 0): Promise<void> {
    clock += secondsLater * 1000;
    const order = { pair: 'XMR-BTC', price, quantity } as const;
    await exchange.placeLimit(accounts.seller, { ...order, side: 'sell' });
    expect(await exchange.placeLimit(accounts.buyer, { ...order, side: 'buy' })).toMatchObject({
      value: { state: 'FILLED' },
    });
  }

  const seconds = (): number => Math.floor(clock / 1000);
  async function chart(frame: Frame, back: number): Promise<(number | string)[][]> {
    return (await barsOf(frame, seconds() - back)).map((bar) => [
      new Date(bar.time * 1000).toISOString().slice(11, 16),
      ...figures(bar),
    ]);
  }
  /** As sent, decoded again. */
  async function barsOf(frame: Frame, start: number, stop = seconds()): Promise<CandleRecord[]> {
    const slices = (await market?.candles('XMR-BTC', frame, start, stop)) ?? [];
    const text = Buffer.from(plainAnswer(slices)).toString();
    expect(gunzipSync(zippedAnswer(slices)).toString()).toBe(text);
    const units = (amount: string): bigint => toUnits(amount, 8) ?? 0n;
    return (JSON.parse(text) as [number, string, string, string, string, string][]).map(
      ([time, high, low, volume, open_, close]) => ({
        time,
        open: units(open_),
        high: units(high),
        low: units(low),
        close: units(close),
        volume: units(volume),
        quoteVolume: 0n,
      }),
    );
  }
  const figures = ({ open, high, low, close, volume }: CandleRecord): number[] =>
    [open, high, low, close].map((price) => Number(price / 100n)).concat(Number(volume / 1_000_000n));

  /** From 23:57:30 to 00:02 of the next day, with a minute without trades. */
  async function someTrades(): Promise<void> {
    await trade('0.0040', '1');
    await trade('0.0042', '2', 10);
    await trade('0.0039', '3', 15);
    await trade('0.0041', '4', 60);
    await trade('0.0043', '5', 120);
    await trade('0.0038', '6', 60);
  }
  const minutes = [
    ['23:57', 4000, 4200, 3900, 3900, 600],
    ['23:58', 4100, 4100, 4100, 4100, 400],
    ['23:59', 4100, 4100, 4100, 4100, 0],
    ['00:00', 4300, 4300, 4300, 4300, 500],
    ['00:01', 3800, 3800, 3800, 3800, 600],
  ];
  const hours = [
    ['23:00', 4000, 4200, 3900, 4100, 1000],
    ['00:00', 4300, 4300, 3800, 3800, 1100],
  ];
  const days = [
    ['00:00', 4000, 4200, 3900, 4100, 1000],
    ['00:00', 4300, 4300, 3800, 3800, 1100],
  ];

  it('are made from the trades as they happen, in every interval', async () => {
    await start('in memory');
    await someTrades();
    expect(await chart('minute', 300)).toEqual(minutes);
    expect(await chart('hour', 7200)).toEqual(hours);
    expect(await chart('day', 2 * 86_400)).toEqual(days);
  });

  it('are the same after any number of kills, also while storing', async () => {
    await start('on disk');
    await someTrades();
    for (let round = 0; round < 3; round += 1) {
      await restart();
      expect(await chart('minute', 300)).toEqual(minutes);
      expect(await chart('hour', 7200)).toEqual(hours);
      expect(await chart('day', 2 * 86_400)).toEqual(days);
    }
    // The open bars continue after the restart.
    await trade('0.0044', '1', 3);
    expect((await chart('minute', 300)).at(-1)).toEqual(['00:01', 3800, 4400, 3800, 4400, 700]);
    await restart();
    expect((await chart('day', 86_400)).at(-1)).toEqual(['00:00', 4300, 4400, 3800, 4400, 1200]);
  });

  it('stored bars are written once and equal the published ones', async () => {
    await start('on disk');
    await someTrades();
    clock += 3_600_000;
    await market?.close();
    await restart();
    const { rows } = await store.pool.query<{ frame: string; count: string }>(
      'select frame, count(*) from candles group by frame order by frame',
    );
    expect(rows.map(({ frame, count }) => [frame, Number(count)])).toEqual([
      ['day', 1],
      ['hour', 2],
      ['minute', 4],
    ]);
    expect((await chart('hour', 7500)).slice(0, 1)).toEqual(hours.slice(0, 1));
  });

  it('the figures of 24 hours follow the trades, and forget them after a day', async () => {
    await start('in memory');
    await someTrades();
    expect(market?.figures('XMR-BTC')).toEqual({
      lastPrice: '0.0038',
      // from the first trade, 0.0040
      percentChange: '-5.00',
      baseVolume: '21',
      quoteVolume: '0.0848',
      high: '0.0043',
      low: '0.0038',
      lowestAsk: null,
      highestBid: null,
    });
    clock += 86_400_000 - 120_000;
    expect(market?.figures('XMR-BTC')).toMatchObject({
      baseVolume: '11',
      high: '0.0043',
      percentChange: '-7.31',
    });
    clock += 240_000;
    expect(market?.figures('XMR-BTC')).toMatchObject({
      lastPrice: '0.0038',
      baseVolume: '0',
      high: null,
      percentChange: '0.00',
    });
  });

  it('a new sandbox has its past at once, no more of it than one request may return, and trading continues from it', async () => {
    await start('on disk', 'seed');
    // A request for too many bars returns the newest (LOAD-01).
    const bars = await barsOf('minute', 0, Number.MAX_SAFE_INTEGER);
    expect(bars.length).toBe(MAX_BARS.minute);
    expect(bars.at(-1)?.time).toBe(seconds() - 30);
    const past = await barsOf('minute', seconds() - 7 * 86_400);
    expect(past.length).toBe(7 * 1440);
    const before = past.at(-1);
    await trade('0.0040', '1');
    expect((await chart('minute', 60)).at(-1)).toEqual(['23:57', 4000, 4000, 4000, 4000, 100]);
    const day = await barsOf('day', seconds() - 180 * 86_400);
    expect(day.length).toBe(180);
    expect(day.at(-1)?.close).toBe(400_000n);
    await restart();
    const again = await barsOf('minute', seconds() - 7 * 86_400);
    expect(again.at(-2)).toEqual(before?.time === again.at(-2)?.time ? before : past.at(-2));
    expect(again.length).toBe(past.length);
  });
});
