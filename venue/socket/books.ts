import type { BookSnapshot, Exchange } from '../exchange.ts';
import { type BookGroup, createBookGroup } from './bookGroup.ts';
import type { Peer } from './peer.ts';

/** Milliseconds between updates. */
export const FLUSH_EVERY = 80;
/** Milliseconds without a valid book after which clients are disconnected, to find another node. */
const UNKNOWN_LIMIT = 3000;

/** Levels per side; another depth gets the next larger one (LOAD-05). */
export const DEPTHS = [10, 40, 100, 500] as const;

/** Order book feeds: a snapshot, then updates (BOOK-07). */
export interface Books {
  /** The pair must exist. The snapshot follows once the book is known. @returns how many characters were sent. */
  subscribe(peer: Peer, pair: string, wanted: number): number;
  unsubscribe(peer: Peer, pair: string): void;
  /** Marks a client that missed another feed's frame; it gets new snapshots later. */
  fellBehind(peer: Peer): void;
  remove(peer: Peer): void;
  close(): void;
}

interface BookChannel {
  readonly pair: string;
  readonly depth: number;
  group: BookGroup | null;
  seen: number;
  unknownSince: number | null;
  readonly peers: Set<Peer>;
}

const createChannel = (pair: string, depth: number): BookChannel => ({
  pair,
  depth,
  group: null,
  seen: 0,
  peers: new Set(),
  unknownSince: null,
});

/**
 * @param onCaughtUp called after a slow client got new snapshots.
 * @param lastPriceOf of a pair in which nobody has traded yet.
 */
export function createBooks(
  exchange: Exchange,
  onCaughtUp: (peer: Peer) => void = () => undefined,
  lastPriceOf: (pair: string) => string | null = () => null,
): Books {
  const channels = new Map<string, BookChannel>();
  const changed = new Set<string>();
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
    for (const channel of channels.values()) {
      if (channel.peers.size === 0) continue;
      if (changed.has(channel.pair)) sendUpdate(channel);
      closeStale(channel, isKnown(channel.pair));
    }
    changed.clear();
    for (const peer of behind) {
      if (!peer.isOpen) behind.delete(peer);
      else if (peer.hasCaughtUp()) recover(peer);
      else peer.mayStream();
    }
  }

  function closeStale(channel: BookChannel, isKnown: boolean): void {
    if (isKnown) channel.unknownSince = null;
    else channel.unknownSince ??= performance.now();
    if (channel.unknownSince === null || performance.now() - channel.unknownSince < UNKNOWN_LIMIT) return;
    for (const peer of channel.peers) if (peer.isOpen) peer.close(1013, 'the book is not known here');
  }

  function sendUpdate(channel: BookChannel): void {
    const { pair, depth, peers } = channel;
    if (channel.group && exchange.book(pair, 0)?.sequence === channel.seen) return;
    const book = exchange.book(pair, depth);
    const frame = book ? frameOf(channel, book) : null;
    if (book) channel.seen = book.sequence;
    if (frame === null || peers.size === 0) return;
    const bytes = Buffer.from(frame);
    for (const peer of peers) {
      if (peer.mayStream()) peer.send(bytes);
      else behind.add(peer);
    }
  }

  function frameOf(channel: BookChannel, known: BookSnapshot): string | null {
    const book = { ...known, lastPrice: known.lastPrice ?? lastPriceOf(known.pair) };
    if (channel.group) return channel.group.advance(book);
    channel.group = createBookGroup(book);
    return channel.group.snapshot();
  }

  function recover(peer: Peer): void {
    behind.delete(peer);
    peer.isBehind = false;
    for (const [pair, depth] of peer.books) {
      const channel = channels.get(keyOf(pair, depth));
      if (channel?.group) peer.send(channel.group.snapshot());
    }
    onCaughtUp(peer);
  }

  function leave(peer: Peer, pair: string, depth: number): void {
    channels.get(keyOf(pair, depth))?.peers.delete(peer);
  }

  return {
    subscribe(peer, pair, wanted) {
      const depth = DEPTHS.find((known) => known >= wanted) ?? 500;
      const before = peer.books.get(pair);
      if (before === depth) return 0;
      if (before !== undefined) leave(peer, pair, before);
      const key = keyOf(pair, depth);
      const channel = channels.get(key) ?? createChannel(pair, depth);
      channels.set(key, channel);
      if (channel.peers.size === 0) {
        channel.unknownSince = null;
        if (!exchange.book(pair, 0)) channel.group = null;
      }
      // Updates the others first, so that the next update follows this snapshot too.
      sendUpdate(channel);
      channel.peers.add(peer);
      peer.books.set(pair, depth);
      if (!peer.mayStream()) behind.add(peer);
      else if (channel.group) {
        const snapshot = channel.group.snapshot();
        peer.send(snapshot);
        return snapshot.length;
      }
      return 0;
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
