import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal } from '../../../src/domain/decimal.ts';
import { sumUpTo } from '../../../src/domain/bookSums.ts';
import { depthOf } from '../../../src/domain/depth.ts';
import type { BookLevel } from '../../../src/domain/orderBook.ts';

const quantity = fc.integer({ min: 1, max: 100_000 }).map((units) => (units / 1000).toFixed(3));
/** Different prices, by how far they are from the best. */
const levels = (from: number, direction: 1 | -1) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 20 })
    .chain((distances) =>
      fc.tuple(
        ...distances
          .toSorted((a, b) => a - b)
          .map((distance) =>
            quantity.map((held): BookLevel => [((from + direction * distance) / 100).toFixed(2), held]),
          ),
      ),
    );

describe('the depth of a book (CHART-17)', () => {
  it('has each level once, by rising price, with what an order up to it would get', () => {
    fc.assert(
      fc.property(levels(1000, -1), levels(1001, 1), (bids, asks) => {
        const points = depthOf({ bids, asks });
        expect(points).toHaveLength(bids.length + asks.length);
        for (const [index, { side, price, total }] of points.entries()) {
          expect(total).toBe(sumUpTo(side === 'bid' ? bids : asks, side, price)?.quantity);
          const next = points[index + 1];
          expect(next === undefined || compare(decimal(price), decimal(next.price)) < 0).toBe(true);
        }
      }),
    );
  });
});
