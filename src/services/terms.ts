import type { FrameListeners } from './socket/hub.ts';

/** The server's own state, as sent on the socket. */
export interface Terms {
  /** Why it takes no orders and no withdrawals; null while it takes them (OPERATOR-16). */
  readonly maintenance: () => string | null;
  readonly listen: (changed: () => void) => () => void;
}

/**
 * @param hub null where the server offers no such news (`venueStatus`).
 * @param outdated pairs and coins, after a change, and after a connection that may have missed one.
 */
export function followTerms(hub: Pick<FrameListeners, 'onTerms'> | null, outdated: () => void): Terms {
  const listeners = new Set<() => void>();
  let maintenance: string | null = null;
  let isFirst = true;
  hub?.onTerms((frame) => {
    const hasChanged = frame.maintenance !== maintenance;
    maintenance = frame.maintenance;
    if (hasChanged || frame.kind === 'termsChanged' || !isFirst) outdated();
    isFirst = false;
    if (hasChanged) for (const changed of listeners) changed();
  });
  return {
    maintenance: () => maintenance,
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
