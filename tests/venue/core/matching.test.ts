import { deepStrictEqual as deepEqual, strictEqual as equal } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumbers } from '../../../venue/core/numbers.ts';
import type { Pair } from '../../../venue/core/pairs.ts';
import type { Plan } from '../../../venue/core/plan.ts';
import { planAmendment, planOrder } from '../../../venue/core/planOrder.ts';
import { planCancel } from '../../../venue/core/planResting.ts';
import { planStop, planStopAmendment, planStopCancel, planTrigger } from '../../../venue/core/planStops.ts';
import { RoundTrips } from '../../../venue/core/roundTrips.ts';
import type { Operation } from '../../../venue/core/settlement.ts';
import type { IncomingOrder } from '../../../venue/core/terms.ts';
import { type Matching, Unsettled } from '../../../venue/core/unsettled.ts';
import { affordable, feeOf, textOf, valueOf } from '../../../venue/ledger/units.ts';
import { Book } from '../../../venue/matching/book.ts';
import { Levels } from '../../../venue/matching/levels.ts';
import { type Incoming, type Match, match } from '../../../venue/matching/match.ts';
import { heldByStop, type StopOrder, Stops } from '../../../venue/matching/stops.ts';
import { casesOf } from '../../long.ts';
import {
  heldInBook,
  type ModelFill,
  type ModelRefusal,
  NaiveBook,
  NaiveStops,
  trailedStop,
} from './naive-model.ts';

const ONE = 100_000_000n;
const STEP = 1_000_000n;
const NOW = new Date(0);
const PAIR = {
  rules: { symbol: 'XMR-USDT', base: 'XMR', quote: 'USDT', minOrderSize: '0', minOrderValue: '0' },
  tick: STEP,
  increment: STEP,
  minimum: 0n,
  minimumValue: 0n,
  makerFeePpm: 1000n,
  takerFeePpm: 2000n,
} as Pair;
/** `MATCHING_COMMANDS=200000` runs as many commands as the published measurement. */
const COMMANDS = Number(process.env.MATCHING_COMMANDS ?? casesOf(20_000));
const IN_ONE_BOOK = 120;

const account = fc.constantFrom('ann', 'bob', 'cyd', 'dan', 'eve');
const side = fc.constantFrom('buy' as const, 'sell' as const);
const price = fc.bigInt({ min: 90n, max: 110n }).map((ticks) => ticks * STEP);
const quantity = fc.bigInt({ min: 1n, max: 30n }).map((steps) => steps * STEP);
const cost = fc.bigInt({ min: 1n, max: 60_000_000n });
const none = fc.constant(null);

/** A market order may name the worst price that it accepts. */
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
      .record({ accountId: account, isPostOnly: fc.boolean(), shows: fc.option(quantity) })
      .map(({ accountId, isPostOnly, shows }): IncomingOrder => ({
        ...rest,
        accountId,
        increment: STEP,
        isPostOnly: isPostOnly && rest.timeInForce === 'GTC',
        // Rarely more than the pair's smallest order, so that most icebergs show many parts.
        ...(shows !== null &&
          rest.timeInForce === 'GTC' &&
          shows < (rest.quantity ?? 0n) && { display: ((shows + 4n * STEP) / (5n * STEP)) * STEP }),
      })),
  );
const cancel = fc.nat().map((pick) => ({ pick }));
const amend = fc.record({ amends: fc.nat(), limit: price, quantity }, { requiredKeys: ['amends'] });
/** What waits never only adds to the book, and a market order to buy names what it spends. */
const stop = fc
  .tuple(order, price)
  .map(([placed, at]) => ({ ...placed, isPostOnly: false, display: undefined, stop: at }))
  .filter(({ kind, side: of, cost: spends }) => kind === 'limit' || of === 'sell' || spends !== null);
/** A sale of a quantity, or a buy of a cost. */
const trail = fc
  .record({
    accountId: account,
    side,
    quantity,
    cost,
    limit: bound,
    trail: fc.bigInt({ min: 1n, max: 120n }),
  })
  .map(({ quantity: asked, cost: spends, ...rest }): IncomingOrder & { readonly trail: bigint } => ({
    ...rest,
    kind: 'market',
    timeInForce: 'IOC',
    isPostOnly: false,
    increment: STEP,
    quantity: rest.side === 'sell' ? asked : null,
    cost: rest.side === 'sell' ? null : spends,
  }));
const stopCancel = fc.nat().map((cancels) => ({ cancels }));
const stopAmend = fc.record(
  { amendsStop: fc.nat(), limit: price, quantity, stop: price },
  { requiredKeys: ['amendsStop'] },
);
/** The legs on their required sides; a buy names the limit of the other leg. */
const oco = fc
  .record({ accountId: account, side, prices: fc.uniqueArray(price, { minLength: 2, maxLength: 2 }) })
  .chain(({ accountId, side: of, prices }) => {
    const [low = 0n, high = 0n] = prices.toSorted((one, other) => (one < other ? -1 : 1));
    const [limit, at] = of === 'sell' ? [high, low] : [low, high];
    return fc
      .record({ quantity, up: of === 'sell' ? bound : price })
      .map(({ quantity: asked, up }): IncomingOrder => ({
        accountId,
        side: of,
        kind: 'limit',
        limit,
        quantity: asked,
        cost: null,
        increment: STEP,
        timeInForce: 'GTC',
        isPostOnly: false,
        oco: { stop: at, limit: up },
      }));
  });
const command = fc.oneof(
  { weight: 6, arbitrary: order },
  { weight: 3, arbitrary: oco },
  { weight: 2, arbitrary: cancel },
  { weight: 2, arbitrary: amend },
  { weight: 2, arbitrary: stop },
  { weight: 1, arbitrary: stopCancel },
  { weight: 2, arbitrary: stopAmend },
  { weight: 3, arbitrary: trail },
);
type Change = { limit?: bigint; quantity?: bigint; stop?: bigint };
type Step =
  | IncomingOrder
  | { readonly pick: number }
  | { readonly cancels: number }
  | ({ readonly amends: number } & Change)
  | ({ readonly amendsStop: number } & Change);

const REFUSALS: Readonly<Record<ModelRefusal, string>> = {
  'own order': 'SELF_TRADE',
  'would trade': 'POST_ONLY_WOULD_TRADE',
  'nothing left': 'QUANTITY_BELOW_FILLED',
};

const STOP_REFUSALS = {
  reached: 'STOP_REACHED',
  'has a cost': 'STOP_HAS_COST',
  trails: 'TRAIL_NOT_AMENDABLE',
};

const paidFor = (of: 'buy' | 'sell', fills: readonly ModelFill[]): bigint =>
  fills.reduce((sum, fill) => sum + (of === 'buy' ? (fill.price * fill.quantity) / ONE : fill.quantity), 0n);

/** What an operation does to the coin that its account pays with, in units. */
function movesOf({ account: own, need = '0', rest = '0', lines = [] }: Operation, of: 'buy' | 'sell') {
  const moves = { available: -BigInt(need), held: BigInt(rest) };
  for (const line of lines) {
    if (line.account !== own || line.currency !== (of === 'buy' ? 'USDT' : 'XMR')) continue;
    moves.available += line.available;
    moves.held += line.inOrders;
  }
  return moves;
}

/** The venue's book and the naive one, given the same commands. */
class BothBooks {
  readonly book = new Book();
  readonly levels = new Levels();
  readonly naive = new NaiveBook();
  readonly stops = new Stops(STEP);
  readonly naiveStops = new NaiveStops();
  readonly #matching: Matching = {
    pair: PAIR,
    book: this.book,
    stops: this.stops,
    stopsPerPair: 500,
    numbers: createNumbers(),
    unsettled: new Unsettled(),
    band: null,
    median: null,
    needsReference: false,
    roundTrips: new RoundTrips(PAIR, new Set()),
  };

  run(step: Step): void {
    if ('pick' in step) this.#cancel(step.pick);
    else if ('cancels' in step) this.#cancelStop(step.cancels);
    else if ('amends' in step) this.#amend(step.amends, step);
    else if ('amendsStop' in step) this.#amendStop(step.amendsStop, step);
    else if (step.trail !== undefined) this.#trail({ ...step, trail: step.trail });
    else if (step.stop !== undefined) this.#stop({ ...step, stop: step.stop });
    else this.#order(step);
    this.#compare();
    for (let next = this.stops.nextTriggered(0); next; next = this.stops.nextTriggered(0)) {
      this.#trigger(next);
      this.#compare();
    }
  }

  /** What every account has reserved, by coin, according to the operations. */
  readonly #held = new Map<string, bigint>();

  /** What is stored of the prices that orders trail, according to the operations. */
  #marks: { readonly side: string; readonly since: number; readonly price: bigint }[] = [];

  #keep({ account: own, pay = '', rest = '0', lines = [], marks = [] }: Operation): void {
    for (const { side: of, since, price: best } of marks) {
      this.#marks = this.#marks.filter((one) => one.side !== of || one.since < since);
      this.#marks.push({ side: of, since, price: BigInt(best) });
    }
    const moves = [{ account: own, currency: pay, inOrders: BigInt(rest) }, ...lines];
    for (const { account: who, currency, inOrders } of moves) {
      const key = `${who ?? 'house'} ${currency}`;
      this.#held.set(key, (this.#held.get(key) ?? 0n) + inOrders);
    }
  }

  #cancel(pick: number): void {
    const chosen = this.naive.orders[pick % Math.max(1, this.naive.orders.length)];
    if (!chosen) return;
    const order = this.book.get(chosen.id);
    equal(order?.quantityLeft, chosen.left);
    if (!order) return;
    const { changes } = this.#twice(() => planCancel(PAIR, this.book, order, undefined, NOW));
    this.levels.apply(changes);
    this.naive.orders = this.naive.orders.filter(({ id }) => id !== chosen.id);
  }

  /** Done, undone, and done again: undoing restores every order to its place in the queue. */
  #twice(plan: () => Plan): Plan {
    const before = this.#state();
    plan().undo();
    deepEqual(this.#state(), before);
    const again = plan();
    this.#keep(again.operation);
    return again;
  }

  #stop(incoming: IncomingOrder & { readonly stop: bigint }): void {
    const before = this.#state();
    const { operation, outcome } = this.#twice(() =>
      planStop(this.#matching, incoming, undefined, undefined, NOW),
    );
    const { accountId, side: of, stop: at, limit, quantity: asked, cost: most } = incoming;
    if (this.naiveStops.isReached(incoming, this.naiveStops.last)) {
      equal(outcome.ok ? 'accepted' : outcome.code, 'STOP_REACHED');
      deepEqual(this.#state(), before);
      return;
    }
    equal(outcome.ok && outcome.value.state, 'WAITING');
    const [id, number] = [operation.id ?? '', operation.number ?? 0];
    const held = most ?? (of === 'buy' ? ((limit ?? 0n) * (asked ?? 0n)) / ONE : (asked ?? 0n));
    const terms = { side: of, stop: at, limit, quantity: asked, cost: most };
    this.naiveStops.waiting.push({ id, account: accountId, number, ...terms });
    deepEqual([operation.need, operation.rest], [String(held), String(held)]);
  }

  #trail(incoming: IncomingOrder & { readonly trail: bigint }): void {
    const before = this.#state();
    const { operation, outcome } = this.#twice(() =>
      planStop(this.#matching, incoming, undefined, undefined, NOW),
    );
    const { accountId, side: of, trail: tenths, limit, quantity: asked, cost: most } = incoming;
    const { last: best } = this.naiveStops;
    if (best === null) {
      equal(outcome.ok ? 'accepted' : outcome.code, 'TRAIL_NEEDS_PRICE');
      return deepEqual(this.#state(), before);
    }
    const trailed = { tenths, best, tick: STEP };
    const at = trailedStop(of, trailed);
    deepEqual(outcome.ok && [outcome.value.state, outcome.value.stopPrice], ['WAITING', textOf(at)]);
    const [id, number] = [operation.id ?? '', operation.number ?? 0];
    const terms = { side: of, stop: at, trail: trailed, limit, quantity: asked, cost: most };
    this.naiveStops.waiting.push({ id, account: accountId, number, ...terms });
    equal(operation.need, String(most ?? asked));
  }

  #cancelStop(pick: number): void {
    const waiting = this.naiveStops.waiting;
    const chosen = waiting[pick % Math.max(1, waiting.length)];
    const order = chosen && this.stops.get(chosen.id);
    if (!order) return;
    const { operation } = this.#twice(() => planStopCancel(this.#matching, order, undefined, NOW));
    this.#checkFreed(order, operation, heldByStop(order));
    this.naiveStops.waiting = waiting.filter((one) => one !== chosen);
  }

  #amendStop(pick: number, change: Change): void {
    const waiting = this.naiveStops.waiting;
    const chosen = waiting[pick % Math.max(1, waiting.length)];
    const order = chosen && this.stops.get(chosen.id);
    if (!chosen || !order) return;
    const [before, heldBefore] = [this.#state(), this.naiveStops.heldBy(chosen)];
    const { limit, quantity: wanted, stop: at } = change;
    const amendment = { limit, quantity: wanted, stop: at, priceCheck: undefined };
    const { operation, outcome } = this.#twice(() =>
      planStopAmendment(this.#matching, order, amendment, undefined, NOW),
    );
    const expected = this.naiveStops.amend(chosen, operation.number, change);
    if (expected !== 'amended') {
      equal(outcome.ok ? 'accepted' : outcome.code, STOP_REFUSALS[expected]);
      deepEqual(this.#state(), before);
      return;
    }
    equal(outcome.ok && outcome.value.state, 'WAITING');
    const after = this.naiveStops.waiting.find(({ id }) => id === chosen.id) ?? chosen;
    const more = this.naiveStops.heldBy(after) - heldBefore;
    deepEqual(movesOf(operation, order.incoming.side), { available: -more, held: more });
    equal(this.stops.get(chosen.id)?.stop, after.stop);
    equal(heldByStop(this.stops.get(chosen.id) ?? order), this.naiveStops.heldBy(after));
    equal(this.stops.openOf(order.incoming.accountId) > 0, true);
  }

  #checkFreed({ incoming: { side: of } }: StopOrder, operation: Operation, held: bigint): void {
    deepEqual(movesOf(operation, of), { available: held, held: -held });
  }

  #trigger(stop: StopOrder): void {
    const chosen = this.naiveStops.triggered.shift();
    equal(chosen?.id, stop.id);
    if (!chosen) return;
    const before = this.#state();
    const { operation, outcome, trades, changes } = this.#twice(() => {
      const plan = planTrigger(this.#matching, stop, 1000, NOW);
      if (!plan) throw new Error('there is no price band here');
      return plan;
    });
    const expected = this.#placeNaively(stop.incoming, stop.id, operation.number ?? 0);
    const held = this.naiveStops.heldBy(chosen);
    if (typeof expected === 'string') {
      equal(outcome.ok && outcome.value.state, 'CANCELED');
      this.#checkFreed(stop, operation, held);
      const { book, last } = this.#state();
      deepEqual([book, last], [before.book, before.last]);
      return;
    }
    this.levels.apply(changes);
    deepEqual(
      trades.map(({ fill }) => ({ maker: fill.maker.id, price: fill.price, quantity: fill.quantity })),
      expected,
    );
    const { side: of, limit } = stop.incoming;
    const inBook = this.naive.orders.find((one) => one.id === stop.id);
    if (inBook && chosen.rested) inBook.quantity = chosen.rested.quantity;
    const resting = inBook?.left ?? 0n;
    const rests = of === 'buy' ? ((limit ?? 0n) * resting) / ONE : resting;
    // Its reservation pays for everything, and the rest is free again.
    const freed = held - rests - paidFor(of, expected);
    equal(freed >= 0n, true);
    deepEqual(movesOf(operation, of), { available: freed, held: rests - held });
    equal(operation.need, undefined);
  }

  #placeNaively(
    {
      accountId,
      side: of,
      limit,
      quantity: asked,
      cost: most,
      timeInForce,
      isPostOnly,
      display,
      oco: leg,
    }: StopOrder['incoming'],
    id: string,
    number: number,
  ): ModelFill[] | ModelRefusal {
    const placed = this.naive.place(
      { id, account: accountId, side: of, limit, quantity: asked },
      {
        rests: timeInForce === 'GTC',
        isAllOrNothing: timeInForce === 'FOK',
        isPostOnly,
        display: display ?? null,
        oco: leg ? { ...leg, number } : null,
      },
      (at, traded, spent) => {
        if (asked !== null) return asked - traded;
        return ((((most ?? 0n) - spent) * ONE) / at / STEP) * STEP;
      },
    );
    if (typeof placed !== 'string')
      this.naiveStops.follow(
        placed.map(({ price: at }) => at),
        this.naive,
      );
    return placed;
  }

  #amend(pick: number, { limit, quantity: wanted }: { limit?: bigint; quantity?: bigint }): void {
    const chosen = this.naive.orders[pick % Math.max(1, this.naive.orders.length)];
    const order = chosen && this.book.get(chosen.id);
    if (!chosen || !order) return;
    const change = { limit, quantity: wanted, stop: undefined, priceCheck: undefined };
    const [before, heldBefore] = [this.#state(), heldInBook(chosen)];
    const plan = this.#twice(() => planAmendment(this.#matching, order, change, undefined, 1000, NOW));
    this.levels.apply(plan.changes);
    if (chosen.oco) {
      equal(plan.outcome.ok ? 'accepted' : plan.outcome.code, 'OCO_NOT_AMENDABLE');
      return deepEqual(this.#state(), before);
    }
    const expected = this.naive.amend(order.id, {
      ...(limit !== undefined && { limit }),
      ...(wanted !== undefined && { quantity: wanted }),
    });
    if (typeof expected !== 'string')
      this.naiveStops.follow(
        expected.map(({ price: at }) => at),
        this.naive,
      );
    if (typeof expected === 'string') {
      equal(plan.outcome.ok ? 'accepted' : plan.outcome.code, REFUSALS[expected]);
      deepEqual(this.#state(), before);
      return;
    }
    deepEqual(
      plan.trades.map(({ fill }) => ({ maker: fill.maker.id, price: fill.price, quantity: fill.quantity })),
      expected,
    );
    const after = this.naive.orders.find(({ id }) => id === order.id);
    const held = (after ? heldInBook(after) : 0n) - heldBefore;
    deepEqual(movesOf(plan.operation, order.side), {
      available: -held - paidFor(order.side, expected),
      held,
    });
    equal(this.book.get(order.id)?.quantity, after?.quantity);
    equal(this.book.get(order.id)?.display ?? null, after?.display ?? null);
    equal(plan.outcome.ok && plan.outcome.value.state === 'FILLED', after === undefined);
  }

  #order(incoming: IncomingOrder): void {
    const before = this.#state();
    checkSums(incoming, match(this.book, incoming));
    deepEqual(this.#state(), before); // matching alone changes nothing
    const { operation, outcome, trades, changes } = this.#twice(() =>
      planOrder(this.#matching, incoming, undefined, 1000, NOW),
    );
    this.levels.apply(changes);
    const reached = this.#ocoReached(incoming);
    if (incoming.oco && reached && !(!outcome.ok && outcome.code === 'OCO_WOULD_TRADE')) {
      equal(outcome.ok ? 'accepted' : outcome.code, reached);
      return deepEqual(this.#state(), before);
    }
    const expected = this.#placeNaively(incoming, operation.id ?? '', operation.number ?? 0);
    if (typeof expected === 'string') {
      const code = incoming.oco ? 'OCO_WOULD_TRADE' : REFUSALS[expected];
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

  /** From the text of OCO-05: the last price is between the legs. */
  #ocoReached({ side: of, limit, oco: leg }: IncomingOrder): string | undefined {
    const { last } = this.naiveStops;
    if (!leg || limit === null || last === null) return undefined;
    if (this.naiveStops.isReached({ side: of, stop: leg.stop }, last)) return 'STOP_REACHED';
    return (of === 'sell' ? limit <= last : limit >= last) ? 'OCO_LIMIT_REACHED' : undefined;
  }

  /** What is taken from the balance pays the fills and the resting part, to the unit, and never more than agreed. */
  #checkReserved(
    { side: of, limit, quantity: asked, cost: most, oco: leg }: IncomingOrder,
    { id, need, rest }: Operation,
    fills: readonly ModelFill[],
  ): void {
    const resting = this.naive.orders.find((one) => one.id === id);
    const held = resting ? heldInBook(resting) : 0n;
    const paid = paidFor(of, fills);
    equal(rest, String(held));
    equal(need, String(held + paid));
    if (of === 'buy' && limit !== null && asked !== null && !leg)
      equal(held + paid <= (limit * asked) / ONE, true);
    if (most !== null) equal(held + paid <= most, true);
    for (const { price: at } of fills)
      if (limit !== null) equal(of === 'buy' ? at <= limit : at >= limit, true);
  }

  #state() {
    const idsOf = (orders: Iterable<{ readonly id: string }>) => [...orders].map(({ id }) => id);
    return {
      book: (['buy', 'sell'] as const).map((of) =>
        [...this.book.inPriority(of)].map((o) => [o.id, o.quantityLeft, o.hidden, o.number]),
      ),
      legs: (['buy', 'sell'] as const).map((of) => {
        const all = this.book.takeReached(of, of === 'buy' ? 200n * STEP : 1n);
        this.book.putBack(all);
        return all.map((o) => [o.id, o.quantityLeft]);
      }),
      stops: Object.fromEntries([...this.stops.all()].map((one) => [one.id, this.stops.priceOf(one)])),
      marks: (['buy', 'sell'] as const).map((of) => [...this.stops.marksOf(of)]),
      triggered: idsOf(this.stops.all())
        .filter((id) => this.stops.isStoredAsTriggered(id))
        .toSorted(),
      next: this.stops.nextTriggered(0)?.id,
      last: this.stops.lastPrice,
    };
  }

  #compare(): void {
    const waits = ({ id }: { readonly id: string }): boolean => !this.stops.isStoredAsTriggered(id);
    deepEqual(
      [...this.stops.all()]
        .filter(waits)
        .map(({ id }) => id)
        .toSorted(),
      this.naiveStops.waiting.map(({ id }) => id).toSorted(),
    );
    for (const { id, stop: at } of this.naiveStops.waiting) {
      const waiting = this.stops.get(id);
      equal(waiting && this.stops.priceOf(waiting), at);
    }
    for (const of of ['buy', 'sell'] as const)
      deepEqual(
        this.stops.marksOf(of),
        this.#marks.filter((one) => one.side === of),
      );
    equal(this.stops.lastPrice, this.naiveStops.last);
    equal(this.book.size, this.naive.orders.length);
    for (const { id, left, shown } of this.naive.orders) {
      const { quantityLeft, hidden } = this.book.get(id) ?? {};
      deepEqual([quantityLeft, hidden], [left, left - shown]);
    }
    for (const of of ['buy', 'sell'] as const) {
      const expected = this.naive.levels(of).map(([at, sum]) => [textOf(at), textOf(sum)]);
      deepEqual(this.levels.top(of, 1000), expected);
      equal(
        this.levels.volume(of),
        this.naive.levels(of).reduce((sum, [, shown]) => sum + shown, 0n),
      );
    }
    const [bid, ask] = [this.book.bestPrice('buy'), this.book.bestPrice('sell')];
    if (bid !== undefined && ask !== undefined) equal(bid < ask, true);
    for (const name of ['ann', 'bob', 'cyd', 'dan', 'eve']) {
      const own = this.naive.orders.filter((o) => o.account === name);
      equal(this.book.openOf(name), own.length);
      equal(this.book.legsOf(name), own.filter(({ oco: leg }) => leg).length);
      for (const of of ['buy', 'sell'] as const) {
        const { waiting, triggered } = this.naiveStops;
        const stops = [...waiting, ...triggered].filter((o) => o.account === name && o.side === of);
        const held = [
          ...own.filter((o) => o.side === of).map(heldInBook),
          ...stops.map((o) => this.naiveStops.heldBy(o)),
        ];
        equal(
          this.#held.get(`${name} ${of === 'buy' ? 'USDT' : 'XMR'}`) ?? 0n,
          held.reduce((sum, one) => sum + one, 0n),
        );
      }
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
  test(
    `agrees with the naive model in every fill and every level, over ${COMMANDS} commands`,
    () => {
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
    },
    Math.max(600_000, COMMANDS * 2),
  );

  test('a cost buys as many whole increments as it can pay for, and not one more', () => {
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
  test('are rounded up to the unit, and never exceed what is received', () => {
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
