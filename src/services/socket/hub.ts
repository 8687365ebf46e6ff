import { type BookFrame, type FeesFrame, type ServerFrame, readServerFrame } from '../contract/frames.ts';
import type { LiveFrame, LiveTopic } from '../contract/live.ts';
import type { Log } from '../log.ts';

type ErrorFrame = Extract<ServerFrame, { kind: 'error' }>;

/** Frames do not pass through a machine, because there are too many. */
export interface FrameHub {
  /** Never throws. @returns the kind of the frame; null when it was unreadable, and so dropped and counted. */
  receive(text: string): ServerFrame['kind'] | null;
  onBook(pair: string, listener: (frame: BookFrame) => void): () => void;
  onFees(listener: (frame: FeesFrame) => void): () => void;
  onLive(topic: LiveTopic, listener: (frame: LiveFrame) => void): () => void;
  /** The server wants a session for what was asked, or the session of the connection ended. */
  onAuthRequired(listener: () => void): () => void;
  onError(listener: (frame: ErrorFrame) => void): () => void;
  /** Epoch milliseconds of the last readable frame. */
  readonly heardAt: number | null;
  /** Unreadable frames since the page was opened. */
  readonly dropped: number;
}

export interface HubDependencies {
  readonly log: Pick<Log, 'droppedFrame' | 'defect'>;
  /** Whether the server has the capability `bookSequence`. */
  readonly numbersBooks: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createFrameHub({ log, numbersBooks, now }: HubDependencies): FrameHub {
  const books = new Map<string, Set<(frame: BookFrame) => void>>();
  const live = new Map<LiveTopic, Set<(frame: LiveFrame) => void>>();
  const authRequired = new Set<() => void>();
  const fees = new Set<(frame: FeesFrame) => void>();
  const errors = new Set<(frame: ErrorFrame) => void>();
  let heardAt: number | null = null;
  let dropped = 0;

  function listenIn<T>(listeners: Set<T>, listener: T): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function listenersOf<K, T>(all: Map<K, Set<T>>, key: K): Set<T> {
    const listeners = all.get(key) ?? new Set();
    all.set(key, listeners);
    return listeners;
  }

  /** When a listener throws, the others still get the frame. */
  function publish<T>(listeners: ReadonlySet<(frame: T) => void> | undefined, frame: T): void {
    for (const listener of listeners ?? []) {
      try {
        listener(frame);
      } catch (error) {
        log.defect('frame listener', error);
      }
    }
  }

  /** Without the capability the numbers may mean something else. */
  const readable = (frame: BookFrame): BookFrame =>
    numbersBooks ? frame : { ...frame, sequence: null, previousSequence: null };

  return {
    receive(text) {
      const frame = readServerFrame(text);
      if (!frame) {
        dropped += 1;
        log.droppedFrame(dropped);
        return null;
      }
      heardAt = now();
      if (frame.kind === 'snapshot' || frame.kind === 'update')
        publish(books.get(frame.pair), readable(frame));
      else if (frame.kind === 'fees') publish(fees, frame);
      else if (frame.kind === 'error') publish(errors, frame);
      else if (frame.kind === 'live') publish(live.get(frame.topic), frame);
      else if (frame.kind === 'authRequired') publish(authRequired, undefined);
      return frame.kind;
    },
    onBook: (pair, listener) => listenIn(listenersOf(books, pair), listener),
    onLive: (topic, listener) => listenIn(listenersOf(live, topic), listener),
    onAuthRequired: (listener) => listenIn(authRequired, listener),
    onFees: (listener) => listenIn(fees, listener),
    onError: (listener) => listenIn(errors, listener),
    get heardAt() {
      return heardAt;
    },
    get dropped() {
      return dropped;
    },
  };
}
