import { randomUUID } from 'node:crypto';
import type { Refusal } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { LARGEST_UNITS, textOf, valueOf } from '../ledger/units.ts';
import { type Book, hiddenOf, otherLeg, type RestingOrder, shownOf } from '../matching/book.ts';
import type { Match } from '../matching/match.ts';
import { addFills, applyFills, makerChange, makersAfter, tradeOf } from './fills.ts';
import { answeredWith, type IdempotencyKey } from './idempotency.ts';
import { orderAfter, type Prior, restingOrder } from './orderAfter.ts';
import type { Pair } from './pairs.ts';
import { type Plan, planAsItIs, planRefusal } from './plan.ts';
import { hidesTooMuch, valueRefusal } from './validation.ts';
import { heldBy, planReduction, restingRecord } from './planResting.ts';
import type { StopOrder, Stops } from '../matching/stops.ts';
import type { Mark } from '../matching/trails.ts';
import { checkFar, matchInBand } from './matchInBand.ts';
import { refuse } from './refusals.ts';
import type { Operation } from './settlement.ts';
import {
  type Amendment,
  bestOpposingPrice,
  dearest,
  heldFor,
  type IncomingOrder,
  matchAllowedBy,
  mayRest,
} from './terms.ts';
import { divide, type Matching, NOTHING, sumOf, unsettledOf } from './unsettled.ts';

/** Open orders per account and book, to bound memory. */
export const LARGEST_OPEN = 500;
/** Those that an order meets and does not fill are settled at once, however many (TYPE-12). */
const ICEBERGS_AT_A_PRICE = 50;

/** Matches the order and changes the book in memory. @param most fills settled with it; others follow (LOAD-09). */
export const planOrder = (
  matching: Matching,
  incoming: IncomingOrder,
  idempotencyKey: IdempotencyKey | undefined,
  most: number,
  now: Date,
): Plan => planIncoming(matching, incoming, undefined, idempotencyKey, most, now);

/**
 * Changes an order of the book (AMEND-01). With a new price or a larger quantity it loses its place and is matched like
 * a new order, under its ID.
 */
export function planAmendment(
  matching: Matching,
  order: RestingOrder,
  { limit, quantity, priceCheck }: Amendment,
  idempotencyKey: IdempotencyKey | undefined,
  most: number,
  now: Date,
): Plan {
  const { pair, book, numbers } = matching;
  const { accountId, isPostOnly, side } = order;
  if (otherLeg(order)) return planRefusal(accountId, refuse.ocoNotAmendable(), idempotencyKey, now);
  const [wantedLimit, wanted] = [limit ?? order.price, quantity ?? order.quantity];
  const filled = order.quantity - order.quantityLeft;
  if (wanted <= filled) {
    const refusal = refuse.amendedBelowFilled(textOf(filled), pair.rules.base);
    return planRefusal(accountId, refusal, idempotencyKey, now);
  }
  const tooMuch =
    valueRefusal(pair, wantedLimit, wanted) ??
    (order.display !== null && hidesTooMuch(order.display, wanted) ? refuse.hidesTooMuch() : undefined);
  if (tooMuch) return planRefusal(accountId, tooMuch, idempotencyKey, now);
  if (wantedLimit === order.price && wanted === order.quantity)
    return planAsItIs(accountId, restingRecord(pair, order, now), idempotencyKey, now);
  if (wantedLimit === order.price && wanted < order.quantity)
    return planReduction(pair, book, numbers, order, wanted, idempotencyKey, now);
  const incoming: IncomingOrder = {
    accountId,
    side,
    kind: 'limit',
    limit: wantedLimit,
    quantity: wanted - filled,
    cost: null,
    increment: pair.increment,
    timeInForce: 'GTC',
    isPostOnly,
    display: order.display ?? undefined,
    priceCheck,
  };
  book.remove(order.id);
  const prior: Prior = {
    ...order,
    held: heldBy(order),
    trail: null,
    filled,
    left: order.quantityLeft,
    isTriggered: false,
  };
  const plan = planIncoming(matching, incoming, prior, idempotencyKey, most, now);
  if (plan.operation.type === 'refusal') {
    book.add(order);
    return plan;
  }
  const undo = (): void => {
    plan.undo();
    book.add(order);
  };
  const left = { side, price: order.price, change: -shownOf(order) };
  return { ...plan, changes: [left, ...plan.changes], undo };
}

/**
 * What a refusal for too small a balance may name: what the order itself may cost, never what it meets, some of which
 * the book hides (TYPE-11). 0 where it gives only a quantity to buy.
 */
function namedIn({ side, limit, quantity, cost, oco }: IncomingOrder): bigint {
  if (side === 'sell' || quantity === null) return quantity ?? cost ?? 0n;
  return limit === null ? 0n : valueOf(dearest(limit, oco), quantity);
}

/** Of an order that only adds to the book. */
function wouldTradeRefusal({ rules }: Pair, book: Book, incoming: IncomingOrder): Refusal | undefined {
  if (!incoming.isPostOnly && !incoming.oco) return undefined;
  const best = bestOpposingPrice(book, incoming);
  if (best === undefined) return undefined;
  const refused = incoming.oco ? refuse.ocoWouldTrade : refuse.postOnlyWouldTrade;
  return refused(textOf(best), rules.quote);
}

/** The last price must be between the legs (OCO-05). */
function ocoRefusal(
  { pair: { rules }, book, stops, stopsPerPair }: Matching,
  { accountId, side, limit, oco }: IncomingOrder,
): Refusal | undefined {
  if (!oco || limit === null) return undefined;
  const { lastPrice } = stops;
  if (lastPrice !== null && stops.isReached(side, oco.stop))
    return refuse.stopReached(side, textOf(lastPrice), rules.quote);
  if (lastPrice !== null && (side === 'sell' ? limit <= lastPrice : limit >= lastPrice))
    return refuse.ocoLimitReached(side, textOf(lastPrice), rules.quote);
  return stopsOf(book, stops, accountId) >= stopsPerPair ? refuse.tooManyStops(stopsPerPair) : undefined;
}

/** The worse of the limits of both legs; null where one has none. */
function worstLimit({ side, limit, oco }: IncomingOrder): bigint | null {
  if (!oco || limit === null) return limit;
  if (oco.limit === null) return null;
  return oco.limit > limit === (side === 'buy') ? oco.limit : limit;
}

/** @param prior the same order, which is not in the book now. */
export function planIncoming(
  matching: Matching,
  incoming: IncomingOrder,
  prior: Prior | undefined,
  idempotencyKey: IdempotencyKey | undefined,
  most: number,
  now: Date,
): Plan {
  const { pair, book, stops, numbers, unsettled, band, roundTrips } = matching;
  const matched =
    wouldTradeRefusal(pair, book, incoming) ??
    ocoRefusal(matching, incoming) ??
    matchInBand(pair, book, incoming, band);
  if (!matched.ok) return planRefusal(incoming.accountId, matched, idempotencyKey, now);
  const { isCut } = matched;
  const found = matchAllowedBy(incoming, matched.found);
  const refusal = refusalOf(matching, openOf(book, stops, incoming.accountId), incoming, prior, found);
  if (refusal) return planRefusal(incoming.accountId, refusal, idempotencyKey, now);
  // Last, so that an order refused anyway asks for no second factor. Not stored under the key: confirmed, it is placed.
  const waiting = mayRest(incoming) ? (incoming.quantity ?? 0n) - found.filled : 0n;
  const checked = checkFar(matching, incoming, (median) => ({
    // A market order can reach as far as the prices that it finds, a limit order as far as its limit.
    worst: incoming.kind === 'limit' ? worstLimit(incoming) : (found.fills.at(-1)?.price ?? median),
    fills: found.fills,
    waiting,
  }));
  if (!checked.ok) return planRefusal(incoming.accountId, checked, undefined, now);

  const { first, later } = divide(found.fills, most);
  const amounts = sumOf(later);
  const endsAs = mayRest(incoming) ? null : found.isComplete ? 'FILLED' : 'CANCELED';
  const order = orderAfter(pair, incoming, prior, found, first, amounts, now);
  const number = numbers.nextOrder();
  const isTriggered = prior?.isTriggered === true;
  // Its trades so far were made at the price that it leaves.
  const amendment = prior && (!isTriggered || prior.oco) ? numbers.nextTrade() : undefined;
  const makers = makersAfter(found.fills, numbers, now);
  const trades = first.map((fill) => tradeOf(pair, fill, incoming, numbers.nextTrade(), now, roundTrips));
  const lines = new Lines();
  addFills(lines, pair, incoming, trades);
  const [pay, spent] =
    incoming.side === 'buy' ? [pair.rules.quote, amounts.value] : [pair.rules.base, amounts.quantity];
  const held = prior?.held ?? 0n;
  const rest = heldFor(incoming, order.left);
  const need = (incoming.side === 'buy' ? found.value : found.filled) + rest - held;
  // An amendment that needs less than was reserved returns the difference.
  const takes = !prior || need > 0n;
  const change = rest + spent - held;
  if (!takes) lines.add({ account: incoming.accountId }, pay, { available: -need, inOrders: change });
  const resting =
    order.left > 0n && incoming.limit !== null && mayRest(incoming)
      ? restingOrder(order, incoming, incoming.limit, number, prior)
      : undefined;
  const unfill = applyFills(book, found.fills, makers, resting);
  const prices = found.fills.map(({ price }) => price);
  const reached = stops.follow(prices, book);
  const operation: Operation = {
    type: isTriggered ? 'trigger' : prior ? 'amend' : 'order',
    at: now,
    account: incoming.accountId,
    ...answeredWith(idempotencyKey, { order: order.record }),
    id: order.id,
    ...((need !== 0n || trades.length > 0) && { entry: randomUUID() }),
    number,
    ...(prior && { amendment, quantity_before: String(prior.left) }),
    side: incoming.side,
    kind: order.record.kind,
    price: textOrNull(incoming.limit),
    time_in_force: incoming.timeInForce,
    post_only: incoming.isPostOnly,
    ...(incoming.display !== undefined && {
      display: String(incoming.display),
      hidden: String(hiddenOf(incoming.display, order.left)),
    }),
    ...(incoming.oco && { oco_stop: String(incoming.oco.stop), oco_limit: textOrNull(incoming.oco.limit) }),
    quantity: String(order.quantity),
    quantity_left: String(order.left + amounts.quantity),
    cost: textOrNull(incoming.cost),
    value: String(found.value - amounts.value),
    state: order.record.state,
    executed_at: found.fills.length > 0 ? now : null,
    far: checked.far,
    // With 0 it is still refused where the account owes for an undone deposit (LEDGER-02).
    ...(!isTriggered && {
      pay,
      need: String(takes ? need : 0n),
      rest: String(takes ? change : 0n),
      named: String(namedIn(incoming) - held),
    }),
    ...(reached.first.length > 0 && { triggers: triggersOf(reached.first) }),
    ...(reached.reached && reachedFrom(prices, reached.reached)),
    ...(reached.moved.length > 0 && { marks: marksFor(reached.moved) }),
    ...unsettledOf(amounts),
    ...(endsAs !== null && { ends_as: endsAs }),
    ...(trades.length > 0 && {
      makers: first.map((fill) =>
        makerChange(
          fill,
          fill.maker.quantityLeft + (unsettled.behind(fill.maker.id) ?? NOTHING).quantity,
          makers.get(fill.maker.id),
        ),
      ),
      trades: trades.map(({ insert }) => insert),
    }),
    ...((trades.length > 0 || !takes) && { lines: lines.all() }),
  };
  return {
    operation,
    outcome: { ok: true, value: order.record },
    changes: [
      ...found.fills.map(({ maker }) => {
        const kept = makers.get(maker.id);
        return { side: maker.side, price: maker.price, change: (kept ? shownOf(kept) : 0n) - shownOf(maker) };
      }),
      ...(resting ? [{ side: resting.side, price: resting.price, change: shownOf(resting) }] : []),
      ...reached.left.map((left) => ({ side: left.side, price: left.price, change: -shownOf(left) })),
    ],
    trades,
    ...(later.length > 0 && {
      unsettled: {
        id: order.id,
        accountId: incoming.accountId,
        side: incoming.side,
        kind: order.record.kind,
        endsAs,
        unfilled: mayRest(incoming) ? 0n : order.left,
        fills: later,
        amounts,
      },
    }),
    isCut,
    undo: () => {
      reached.undo();
      unfill();
    },
  };
}

/** Prices of an order's fills only rise or only fall, so the first and last are the farthest apart. */
function reachedFrom(prices: readonly bigint[], marks: readonly Mark[]): Pick<Operation, 'reached'> {
  const [first = 0n, last = first] = [prices[0], prices.at(-1)];
  const [lowest, highest] = first < last ? [first, last] : [last, first];
  return { reached: { lowest: String(lowest), highest: String(highest), marks: marksFor(marks) } };
}

/** What is stored of the orders that are triggered. */
export const triggersOf = (orders: readonly StopOrder[]): NonNullable<Operation['triggers']> =>
  orders.map(({ id, trail, stop }) => (trail === null ? { id } : { id, stop: String(stop) }));

export const marksFor = (marks: readonly Mark[]): NonNullable<Operation['marks']> =>
  marks.map(({ side, since, price }) => ({ side, since, price: String(price) }));

const textOrNull = (units: bigint | null): string | null => (units === null ? null : String(units));

/** Orders of the account that wait for a price, in the book or not, or are triggered (LOAD-16). */
export const stopsOf = (book: Book, stops: Stops, accountId: string): number =>
  book.legsOf(accountId) + stops.openOf(accountId);

/** Orders of the account in the book and waiting for their stop price. */
export const openOf = (book: Book, stops: Stops, accountId: string): number =>
  book.openOf(accountId) + stops.openOf(accountId);

function refusalOf(
  { pair, book, band, needsReference }: Matching,
  open: number,
  incoming: IncomingOrder,
  prior: Prior | undefined,
  found: Match,
): Refusal | undefined {
  const { rules } = pair;
  if (band === null && needsReference && !incoming.isPostOnly) return refuse.noReference(rules.symbol);
  if (found.ownOrder) return refuse.selfTrade(textOf(found.ownOrder.price), rules.quote);
  if (incoming.cost !== null && found.isComplete && found.filled < pair.minimum) {
    return refuse.costBelowMinimum(rules.minOrderSize, rules.base);
  }
  if (
    incoming.kind === 'market' &&
    incoming.quantity !== null &&
    found.isComplete &&
    // However little its other leg has left of it (OCO-04).
    !prior?.oco &&
    found.value < pair.minimumValue
  ) {
    return refuse.belowMinimumValue(rules.minOrderValue, rules.quote);
  }
  if (found.value > LARGEST_UNITS) return refuse.tooLarge();
  const rests = mayRest(incoming) && !found.isComplete;
  if (rests && open >= LARGEST_OPEN) return refuse.tooManyOpen(LARGEST_OPEN);
  const { side, limit, display } = incoming;
  if (rests && display !== undefined && limit !== null && book.icebergsAt(side, limit) >= ICEBERGS_AT_A_PRICE)
    return refuse.tooManyIcebergs(ICEBERGS_AT_A_PRICE);
  return undefined;
}
