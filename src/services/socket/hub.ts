import { type BookFrame, type FeesFrame, type ServerFrame, readServerFrame } from '../contract/frames.ts';
import type { Log } from '../log.ts';

type ErrorFrame = Extract<ServerFrame, { kind: 'error' }>;

/** Hands frames of the socket to whoever listens. Frames do not pass through a machine: there are too many. */
export interface FrameHub {
  /**
   * Takes the text of one frame as it came. Never throws; an unreadable frame is dropped and counted.
   * @returns the kind of the frame, or null when it was dropped.
   */
  receive(text: string): ServerFrame['kind'] | null;
  /** Only frames of this pair. @returns a function that stops listening, as do the others. */
  onBook(pair: string, hear: (frame: BookFrame) => void): () => void;
  onFees(hear: (frame: FeesFrame) => void): () => void;
  onError(hear: (frame: ErrorFrame) => void): () => void;
  /** Epoch milliseconds of the last readable frame; null before the first. */
  readonly heardAt: number | null;
  /** Unreadable frames since the page was opened. */
  readonly dropped: number;
}

export interface HubDependencies {
  readonly log: Pick<Log, 'droppedFrame' | 'defect'>;
  /** Whether the server offers numbered books; a number that nobody explained means nothing here. */
  readonly numbersBooks: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createFrameHub({ log, numbersBooks, now }: HubDependencies): FrameHub {
  const books = new Map<string, Set<(frame: BookFrame) => void>>();
  const fees = new Set<(frame: FeesFrame) => void>();
  const errors = new Set<(frame: ErrorFrame) => void>();
  let heardAt: number | null = null;
  let dropped = 0;

  function listenIn<T>(listeners: Set<T>, hear: T): () => void {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }

  /** A listener that throws is a defect of its own; the others still hear the frame. */
  function tell<T>(listeners: ReadonlySet<(frame: T) => void> | undefined, frame: T): void {
    for (const hear of listeners ?? []) {
      try {
        hear(frame);
      } catch (error) {
        log.defect('frame listener', error);
      }
    }
  }

  /** Numbers of another meaning must not make changes look old, or missing. */
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
      if (frame.kind === 'snapshot' || frame.kind === 'update') tell(books.get(frame.pair), readable(frame));
      else if (frame.kind === 'fees') tell(fees, frame);
      else if (frame.kind === 'error') tell(errors, frame);
      return frame.kind;
    },
    onBook(pair, hear) {
      const listeners = books.get(pair) ?? new Set();
      books.set(pair, listeners);
      return listenIn(listeners, hear);
    },
    onFees: (hear) => listenIn(fees, hear),
    onError: (hear) => listenIn(errors, hear),
    get heardAt() {
      return heardAt;
    },
    get dropped() {
      return dropped;
    },
  };
}
