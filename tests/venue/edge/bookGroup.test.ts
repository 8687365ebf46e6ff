import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServerFrame } from '../../../src/services/contract/index.ts';
import type { BookLevel, BookSnapshot } from '../../../venue/exchange.ts';
import { createBookGroup } from '../../../venue/socket/bookGroup.ts';
import { createNaiveBook } from './naiveBook.ts';

/** A full book: prices in ticks from the middle outwards, with their quantities. */
interface WholeBook {
  bids: Map<number, number>;
  asks: Map<number, number>;
}

const MIDDLE = 1000;
const quantity = fc.integer({ min: 0, max: 5 });
const change = fc.record({
  side: fc.constantFrom('bids' as const, 'asks' as const),
  distance: fc.integer({ min: 1, max: 30 }),
  quantity,
});

function viewOf(book: WholeBook, depth: number, sequence: number): BookSnapshot {
  const top = (side: 'bids' | 'asks', sign: 1 | -1): BookLevel[] =>
    [...book[side]]
      .sort(([a], [b]) => sign * (a - b))
      .slice(0, depth)
      .map(([price, size]) => [String(price), String(size)]);
  return {
    pair: 'XMR-BTC',
    sequence,
    bids: top('bids', -1),
    asks: top('asks', 1),
    lastPrice: String(MIDDLE),
    buysVolume: '1',
    sellsVolume: '1',
    at: new Date(0),
  };
}

describe('updates of a book to a limited depth', () => {
  it('keep a client that ignores depth exactly at the visible book', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 40 }),
        (depth, flushes) => {
          const book: WholeBook = { bids: new Map(), asks: new Map() };
          let sequence = 7;
          const group = createBookGroup(viewOf(book, depth, sequence));
          const client = createNaiveBook();
          client.take(JSON.parse(group.snapshot()) as Record<string, unknown>);
          for (const changes of flushes) {
            for (const { side, distance, quantity: size } of changes) {
              const price = side === 'bids' ? MIDDLE - distance : MIDDLE + distance;
              if (size === 0) book[side].delete(price);
              else book[side].set(price, size);
              sequence += 1;
            }
            const view = viewOf(book, depth, sequence);
            const frame = group.advance(view);
            // The client's own reader reads every frame.
            expect(frame === null || readServerFrame(frame)?.kind === 'update').toBe(true);
            if (frame !== null) client.take(JSON.parse(frame) as Record<string, unknown>);
            expect(client.bids).toEqual(view.bids);
            expect(client.asks).toEqual(view.asks);
            // A new client gets the same, at a sequence that the next update follows.
            const newcomer = createNaiveBook();
            newcomer.take(JSON.parse(group.snapshot()) as Record<string, unknown>);
            expect([newcomer.sequence, newcomer.bids, newcomer.asks]).toEqual([
              client.sequence,
              client.bids,
              client.asks,
            ]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stay silent when only deeper levels change', () => {
    const levels: BookLevel[] = [
      ['9', '1'],
      ['8', '1'],
    ];
    const book = { ...viewOf({ bids: new Map(), asks: new Map() }, 2, 1), bids: levels };
    const group = createBookGroup(book);
    expect(group.advance({ ...book, sequence: 5 })).toBeNull();
    const next = JSON.parse(group.advance({ ...book, sequence: 6, bids: [['9', '2']] }) ?? '{}') as Record<
      string,
      unknown
    >;
    expect(next).toMatchObject({
      previous_sequence: 1,
      sequence: 6,
      bids: [
        ['8', '0'],
        ['9', '2'],
      ],
    });
  });

  it('publish a new last price alone', () => {
    const book = viewOf({ bids: new Map(), asks: new Map() }, 2, 1);
    const group = createBookGroup(book);
    const frame = group.advance({ ...book, sequence: 2, lastPrice: '1001' });
    expect(JSON.parse(frame ?? '{}')).toMatchObject({ last_trade_price: '1001', bids: [], asks: [] });
  });
});
