import { type KeptSession, SESSION_KEYS, type SessionStore } from './sessionStore.ts';

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

const CHANNEL = 'quietbook.session';

/** The channel between the tabs of this browser; null where there are none. */
export const openChannel = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

export interface TabsDependencies {
  /** Where storage events come from. */
  readonly window: Pick<Window, 'addEventListener'>;
  readonly store: Pick<SessionStore, 'peek'>;
  /** Null where the browser knows no channels. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
}

/**
 * Tabs hear each other twice: by a channel, at once, and by the storage's own events, which also tell what somebody
 * else removed there and work where channels do not. Hearing the same thing twice changes nothing.
 */
export function createTabs({ window, store, channel }: TabsDependencies): Tabs {
  return {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    tell: (message) => channel?.postMessage(message),
    listen(hear) {
      const stop = new AbortController();
      const { signal } = stop;
      channel?.addEventListener(
        'message',
        ({ data }: MessageEvent<unknown>) => {
          if (isMessage(data)) hear(data);
        },
        { signal },
      );
      window.addEventListener(
        'storage',
        ({ key }) => {
          // `null` says that everything was removed.
          if (key !== null && key !== SESSION_KEYS.user && key !== SESSION_KEYS.expiresAt) return;
          const session = store.peek();
          // Why it is gone, only the channel tells. Where there is none, the user may have left.
          const gone = { type: channel ? 'sessionEnded' : 'signedOut' } as const;
          hear(session ? { type: 'signedIn', session } : gone);
        },
        { signal },
      );
      return () => stop.abort();
    },
  };
}

/** Another version of this product may be open in the other tab. */
function isMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  if (data.type === 'signedOut' || data.type === 'sessionEnded') return true;
  if (data.type !== 'signedIn' || !('session' in data)) return false;
  const session = data.session as Partial<KeptSession> | null;
  return typeof session?.expiresAt === 'number' && typeof session.user?.id === 'string';
}
