import type { Page, PageFact } from '../../../src/services/page.ts';

/** `say` sends a fact to all listeners, `key` to those of keys. */
export function scriptedPage({ isOnline = true, isVisible = (): boolean => true } = {}) {
  const hearers = new Set<(fact: PageFact) => void>();
  const typists = new Set<(fact: 'pressed' | 'painted') => void>();
  const page: Page = {
    isOnline: () => isOnline,
    isVisible,
    listen: (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
    listenToKeys: (hear) => void typists.add(hear),
  };
  return {
    page,
    say: (fact: PageFact): void => hearers.forEach((hear) => hear(fact)),
    key: (fact: 'pressed' | 'painted'): void => typists.forEach((hear) => hear(fact)),
  };
}
