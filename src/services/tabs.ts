import { type KeptSession, SESSION_KEYS, type SessionStore } from './sessionStore.ts';

/** Between tabs of the same browser (SESSION-05). */
export type TabMessage =
  | { readonly type: 'signedIn'; readonly session: KeptSession }
  | { readonly type: 'signedOut'; readonly session: KeptSession }
  /** The session ended, but the user did not leave. */
  | { readonly type: 'sessionEnded'; readonly session: KeptSession };

/** The browser no longer has a session; the tab that removed it may still give the reason. */
export type TabNews = TabMessage | { readonly type: 'sessionGone' };

export interface Tabs {
  tell(message: TabMessage): void;
  listen(listener: (news: TabNews) => void): () => void;
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
          listener(session ? { type: 'signedIn', session } : { type: 'sessionGone' });
        },
        { signal },
      );
      return () => stop.abort();
    },
  };
}

const TYPES: readonly TabMessage['type'][] = ['signedIn', 'signedOut', 'sessionEnded'];

/** The other tab may run another version. */
function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (!TYPES.some((type) => type === data.type) || !('session' in data)) return false;
  const session = data.session as Partial<KeptSession> | null;
  return typeof session?.expiresAt === 'number' && typeof session.user?.id === 'string';
}
