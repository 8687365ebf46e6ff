import type { WebSocket } from 'ws';

/** Bytes that may wait for a slow reader before its book frames are held back. */
export const BACKLOG_LIMIT = 1_048_576;
/** How often a reader may fall behind within `FORGIVE_AFTER` before it is sent away. */
const MOST_LAPSES = 2;
const FORGIVE_AFTER = 60_000;
/** The longest that a reader may stay behind, in milliseconds. */
const LONGEST_LAPSE = 30_000;

/** One client of the socket. */
export interface Peer {
  /** SHA-256 of the session's token that the handshake carried; null for a visitor. */
  readonly sessionKey: string | null;
  readonly sessionEndsAt: number;
  /** Pairs with the depth that is sent. */
  readonly books: Map<string, number>;
  wantsFees: boolean;
  /** Epoch milliseconds of the last sign of life. */
  lastMessageAt: number;
  /** Set while the reader is behind: its book frames are not sent, it gets a fresh snapshot afterwards. */
  isBehind: boolean;
  readonly isOpen: boolean;
  send(text: string | Buffer): void;
  /**
   * Whether a book frame may be sent now. A reader whose backlog is too large is marked as behind; the second
   * time within a minute, or after half a minute of it, it is sent away with 1013.
   */
  mayStream(): boolean;
  /** Whether a reader that was behind has read everything. */
  hasCaughtUp(): boolean;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export function createPeer(
  socket: WebSocket,
  session: { key: string; expiresAt: number } | null,
  now: () => number,
): Peer {
  let lapses = 0;
  let lapsedAt = 0;
  const peer: Peer = {
    sessionKey: session?.key ?? null,
    sessionEndsAt: session?.expiresAt ?? Number.POSITIVE_INFINITY,
    books: new Map(),
    wantsFees: false,
    lastMessageAt: now(),
    isBehind: false,
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text, { binary: false });
    },
    mayStream() {
      if (peer.isBehind) {
        if (now() - lapsedAt > LONGEST_LAPSE) peer.close(1013, 'reading too slowly');
        return false;
      }
      if (socket.bufferedAmount <= BACKLOG_LIMIT) return true;
      lapses = now() - lapsedAt > FORGIVE_AFTER ? 1 : lapses + 1;
      lapsedAt = now();
      peer.isBehind = true;
      if (lapses >= MOST_LAPSES) peer.close(1013, 'reading too slowly');
      return false;
    },
    hasCaughtUp: () => socket.bufferedAmount === 0,
    ping() {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    close(code, reason) {
      socket.close(code, reason);
      // A peer that does not answer the closing handshake would hold its backlog for ever.
      setTimeout(() => socket.terminate(), 2000).unref();
    },
    terminate: () => socket.terminate(),
  };
  return peer;
}
