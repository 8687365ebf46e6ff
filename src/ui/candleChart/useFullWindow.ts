import { useEffect, useState, type RefObject } from 'react';
import { useShortcuts } from '../kit/useShortcuts.ts';

/**
 * Whether a part of the page has the whole window, and the whole screen where the browser allows it (CHART-20). The page
 * itself becomes full screen, so that questions and notices are still seen over the part.
 */
export function useFullWindow(
  part: RefObject<HTMLElement | null>,
): readonly [isFull: boolean, toggle: () => void] {
  const [isFull, setFull] = useState(false);
  // Only the document knows that the browser ended full screen, and where the focus went.
  useEffect(() => {
    if (!isFull) return undefined;
    const hearing = new AbortController();
    const hear = <Name extends keyof DocumentEventMap>(
      name: Name,
      ends: (event: DocumentEventMap[Name]) => boolean,
    ) =>
      document.addEventListener(name, (event) => ends(event) && setFull(false), { signal: hearing.signal });
    hear('fullscreenchange', () => document.fullscreenElement === null);
    // Everything under it is hidden, and must not be pressed. Questions are outside of the page's own parts.
    hear('focusin', ({ target }) => {
      const element = target as Element;
      return element.closest('main, header, footer') !== null && !part.current?.contains(element);
    });
    return () => {
      hearing.abort();
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [isFull, part]);

  useShortcuts(isFull ? { Escape: () => setFull(false) } : {});
  function toggle(): void {
    setFull(!isFull);
    if (isFull || !document.fullscreenEnabled) return;
    document.documentElement.requestFullscreen().then(
      // It may have been left again before the browser was ready.
      () => (part.current?.dataset.full === 'true' ? undefined : document.exitFullscreen()),
      // Where the browser refuses, the part fills the window all the same.
      () => undefined,
    );
  }
  return [isFull, toggle];
}
