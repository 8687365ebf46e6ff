import type { AddressFault } from '../../domain/address/faults.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { ReconcileWriteOutput } from '../reconcileWrite/index.ts';

export interface RefundAddressInput {
  /** The coin's symbol. */
  readonly ticker: string;
  /** The coin's network as the venue names it; empty where it does not. */
  readonly network: string;
  /** What is set at first; null for none. */
  readonly address: string | null;
}

export interface RefundAddressContext extends RefundAddressInput {
  /** Why the typed address was not sent. */
  readonly mistake: AddressFault | null;
  /** Why the last saving or removing failed. */
  readonly failure: Failure | null;
  /** What was sent last, until it was answered or is no longer of interest. */
  readonly sent: SentChange | null;
  /** What reading showed after the answer was lost; null where none was lost, or it was found. */
  readonly lost: 'absent' | 'unknown' | null;
}

/** A change on its way to the server. */
export interface SentChange {
  readonly ticker: string;
  /** Null where it was removed. */
  readonly address: string | null;
  /** What was set before it. */
  readonly before: string | null;
}

/** The address as it is set now, where the change was found. */
export type ChangeSearch = ReconcileWriteOutput<{ readonly address: string | null }>;

export type RefundAddressEvent =
  /** What the list says of this coin, whenever it is read. */
  | { readonly type: 'list.told'; readonly address: string | null }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' }
  /** The text changed: what was said about the last one is no longer about what stands there. */
  | { readonly type: 'user.type' }
  | { readonly type: 'user.save'; readonly text: string }
  | { readonly type: 'user.remove' }
  | { readonly type: 'user.keep' }
  | { readonly type: 'user.confirm' };

export interface SaveInput {
  readonly ticker: string;
  /** In its canonical form. */
  readonly address: string;
}

/** The address as it is stored now. */
export type SaveOutput = Result<string>;

export interface RemoveInput {
  readonly ticker: string;
}

export type RemoveOutput = Result<null>;
