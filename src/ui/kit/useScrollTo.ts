import { useEffect, type RefObject } from 'react';

/**
 * Scrolls to the middle of an element that came with the page, once that is painted. In the frame in which it comes,
 * all that is below it would count as moved (NAV-16).
 */
export function useScrollTo(element: RefObject<Element | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => element.current?.scrollIntoView({ block: 'center' }));
    });
    return () => cancelAnimationFrame(frame);
  }, [element, isWanted]);
}
