import type { Side } from '../../domain/market.ts';
import type { SentOrder } from '../../domain/placedOrder.ts';

/**
 * Orders on their way, one per form. They outlive a reload of the tab and the end of a session, so that the same user
 * is told what became of them before placing another one; they go when the user leaves.
 */
export interface KeptOrders {
  /** Null as well when what is kept cannot be read. */
  readonly recall: (userId: string, pair: string, side: Side) => SentOrder | null;
  readonly keep: (userId: string, order: SentOrder) => void;
  readonly drop: (userId: string, pair: string, side: Side) => void;
  /** The forms of which one is kept. */
  readonly forms: (userId: string) => readonly { readonly pair: string; readonly side: Side }[];
  /** Told after every `keep` and `drop`. @returns a function that stops listening. */
  readonly listen: (hear: () => void) => () => void;
}
