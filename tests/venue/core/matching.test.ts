import { deepStrictEqual as deepEqual, strictEqual as equal } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumbers } from '../../../venue/core/numbers.ts';
import type { Pair } from '../../../venue/core/pairs.ts';
import { planOrder } from '../../../venue/core/plan.ts';
import { RoundTrips } from '../../../venue/core/roundTrips.ts';
import type { Operation } from '../../../venue/core/settlement.ts';
import type { IncomingOrder } from '../../../venue/core/terms.ts';
import { type Matching, Unsettled } from '../../../venue/core/unsettled.ts';
import { affordable, feeOf, textOf, valueOf } from '../../../venue/ledger/units.ts';
import { Book } from '../../../venue/matching/book.ts';
import { Levels } from '../../../venue/matching/levels.ts';
import { type Incoming, type Match, match } from '../../../venue/matching/match.ts';
import { type ModelFill, NaiveBook } from './naive-model.ts';

const ONE = 100_000_000n;
const STEP = 1_000_000n;
const NOW = new Date(0);
const PAIR = {
  rules: { symbol: 'XMR-USDT', base: 'XMR', quote: 'USDT', minOrderSize: '0', minOrderValue: '0' },
  increment: STEP,
  minimum: 0n,
  minimumValue: 0n,
  makerFeePpm: 1000n,
  takerFeePpm: 2000n,
} as Pair;
/** `MATCHING_COMMANDS=200000` runs as many commands as the published measurement. */
const COMMANDS = Number(process.env.MATCHING_COMMANDS ?? '20000');
const IN_ONE_BOOK = 120;

const account = fc.constantFrom('ann', 'bob', 'cyd', 'dan', 'eve');
const side = fc.constantFrom('buy' as const, 'sell' as const);
const price = fc.bigInt({ min: 90n, max: 110n }).map((ticks) => ticks * STEP);
const quantity = fc.bigInt({ min: 1n, max: 30n }).map((steps) => steps * STEP);
const cost = fc.bigInt({ min: 1n, max: 60_000_000n });
const none = fc.constant(null);

/** A market order may name the worst price that it takes. */
const bound = fc.oneof(none, price);
const market = { kind: fc.constant('market' as const), timeInForce: fc.constant('IOC' as const) };
const limited = fc.record({
  kind: fc.constant('limit' as const),
  timeInForce: fc.constantFrom(
    'GTC' as const,
    'GTC' as const,
    'GTC' as const,
    'IOC' as const,
    'FOK' as const,
  ),
  side,
  limit: price,
  quantity,
  cost: none,
});
const order = fc
  .oneof(
    { weight: 6, arbitrary: limited },
    { weight: 1, arbitrary: fc.record({ ...market, side, limit: bound, quantity, cost: none }) },
    {
      weight: 1,
      arbitrary: fc.record({
        ...market,
        side: fc.constant('buy' as const),
        limit: bound,
        quantity: none,
        cost,
      }),
    },
  )
  .chain((rest) =>
    fc
      .record({ accountId: account, isPostOnly: fc.boolean() })
      .map(({ accountId, isPostOnly }): IncomingOrder => ({
        ...rest,
        accountId,
        increment: STEP,
        isPostOnly: isPostOnly && rest.timeInForce === 'GTC',
      })),
  );
const cancel = fc.nat().map((pick) => ({ pick }));
const command = fc.oneof({ weight: 3, arbitrary: order }, { weight: 1, arbitrary: cancel });

/** The venue's book and the naive one, given the same commands. */
class BothBooks {
  readonly book = new Book();
  readonly levels = new Levels();
  readonly naive = new NaiveBook();
  readonly #matching: Matching = {
    pair: PAIR,
    book: this.book,
    numbers: createNumbers(),
    unsettled: new Unsettled(),
    band: null,
    roundTrips: new RoundTrips(PAIR, new Set()),
  };

  run(step: IncomingOrder | { readonly pick: number }): void {
    if ('pick' in step) this.#cancel(step.pick);
    else this.#order(step);
    this.#compare();
  }

  #cancel(pick: number): void {
    const chosen = this.naive.orders[pick % Math.max(1, this.naive.orders.length)];
    if (!chosen) return;
    equal(this.book.remove(chosen.id).quantityLeft, chosen.left);
    this.levels.apply([{ side: chosen.side, price: chosen.price, change: -chosen.left }]);
    this.naive.orders = this.naive.orders.filter(({ id }) => id !== chosen.id);
  }

  #order(incoming: IncomingOrder): void {
    const before = this.#state();
    checkSums(incoming, match(this.book, incoming));
    deepEqual(this.#state(), before); // matching alone changes nothing
    // Done, taken back, and done again: taking back restores every order in its place in the queue.
    planOrder(this.#matching, incoming, undefined, 1000, NOW).undo();
    deepEqual(this.#state(), before);
    const { operation, outcome, trades, changes } = planOrder(this.#matching, incoming, undefined, 1000, NOW);
    this.levels.apply(changes);
    const { accountId, side: of, limit, timeInForce, isPostOnly } = incoming;
    const expected = this.naive.place(
      {
        id: operation.id ?? '',
        number: operation.number ?? 0,
        account: accountId,
        side: of,
        limit,
        quantity: incoming.quantity,
      },
      { rests: timeInForce === 'GTC', isAllOrNothing: timeInForce === 'FOK', isPostOnly },
      (at, traded, spent) => {
        if (incoming.quantity !== null) return incoming.quantity - traded;
        return ((((incoming.cost ?? 0n) - spent) * ONE) / at / STEP) * STEP;
      },
    );
    if (typeof expected === 'string') {
      const code = expected === 'own order' ? 'SELF_TRADE' : 'POST_ONLY_WOULD_TRADE';
      equal(outcome.ok ? 'accepted' : outcome.code, code);
      return;
    }
    if (!outcome.ok) throw new Error(outcome.message);
    deepEqual(
      trades.map(({ fill }) => ({ maker: fill.maker.id, price: fill.price, quantity: fill.quantity })),
      expected,
    );
    this.#checkReserved(incoming, operation, expected);
  }

  /** What is taken from the balance pays the fills and what rests, to the unit, and never more than was agreed. */
  #checkReserved(
    { side: of, limit, quantity: asked, cost: most }: IncomingOrder,
    { id, need, rest }: Operation,
    fills: readonly ModelFill[],
  ): void {
    const resting = this.naive.orders.find((one) => one.id === id)?.left ?? 0n;
    const held = of === 'buy' ? ((limit ?? 0n) * resting) / ONE : resting;
    const paid = fills.reduce(
      (sum, fill) => sum + (of === 'buy' ? (fill.price * fill.quantity) / ONE : fill.quantity),
      0n,
    );
    equal(rest, String(held));
    equal(need, String(held + paid));
    if (of === 'buy' && limit !== null && asked !== null) equal(held + paid <= (limit * asked) / ONE, true);
    if (most !== null) equal(held + paid <= most, true);
    for (const { price: at } of fills)
      if (limit !== null) equal(of === 'buy' ? at <= limit : at >= limit, true);
  }

  #state(): unknown {
    return (['buy', 'sell'] as const).map((of) =>
      [...this.book.inPriority(of)].map((o) => [o.id, o.quantityLeft]),
    );
  }

  #compare(): void {
    equal(this.book.size, this.naive.orders.length);
    for (const of of ['buy', 'sell'] as const) {
      const expected = this.naive.levels(of).map(([at, sum]) => [textOf(at), textOf(sum)]);
      deepEqual(this.levels.top(of, 1000), expected);
      equal(
        this.levels.volume(of),
        this.naive.levels(of).reduce((sum, [, left]) => sum + left, 0n),
      );
    }
    const [bid, ask] = [this.book.bestPrice('buy'), this.book.bestPrice('sell')];
    if (bid !== undefined && ask !== undefined) equal(bid < ask, true);
    for (const name of ['ann', 'bob', 'cyd', 'dan', 'eve']) {
      equal(this.book.openOf(name), this.naive.orders.filter((o) => o.account === name).length);
    }
  }
}

function checkSums(incoming: Incoming, found: Match): void {
  equal(
    found.filled,
    found.fills.reduce((sum, fill) => sum + fill.quantity, 0n),
  );
  equal(
    found.value,
    found.fills.reduce((sum, fill) => sum + fill.value, 0n),
  );
  for (const fill of found.fills) equal(fill.value * ONE, fill.price * fill.quantity);
  if (incoming.quantity !== null) equal(found.isComplete, found.filled === incoming.quantity);
  if (incoming.cost !== null) equal(found.value <= incoming.cost, true);
}

describe('matching', () => {
  test(`agrees with the naive model in every fill and every level, over ${COMMANDS} commands`, () => {
    fc.assert(
      fc.property(
        fc.array(command, { minLength: IN_ONE_BOOK, maxLength: IN_ONE_BOOK, size: 'max' }),
        (commands) => {
          const both = new BothBooks();
          for (const step of commands) both.run(step);
        },
      ),
      { numRuns: Math.ceil(COMMANDS / IN_ONE_BOOK) },
    );
  }, 600_000);

  test('a cost buys the most whole increments that it pays for, and not one more', () => {
    fc.assert(
      fc.property(cost, price, (spend, at) => {
        const bought = affordable(spend, at, STEP);
        expect(bought % STEP).toBe(0n);
        expect(valueOf(at, bought) <= spend).toBe(true);
        expect(valueOf(at, bought + STEP) > spend).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('fees', () => {
  test('are rounded up to the unit, and never more than what is received', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.bigInt({ min: 0n, max: 999_999n }),
        (received, ppm) => {
          const fee = feeOf(received, ppm);
          expect(fee * 1_000_000n >= received * ppm).toBe(true);
          expect((fee - 1n) * 1_000_000n < received * ppm).toBe(true);
          expect(fee <= received).toBe(true);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test.each([
    [100_000_000n, 3000n, 300_000n],
    [1n, 3000n, 1n],
    [334n, 3000n, 2n],
    [333n, 3000n, 1n],
    [1_000_000n, 0n, 0n],
  ])('of %d units at %d millionths are %d', (received, ppm, fee) => {
    expect(feeOf(received, ppm)).toBe(fee);
  });
});
