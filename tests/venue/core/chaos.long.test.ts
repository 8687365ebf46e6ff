import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderRecord, Outcome } from '../../../venue/exchange.ts';
import { createRandom } from '../../../venue/random.ts';
import { databases } from '../databases.ts';
import { type Harness, startCore } from './harness.ts';

/** Prices within a few ticks, so that no price band pauses a pair; quantities from the smallest up, some odd. */
const MARKETS = [
  { pair: 'XMR-BTC', price: (n: number) => `0.00390${n}`, sizes: ['0.01', '0.07', '1.13', '33.33'] },
  { pair: 'GRIN-BTC', price: (n: number) => `0.0000003${n}`, sizes: ['1', '3', '777', '99999'] },
  { pair: 'BTC-USDT', price: (n: number) => `90000.0${n}`, sizes: ['0.00001', '0.000011', '0.033333'] },
] as const;
/** Costs that leave remainders: some buy nothing. */
const COSTS = ['0.00000001', '0.00003901', '0.0123456789', '0.5', '4999999999.99999999', '10000000000'];
const ANSWERS: ReadonlySet<string> = new Set([
  'ok',
  'INSUFFICIENT_BALANCE',
  'SELF_TRADE',
  'BELOW_MINIMUM_ORDER_SIZE',
  'IDEMPOTENCY_KEY_REUSED',
  'INVALID_COST',
  'ORDER_TOO_LARGE',
  'ORDER_NOT_FOUND',
  'ORDER_FILLED',
  'ORDER_CANCELED',
]);

/** As in production, and one by one: most orders are then settled in several steps. */
const FILLS = [undefined, 1] as const;
const runs = databases.flatMap((kind) => FILLS.map((fills) => [kind, fills] as const));

describe.each(runs)('everything at once on %o, %s fills at once', (kind, fills) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind, 'on disk', fills);
  });
  afterAll(() => core.remove());

  test.each([1, 2])(
    'orders, costs, cancels of own and of others, reused keys, a restart: to the last unit (seed %i)',
    async (seed) => {
      const random = createRandom(`chaos-${seed}`);
      const pick = <T>(from: readonly T[]): T => from[random.whole(0, from.length - 1)] as T;
      const funds = { BTC: '3', USDT: '9000', XMR: '200', GRIN: '500000' };
      const accounts = await Promise.all(Array.from({ length: 4 }, () => core.account(funds)));
      const orders: OrderRecord[] = [];
      /** By account and key: every answer that it ever got. */
      const answers = new Map<string, Set<string>>();
      const codes = new Set<string>();

      const note = (outcome: Outcome<OrderRecord>): void => {
        codes.add(outcome.ok ? 'ok' : outcome.code);
      };

      async function act(): Promise<void> {
        const [account, market, side] = [pick(accounts), pick(MARKETS), pick(['buy', 'sell'] as const)];
        const roll = random.next();
        if (roll < 0.25 && orders.length > 0)
          return note(await core.exchange.cancel(account, pick(orders).id));
        const key = random.next() < 0.5 ? `key-${random.whole(0, 30)}` : undefined;
        const { pair } = market;
        const sent =
          roll < 0.7
            ? { pair, side, price: market.price(random.whole(0, 5)), quantity: pick(market.sizes) }
            : roll < 0.85
              ? { pair, side, quantity: pick(market.sizes) }
              : { pair, side: 'buy' as const, cost: pick(COSTS) };
        const outcome = await ('price' in sent && sent.price !== undefined
          ? core.exchange.placeLimit(account, sent, key)
          : core.exchange.placeMarket(account, sent, key));
        note(outcome);
        if (outcome.ok) orders.push(outcome.value);
        if (
          key === undefined ||
          (!outcome.ok && !['SELF_TRADE', 'INSUFFICIENT_BALANCE'].includes(outcome.code))
        )
          return;
        const named = `${account} ${key} ${JSON.stringify(sent)}`;
        answers.set(named, (answers.get(named) ?? new Set()).add(JSON.stringify(outcome)));
      }

      for (const when of ['before', 'after']) {
        for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 25 }, act));
        expect({ when, findings: await core.exchange.audit() }).toEqual({ when, findings: [] });
        await core.restart();
      }
      for (const code of codes) expect(ANSWERS).toContain(code);
      expect(codes.size).toBeGreaterThanOrEqual(7);
      expect([...answers.values()].filter(({ size }) => size !== 1)).toEqual([]);

      await core.settled();
      // What is left is returned completely, less the fees.
      await core.cancelAll(...accounts);
      const held = await Promise.all(accounts.map((account) => core.exchange.balances(account)));
      expect(held.flat().filter(({ inOrders }) => inOrders !== '0')).toEqual([]);
      expect(await core.exchange.audit()).toEqual([]);
    },
  );
});
