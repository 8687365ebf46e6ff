import { randomUUID } from 'node:crypto';
import type { TradeRecord } from '../exchange.ts';
import type { Lines } from '../ledger/lines.ts';
import { feeOf, textOf, valueOf } from '../ledger/units.ts';
import { type Book, otherLeg, refilled, type RestingOrder } from '../matching/book.ts';
import type { Fill, Incoming } from '../matching/match.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import type { RoundTrips } from './roundTrips.ts';
import type { MakerChange, TradeInsert } from './settlement.ts';
import { dearest } from './terms.ts';

/** Amounts in units of 0.00000001. */
export interface PlannedTrade {
  readonly fill: Fill;
  readonly number: number;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  readonly insert: TradeInsert;
  readonly record: TradeRecord;
}

/** Each side pays its fee from what it receives. */
export function tradeOf(
  pair: Pair,
  fill: Fill,
  incoming: Pick<Incoming, 'accountId' | 'side'>,
  number: number,
  now: Date,
  roundTrips: RoundTrips,
): PlannedTrade {
  const isBuy = incoming.side === 'buy';
  const [taker, maker] = [incoming.accountId, fill.maker.accountId];
  const parties = isBuy ? { buyer: taker, seller: maker } : { buyer: maker, seller: taker };
  const isCounted = roundTrips.counts(parties, now.getTime());
  const takerFee = takerFeeOf(pair, incoming.side, fill);
  const makerFee = feeOf(isBuy ? fill.value : fill.quantity, pair.makerFeePpm);
  const id = randomUUID();
  return {
    fill,
    number,
    takerFee,
    makerFee,
    insert: {
      number,
      id,
      price: String(fill.price),
      quantity: String(fill.quantity),
      value: String(fill.value),
      taker_fee: String(takerFee),
      taker_fee_ppm: String(pair.takerFeePpm),
      maker_account: fill.maker.accountId,
      maker_order: fill.maker.id,
      maker_fee: String(makerFee),
      maker_fee_ppm: String(pair.makerFeePpm),
      is_counted: isCounted,
    },
    record: {
      id,
      number,
      pair: pair.rules.symbol,
      price: textOf(fill.price),
      quantity: textOf(fill.quantity),
      takerSide: incoming.side,
      isCounted,
      at: now,
    },
  };
}

/** What the incoming order pays for these fills. */
export const takerFeeOf = (
  pair: Pair,
  side: Incoming['side'],
  { quantity, value }: Pick<Fill, 'quantity' | 'value'>,
): bigint => feeOf(side === 'buy' ? quantity : value, pair.takerFeePpm);

export function addFills(
  lines: Lines,
  pair: Pair,
  incoming: Pick<Incoming, 'accountId' | 'side'>,
  trades: readonly PlannedTrade[],
): void {
  const { base, quote, symbol } = pair.rules;
  const isBuy = incoming.side === 'buy';
  const taker = { account: incoming.accountId };
  const fees = { house: `fees:${symbol}` };
  for (const { fill, takerFee, makerFee } of trades) {
    const maker = { account: fill.maker.accountId };
    const [takerGets, makerGets] = isBuy ? [fill.quantity, fill.value] : [fill.value, fill.quantity];
    const [takerCoin, makerCoin] = isBuy ? [base, quote] : [quote, base];
    lines.add(taker, takerCoin, { available: takerGets - takerFee });
    // A buy with another leg that costs more has reserved for that (OCO-03).
    const spared = isBuy ? 0n : reservedFor(fill) - fill.value;
    lines.add(maker, takerCoin, { available: spared, inOrders: -takerGets - spared });
    lines.add(maker, makerCoin, { available: makerGets - makerFee });
    lines.add(fees, takerCoin, { available: takerFee });
    lines.add(fees, makerCoin, { available: makerFee });
  }
}

const reservedFor = ({ maker, quantity }: Fill): bigint =>
  valueOf(dearest(maker.price, otherLeg(maker)), quantity);

/** The orders that keep a part, as they are then. One that shows another part goes behind the others (TYPE-11). */
export function makersAfter(
  fills: readonly Fill[],
  numbers: Pick<Numbers, 'nextOrder'>,
  now: Date,
): ReadonlyMap<string, RestingOrder> {
  const kept = fills
    .filter(({ maker, quantity }) => quantity < maker.quantityLeft)
    .map((fill) => ({ ...fill, ...refilled(fill.maker, fill.quantity) }))
    // An order that has shown fewer parts is nearer to the front.
    .sort((one, other) => Number(one.times - other.times));
  return new Map(
    kept.map(({ maker, quantity, value, hidden, times }) => [
      maker.id,
      {
        ...maker,
        ...(times > 0n && { number: numbers.nextOrder() }),
        quantityLeft: maker.quantityLeft - quantity,
        hidden,
        value: maker.value + value,
        executedAt: now,
      },
    ]),
  );
}

/**
 * @param stored base units that the order had left in the database, before the fill.
 * @param after unless nothing is left of it.
 */
export function makerChange(
  { maker, quantity, value }: Fill,
  stored: bigint,
  after?: RestingOrder,
): MakerChange {
  const left = stored - quantity;
  return {
    id: maker.id,
    quantity_before: String(stored),
    quantity_left: String(left),
    value: String(value),
    state: left === 0n ? 'FILLED' : 'PARTIALLY_FILLED',
    ...(maker.display !== null && { hidden: String(after?.hidden ?? 0n) }),
    ...(after && after.number !== maker.number && { number: after.number }),
  };
}

/** @param after of the makers that keep a part. @returns undoes it. */
export function applyFills(
  book: Book,
  fills: readonly Fill[],
  after: ReadonlyMap<string, RestingOrder>,
  resting: RestingOrder | undefined,
): () => void {
  const change = (from: RestingOrder, to: RestingOrder): void => {
    if (from.number === to.number) return book.replace(to);
    book.remove(from.id);
    book.add(to);
  };
  // Those that go behind the others first, then all before the rest are filled.
  for (const { maker } of fills) {
    const kept = after.get(maker.id);
    if (kept) change(maker, kept);
  }
  const [first] = fills;
  if (first) book.removeFirst(first.maker.side, fills.length - after.size);
  if (resting) book.add(resting);
  return () => {
    if (resting) book.remove(resting.id);
    for (const { maker } of fills) {
      const kept = book.get(maker.id);
      if (kept) change(kept, maker);
      else book.add(maker);
    }
  };
}
