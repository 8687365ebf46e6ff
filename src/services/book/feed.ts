import type { Clock } from '../clock.ts';
import type { FrameHub } from '../socket/hub.ts';
import type { OrderBookStore } from './orderBookStore.ts';

/** Why a book cannot be trusted any more. */
export type Fault =
  /** Frames are missing. */
  | 'gap'
  /** Best bid and best ask overlap, and not just for a moment. */
  | 'crossed'
  /** A change came before anything that it could change. */
  | 'early';

/** What the feed says of the book; the levels themselves go to the store. */
export type BookFact =
  /** A whole book came after there was none, or after one that could not be trusted. */
  | { readonly type: 'synced'; readonly isEmpty: boolean; readonly isNumbered: boolean }
  | { readonly type: 'emptied' }
  | { readonly type: 'filled' }
  | { readonly type: 'broken'; readonly fault: Fault }
  /** The server refused the subscription. */
  | { readonly type: 'refused' };

/** How long the sides of a book may overlap: an update may reach us in two frames. */
const CROSSED_LIMIT = 500;
const MOST_CROSSED_FRAMES = 2;

export interface FeedDependencies {
  readonly store: OrderBookStore;
  readonly hub: Pick<FrameHub, 'onBook' | 'onError'>;
  readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  readonly say: (fact: BookFact) => void;
}

export interface BookFeed {
  /** The book starts from nothing on this link: what comes first must be a whole book. */
  linkOpened(): void;
  linkLost(): void;
  /** A new whole book was asked for; changes that were on their way meanwhile are of no use. */
  resyncing(): void;
  stop(): void;
}

/**
 * Brings the frames of one pair into its book and watches over it. A book that is caught being wrong is not shown
 * further and not mended: it waits for a whole one (BOOK-07).
 */
export function startBookFeed({ store, hub, clock, say }: FeedDependencies): BookFeed {
  /** Whether the last thing said was that the book is right. */
  let isSynced = false;
  let wasEmpty = false;
  /** Whether a change before the whole book is a fault, and not just a late one. */
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
    if (crossedFrames >= MOST_CROSSED_FRAMES) broken('crossed');
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

  const stops = [
    hub.onBook(store.pair, (frame) => {
      const outcome = store.apply(frame);
      if (outcome === 'applied') applied();
      else if (outcome === 'gap') broken('gap');
      else if (outcome === 'early' && isFirstFrameDue) broken('early');
    }),
    // An error names no pair: it is taken for ours while we wait for an answer.
    hub.onError(() => {
      if (!isSynced) say({ type: 'refused' });
    }),
  ];

  return {
    linkOpened() {
      distrust();
      isFirstFrameDue = true;
    },
    linkLost: distrust,
    resyncing() {
      distrust();
      isFirstFrameDue = false;
    },
    stop() {
      for (const stop of stops) stop();
      distrust();
    },
  };
}
