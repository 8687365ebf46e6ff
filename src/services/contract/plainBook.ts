import { withoutZeros } from '../../domain/decimal.ts';

/**
 * A fast reader of order book frames: a busy book sends a thousand a second, and the schema is too slow for that. It
 * reads plainly written frames and leaves all others to the schema. A test compares both.
 */
type Level = readonly [price: string, quantity: string];

export interface PlainBook {
  readonly pair_symbol: string;
  readonly bids: Level[];
  readonly asks: Level[];
  readonly last_trade_price: string | null;
  readonly current_price: null;
  readonly buys_volume: string | null;
  readonly sells_volume: string | null;
  readonly sequence: number | undefined;
  readonly previous_sequence: number | undefined;
  readonly delta: boolean;
}

const PAIR = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/;
const PLAIN = /^(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/;

/** Plain decimal text without extra zeros; undefined for anything else. */
function plainAmount(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !PLAIN.test(raw)) return undefined;
  return raw.endsWith('0') && raw.includes('.') ? withoutZeros(raw) : raw;
}

const plainOrAbsent = (raw: unknown): string | null | undefined =>
  raw === undefined || raw === null ? null : plainAmount(raw);

function plainLevels(raw: unknown): Level[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const levels: Level[] = [];
  for (const level of raw as unknown[]) {
    if (typeof level !== 'object' || level === null) return undefined;
    const isPair = Array.isArray(level);
    if (isPair && level.length !== 2) return undefined;
    const fields = level as Readonly<Record<string, unknown>>;
    const price = plainAmount(isPair ? fields['0'] : fields.price);
    const quantity = plainAmount(isPair ? fields['1'] : fields.quantity);
    if (price === undefined || quantity === undefined) return undefined;
    levels.push([price, quantity]);
  }
  return levels;
}

const isNumberOrAbsent = (raw: unknown): raw is number | undefined =>
  raw === undefined || Number.isSafeInteger(raw);

/** @returns the same as the schema, or null when the frame is not plainly written. */
export function readPlainBook(payload: Readonly<Record<string, unknown>>): PlainBook | null {
  const { pair_symbol, last_trade_price, current_price, sequence, previous_sequence, delta } = payload;
  if (typeof pair_symbol !== 'string' || !PAIR.test(pair_symbol)) return null;
  if (!isNumberOrAbsent(sequence) || !isNumberOrAbsent(previous_sequence)) return null;
  if ((delta !== undefined && typeof delta !== 'boolean') || current_price !== undefined) return null;
  const bids = plainLevels(payload.bids);
  const asks = plainLevels(payload.asks);
  const price = plainOrAbsent(last_trade_price);
  const buys = plainOrAbsent(payload.buys_volume);
  const sells = plainOrAbsent(payload.sells_volume);
  if (!bids || !asks || price === undefined || buys === undefined || sells === undefined) return null;
  return {
    pair_symbol,
    bids,
    asks,
    last_trade_price: price,
    current_price: null,
    buys_volume: buys,
    sells_volume: sells,
    sequence,
    previous_sequence,
    delta: delta ?? false,
  };
}
