import type { Page, PageFact } from '../../../src/services/page.ts';

/** `say` tells a fact to all listeners. */
export function scriptedPage({ isOnline = true, isVisible = (): boolean => true } = {}) {
  const hearers = new Set<(fact: PageFact) => void>();
  const page: Page = {
    isOnline: () => isOnline,
    isVisible,
    listen: (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
  return { page, say: (fact: PageFact): void => hearers.forEach((hear) => hear(fact)) };
}
