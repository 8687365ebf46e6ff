import * as z from 'zod/mini';
import { type LiveFrame, readLiveFrame } from './live.ts';
import { level } from './markets.ts';
import { readPlainBook } from './plainBook.ts';
import { amountText, nullable, pairSymbol, readableOrNull } from './values.ts';

/** In UTF-16 units of its text; a larger frame is dropped (SOCKET-05). */
export const LARGEST_FRAME = 1_048_576;

/** The payload of `orderbook_snapshot` and `orderbook_update`. */
export const bookPayload = z.object({
  pair_symbol: pairSymbol,
  bids: z._default(z.array(level), []),
  asks: z._default(z.array(level), []),
  last_trade_price: nullable(amountText),
  current_price: nullable(amountText),
  // Only describe the book: a frame is not dropped because of them.
  buys_volume: readableOrNull(amountText),
  sells_volume: readableOrNull(amountText),
  sequence: z.optional(z.int()),
  previous_sequence: z.optional(z.int()),
  delta: z._default(z.boolean(), false),
});

export type Level = readonly [price: string, quantity: string];

export interface BookFrame {
  readonly kind: 'snapshot' | 'update';
  readonly pair: string;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly lastPrice: string | null;
  /** Total in the base coin, also of orders that are not among the levels. */
  readonly buysVolume: string | null;
  readonly sellsVolume: string | null;
  /** Null where the server does not number its frames. */
  readonly sequence: number | null;
  readonly previousSequence: number | null;
  /** A delta changes only its levels; quantity 0 removes one. Other frames replace the book. */
  readonly isDelta: boolean;
}

/** By coin symbol; the fees feed reads the entries. */
export interface FeesFrame {
  readonly kind: 'fees';
  /** `replace`: all coins. `merge`: only the named ones. */
  readonly mode: 'replace' | 'merge';
  readonly fees: Readonly<Record<string, unknown>>;
}

export type ServerFrame =
  | BookFrame
  | FeesFrame
  | LiveFrame
  /** `maintenance`: why the server takes no orders and no withdrawals (OPERATOR-16). */
  | { readonly kind: 'welcome' | 'termsChanged'; readonly maintenance: string | null }
  | { readonly kind: 'success' }
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'authRequired' }
  | { readonly kind: 'error'; readonly code: string | null; readonly message: string | null };

export const REPLACING_FEES = new Set(['fees', 'fees_data', 'fees_snapshot', 'fee_snapshot']);
export const MERGING_FEES = new Set(['fees_update', 'fee_batch_update', 'fee_update']);

/** Never throws. @returns null for an unreadable or unknown frame, which is dropped and counted. */
export function readServerFrame(text: string): ServerFrame | null {
  if (text.length > LARGEST_FRAME) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    // Not JSON: dropped like any other unreadable frame.
    return null;
  }
  if (!isRecord(raw)) return null;
  const type = raw.type ?? raw.event;
  if (typeof type !== 'string') return null;
  const payload = isRecord(raw.data) ? { ...raw, ...raw.data } : raw;
  if (type === 'orderbook_snapshot' || type === 'orderbook_update') return readBookFrame(type, payload);
  if (REPLACING_FEES.has(type)) return readFeesFrame('replace', raw);
  if (MERGING_FEES.has(type)) return readFeesFrame('merge', raw);
  switch (type) {
    case 'success':
    case 'ping':
    case 'pong':
      return { kind: type };
    case 'auth_required':
      return { kind: 'authRequired' };
    case 'welcome':
    case 'terms_changed':
      return {
        kind: type === 'welcome' ? type : 'termsChanged',
        maintenance: textOrNull(payload.maintenance),
      };
    case 'error':
      return { kind: 'error', code: textOrNull(payload.code), message: textOrNull(payload.message) };
    default:
      return readLiveFrame(type, payload);
  }
}

function readBookFrame(type: string, payload: Record<string, unknown>): BookFrame | null {
  const data = readPlainBook(payload) ?? bookPayload.safeParse(payload).data;
  if (!data) return null;
  const isUpdate = type === 'orderbook_update';
  return {
    kind: isUpdate ? 'update' : 'snapshot',
    pair: data.pair_symbol,
    bids: data.bids,
    asks: data.asks,
    lastPrice: data.last_trade_price ?? data.current_price,
    buysVolume: data.buys_volume,
    sellsVolume: data.sells_volume,
    sequence: data.sequence ?? null,
    previousSequence: data.previous_sequence ?? null,
    isDelta: isUpdate && data.delta,
  };
}

const ENVELOPE_FIELDS = new Set(['type', 'event', 'timestamp', 'message', 'success']);

function readFeesFrame(mode: FeesFrame['mode'], raw: Record<string, unknown>): FeesFrame | null {
  let map: unknown = raw;
  // The map may be in `fees`, in `data`, or in both.
  for (let depth = 0; depth < 3; depth += 1) {
    if (isRecord(map) && isRecord(map.fees)) map = map.fees;
    else if (isRecord(map) && isRecord(map.data)) map = map.data;
  }
  if (!isRecord(map)) return null;
  const fees = Object.fromEntries(Object.entries(map).filter(([key]) => !ENVELOPE_FIELDS.has(key)));
  return { kind: 'fees', mode, fees };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
