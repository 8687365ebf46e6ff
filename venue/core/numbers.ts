/**
 * Numbers of orders and trades: priority in the book, and 'newest first' in lists. They count up over all pairs and
 * restarts, and none is given twice.
 */
export interface Numbers {
  nextOrder(): number;
  nextTrade(): number;
  /** Says which numbers are taken: those that follow are above them. */
  goAbove(taken: TakenNumbers): void;
}

export interface TakenNumbers {
  readonly order: number;
  readonly trade: number;
}

/** One after the other, for a venue that gives all of them. */
export function createNumbers(): Numbers {
  return numbersBy((last) => last + 1);
}

/** Pairs that can have numbers of their own. With a clock in milliseconds they stay exact in a double until 2248. */
const SLOTS = 1024;

/**
 * Numbers of one pair beside those of others, whose owners give theirs at the same time: the clock, so that lists of
 * several pairs are in order, and the pair's slot, so that no two pairs give the same.
 * @param slot 1 to 1023.
 */
export function createSlotNumbers(slot: number, now: () => number): Numbers {
  if (!Number.isInteger(slot) || slot < 1 || slot >= SLOTS) throw new RangeError('a pair has no slot');
  return numbersBy((last) => {
    const above = Math.floor((last - slot) / SLOTS) + 1;
    return Math.max(above, Math.floor(now())) * SLOTS + slot;
  });
}

function numbersBy(next: (last: number) => number): Numbers {
  let [order, trade] = [0, 0];
  return {
    nextOrder: () => (order = next(order)),
    nextTrade: () => (trade = next(trade)),
    goAbove(taken) {
      order = Math.max(order, taken.order);
      trade = Math.max(trade, taken.trade);
    },
  };
}
