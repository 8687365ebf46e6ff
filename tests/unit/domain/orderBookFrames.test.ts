// Valid and broken frames, from the socket to the screen. `BOOK_FRAMES=1000000` runs all of them.
import { expect, it } from 'vitest';
import { TestClock } from '../../models/tools/clock.ts';
import { decimal, rescale } from '../../../src/domain/decimal.ts';
import { readServerFrame } from '../../../src/services/contract/frames.ts';
import { startBookFeed } from '../../../src/services/book/feed.ts';
import { createOrderBookStore } from '../../../src/services/book/orderBookStore.ts';
import type { BookFact } from '../../../src/services/book/port.ts';
import { FrameMaker, PAIR } from './frameMaker.ts';
import { PlainModel } from './plainModel.ts';

const FRAMES = Number(process.env.BOOK_FRAMES ?? 5000);

it(`${FRAMES} frames: the book equals a naive model, and is never shown crossed`, () => {
  const clock = new TestClock();
  const facts: BookFact[] = [];
  let publishes = 0;
  const store = createOrderBookStore(PAIR, {
    clock,
    isVisible: () => true,
    published() {
      publishes += 1;
      const { bid, ask } = store.getTop();
      if (bid !== null && ask !== null && units(bid) >= units(ask)) throw new Error('shown crossed');
      const view = store.view({ rows: 18, filter: 'all', grouping: null });
      for (const { quantity } of [...view.bids, ...view.asks])
        if (quantity === '0') throw new Error('zero row');
    },
  });
  const feed = startBookFeed({ store, numbersBooks: true, clock, say: (fact) => facts.push(fact) });
  const model = new PlainModel(PAIR, 40);
  const maker = new FrameMaker(20_261_121);

  const seen: Record<string, number> = {};
  for (let count = 0; count < FRAMES; count += 1) {
    const { kind, text, isReadable } = maker.next();
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (kind === 'reconnect') {
      // Late frames of the old link come before the new snapshot.
      feed.linkLost();
      feed.linkOpened();
      model.isSynced = false;
    }
    const frame = readServerFrame(text);
    if (isReadable && frame === null) throw new Error(`not read: ${text}`);
    const before = kind === 'unknown' ? store.book.bids.length + store.book.asks.length : 0;
    if (frame) feed.receive(frame);
    if (frame?.kind === 'snapshot' || frame?.kind === 'update') model.apply(frame);
    model.mustEqual(store.book, text);
    if (kind === 'unknown' && store.book.bids.length + store.book.asks.length !== before) {
      throw new Error('removing an unknown level changed the book');
    }
    clock.advance(1);
    if (facts.some(({ type }) => type === 'broken')) {
      feed.resyncing();
      model.isSynced = false;
      maker.oweSnapshot();
    }
    facts.length = 0;
  }
  feed.stop();
  expect(Object.keys(seen).toSorted()).toEqual(FrameMaker.kinds.toSorted());
  expect(publishes).toBeGreaterThan(FRAMES / 400);
}, 1_200_000);

const units = (text: string): bigint => rescale(decimal(text), 18).units;
