import type { KeptSession } from '../session/port.ts';

/** Other tabs of the same browser (SESSION-05). */
export type TabMessage =
  | { readonly type: 'signedIn'; readonly session: KeptSession }
  /** The user left. */
  | { readonly type: 'signedOut' }
  /** The session is gone, and nobody said that the user left. */
  | { readonly type: 'sessionEnded' };

export interface Tabs {
  /** Tells every other tab. */
  tell(message: TabMessage): void;
  /** @returns a function that stops listening. */
  listen(hear: (message: TabMessage) => void): () => void;
}
