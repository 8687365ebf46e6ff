import type { BookSnapshot, Exchange } from '../exchange.ts';
import { type BookGroup, createBookGroup } from './bookGroup.ts';
import type { Peer } from './peer.ts';

/** How often changes of a book are told, in milliseconds: 12 times a second. */
export const FLUSH_EVERY = 80;
/** After so long without a book that is known to be right its readers are sent away, to another node. */
const DOUBT_LIMIT = 3000;

/** The live order books: snapshots to new subscribers, then differences, a few times a second per pair. */
export interface Books {
  /** Subscribes or changes the depth; the snapshot is sent as soon as the book is known. The pair must exist. */
  subscribe(peer: Peer, pair: string, depth: number): void;
  unsubscribe(peer: Peer, pair: string): void;
  /** Says that a frame of another feed could not be sent: once the client has caught up it gets its books again. */
  fellBehind(peer: Peer): void;
  /** Forgets a client that is gone. */
  remove(peer: Peer): void;
  close(): void;
}

interface Audience {
  readonly pair: string;
  readonly depth: number;
  /** Null until the book is known for the first time. */
  group: BookGroup | null;
  /** Since when the book is not known to be right; null while it is. */
  doubtedAt: number | null;
  readonly peers: Set<Peer>;
}

/** @param onCaughtUp told of a client that was behind, after its books were sent. */
export function createBooks(exchange: Exchange, onCaughtUp: (peer: Peer) => void = () => undefined): Books {
  const audiences = new Map<string, Audience>();
  const changed = new Set<string>();
  /** Clients that fell behind and wait for snapshots of these pairs. */
  const behind = new Set<Peer>();

  const unsubscribeEvents = exchange.on('book', ({ pair }) => changed.add(pair));
  const timer = setInterval(flush, FLUSH_EVERY);
  timer.unref();

  const keyOf = (pair: string, depth: number): string => `${pair}/${depth}`;

  function flush(): void {
    const known = new Map<string, boolean>();
    const isKnown = (pair: string): boolean => {
      const is = known.get(pair) ?? exchange.book(pair, 0) !== undefined;
      known.set(pair, is);
      return is;
    };
    for (const audience of audiences.values()) {
      if (changed.has(audience.pair)) bringUpToDate(audience);
      judge(audience, isKnown(audience.pair));
    }
    changed.clear();
    for (const peer of behind) {
      if (!peer.isOpen) behind.delete(peer);
      else if (peer.hasCaughtUp()) recover(peer);
      else peer.mayStream();
    }
  }

  /** A book that may be wrong is not gone on with; where it stays so, its readers look for another node. */
  function judge(audience: Audience, isKnown: boolean): void {
    if (isKnown) audience.doubtedAt = null;
    else audience.doubtedAt ??= performance.now();
    if (audience.doubtedAt === null || performance.now() - audience.doubtedAt < DOUBT_LIMIT) return;
    for (const peer of audience.peers) if (peer.isOpen) peer.close(1013, 'the book is not known here');
  }

  function bringUpToDate(audience: Audience): void {
    const { pair, depth, peers } = audience;
    const book = exchange.book(pair, depth);
    const frame = book ? frameOf(audience, book) : null;
    if (frame === null) return;
    const bytes = Buffer.from(frame);
    for (const peer of peers) {
      if (peer.mayStream()) peer.send(bytes);
      else behind.add(peer);
    }
  }

  /** What brings everybody to `book`: the whole of it where nobody has seen any. */
  function frameOf(audience: Audience, book: BookSnapshot): string | null {
    if (audience.group) return audience.group.advance(book);
    audience.group = createBookGroup(book);
    return audience.group.snapshot();
  }

  /** What the client missed is not sent late: it gets the books as they are now. */
  function recover(peer: Peer): void {
    behind.delete(peer);
    peer.isBehind = false;
    for (const [pair, depth] of peer.books) {
      const audience = audiences.get(keyOf(pair, depth));
      if (audience?.group) peer.send(audience.group.snapshot());
    }
    onCaughtUp(peer);
  }

  function leave(peer: Peer, pair: string, depth: number): void {
    const key = keyOf(pair, depth);
    const audience = audiences.get(key);
    audience?.peers.delete(peer);
    if (audience?.peers.size === 0) audiences.delete(key);
  }

  return {
    subscribe(peer, pair, depth) {
      const before = peer.books.get(pair);
      if (before !== undefined && before !== depth) leave(peer, pair, before);
      const key = keyOf(pair, depth);
      let audience = audiences.get(key);
      // The others are told first: a snapshot newer than their last frame would be a gap for the newcomer.
      if (audience) bringUpToDate(audience);
      else {
        const book = exchange.book(pair, depth);
        audience = {
          pair,
          depth,
          group: book ? createBookGroup(book) : null,
          peers: new Set(),
          doubtedAt: null,
        };
        audiences.set(key, audience);
      }
      audience.peers.add(peer);
      peer.books.set(pair, depth);
      if (!peer.mayStream()) behind.add(peer);
      else if (audience.group) peer.send(audience.group.snapshot());
    },
    unsubscribe(peer, pair) {
      const depth = peer.books.get(pair);
      if (depth === undefined) return;
      peer.books.delete(pair);
      leave(peer, pair, depth);
    },
    fellBehind: (peer) => void behind.add(peer),
    remove(peer) {
      for (const [pair, depth] of peer.books) leave(peer, pair, depth);
      peer.books.clear();
      behind.delete(peer);
    },
    close() {
      clearInterval(timer);
      unsubscribeEvents();
    },
  };
}
