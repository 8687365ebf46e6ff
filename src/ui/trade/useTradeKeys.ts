import { useCallback, useEffect, useState } from 'react';
import type { Side } from '../../domain/market.ts';
import { announceBest } from '../orderBook/BestPricesAnnouncer.tsx';
import { useShortcuts } from '../kit/useShortcuts.ts';

interface TradeKeys {
  readonly showForm: (side: Side) => void;
  readonly showMarkets: () => void;
}

/** Folded parts are skipped, and buttons that only open something. */
const firstOf = (side: Side): string =>
  `form[data-side='${side}'] :is(input[inputmode='decimal'], button):enabled:not(details *, [aria-expanded])`;
const SEARCH = "section input[type='search']";

/** These keys only move the focus and show things. Those that cancel are with own orders (CANCEL-14). */
export function useTradeKeys({ showForm, showMarkets }: TradeKeys) {
  const [isListed, setListed] = useState(false);
  const [wanted, setWanted] = useState<{ readonly place: string } | null>(null);
  // Only the document has the focus.
  useEffect(() => {
    // After the drawer or tab that hid the element has closed.
    const element = wanted && document.querySelector<HTMLElement>(wanted.place);
    const take = (): void => {
      element?.focus();
      if (element instanceof HTMLInputElement) element.select();
    };
    take();
    // One that opens focuses its first control in a task of its own.
    if (element?.closest('[role="dialog"]')) setTimeout(take);
  }, [wanted]);
  const toForm = (side: Side) => (): void => {
    showForm(side);
    setWanted({ place: firstOf(side) });
  };
  useShortcuts({
    b: toForm('buy'),
    s: toForm('sell'),
    '/': () => {
      showMarkets();
      setWanted({ place: SEARCH });
    },
    p: announceBest,
    '?': () => setListed(true),
    Escape: leaveField,
  });
  return {
    isListed,
    showList: useCallback(() => setListed(true), []),
    closeList: useCallback(() => setListed(false), []),
  };
}

function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
