import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/domain/order.ts';
import { beforeFrom } from '../../../src/domain/placedOrder.ts';
import { someOrder } from '../../samples.ts';

const NOW = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

/** Each a second older than the one before; the last has the given age. */
const list = (length: number, oldest = NOW): readonly Order[] =>
  Array.from({ length }, (_, index) =>
    someOrder({ id: `o${index}`, createdAt: index === length - 1 ? oldest : NOW - index * 1000 }),
  );

describe('known orders before one is sent, from lists on the screen', () => {
  it('is all that a list holds which is shorter than it may be', () => {
    expect(beforeFrom({ orders: list(2), executions: [] }, 10, NOW)).toEqual({
      orders: ['o0', 'o1'],
      executions: [],
    });
  });

  it('is unknown where the list may have more entries of the last minutes', () => {
    expect(beforeFrom({ orders: list(10, NOW - 5 * MINUTE), executions: [] }, 10, NOW)).toBeNull();
  });

  it('is known where the list reaches back further than a lost order could have been placed', () => {
    const orders = list(10, NOW - 5 * MINUTE - 1);
    expect(beforeFrom({ orders, executions: [] }, 10, NOW)?.orders).toHaveLength(10);
  });
});
