/** What the browser says of this page: reachable network, visible tab, restored from the back-forward cache. */
export type PageFact = 'online' | 'offline' | 'visible' | 'hidden' | 'restored' | 'leaving';

export interface Page {
  isOnline(): boolean;
  isVisible(): boolean;
  /** @returns a function that stops listening. */
  listen(hear: (fact: PageFact) => void): () => void;
}
