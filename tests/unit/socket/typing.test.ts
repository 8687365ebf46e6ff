import { describe, expect, it } from 'vitest';
import type { BookViewOptions } from '../../../src/domain/bookView.ts';
import { PAUSE } from '../../../src/services/book/remoteBooks.ts';
import { bothWays, PAIR, WAYS, type Way } from './bothWays.ts';

const EVERY = 100;
const OPTIONS: BookViewOptions = { rows: 5, filter: 'all', grouping: null };
const whole = (quantity: number, part: object = {}): object => ({
  type: 'orderbook_snapshot',
  pair_symbol: PAIR,
  bids: [['1', String(quantity)]],
  asks: [['2', '7']],
  sequence: quantity,
  ...part,
});

/** A book whose first quantity grows with each frame; the last that was painted was 1. */
async function typed(way: Way) {
  const socket = bothWays(way);
  const store = socket.books.of(PAIR);
  const painted: string[] = [];
  let options = OPTIONS;
  store.view(options);
  store.subscribe(() => painted.push(store.view(options).bids[0]?.quantity ?? 'nothing'));
  const feed = socket.books.startFeed(PAIR, () => undefined);
  await socket.open();
  socket.sockets[0]?.opened();
  feed.linkOpened();
  await socket.receive(whole(1));
  await socket.advance(PAUSE);
  painted.length = 0;
  const show = async (next: BookViewOptions): Promise<void> => {
    options = next;
    store.view(options);
    await socket.settled();
  };
  return { ...socket, store, painted, show };
}

describe.each(WAYS)('the book while somebody types, engine in the %s (BOOK-19)', (way) => {
  it('waits until the key is painted, and then shows the newest at once', async () => {
    const { key, receive, advance, painted } = await typed(way);
    key('pressed');
    await receive(whole(2));
    await advance(EVERY);
    await receive(whole(3));
    expect(painted).toEqual([]);
    key('painted');
    expect(painted).toEqual(['3']);
  });

  it('waits between keys too, for the next one', async () => {
    const { key, receive, advance, painted, store } = await typed(way);
    key('pressed');
    key('painted');
    await advance(PAUSE - EVERY);
    await receive(whole(2));
    expect(painted).toEqual([]);
    expect(store.latest().bids[0]?.quantity).toBe('1');
    key('pressed');
    key('painted');
    expect(painted).toEqual(['2']);
    await receive(whole(3));
    await advance(EVERY);
    expect(painted).toEqual(['2']);
  });

  it('waits no longer than a quarter of a second', async () => {
    const { key, receive, advance, painted } = await typed(way);
    key('pressed');
    await receive(whole(2));
    for (let waited = 50; waited < PAUSE; waited += 50) {
      await advance(50);
      key('pressed');
    }
    await advance(49);
    expect(painted).toEqual([]);
    await advance(1);
    expect(painted).toEqual(['2']);
  });

  it('waits its own time each time', async () => {
    const { key, receive, advance, painted } = await typed(way);
    key('pressed');
    await receive(whole(2));
    await advance(PAUSE - 1);
    key('painted');
    key('pressed');
    await receive(whole(3));
    await advance(PAUSE - 1);
    expect(painted).toEqual(['2']);
    await advance(1);
    expect(painted).toEqual(['2', '3']);
  });

  it('does not wait once typing has stopped', async () => {
    const { key, receive, advance, painted } = await typed(way);
    key('pressed');
    await advance(PAUSE);
    await receive(whole(2));
    expect(painted).toEqual(['2']);
  });

  it('does not wait because the clock was set back', async () => {
    const { key, clock, receive, painted } = await typed(way);
    key('pressed');
    clock.jump(-1000);
    await receive(whole(2));
    expect(painted).toEqual(['2']);
  });

  it("does not wait with the answer to the user's order", async () => {
    const { key, receive, painted, store, settled } = await typed(way);
    key('pressed');
    store.expectOwnChange();
    await settled();
    await receive(whole(2));
    expect(painted).toEqual(['2']);
    key('pressed');
    await receive(whole(3));
    expect(painted).toEqual(['2']);
  });

  it('does not wait once its rows become fresh, or stop being fresh', async () => {
    const { key, receive, advance, painted, store } = await typed(way);
    key('pressed');
    await receive(whole(2));
    expect(painted).toEqual([]);
    store.setFresh(false);
    expect(painted).toEqual(['2']);
    store.setFresh(true);
    await receive(whole(3));
    await advance(EVERY);
    expect(painted.at(-1)).toBe('3');
  });

  it('does not wait with other requested rows', async () => {
    const { key, show, painted } = await typed(way);
    key('pressed');
    await show({ ...OPTIONS, rows: 6 });
    expect(painted).toEqual(['1']);
  });

  it('does not wait with the first rows, nor where the last ones go', async () => {
    const { key, receive, advance, painted, store } = await typed(way);
    key('pressed');
    await receive(whole(2, { bids: [], asks: [] }));
    expect(painted).toEqual(['nothing']);
    store.clear();
    await advance(EVERY);
    painted.length = 0;
    key('pressed');
    await receive(whole(3));
    expect(painted).toEqual(['3']);
  });

  it('forgets a view that waited when the book is cleared', async () => {
    const { key, receive, advance, painted, store, settled } = await typed(way);
    key('pressed');
    await receive(whole(2));
    store.clear();
    key('painted');
    await settled();
    await advance(PAUSE);
    // That it is empty.
    expect(new Set(painted)).toEqual(new Set(['nothing']));
    expect(store.getFill()).toBe('nothing');
  });

  it('is not shown twice', async () => {
    const { key, receive, advance, painted } = await typed(way);
    key('pressed');
    await receive(whole(2));
    key('painted');
    key('painted');
    await advance(PAUSE);
    expect(painted).toEqual(['2']);
  });

  it('gives way to a newer one that does not wait', async () => {
    const { key, receive, advance, painted, store, settled } = await typed(way);
    key('pressed');
    await receive(whole(2));
    store.expectOwnChange();
    await settled();
    await advance(EVERY);
    await receive(whole(3));
    key('painted');
    await advance(PAUSE);
    expect(painted).toEqual(['3']);
  });
});
