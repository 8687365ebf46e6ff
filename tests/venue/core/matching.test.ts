import { deepStrictEqual as deepEqual, strictEqual as equal } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyFills } from '../../../venue/core/fills.ts';
import { affordable, feeOf, textOf, valueOf } from '../../../venue/ledger/units.ts';
import { Book, type RestingOrder } from '../../../venue/matching/book.ts';
import { Levels } from '../../../venue/matching/levels.ts';
import { type Incoming, type Match, match } from '../../../venue/matching/match.ts';
import { NaiveBook } from './naive-model.ts';

const ONE = 100_000_000n;
const STEP = 1_000_000n;
const NOW = new Date(0);
/** `MATCHING_COMMANDS=200000` runs as many commands as the published measurement. */
const COMMANDS = Number(process.env.MATCHING_COMMANDS ?? '20000');
const IN_ONE_BOOK = 120;

const account = fc.constantFrom('ann', 'bob', 'cyd', 'dan', 'eve');
const side = fc.constantFrom('buy' as const, 'sell' as const);
const price = fc.bigInt({ min: 90n, max: 110n }).map((ticks) => ticks * STEP);
const quantity = fc.bigInt({ min: 1n, max: 30n }).map((steps) => steps * STEP);
const cost = fc.bigInt({ min: 1n, max: 60_000_000n });
const none = fc.constant(null);

const order = fc
  .oneof(
    { weight: 6, arbitrary: fc.record({ side, limit: price, quantity, cost: none }) },
    { weight: 1, arbitrary: fc.record({ side, limit: none, quantity, cost: none }) },
    {
      weight: 1,
      arbitrary: fc.record({ side: fc.constant('buy' as const), limit: none, quantity: none, cost }),
    },
  )
  .chain((rest) => account.map((accountId): Incoming => ({ ...rest, accountId, increment: STEP })));
const cancel = fc.nat().map((pick) => ({ pick }));
const command = fc.oneof({ weight: 3, arbitrary: order }, { weight: 1, arbitrary: cancel });

/** The venue's book and the naive one, given the same commands. */
class BothBooks {
  readonly book = new Book();
  readonly levels = new Levels();
  readonly naive = new NaiveBook();
  #number = 0;

  run(step: Incoming | { readonly pick: number }): void {
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

  #order(incoming: Incoming): void {
    const before = this.#state();
    const found = match(this.book, incoming);
    deepEqual(this.#state(), before); // matching alone changes nothing
    const wanted = (at: bigint, traded: bigint, spent: bigint): bigint => {
      if (incoming.quantity !== null) return incoming.quantity - traded;
      return ((((incoming.cost ?? 0n) - spent) * ONE) / at / STEP) * STEP;
    };
    const expected = this.naive.trade(incoming.accountId, incoming.side, incoming.limit, wanted);
    if (expected === 'own order') {
      equal(found.ownOrder?.accountId, incoming.accountId);
      return;
    }
    equal(found.ownOrder, undefined);
    deepEqual(
      found.fills.map((fill) => ({ maker: fill.maker.id, price: fill.price, quantity: fill.quantity })),
      expected,
    );
    checkSums(incoming, found);
    this.#settle(incoming, found, before);
  }

  #settle(incoming: Incoming, found: Match, before: unknown): void {
    const left = (incoming.quantity ?? found.filled) - found.filled;
    this.#number += 1;
    const rests = incoming.limit !== null && left > 0n;
    const resting: RestingOrder | undefined = rests
      ? {
          id: `o${this.#number}`,
          number: this.#number,
          accountId: incoming.accountId,
          side: incoming.side,
          price: incoming.limit,
          quantity: incoming.quantity ?? 0n,
          quantityLeft: left,
          value: found.value,
          createdAt: NOW,
          executedAt: null,
        }
      : undefined;
    // Done, taken back, and done again: taking back restores every order in its place in the queue.
    applyFills(this.book, found.fills, resting, NOW)();
    deepEqual(this.#state(), before);
    applyFills(this.book, found.fills, resting, NOW);
    this.levels.apply([
      ...found.fills.map(({ maker, quantity }) => ({
        side: maker.side,
        price: maker.price,
        change: -quantity,
      })),
      ...(resting ? [{ side: resting.side, price: resting.price, change: left }] : []),
    ]);
    if (resting) {
      const { id, number, price } = resting;
      this.naive.orders.push({ id, number, account: incoming.accountId, side: incoming.side, price, left });
    }
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
