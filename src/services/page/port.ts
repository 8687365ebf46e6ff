/**
 * What the browser says of this page: reachable network, visible tab, restored from the back-forward cache. `woke`: the
 * machine slept, with the page on its screen or not.
 */
export type PageFact = 'online' | 'offline' | 'visible' | 'hidden' | 'restored' | 'leaving' | 'woke';

export interface Page {
  isOnline(): boolean;
  isVisible(): boolean;
  /** @returns a function that stops listening. */
  listen(hear: (fact: PageFact) => void): () => void;
}

/** Whether somebody may look at the page again, and timers may be late: what they were set for is looked at anew. */
export const isReturn = (fact: PageFact): boolean =>
  fact === 'visible' || fact === 'restored' || fact === 'woke';
