import { unitsOf } from '../ledger/units.ts';
import type { Tick } from '../market/recent.ts';
import type { TradeRecord } from '../exchange.ts';

/** Milliseconds. */
export const REFERENCE_WINDOW = 300_000;
/** Milliseconds of the median that decides whether a second factor is asked for (LEDGER-08). */
export const MEDIAN_WINDOW = 3_600_000;
/** Parts of a window whose trades are added up. */
const GRAINS = 300;
const MILLION = 1_000_000n;

/** Units, both included. */
export interface Band {
  readonly lowest: bigint;
  readonly highest: bigint;
}

type Traded = Pick<Tick, 'at' | 'price' | 'quantity'>;

/** Quantity-weighted median of a window's trades, which few trades cannot move; else the last price (LEDGER-03). */
export class ReferencePrice {
  /** Quantity by price. */
  #grains: { readonly start: number; readonly traded: Map<bigint, bigint> }[] = [];
  #last: bigint | null = null;
  #known: { readonly until: number; readonly price: bigint } | null = null;

  readonly #window: number;
  readonly #grain: number;

  /** @param window milliseconds. */
  constructor(window = REFERENCE_WINDOW) {
    this.#window = window;
    this.#grain = window / GRAINS;
  }

  start(last: bigint | null, trades: readonly Traded[]): void {
    this.#grains = [];
    this.#known = null;
    for (const trade of trades) this.add(trade);
    this.#last = last;
  }

  add({ at, price, quantity }: Traded): void {
    this.#last = price;
    if (quantity === 0n) return;
    const start = at - (at % this.#grain);
    let grain = this.#grains.at(-1);
    if (!grain || grain.start < start) {
      grain = { start, traded: new Map() };
      this.#grains.push(grain);
    }
    grain.traded.set(price, (grain.traded.get(price) ?? 0n) + quantity);
  }

  /** @param now epoch milliseconds. @returns null before the first trade. */
  at(now: number): bigint | null {
    if (this.#last === null) return null;
    if (this.#known && now < this.#known.until) return this.#known.price;
    const firstInside = this.#grains.findIndex(({ start }) => start > now - this.#window);
    this.#grains.splice(0, firstInside === -1 ? this.#grains.length : firstInside);
    const price = medianOf(this.#grains.map(({ traded }) => traded)) ?? this.#last;
    this.#known = { until: now + this.#grain, price };
    return price;
  }
}

function medianOf(parts: readonly ReadonlyMap<bigint, bigint>[]): bigint | null {
  const quantities = new Map<bigint, bigint>();
  let total = 0n;
  for (const [price, quantity] of parts.flatMap((traded) => [...traded])) {
    quantities.set(price, (quantities.get(price) ?? 0n) + quantity);
    total += quantity;
  }
  let below = 0n;
  for (const [price, quantity] of [...quantities].sort(([a], [b]) => (a < b ? -1 : 1))) {
    below += quantity;
    if (below * 2n >= total) return price;
  }
  return null;
}

/** @param ppm millionths of the reference on each side. */
export function bandAround(reference: bigint, ppm: bigint): Band {
  const width = (reference * ppm) / MILLION;
  return { lowest: reference - width, highest: reference + width };
}

export const isInside = (band: Band, price: bigint): boolean => price >= band.lowest && price <= band.highest;

/** A trade that does not count does not move the reference price. */
export const tradedOf = ({ at, price, quantity, isCounted }: TradeRecord): Traded => ({
  at: at.getTime(),
  price: unitsOf(price) ?? 0n,
  quantity: isCounted ? (unitsOf(quantity) ?? 0n) : 0n,
});
