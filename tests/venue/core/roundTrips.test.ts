import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { RoundTrips } from '../../../venue/core/roundTrips.ts';
import type { Exchange } from '../../../venue/exchange.ts';
import { silentLog } from '../../../venue/log.ts';
import { createMarket } from '../../../venue/market/market.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, startCore } from './harness.ts';

const DAY = 86_400_000;
const FREE = { makerFeePpm: 0n, takerFeePpm: 0n };

describe('round trips (LEDGER-05)', () => {
  test('reversed trades of two accounts do not count, until a day has passed', () => {
    const trips = new RoundTrips(FREE, new Set());
    expect(trips.counts({ buyer: 'a', seller: 'b' }, 0)).toBe(true);
    expect(trips.counts({ buyer: 'a', seller: 'b' }, 1)).toBe(true);
    expect(trips.counts({ buyer: 'b', seller: 'a' }, 2)).toBe(false);
    expect(trips.counts({ buyer: 'a', seller: 'b' }, 3)).toBe(false);
    expect(trips.counts({ buyer: 'c', seller: 'a' }, 4)).toBe(true);
    expect(trips.counts({ buyer: 'b', seller: 'a' }, 3 + DAY)).toBe(false);
    expect(trips.counts({ buyer: 'b', seller: 'a' }, 4 + DAY)).toBe(true);
  });

  test('are remembered for the whole day, whatever others trade meanwhile', () => {
    const trips = new RoundTrips(FREE, new Set());
    expect(trips.counts({ buyer: 'a', seller: 'b' }, 0)).toBe(true);
    expect(trips.counts({ buyer: 'c', seller: 'd' }, DAY)).toBe(true);
    expect(trips.counts({ buyer: 'b', seller: 'a' }, DAY)).toBe(false);
  });

  test('all count with a fee on either side, and so do those between the makers', () => {
    for (const fees of [
      { ...FREE, makerFeePpm: 1n },
      { ...FREE, takerFeePpm: 1n },
    ]) {
      const trips = new RoundTrips(fees, new Set());
      for (const [buyer, seller] of [
        ['a', 'b'],
        ['b', 'a'],
      ] as const)
        expect(trips.counts({ buyer, seller }, 0)).toBe(true);
    }
    const trips = new RoundTrips(FREE, new Set(['m', 'n']));
    for (const [buyer, seller, isCounted] of [
      ['m', 'n', true],
      ['n', 'm', true],
      ['m', 'a', true],
      ['a', 'm', false],
    ] as const)
      expect(trips.counts({ buyer, seller }, 0)).toBe(isCounted);
  });
});

describe.each(databases)('volumes on $name', (kind) => {
  let core: Harness;
  let exchange: Exchange;
  const clock = Date.UTC(2026, 10, 25, 12);
  const open = async (): Promise<void> => {
    exchange = await createExchange({ store: core.store, now: () => new Date(clock) });
  };
  beforeAll(async () => {
    core = await startCore(kind);
    await open();
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });

  test.each([
    ['GRIN-BTC', '0.00000035', '100'],
    ['XMR-BTC', '0.004', '400'],
  ])(
    'of %s without or with a fee: to and fro adds nothing where it is free (LEDGER-05)',
    async (pair, price, volume) => {
      const [alice, bob] = [
        await core.account({ GRIN: '1000', XMR: '1000', BTC: '10' }),
        await core.account({ GRIN: '1000', XMR: '1000', BTC: '10' }),
      ];
      const look = async () => {
        const market = await createMarket({
          pool: core.store.common,
          exchange,
          log: silentLog,
          now: () => clock,
          history: null,
        });
        const { baseVolume, lastPrice } = market.figures(pair);
        await market.close();
        return { baseVolume, lastPrice };
      };
      for (const [seller, buyer] of [
        [alice, bob],
        [bob, alice],
        [alice, bob],
        [bob, alice],
      ] as const) {
        const order = { pair, price, quantity: '100' };
        accepted(await exchange.placeLimit(seller, { ...order, side: 'sell' }));
        accepted(await exchange.placeLimit(buyer, { ...order, side: 'buy' }));
        // A restart in the middle does not forget who traded with whom.
        if (seller === bob) {
          await exchange.close();
          await open();
        }
      }
      expect(await look()).toEqual({ baseVolume: volume, lastPrice: price });
      const counted = (await exchange.trades(pair, 10)).map(({ isCounted }) => isCounted);
      expect(counted).toEqual(volume === '100' ? [false, false, false, true] : [true, true, true, true]);
      expect(await exchange.audit()).toEqual([]);
    },
  );
});
