import { toUnits } from '../../src/domain/decimal.ts';
import type { Side } from '../../src/domain/market.ts';
import type { Exchange, OrderRecord, PairRules } from '../exchange.ts';
import { inTicks, PAIR_MODELS, onIncrement, textOf, worthOf } from '../market/model.ts';
import { UNIT_SCALE } from '../market/types.ts';
import { createRandom } from '../random.ts';
import type { FairPrices } from './fair.ts';
import { ladderAround, levelOf, missingLevel, worstOrder, type OwnOrder, ticksOf } from './ladder.ts';

/** Steps between reads of its open orders; fills are not noticed in between. */
const READ_EVERY = 8;
const TAKE_SHARE = 0.22;
/** Share of steps that replace a level of a complete ladder. */
const REQUOTE_SHARE = 0.5;
const ONE = 10n ** BigInt(UNIT_SCALE);
/** As fractions of the fair price: half the spread, and the distance between levels. */
const HALF_SPREAD = 0.0002;
const LEVEL_STEP = 0.0003;
/** Actions of one step at most, of which all but the first only repair the ladder. */
const MAX_ACTIONS = 12;
const DAY = 86_400;
/** Fraction by which a taker's limit exceeds the fair price. */
const TAKER_REACH = 0.004;

export interface TraderParts {
  readonly exchange: Exchange;
  readonly rules: PairRules;
  readonly fair: FairPrices;
  /** Two accounts, because an account cannot trade with itself. */
  readonly quoter: string;
  readonly taker: string;
  readonly seed: string;
}

/** Null when there was nothing to do, else the last action. Refusals are returned, not thrown. */
export type MakerAction =
  | { readonly kind: 'placed' | 'cancelled' | 'took'; readonly side: Side; readonly ticks: number }
  | { readonly kind: 'refused'; readonly code: string };

/** Market maker of one pair: keeps a ladder around the fair price and sometimes trades against it. */
export interface Trader {
  readonly pair: string;
  resume(): Promise<void>;
  placeMissingLevel(): Promise<MakerAction | null>;
  step(seconds: number): Promise<MakerAction | null>;
}

export function createTrader({ exchange, rules, fair, quoter, taker, seed }: TraderParts): Trader {
  const random = createRandom(`${seed}/trader/${rules.symbol}`);
  const tick = toUnits(rules.minPriceIncrement, UNIT_SCALE) ?? 1n;
  const increment = toUnits(rules.minQuantityIncrement, UNIT_SCALE) ?? 1n;
  const smallest = toUnits(rules.minOrderSize, UNIT_SCALE) ?? increment;
  const leastValue = toUnits(rules.minOrderValue, UNIT_SCALE) ?? 0n;
  const daily = PAIR_MODELS[rules.symbol]?.turnover ?? 1;
  /** Seconds in which the price moves half a level: one action a step keeps the ladder whole, two a longer step. */
  const calm = DAY * (LEVEL_STEP / 2 / (PAIR_MODELS[rules.symbol]?.daily ?? 1)) ** 2;
  const own = new Map<string, OwnOrder>();
  let steps = 0;
  /** Half of the band, as a fraction. */
  const reach = worthOf(toUnits(rules.priceDeviationPercent, UNIT_SCALE) ?? 0n) / 200;

  /** Keeps orders inside the pair's price band (LEDGER-03). */
  function fairTicks(): number {
    const ticks = inTicks(fair.of(rules.symbol), tick);
    const lastPrice = toUnits(exchange.book(rules.symbol, 1)?.lastPrice ?? '0', UNIT_SCALE) ?? 0n;
    if (lastPrice === 0n) return ticks;
    const last = inTicks(worthOf(lastPrice), tick);
    return Math.min(last * (1 + reach), Math.max(last * (1 - reach), ticks));
  }
  const priceOf = (ticks: number): string => textOf(BigInt(ticks) * tick);
  const ladder = () => ladderAround(fairTicks(), HALF_SPREAD, LEVEL_STEP);

  function quantity(size: number, ticks: number): string {
    const units = onIncrement(size, increment);
    const valued = (leastValue * ONE) / (BigInt(ticks) * tick);
    const least = valued < smallest ? smallest : (valued / increment + 1n) * increment;
    return textOf(units > least ? units : least);
  }

  async function readOwn(): Promise<void> {
    const open = await exchange.orders(quoter, {
      pair: rules.symbol,
      states: ['OPENED', 'PARTIALLY_FILLED'],
      skip: 0,
      limit: 500,
    });
    own.clear();
    for (const order of open) {
      const ticks = ticksFrom(order, tick);
      if (ticks !== null) own.set(order.id, { id: order.id, side: order.side, ticks });
    }
  }

  async function cancel(order: OwnOrder): Promise<MakerAction> {
    own.delete(order.id);
    const outcome = await exchange.cancel(quoter, order.id);
    // A fill is not noticed before the next read, and the order is gone all the same.
    if (!outcome.ok && outcome.code !== 'ORDER_FILLED') return { kind: 'refused', code: outcome.code };
    return { kind: 'cancelled', side: order.side, ticks: order.ticks };
  }

  async function place(side: Side, level: number): Promise<MakerAction | null> {
    const ticks = ticksOf(ladder(), side, level, level === 0 ? 0 : random.next());
    const size = (daily / 400) * (1 + 0.25 * level) * (0.4 + 1.2 * random.next());
    if (ticks === null) return null;
    const order = { pair: rules.symbol, side, price: priceOf(ticks), quantity: quantity(size, ticks) };
    const outcome = await exchange.placeLimit(quoter, order);
    if (!outcome.ok) return { kind: 'refused', code: outcome.code };
    const isOpen = outcome.value.state === 'OPENED' || outcome.value.state === 'PARTIALLY_FILLED';
    if (isOpen) own.set(outcome.value.id, { id: outcome.value.id, side, ticks });
    return { kind: 'placed', side, ticks };
  }

  async function take(): Promise<MakerAction | null> {
    const side: Side = random.next() < 0.5 ? 'buy' : 'sell';
    const size = (daily / 20_000) * Math.exp(0.9 * random.normal());
    const reach = side === 'buy' ? 1 + TAKER_REACH : 1 - TAKER_REACH;
    const best = exchange.book(rules.symbol, 1)?.[side === 'buy' ? 'asks' : 'bids'][0];
    if (!best) return null;
    const limit = Math.max(
      1,
      side === 'buy' ? Math.ceil(fairTicks() * reach) + 1 : Math.floor(fairTicks() * reach) - 1,
    );
    const order = { pair: rules.symbol, side, price: priceOf(limit), quantity: quantity(size, limit) };
    const outcome = await exchange.placeLimit(taker, order);
    if (!outcome.ok) return { kind: 'refused', code: outcome.code };
    const isOpen = outcome.value.state === 'OPENED' || outcome.value.state === 'PARTIALLY_FILLED';
    if (isOpen) await exchange.cancel(taker, outcome.value.id);
    return { kind: 'took', side, ticks: limit };
  }

  async function placeMissingLevel(): Promise<MakerAction | null> {
    const missing = missingLevel(ladder(), own.values());
    return missing ? place(missing.side, missing.level) : null;
  }

  async function repairOne(): Promise<MakerAction | null> {
    const wrong = worstOrder(ladder(), [...own.values()]);
    return wrong ? cancel(wrong) : placeMissingLevel();
  }

  async function act(): Promise<MakerAction | null> {
    const wrong = worstOrder(ladder(), [...own.values()]);
    if (wrong) return cancel(wrong);
    if (random.next() < TAKE_SHARE) return take();
    const filled = await placeMissingLevel();
    if (filled || random.next() > REQUOTE_SHARE) return filled;
    const now = ladder();
    const orders = [...own.values()].sort(
      (a, b) => levelOf(now, a.side, a.ticks) - levelOf(now, b.side, b.ticks),
    );
    const chosen = orders[random.whole(0, Math.max(0, orders.length - 1))];
    return chosen ? cancel(chosen) : null;
  }

  return {
    pair: rules.symbol,

    async resume() {
      const left = await exchange.orders(taker, {
        pair: rules.symbol,
        states: ['OPENED', 'PARTIALLY_FILLED'],
        skip: 0,
        limit: 500,
      });
      for (const { id } of left) await exchange.cancel(taker, id);
      await readOwn();
    },

    placeMissingLevel,

    async step(seconds) {
      const most = seconds <= calm ? 1 : Math.min(MAX_ACTIONS, Math.ceil((2 * seconds) / calm));
      // Slow makers make a slow market: the price moves no further than they can follow.
      fair.advance(rules.symbol, Math.min(seconds, MAX_ACTIONS * calm));
      steps += 1;
      if (steps % READ_EVERY === 0) await readOwn();
      let action = await act();
      for (let count = 1; count < most && action !== null && action.kind !== 'refused'; count += 1) {
        const repair = await repairOne();
        if (repair === null) break;
        action = repair;
      }
      return action;
    },
  };
}

function ticksFrom(order: OrderRecord, tick: bigint): number | null {
  const units = order.price === null ? null : toUnits(order.price, UNIT_SCALE);
  return units === null ? null : Number(units / tick);
}
