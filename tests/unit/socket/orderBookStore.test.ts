import { describe, expect, it } from 'vitest';
import type { BookFrame } from '../../../src/domain/orderBook.ts';
import { createOrderBookStore } from '../../../src/services/book/orderBookStore.ts';
import { TestClock } from '../../models/tools/clock.ts';

const frame = (quantity: string, part: Partial<BookFrame> = {}): BookFrame => ({
  kind: 'snapshot',
  pair: 'XMR-BTC',
  bids: [['1', quantity]],
  asks: [['2', '1']],
  lastPrice: '1.5',
  buysVolume: null,
  sellsVolume: null,
  sequence: null,
  previousSequence: null,
  isDelta: false,
  ...part,
});

function watched() {
  const clock = new TestClock();
  const start = clock.now();
  let isVisible = true;
  const seen: string[] = [];
  const store = createOrderBookStore('XMR-BTC', {
    clock,
    isVisible: () => isVisible,
    published() {
      const [bid] = store.view({ rows: 1, filter: 'all', grouping: null }).bids;
      seen.push(`${clock.now() - start} ms: ${bid?.quantity ?? 'nothing'}`);
    },
  });
  const bring = (quantity: string, part?: Partial<BookFrame>): void => {
    if (store.apply(frame(quantity, part)) === 'applied') store.publish();
  };
  const show = (visible: boolean): void => {
    isVisible = visible;
    if (visible) store.shown();
  };
  return { clock, store, seen, bring, show };
}

describe('how often a book is published (BOOK-12)', () => {
  it('the first data at once, then ten times a second, the last change never forgotten', () => {
    const { clock, seen, bring } = watched();
    for (let update = 0; update < 250; update += 1) {
      bring(String(update + 1));
      clock.advance(1);
    }
    clock.advance(1000);
    expect(seen).toEqual(['0 ms: 1', '100 ms: 100', '200 ms: 200', '300 ms: 250']);
    expect(clock.pending).toBe(0);
  });

  it('a change in a quiet market at once', () => {
    const { clock, seen, bring } = watched();
    bring('1');
    clock.advance(150);
    bring('2');
    expect(seen).toEqual(['0 ms: 1', '150 ms: 2']);
  });

  it('the answer to the user’s own action at once, and only that one', () => {
    const { clock, store, seen, bring } = watched();
    bring('1');
    clock.advance(10);
    store.expectOwnChange();
    bring('2');
    bring('3');
    clock.advance(100);
    expect(seen).toEqual(['0 ms: 1', '10 ms: 2', '110 ms: 3']);
  });

  it('the first data after clearing at once, though the clearing itself was shown a moment ago', () => {
    const { clock, store, seen, bring } = watched();
    store.clear();
    clock.advance(10);
    bring('1');
    expect(seen).toEqual(['0 ms: nothing', '10 ms: 1']);
  });

  it('an early publication is not repeated when its turn comes', () => {
    const { clock, store, seen, bring } = watched();
    bring('1');
    clock.advance(10);
    bring('2');
    store.setFresh(true);
    clock.advance(1000);
    expect(seen).toEqual(['0 ms: 1', '10 ms: 2']);
  });

  it('whether it is fresh, at once', () => {
    const { clock, store, seen, bring } = watched();
    bring('1');
    clock.advance(10);
    store.setFresh(true);
    store.setFresh(true);
    expect(seen).toEqual(['0 ms: 1', '10 ms: 1']);
    expect(store.getTop()).toEqual({ bid: '1', ask: '2', last: '1.5', isFresh: true });
  });

  it('never while the page is hidden, and at once when it is looked at again', () => {
    const { clock, seen, bring, show } = watched();
    bring('1');
    show(false);
    clock.advance(500);
    bring('2');
    clock.advance(500);
    bring('3');
    clock.advance(500);
    expect(seen).toEqual(['0 ms: 1']);
    show(true);
    expect(seen).toEqual(['0 ms: 1', '1500 ms: 3']);
    show(false);
    show(true);
    expect(seen).toHaveLength(2);
  });

  it('also after the wall clock was set back', () => {
    const { clock, seen, bring } = watched();
    bring('1');
    clock.jump(-3_600_000);
    bring('2');
    expect(seen).toHaveLength(2);
  });
});

describe('its contents', () => {
  it('another pair’s frame changes nothing', () => {
    const { store, seen, bring } = watched();
    bring('1');
    bring('9', { pair: 'GRIN-BTC' });
    expect(seen).toEqual(['0 ms: 1']);
    expect(store.revision).toBe(1);
  });

  it('the best prices are the same object until one of them changes', () => {
    const { clock, store, bring } = watched();
    bring('1');
    const before = store.getTop();
    clock.advance(200);
    bring('2');
    expect(store.getTop()).toBe(before);
    clock.advance(200);
    bring('2', { bids: [['1.1', '1']] });
    expect(store.getTop().bid).toBe('1.1');
  });

  it('sides that overlap are not shown: the last right rows and prices stay', () => {
    const { store, bring } = watched();
    bring('1');
    bring('7', { bids: [['3', '7']] });
    store.setFresh(true);
    expect(store.getTop()).toEqual({ bid: '1', ask: '2', last: '1.5', isFresh: true });
    expect(store.view({ rows: 1, filter: 'all', grouping: null }).bids[0]?.price).toBe('1');
  });

  it('after clearing it is empty, and reports so at once', () => {
    const { store, seen, bring } = watched();
    bring('1');
    store.clear();
    expect(seen).toEqual(['0 ms: 1', '0 ms: nothing']);
    expect([store.getFill(), store.getTop().bid]).toEqual(['nothing', null]);
  });
});
