/** Unique rising numbers of orders and trades, for priority in the book and the order of lists. */
export interface Numbers {
  nextOrder(): number;
  nextTrade(): number;
  goAbove(taken: TakenNumbers): void;
}

export interface TakenNumbers {
  readonly order: number;
  readonly trade: number;
}

/** For a single node. */
export function createNumbers(): Numbers {
  return numbersBy((last) => last + 1);
}

/** Numbers of several pairs differ by a slot. They stay exact in a double until 2248. */
const SLOTS = 1024;

/** For several nodes: the clock keeps lists in order, the slot keeps numbers unique. @param slot 1 to 1023. */
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
