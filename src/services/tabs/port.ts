import type { KeptSession } from '../session/port.ts';

/** Other tabs of the same browser (contract, "Session": every open tab follows a login or logout). */
export type TabMessage =
  | { readonly type: 'signedIn'; readonly session: KeptSession }
  | { readonly type: 'signedOut' };

export interface Tabs {
  /** Tells every other tab. */
  tell(message: TabMessage): void;
  /** @returns a function that stops listening. */
  listen(hear: (message: TabMessage) => void): () => void;
}
