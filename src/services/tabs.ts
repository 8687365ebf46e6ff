import { type KeptSession, SESSION_KEYS, type SessionStore } from './sessionStore.ts';

/** Between tabs of the same browser (SESSION-05). */
export type TabMessage =
  | { readonly type: 'signedIn'; readonly session: KeptSession }
  | { readonly type: 'signedOut' }
  /** The session ended, but the user did not leave. */
  | { readonly type: 'sessionEnded' };

export interface Tabs {
  tell(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): () => void;
}

const CHANNEL = 'quietbook.session';

/** @param Channel undefined where the browser has none. @returns null also where it refuses one, as Firefox without cookies. */
export function openChannel(
  Channel: typeof BroadcastChannel | undefined = globalThis.BroadcastChannel,
): BroadcastChannel | null {
  try {
    return Channel ? new Channel(CHANNEL) : null;
  } catch {
    // Tabs hear of each other by the storage.
    return null;
  }
}

export interface TabsDependencies {
  readonly window: Pick<Window, 'addEventListener'>;
  readonly store: Pick<SessionStore, 'peek'>;
  /** Null where the browser has no channels. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
}

/** Storage events report what a channel does not: removed sessions. Hearing the same thing twice changes nothing. */
export function createTabs({ window, store, channel }: TabsDependencies): Tabs {
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    tell: (message) => channel?.postMessage(message),
    listen(listener) {
      const stop = new AbortController();
      const { signal } = stop;
      channel?.addEventListener(
        'message',
        ({ data }: MessageEvent<unknown>) => {
          if (isMessage(data)) listener(data);
        },
        { signal },
      );
      window.addEventListener(
        'storage',
        ({ key }) => {
          // `null`: everything was removed.
          if (key !== null && key !== SESSION_KEYS.user && key !== SESSION_KEYS.expiresAt) return;
          const session = store.peek();
          // Without a channel it is unknown why; the user may have left.
          const gone = { type: channel ? 'sessionEnded' : 'signedOut' } as const;
          listener(session ? { type: 'signedIn', session } : gone);
        },
        { signal },
      );
      return () => stop.abort();
    },
  };
}

/** The other tab may run another version. */
function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (data.type === 'signedOut' || data.type === 'sessionEnded') return true;
  if (data.type !== 'signedIn' || !('session' in data)) return false;
  const session = data.session as Partial<KeptSession> | null;
  return typeof session?.expiresAt === 'number' && typeof session.user?.id === 'string';
}
