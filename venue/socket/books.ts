import type { BookSnapshot, Exchange } from '../exchange.ts';
import { type BookGroup, createBookGroup } from './bookGroup.ts';
import type { Peer } from './peer.ts';

/** How often changes of a book are told, in milliseconds: 12 times a second. */
export const FLUSH_EVERY = 80;
/** After so long without a book that is known to be right its readers are sent away, to another node. */
const UNKNOWN_LIMIT = 3000;

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

interface BookChannel {
  readonly pair: string;
  readonly depth: number;
  /** Null until the book is known for the first time. */
  group: BookGroup | null;
  /** Since when the book is not known to be right; null while it is. */
  unknownSince: number | null;
  readonly peers: Set<Peer>;
}

/** @param onCaughtUp told of a client that was behind, after its books were sent. */
export function createBooks(exchange: Exchange, onCaughtUp: (peer: Peer) => void = () => undefined): Books {
  const channels = new Map<string, BookChannel>();
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
    for (const channel of channels.values()) {
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

  /** A book that may be wrong is not gone on with; where it stays so, its readers look for another node. */
  function closeStale(channel: BookChannel, isKnown: boolean): void {
    if (isKnown) channel.unknownSince = null;
    else channel.unknownSince ??= performance.now();
    if (channel.unknownSince === null || performance.now() - channel.unknownSince < UNKNOWN_LIMIT) return;
    for (const peer of channel.peers) if (peer.isOpen) peer.close(1013, 'the book is not known here');
  }

  function sendUpdate(channel: BookChannel): void {
    const { pair, depth, peers } = channel;
    const book = exchange.book(pair, depth);
    const frame = book ? frameOf(channel, book) : null;
    if (frame === null) return;
    const bytes = Buffer.from(frame);
    for (const peer of peers) {
      if (peer.mayStream()) peer.send(bytes);
      else behind.add(peer);
    }
  }

  /** What brings everybody to `book`: the whole of it where nobody has seen any. */
  function frameOf(channel: BookChannel, book: BookSnapshot): string | null {
    if (channel.group) return channel.group.advance(book);
    channel.group = createBookGroup(book);
    return channel.group.snapshot();
  }

  /** What the client missed is not sent late: it gets the books as they are now. */
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
    const key = keyOf(pair, depth);
    const channel = channels.get(key);
    channel?.peers.delete(peer);
    if (channel?.peers.size === 0) channels.delete(key);
  }

  return {
    subscribe(peer, pair, depth) {
      const before = peer.books.get(pair);
      if (before !== undefined && before !== depth) leave(peer, pair, before);
      const key = keyOf(pair, depth);
      let channel = channels.get(key);
      // The others are told first: a snapshot newer than their last frame would be a gap for the newcomer.
      if (channel) sendUpdate(channel);
      else {
        const book = exchange.book(pair, depth);
        channel = {
          pair,
          depth,
          group: book ? createBookGroup(book) : null,
          peers: new Set(),
          unknownSince: null,
        };
        channels.set(key, channel);
      }
      channel.peers.add(peer);
      peer.books.set(pair, depth);
      if (!peer.mayStream()) behind.add(peer);
      else if (channel.group) peer.send(channel.group.snapshot());
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
