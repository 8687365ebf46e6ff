import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { BookChange, BookSnapshot, Exchange } from '../../../venue/exchange.ts';
import { createBooks, FLUSH_EVERY } from '../../../venue/socket/books.ts';
import { BACKLOG_LIMIT, createPeer, type Peer } from '../../../venue/socket/peer.ts';
import { createNaiveBook } from './naiveBook.ts';

/** A pair whose best bid a test changes. */
function createMovingBook() {
  let sequence = 100;
  const listeners = new Set<(change: BookChange) => void>();
  const snapshot = (): BookSnapshot => ({
    pair: 'XMR-BTC',
    sequence,
    bids: [['0.0039', String(sequence)]],
    asks: [],
    lastPrice: null,
    buysVolume: '1',
    sellsVolume: '0',
    at: new Date(0),
  });
  const exchange: Pick<Exchange, 'on' | 'book'> = {
    book: () => snapshot(),
    on(_event, listener) {
      listeners.add(listener as (change: BookChange) => void);
      return () => listeners.delete(listener as (change: BookChange) => void);
    },
  };
  return {
    exchange: exchange as Exchange,
    snapshot,
    /** Changes the book, and waits until the update is published. */
    move() {
      sequence += 1;
      for (const listener of listeners) {
        listener({
          pair: 'XMR-BTC',
          previousSequence: sequence - 1,
          sequence,
          bids: [],
          asks: [],
          lastPrice: null,
        });
      }
      vi.advanceTimersByTime(FLUSH_EVERY);
    },
  };
}

/** A reader whose backlog is set by the test. */
function createReader() {
  const sent: Record<string, unknown>[] = [];
  const closed: number[] = [];
  const socket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: string | Buffer) => sent.push(JSON.parse(data.toString()) as Record<string, unknown>),
    close(code: number) {
      closed.push(code);
      socket.readyState = 2;
    },
    terminate: () => undefined,
    ping: () => undefined,
  };
  const peer: Peer = createPeer(socket as unknown as WebSocket, null, () => Date.now());
  return { socket, peer, sent, closed };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a reader that is too slow', () => {
  it('of fees only is served again once it has read everything', () => {
    const market = createMovingBook();
    const caughtUp: Peer[] = [];
    const books = createBooks(market.exchange, (peer) => caughtUp.push(peer));
    const { socket, peer, closed } = createReader();
    socket.bufferedAmount = BACKLOG_LIMIT + 1;
    expect(peer.mayStream()).toBe(false);
    books.fellBehind(peer);
    vi.advanceTimersByTime(FLUSH_EVERY * 3);
    expect(caughtUp).toEqual([]);
    socket.bufferedAmount = 0;
    vi.advanceTimersByTime(FLUSH_EVERY);
    expect(caughtUp).toEqual([peer]);
    expect(peer.mayStream()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(peer.mayStream()).toBe(true);
    expect(closed).toEqual([]);
    books.close();
  });

  it('is sent nothing while it is behind, then the current book, and never a gap', () => {
    const market = createMovingBook();
    const books = createBooks(market.exchange);
    const slow = createReader();
    const quick = createReader();
    for (const { peer } of [slow, quick]) books.subscribe(peer, 'XMR-BTC', 40);
    market.move();
    slow.socket.bufferedAmount = BACKLOG_LIMIT + 1;
    for (let count = 0; count < 50; count += 1) market.move();
    expect(slow.sent.length).toBe(2);
    expect(quick.sent.length).toBe(52);
    // It has read a part: still behind, still nothing more.
    slow.socket.bufferedAmount = 10;
    market.move();
    expect(slow.sent.length).toBe(2);
    slow.socket.bufferedAmount = 0;
    vi.advanceTimersByTime(FLUSH_EVERY);
    expect(slow.sent.at(-1)).toMatchObject({
      type: 'orderbook_snapshot',
      sequence: market.snapshot().sequence,
    });
    market.move();
    for (const { sent } of [slow, quick]) {
      const book = createNaiveBook();
      for (const frame of sent) book.take(frame);
      expect(book.bids).toEqual(market.snapshot().bids);
    }
    expect(slow.closed).toEqual([]);
    books.close();
  });

  it('is closed with 1013 when it falls behind a second time within a minute', () => {
    const market = createMovingBook();
    const books = createBooks(market.exchange);
    const slow = createReader();
    books.subscribe(slow.peer, 'XMR-BTC', 40);
    for (const expected of [[], [1013]]) {
      slow.socket.bufferedAmount = BACKLOG_LIMIT + 1;
      market.move();
      expect(slow.closed).toEqual(expected);
      slow.socket.bufferedAmount = 0;
      market.move();
    }
    books.close();
  });

  it('is forgiven after a minute', () => {
    const market = createMovingBook();
    const books = createBooks(market.exchange);
    const slow = createReader();
    books.subscribe(slow.peer, 'XMR-BTC', 40);
    for (let round = 0; round < 4; round += 1) {
      slow.socket.bufferedAmount = BACKLOG_LIMIT + 1;
      market.move();
      slow.socket.bufferedAmount = 0;
      market.move();
      vi.advanceTimersByTime(61_000);
    }
    expect(slow.closed).toEqual([]);
    books.close();
  });

  it('is closed with 1013 when it stays behind for half a minute', () => {
    const market = createMovingBook();
    const books = createBooks(market.exchange);
    const slow = createReader();
    books.subscribe(slow.peer, 'XMR-BTC', 40);
    slow.socket.bufferedAmount = BACKLOG_LIMIT + 1;
    market.move();
    vi.advanceTimersByTime(29_000);
    expect(slow.closed).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(slow.closed).toContain(1013);
    books.close();
  });
});
