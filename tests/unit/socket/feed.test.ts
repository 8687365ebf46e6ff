import { describe, expect, it } from 'vitest';
import { startBookFeed } from '../../../src/services/book/feed.ts';
import { createOrderBookStore, type OrderBookStore } from '../../../src/services/book/orderBookStore.ts';
import type { BookFeed } from '../../../src/services/book/port.ts';
import { readServerFrame } from '../../../src/services/contract/frames.ts';
import { TestClock } from '../../models/tools/clock.ts';

const PAIR = 'XMR-BTC';
type Sides = Readonly<Record<'bids' | 'asks', readonly (readonly [string, string])[]>>;
const FULL: Sides = { bids: [['1', '5']], asks: [['2', '7']] };
const CROSSED: Sides = { bids: [['2', '5']], asks: [['2', '7']] };

interface Setup {
  readonly world: { publishes: number };
  readonly clock: TestClock;
  readonly store: OrderBookStore;
  readonly feed: BookFeed;
  readonly said: string[];
  readonly snapshot: (sides: Sides, part?: object) => void;
  readonly delta: (sequence: number, part?: object) => void;
  readonly receive: (frame: object) => void;
}

function setup(numbersBooks = true): Setup {
  const clock = new TestClock();
  const world = { publishes: 0 };
  const store = createOrderBookStore(PAIR, {
    clock,
    isVisible: () => true,
    published: () => (world.publishes += 1),
  });
  const said: string[] = [];
  const feed = startBookFeed({
    store,
    numbersBooks,
    clock,
    say: (fact) => said.push('fault' in fact ? `broken ${fact.fault}` : fact.type),
  });
  feed.linkOpened();
  const receive = (given: object): void => {
    const frame = readServerFrame(JSON.stringify({ pair_symbol: PAIR, ...given }));
    if (frame) feed.receive(frame);
  };
  return {
    world,
    clock,
    store,
    feed,
    said,
    receive,
    snapshot: (sides, part = {}) => receive({ type: 'orderbook_snapshot', sequence: 10, ...sides, ...part }),
    delta: (sequence, part = {}) =>
      receive({ type: 'orderbook_update', delta: true, sequence, previous_sequence: sequence - 1, ...part }),
  };
}

describe('a whole book', () => {
  it.each([0, 5, 4, 3])(
    'replaces the one before, also where every frame says number %i or less',
    (number) => {
      const { said, store, receive } = setup(false);
      for (const [index, price] of ['1', '1.1', '1.2'].entries())
        receive({ type: 'orderbook_update', bids: [[price, '5']], sequence: Math.max(0, number - index) });
      expect(store.book.bids.map(({ price }) => price)).toEqual(['1.2']);
      expect(said).toEqual(['synced']);
    },
  );

  it('is reported once, then only changes of its health', () => {
    const { said, snapshot, delta } = setup();
    snapshot(FULL);
    snapshot(FULL);
    delta(11, { bids: [['1', '6']] });
    delta(12, { bids: [['1', '0']], asks: [['2', '0']] });
    delta(13, { bids: [['1', '1']] });
    expect(said).toEqual(['synced', 'emptied', 'filled']);
  });

  it('replaces also as an update without numbers, from the first frame on (BOOK-06)', () => {
    const { store, said, receive } = setup();
    receive({ type: 'orderbook_update', ...FULL });
    expect(said).toEqual(['synced']);
    expect(store.getTop()).toMatchObject({ bid: '1', ask: '2' });
  });
});

describe('a book that is wrong', () => {
  it('a gap is reported once; changes are refused until a whole book comes', () => {
    const { store, said, snapshot, delta } = setup();
    snapshot(FULL);
    delta(13, { bids: [['1', '9']] });
    delta(14, { bids: [['1', '8']] });
    expect(said).toEqual(['synced', 'broken gap']);
    expect(store.book.bids[0]?.quantity).toBe('5');
    snapshot(FULL, { sequence: 14 });
    delta(15, { bids: [['1', '4']] });
    expect(said).toEqual(['synced', 'broken gap', 'synced']);
    expect(store.book.bids[0]?.quantity).toBe('4');
  });

  it('a change before the first whole book is reported; changes in transit after a question are not', () => {
    const { feed, said, delta } = setup();
    delta(11);
    delta(12);
    expect(said).toEqual(['broken early']);
    feed.linkOpened();
    feed.resyncing();
    delta(13);
    expect(said).toEqual(['broken early']);
  });

  it('sides that overlap for two frames are reported, and never shown', () => {
    const { world, store, said, snapshot, delta } = setup();
    snapshot(FULL);
    world.publishes = 0;
    delta(11, { bids: [['2', '1']] });
    expect(said).toEqual(['synced']);
    delta(12, { bids: [['2', '2']] });
    expect(said).toEqual(['synced', 'broken crossed']);
    expect(world.publishes).toBe(0);
    expect(store.view({ rows: 5, filter: 'all', grouping: null }).bids.map(({ price }) => price)).toEqual([
      '2',
      '1',
    ]);
  });

  it('sides that overlap for half a second are reported without another frame', () => {
    const { clock, said, snapshot } = setup();
    snapshot(FULL);
    snapshot(CROSSED);
    clock.advance(499);
    expect(said).toEqual(['synced']);
    clock.advance(1);
    expect(said).toEqual(['synced', 'broken crossed']);
    expect(clock.pending).toBe(0);
  });

  it('sides that overlap for one frame only are nothing', () => {
    const { clock, said, store, snapshot, delta } = setup();
    snapshot(FULL);
    delta(11, { bids: [['2', '1']] });
    delta(12, { bids: [['2', '0']] });
    clock.advance(10_000);
    delta(13, { bids: [['2', '1']] });
    delta(14, { bids: [['2', '0']] });
    expect(said).toEqual(['synced']);
    expect(store.getTop().bid).toBe('1');
  });

  it('a link lost in the meantime ends the wait', () => {
    const { clock, feed, said, snapshot } = setup();
    snapshot(FULL);
    snapshot(CROSSED);
    feed.linkLost();
    clock.advance(1000);
    expect(said).toEqual(['synced']);
  });
});

describe('an error of the server', () => {
  it('is a refusal while a whole book is awaited, and not ours afterwards', () => {
    const { said, snapshot, receive } = setup();
    receive({ type: 'error', code: 'UNKNOWN_PAIR' });
    snapshot(FULL);
    receive({ type: 'error', code: 'RATE_LIMITED' });
    expect(said).toEqual(['refused', 'synced']);
  });
});

it('a stopped feed reports nothing more', () => {
  const { clock, feed, said, snapshot } = setup();
  snapshot(FULL);
  snapshot(CROSSED);
  feed.stop();
  clock.advance(10_000);
  expect(said).toEqual(['synced']);
});
