import type { FeesFrame, ServerFrame } from '../contract/frames.ts';
import type { LiveFrame, LiveTopic } from '../contract/live.ts';
import type { Log } from '../log.ts';

export type TermsFrame = Extract<ServerFrame, { kind: 'welcome' | 'termsChanged' }>;
export type ErrorFrame = Extract<ServerFrame, { kind: 'error' }>;

/** The frames that others than the order book wait for. They do not pass through a machine: there are too many. */
export interface FrameListeners {
  onFees(listener: (frame: FeesFrame) => void): () => void;
  onLive(topic: LiveTopic, listener: (frame: LiveFrame) => void): () => void;
  /** The server wants a session for a request, or the session of the connection ended. */
  onAuthRequired(listener: () => void): () => void;
  /** With each connection, and when pairs, coins or the maintenance of the server changed (OPERATOR-16). */
  onTerms(listener: (frame: TermsFrame) => void): () => void;
  onError(listener: (frame: ErrorFrame) => void): () => void;
}

export interface FrameHub<Frame = string> extends FrameListeners {
  /** @returns the kind of the frame; null when it was unreadable. */
  receive(frame: Frame): ServerFrame['kind'] | null;
  /** Epoch milliseconds of the last readable frame. */
  readonly heardAt: number | null;
}

function listenIn<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function listenersOf<K, T>(all: Map<K, Set<T>>, key: K): Set<T> {
  const listeners = all.get(key) ?? new Set();
  all.set(key, listeners);
  return listeners;
}

export function createFrameListeners(
  log: Pick<Log, 'defect'>,
): FrameListeners & { readonly publish: (frame: ServerFrame) => void } {
  const live = new Map<LiveTopic, Set<(frame: LiveFrame) => void>>();
  const authRequired = new Set<() => void>();
  const terms = new Set<(frame: TermsFrame) => void>();
  const fees = new Set<(frame: FeesFrame) => void>();
  const errors = new Set<(frame: ErrorFrame) => void>();
  /** When one throws, the others still get the frame. */
  function publish<T>(listeners: ReadonlySet<(frame: T) => void> | undefined, frame: T): void {
    for (const listener of listeners ?? []) {
      try {
        listener(frame);
      } catch (error) {
        log.defect('frame listener', error);
      }
    }
  }
  return {
    publish(frame) {
      if (frame.kind === 'fees') publish(fees, frame);
      else if (frame.kind === 'error') publish(errors, frame);
      else if (frame.kind === 'live') publish(live.get(frame.topic), frame);
      else if (frame.kind === 'authRequired') publish(authRequired, undefined);
      else if (frame.kind === 'welcome' || frame.kind === 'termsChanged') publish(terms, frame);
    },
    onLive: (topic, listener) => listenIn(listenersOf(live, topic), listener),
    onAuthRequired: (listener) => listenIn(authRequired, listener),
    onTerms: (listener) => listenIn(terms, listener),
    onFees: (listener) => listenIn(fees, listener),
    onError: (listener) => listenIn(errors, listener),
  };
}
