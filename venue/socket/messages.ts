import type * as z from 'zod/mini';
import { clientFrame } from '../../src/services/contract/clientFrames.ts';
import { explain } from '../http/explain.ts';

export type ClientMessage = z.output<typeof clientFrame>;

export type ServerMessage =
  | { readonly type: 'ping' | 'pong' | 'auth_required' }
  | { readonly type: 'welcome' | 'terms_changed'; readonly maintenance: string | null }
  | { readonly type: 'success'; readonly action: string; readonly pair_symbol?: string }
  | { readonly type: 'error'; readonly code: string; readonly message: string };

/** Returns the message, or the error frame to answer with. Never throws. */
export function readMessage(
  bytes: Buffer,
  isBinary: boolean,
): ClientMessage | (ServerMessage & { type: 'error' }) {
  if (isBinary) return fault('BINARY_FRAME', 'Send JSON as text frames.');
  let raw: unknown;
  try {
    raw = JSON.parse(bytes.toString());
  } catch {
    // The parser's message would quote the frame.
    return fault('MALFORMED_FRAME', 'The frame is not valid JSON.');
  }
  const read = clientFrame.safeParse(raw);
  if (read.success) return read.data;
  const isUnknown = read.error.issues.some(({ code }) => code === 'invalid_union');
  return isUnknown
    ? fault(
        'UNKNOWN_TYPE',
        'type must be subscribe_orderbook, subscribe_trades, subscribe_candles, subscribe_markets, subscribe_account, subscribe_fees, one of them with unsubscribe_, ping or pong.',
      )
    : fault('INVALID_FRAME', explain(read.error.issues, 'frame'));
}

const fault = (code: string, message: string): ServerMessage & { type: 'error' } => ({
  type: 'error',
  code,
  message,
});
