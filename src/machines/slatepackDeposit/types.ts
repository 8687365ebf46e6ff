import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { FinalizeWindow } from '../../domain/finalizeWindow.ts';
import type { Result } from '../../domain/result.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';

export interface SlatepackDepositInput {
  /** The least deposit in GRIN; null where the server tells none. */
  readonly minimum: DecimalText | null;
}

/** The server's half of the exchange. */
export interface SignedSlatepack extends FinalizeWindow {
  /** To be finalized in the user's own wallet; exactly as it came. */
  readonly slatepack: string;
  /** What the server calls the deposit, which its status is asked by; null where it does not say. */
  readonly depositId: string | null;
}

export interface SlatepackDepositContext extends SlatepackDepositInput {
  /** Why the text cannot be sent: found before anything left the page. */
  readonly mistake: SlatepackFault | null;
  /** Why the server did not sign it. */
  readonly failure: Failure | null;
  /** While it is on the screen. */
  readonly signed: SignedSlatepack | null;
  /** The last one that was: users paste it back here by mistake. */
  readonly answer: string | null;
}

export type SlatepackDepositEvent =
  /** The name keeps the text out of every log and inspector. */
  | { readonly type: 'user.submit'; readonly privateText: string }
  /** The text changed: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  /** Another deposit. */
  | { readonly type: 'user.startOver' }
  /** The half hour that is certain is over; the whole one is not. */
  | { readonly type: 'window.narrowed' }
  | { readonly type: 'window.closed' };

export interface ReceiveInput {
  /** Cleaned. */
  readonly privateText: string;
}

export type ReceiveOutput = Result<SignedSlatepack>;
