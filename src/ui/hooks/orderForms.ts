import type { Side } from '../../domain/market.ts';
import type { OrderDraft } from '../../domain/orderDraft.ts';
import type { OrderFormRef } from '../../machines/orderForm/index.ts';

/** The text of one form. It outlives the form, so that a closed sheet or another page loses nothing that was typed. */
export interface DraftStore {
  readonly get: () => OrderDraft;
  /** @returns a function that stops listening. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (next: (draft: OrderDraft) => OrderDraft) => void;
}

/** One side's order form of one pair. */
export interface OrderFormHandle {
  readonly ref: OrderFormRef;
  readonly draft: DraftStore;
  /**
   * Says that somebody shows it. It goes on after the last one left as long as an answer is awaited.
   * @returns a function that says that they left.
   */
  readonly watch: () => () => void;
}

/** The order forms of the page. */
export interface OrderForms {
  /**
   * Calling it starts nothing.
   * @param userId who is signed in; forms are kept apart by user.
   */
  readonly of: (pair: string, side: Side, userId: string | null) => OrderFormHandle;
}
