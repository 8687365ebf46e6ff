/** The rungs of a ladder: limit orders between two prices (LADDER-01, LADDER-02), each by the rules of the order form. */
import {
  add,
  compare,
  decimal,
  type DecimalText,
  multiply,
  powerOfTen,
  rescale,
  subtract,
  toText,
  ZERO,
} from '../../domain/decimal.ts';
import { type Failure, isAskedToWait } from '../../domain/failure.ts';
import type { PairSettings } from '../../domain/market.ts';
import type { LimitOrder } from '../../domain/order.ts';
import { normaliseQuantity, priceStep } from '../../domain/orderFigures.ts';
import type { PlacedOrder } from './orderForm.rules.ts';
import { checkOrder, type EntryRules, type OrderFault, type TypedOrder } from './orderEntry.rules.ts';

/** The ladder as the user typed it. */
export interface TypedLadder extends Pick<TypedOrder, 'isPostOnly' | 'isSat'> {
  readonly from: string;
  readonly to: string;
  /** How many orders. */
  readonly count: string;
  /** Base coin, of all orders together. */
  readonly quantity: string;
}

export interface LadderFault extends Omit<OrderFault, 'code' | 'field'> {
  readonly code: OrderFault['code'] | 'countInvalid' | 'tooNarrow';
  readonly field: 'form' | 'from' | 'to' | 'count' | 'quantity';
}

export type CheckedLadder =
  | { readonly ok: true; readonly rungs: readonly LimitOrder[] }
  | { readonly ok: false; readonly fault: LadderFault };

/** How many orders a ladder may have. */
export const [FEWEST, MOST] = [2, 20] as const;

/** What became of a rung. `filled`, `partlyFilled`: at once. */
export interface RungResult {
  readonly outcome: 'placed' | 'filled' | 'partlyFilled' | 'refused' | 'unknown';
  readonly failure: Failure | null;
}

const countOf = (typed: string): bigint | null => {
  const count = /^\d{1,2}$/.test(typed.trim()) ? BigInt(typed.trim()) : 0n;
  return count >= BigInt(FEWEST) && count <= BigInt(MOST) ? count : null;
};

const faultAt = (fault: OrderFault, price: 'from' | 'to'): CheckedLadder => ({
  ok: false,
  fault: { ...fault, field: fault.field === 'price' ? price : fault.field === 'form' ? 'form' : 'quantity' },
});

/** The checks in order; the first that fails is reported, and nothing is sent. */
export function checkLadder(typed: TypedLadder, rules: EntryRules): CheckedLadder {
  const { from, to, quantity, ...terms } = typed;
  const checkAt = (price: string) => checkOrder({ ...terms, kind: 'limit', price, quantity }, rules);
  const first = checkAt(from);
  if (!first.ok) return faultAt(first.fault, 'from');
  const last = checkAt(to);
  if (!last.ok) return faultAt(last.fault, 'to');
  const count = countOf(typed.count);
  if (count === null) return { ok: false, fault: { code: 'countInvalid', field: 'count' } };
  const { settings } = rules;
  const ends = [first.order, last.order];
  if (settings === null || ends.some(({ kind }) => kind !== 'limit'))
    return { ok: false, fault: { code: 'settingsLoading', field: 'form' } };
  const [low, high] = (ends as readonly LimitOrder[]).map(({ price }) => price);
  const prices = pricesBetween(low ?? '0', high ?? '0', count, settings);
  if ('most' in prices)
    return { ok: false, fault: { code: 'tooNarrow', field: 'to', values: { most: prices.most } } };
  const amounts = parts((first.order as LimitOrder).quantity, count, settings);
  const plain = { ...rules, decimalComma: false } as const;
  const rungs: LimitOrder[] = [];
  for (const [place, price] of prices.list.entries()) {
    const checked = checkOrder(
      { ...terms, kind: 'limit', price, quantity: amounts[place] ?? '0', isSat: false },
      plain,
    );
    if (!checked.ok) return faultAt(checked.fault, 'from');
    if (checked.order.kind === 'limit') rungs.push(checked.order);
  }
  return { ok: true, rungs };
}

/** Evenly spaced, each on the tick and no two alike; else how many there is room for. */
function pricesBetween(
  from: DecimalText,
  to: DecimalText,
  count: bigint,
  settings: PairSettings,
): { readonly list: readonly DecimalText[] } | { readonly most: string } {
  const step = priceStep(settings);
  const isRising = compare(decimal(to), decimal(from)) >= 0;
  const [low, high] = isRising ? [from, to] : [to, from];
  const distance = subtract(decimal(high), decimal(low));
  const scale = distance.scale > step.scale ? distance.scale : step.scale;
  const ticks = rescale(distance, scale).units / rescale(step, scale).units;
  if (ticks < count - 1n) return { most: (ticks + 1n).toString() };
  const list = Array.from({ length: Number(count) }, (_, place) => {
    const up = (ticks * BigInt(place)) / (count - 1n);
    return toText(add(decimal(low), multiply(step, { units: up, scale: 0 })));
  });
  return { list: isRising ? list : list.toReversed() };
}

/** Alike, in whole steps; the last has the rest. */
function parts(quantity: DecimalText, count: bigint, settings: PairSettings): readonly DecimalText[] {
  const whole = decimal(quantity);
  const each = decimal(
    normaliseQuantity(
      toText({ units: (whole.units * powerOfTen(18)) / count, scale: whole.scale + 18 }),
      settings,
    ),
  );
  const others = multiply(each, { units: count - 1n, scale: 0 });
  const last = normaliseQuantity(toText(subtract(whole, others)), settings);
  return Array.from({ length: Number(count) }, (_, place) =>
    place < Number(count) - 1 ? toText(each) : last,
  );
}

/** Of all rungs: in base coin, and in quote coin what they cost at most, or bring at least before the fee. */
export const ladderSum = (rungs: readonly LimitOrder[]) => ({
  quantity: toText(rungs.map((one) => decimal(one.quantity)).reduce(add, ZERO)),
  total: toText(rungs.map((one) => multiply(decimal(one.price), decimal(one.quantity))).reduce(add, ZERO)),
});

/** Whether the others would be refused as well, or must wait: they are not sent (LADDER-04). */
export const endsLadder = (failure: Failure): boolean =>
  failure.serverCode === 'INSUFFICIENT_BALANCE' ||
  isAskedToWait(failure) ||
  failure.code === 'unauthorized' ||
  failure.code === 'tooMany' ||
  // Without a code of the server it is not known what it was about.
  failure.serverCode === undefined;

const AT_ONCE: Readonly<Record<string, RungResult['outcome']>> = {
  FILLED: 'filled',
  PARTIALLY_FILLED: 'partlyFilled',
};

export const resultOf = ({ state }: PlacedOrder): RungResult => ({
  outcome: AT_ONCE[state] ?? 'placed',
  failure: null,
});

/** Only an order that rests is known by its ID alone; what another has traded must be read (LADDER-05). */
export const isKnownById = ({ id, state }: PlacedOrder): boolean => id !== null && state === 'OPENED';
