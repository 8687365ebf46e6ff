import type { Clock } from '../clock.ts';
import type { ServerFrame } from '../contract/frames.ts';
import type { OrderBookStore } from './orderBookStore.ts';
import type { BookFact, BookFeed, Fault } from './port.ts';

/** Milliseconds for which the sides may overlap, because an update may come in two frames. */
const CROSSED_LIMIT = 500;
const MAX_CROSSED_FRAMES = 2;

export interface FeedDependencies {
  readonly store: OrderBookStore;
  /** Whether the server has the capability `bookSequence`; without it the numbers may mean something else. */
  readonly numbersBooks: boolean;
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  readonly say: (fact: BookFact) => void;
}

/** Brings the frames of one pair into its book and checks it. A wrong book waits for a whole one (BOOK-07). */
export function startBookFeed({
  store,
  numbersBooks,
  clock,
  say,
}: FeedDependencies): BookFeed & { readonly receive: (frame: ServerFrame) => void } {
  let isSynced = false;
  let wasEmpty = false;
  /** A change before the first frame is an error; later it is just late. */
  let isFirstFrameDue = true;
  let crossedFrames = 0;
  let crossedTimer: unknown;

  function distrust(): void {
    isSynced = false;
    crossedFrames = 0;
    clock.clearTimeout(crossedTimer);
    store.expectSnapshot();
  }

  function broken(fault: Fault): void {
    distrust();
    isFirstFrameDue = false;
    say({ type: 'broken', fault });
  }

  function crossed(): void {
    crossedFrames += 1;
    if (crossedFrames >= MAX_CROSSED_FRAMES) broken('crossed');
    else crossedTimer = clock.setTimeout(() => broken('crossed'), CROSSED_LIMIT);
  }

  function applied(): void {
    isFirstFrameDue = false;
    if (store.book.isCrossed) return crossed();
    if (crossedFrames > 0) clock.clearTimeout(crossedTimer);
    crossedFrames = 0;
    store.publish();
    const { isEmpty, sequence } = store.book;
    if (!isSynced) say({ type: 'synced', isEmpty, isNumbered: sequence !== null });
    else if (isEmpty !== wasEmpty) say({ type: isEmpty ? 'emptied' : 'filled' });
    isSynced = true;
    wasEmpty = isEmpty;
    return undefined;
  }

  return {
    receive(frame) {
      // An error names no pair. While a book is awaited, it counts as a refusal.
      if (frame.kind === 'error' && !isSynced) say({ type: 'refused' });
      if (frame.kind !== 'snapshot' && frame.kind !== 'update') return;
      const outcome = store.apply(
        numbersBooks ? frame : { ...frame, sequence: null, previousSequence: null },
      );
      if (outcome === 'applied') applied();
      else if (outcome === 'gap') broken('gap');
      else if (outcome === 'early' && isFirstFrameDue) broken('early');
    },
    linkOpened() {
      distrust();
      isFirstFrameDue = true;
    },
    linkLost: distrust,
    resyncing() {
      distrust();
      isFirstFrameDue = false;
    },
    stop: distrust,
  };
}
