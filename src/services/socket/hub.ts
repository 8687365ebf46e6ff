import { type BookFrame, type ServerFrame, readServerFrame } from '../contract/frames.ts';
import type { Log } from '../log.ts';
import { createFrameListeners, listenersOf, listenIn, publisher, type FrameListeners } from './listeners.ts';

/** Frames do not pass through a machine, because there are too many. */
export interface FrameHub<Frame = string> extends FrameListeners {
  /** Never throws. @returns the kind of the frame; null when it was unreadable, and so dropped and counted. */
  receive(frame: Frame): ServerFrame['kind'] | null;
  /** Epoch milliseconds of the last readable frame. */
  readonly heardAt: number | null;
}

/** The hub where frames are read. */
export interface ReadingHub extends FrameHub {
  onBook(pair: string, listener: (frame: BookFrame) => void): () => void;
  /** Every readable frame. */
  onFrame(listener: (frame: ServerFrame) => void): () => void;
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

export function createFrameHub({ log, numbersBooks, now }: HubDependencies): ReadingHub {
  const books = new Map<string, Set<(frame: BookFrame) => void>>();
  const all = new Set<(frame: ServerFrame) => void>();
  const { publish: publishOther, ...listeners } = createFrameListeners(log);
  const publish = publisher(log);
  let heardAt: number | null = null;
  let dropped = 0;

  /** Without the capability the numbers may mean something else. */
  const readable = (frame: BookFrame): BookFrame =>
    numbersBooks ? frame : { ...frame, sequence: null, previousSequence: null };

  return {
    ...listeners,
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
      else publishOther(frame);
      publish(all, frame);
      return frame.kind;
    },
    onBook: (pair, listener) => listenIn(listenersOf(books, pair), listener),
    onFrame: (listener) => listenIn(all, listener),
    get heardAt() {
      return heardAt;
    },
    get dropped() {
      return dropped;
    },
  };
}
