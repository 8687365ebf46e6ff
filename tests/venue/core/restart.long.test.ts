import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BookSnapshot, Exchange, OrderRecord, Outcome } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, startCore } from './harness.ts';

const PAIRS = ['XMR-USDT', 'KAS-USDT', 'AVAX-USDT'] as const;

const command = fc.record({
  who: fc.nat({ max: 4 }),
  pair: fc.constantFrom(...PAIRS),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  what: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('limit' as const),
        // All within 25 % of each other, so that no price band pauses a pair.
        price: fc.integer({ min: 40, max: 50 }),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('market' as const),
        quantity: fc.integer({ min: 1, max: 20 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('cost' as const), cost: fc.integer({ min: 1, max: 600 }) }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('cancel' as const), pick: fc.nat() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('amend' as const),
        pick: fc.nat(),
        price: fc.option(fc.integer({ min: 40, max: 50 }), { nil: undefined }),
        quantity: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      }),
    },
  ),
});

type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

interface OpenOrder {
  readonly id: string;
  readonly account: string;
}

async function openOrders(exchange: Exchange, accounts: readonly string[]): Promise<OpenOrder[]> {
  const found: OpenOrder[] = [];
  for (const account of accounts) {
    const open = await exchange.orders(account, {
      states: ['OPENED', 'PARTIALLY_FILLED'],
      skip: 0,
      limit: 500,
    });
    found.push(...open.map(({ id }) => ({ id, account })));
  }
  return found;
}

/** @returns undefined for a cancel or an amendment when nothing is open. */
async function run(
  exchange: Exchange,
  accounts: readonly string[],
  open: readonly OpenOrder[],
  { who, pair, side, what }: Command,
): Promise<Outcome<OrderRecord> | undefined> {
  const account = accounts[who] ?? '';
  if (what.type === 'limit') {
    return exchange.placeLimit(account, {
      pair,
      side,
      price: String(what.price),
      quantity: String(what.quantity),
    });
  }
  if (what.type === 'market')
    return exchange.placeMarket(account, { pair, side, quantity: String(what.quantity) });
  if (what.type === 'cost')
    return exchange.placeMarket(account, { pair, side: 'buy', cost: String(what.cost) });
  const chosen = open[what.pick % Math.max(1, open.length)];
  if (!chosen || what.type === 'cancel') return chosen && exchange.cancel(chosen.account, chosen.id);
  return exchange.amend(chosen.account, chosen.id, {
    ...(what.price !== undefined && { price: String(what.price) }),
    ...(what.quantity !== undefined && { quantity: String(what.quantity) }),
  });
}

describe.each(databases)('a restart on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind, 'on disk');
  });
  afterAll(() => core.remove());

  test('keeps the queue at a price, also after a part was filled', async () => {
    const pair = 'GRIN-BTC';
    const price = '0.00000035';
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const seller = await core.account({ GRIN: '10' });
      ids.push(
        accepted(await core.exchange.placeLimit(seller, { pair, side: 'sell', price, quantity: '10' })).id,
      );
    }
    const buyer = await core.account({ BTC: '1' });
    accepted(await core.exchange.placeLimit(buyer, { pair, side: 'buy', price, quantity: '4' }));
    const before = core.exchange.book(pair, 10);
    await core.restart();
    const after = core.exchange.book(pair, 10);
    expect(after?.asks).toEqual([[price, '46']]);
    expect(after?.lastPrice).toBe(price);
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
    // Newer orders come behind the older ones, also when the venue was restarted in between.
    const late = await core.account({ GRIN: '10' });
    ids.push(
      accepted(await core.exchange.placeLimit(late, { pair, side: 'sell', price, quantity: '10' })).id,
    );
    accepted(await core.exchange.placeLimit(buyer, { pair, side: 'buy', price, quantity: '52' }));
    expect((await core.fills(buyer)).slice(1)).toEqual(
      ids.map((id, n) => [id, price, ['6', '10', '10', '10', '10', '6'][n]]),
    );
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('after concurrent random orders the ledger balances, and every book is the same', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 5 }, () => core.account({ USDT: '800', XMR: '20', KAS: '20', AVAX: '20' })),
    );
    const books = (): Partial<BookSnapshot>[] =>
      PAIRS.map((pair) => {
        const { bids, asks, lastPrice, buysVolume, sellsVolume } = core.exchange.book(pair, 100) ?? {};
        return { bids, asks, lastPrice, buysVolume, sellsVolume } as Partial<BookSnapshot>;
      });
    const answers = new Map<string, number>();
    const count = (outcome: Outcome<OrderRecord>): void => {
      const name = outcome.ok ? outcome.value.state : outcome.code;
      answers.set(name, (answers.get(name) ?? 0) + 1);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 60, maxLength: 60, size: 'max' }), async (commands) => {
        const open = await openOrders(core.exchange, accounts);
        const outcomes = await Promise.all(commands.map((step) => run(core.exchange, accounts, open, step)));
        for (const outcome of outcomes) if (outcome) count(outcome);
        expect(await core.exchange.audit()).toEqual([]);
      }),
      { numRuns: 12, endOnFailure: true },
    );
    // All of it really happened: fills, rests, cancels, and each refusal that depends on book or balance.
    for (const name of [
      'OPENED',
      'PARTIALLY_FILLED',
      'FILLED',
      'CANCELED',
      'SELF_TRADE',
      'INSUFFICIENT_BALANCE',
    ]) {
      expect(answers.get(name) ?? 0, name).toBeGreaterThan(3);
    }
    // A paused pair would refuse everything and hide the rest.
    expect([...answers.keys()]).not.toContain('PAIR_PAUSED');
    const before = books();
    await core.restart();
    expect(books()).toEqual(before);
    expect(await core.exchange.audit()).toEqual([]);
  });
});
