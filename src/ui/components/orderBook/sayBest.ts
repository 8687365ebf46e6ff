import { useEffect, useRef } from 'react';

const ASKED = 'orderbook:say-best';

/** Asks the order book on the screen to say best bid, best ask and spread, once and politely: for a key or a menu. */
export function sayBest(): void {
  document.dispatchEvent(new Event(ASKED));
}

/** Hears of `sayBest` while the component is shown. */
export function useSaidBest(say: () => void): void {
  const latest = useRef(say);
  useEffect(() => {
    latest.current = say;
  });
  useEffect(() => {
    const hear = (): void => latest.current();
    document.addEventListener(ASKED, hear);
    return () => document.removeEventListener(ASKED, hear);
  }, []);
}
