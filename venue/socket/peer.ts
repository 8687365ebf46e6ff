import type { WebSocket } from 'ws';

/** Unsent bytes after which a client gets no book frames. */
export const BACKLOG_LIMIT = 1_048_576;
/** Lapses within `FORGIVE_AFTER` before a slow client is disconnected. */
const MAX_LAPSES = 2;
const FORGIVE_AFTER = 60_000;
/** Milliseconds. */
const LONGEST_LAPSE = 30_000;

export interface Peer {
  readonly sessionKey: string | null;
  readonly sessionEndsAt: number;
  /** Null without a session. */
  readonly accountId: string | null;
  readonly books: Map<string, number>;
  /** Keys of the streams that it follows. */
  readonly topics: Set<string>;
  wantsFees: boolean;
  /** Epoch milliseconds. */
  lastMessageAt: number;
  /** While set, no book frames are sent; a new snapshot follows. */
  isBehind: boolean;
  readonly isOpen: boolean;
  send(text: string | Buffer): void;
  /** Closes a client that does not read its answers. */
  answer(text: string): void;
  /** Whether a book frame may be sent. A large backlog pauses them; a long or repeated one closes with 1013. */
  mayStream(): boolean;
  hasCaughtUp(): boolean;
  ping(): void;
  pong(data: Buffer): void;
  close(code: number, reason: string): void;
  terminate(): void;
}

export function createPeer(
  socket: WebSocket,
  session: {
    readonly key: string;
    readonly expiresAt: number;
    readonly account: { readonly id: string };
  } | null,
  now: () => number,
): Peer {
  let lapses = 0;
  let lapsedAt = 0;
  const peer: Peer = {
    sessionKey: session?.key ?? null,
    sessionEndsAt: session?.expiresAt ?? Number.POSITIVE_INFINITY,
    accountId: session?.account.id ?? null,
    books: new Map(),
    topics: new Set(),
    wantsFees: false,
    lastMessageAt: now(),
    isBehind: false,
    get isOpen() {
      return socket.readyState === socket.OPEN;
    },
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text, { binary: false });
    },
    answer(text) {
      if (socket.bufferedAmount > BACKLOG_LIMIT) peer.close(1013, 'reading too slowly');
      else peer.send(text);
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
      if (lapses >= MAX_LAPSES) peer.close(1013, 'reading too slowly');
      return false;
    },
    hasCaughtUp: () => socket.bufferedAmount === 0,
    ping() {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    pong(data) {
      if (socket.bufferedAmount > BACKLOG_LIMIT) peer.close(1013, 'reading too slowly');
      else if (socket.readyState === socket.OPEN) socket.pong(data);
    },
    close(code, reason) {
      socket.close(code, reason);
      // Without the closing handshake its backlog would stay in memory.
      setTimeout(() => socket.terminate(), 2000).unref();
    },
    terminate: () => socket.terminate(),
  };
  return peer;
}
