import { useLayoutEffect, useRef, type FocusEvent } from 'react';
import type { Order } from '../../domain/order.ts';

interface Held {
  readonly id: string;
  /** Which of the row's buttons. */
  readonly nth: number;
}

/** Keeps the focus with its order, whose row is made anew in another place. @returns what the body of the table takes */
export function useOrderFocus(orders: readonly Order[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const held = useRef<Held | null>(null);
  // Only the document knows that the focus was lost with the old row.
  useLayoutEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return;
    const { id, nth } = held.current;
    const place = orders.findIndex((order) => order.id === id);
    body.current?.rows[place]?.querySelectorAll('button')[nth]?.focus({ preventScroll: true });
  }, [orders]);
  return {
    ref: body,
    onFocus({ target }: FocusEvent): void {
      const row = target.closest('tr');
      const order = row && orders[row.sectionRowIndex];
      held.current = order
        ? { id: order.id, nth: [...row.querySelectorAll('button')].findIndex((one) => one === target) }
        : null;
    },
    // A removed button was not left by the user.
    onBlur({ target }: FocusEvent): void {
      if (target.isConnected) held.current = null;
    },
  };
}
