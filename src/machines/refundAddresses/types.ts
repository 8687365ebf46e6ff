import type { Failure } from '../../domain/failure.ts';
import type { RefundRow } from '../../domain/refundRows.ts';

export interface RefundAddressesContext {
  /** Every coin with its refund address; null while nothing is known. */
  readonly rows: readonly RefundRow[] | null;
  /** Why the lists could not be loaded, or not be loaded again; null after a try that did not fail. */
  readonly failure: Failure | null;
}

export type RefundAddressesEvent =
  /** @param failure why the lists are older than they should be; null when they are not. */
  | {
      readonly type: 'list.known';
      readonly rows: readonly RefundRow[];
      readonly failure: Failure | null;
    }
  | { readonly type: 'list.failed'; readonly failure: Failure }
  | { readonly type: 'user.reload' };

/** What the `list` actor is told: what could not be loaded is to be asked for again. */
export interface ReloadList {
  readonly type: 'reload';
}
