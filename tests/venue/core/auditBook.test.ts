import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { auditBook } from '../../../venue/core/audit-book.ts';
import type { Inspected } from '../../../venue/core/jobs.ts';
import { type OrderRow, restingOf } from '../../../venue/core/records.ts';
import { Unsettled } from '../../../venue/core/unsettled.ts';
import { Book } from '../../../venue/matching/book.ts';

const PAIR = 'XMR-BTC';
const AT = new Date(0);
const row = (given: Partial<OrderRow> = {}): OrderRow => ({
  id: 'o-1',
  number: '7',
  priority: null,
  account_id: 'a-1',
  pair: PAIR,
  side: 'buy',
  kind: 'limit',
  price: '100',
  quantity: '500',
  quantity_left: '400',
  cost: null,
  value: '10',
  fee: '0',
  time_in_force: 'GTC',
  post_only: false,
  stop_price: null,
  trail: null,
  display_quantity: null,
  hidden_quantity: '0',
  oco_stop: null,
  oco_limit: null,
  state: 'PARTIALLY_FILLED',
  created_at: AT,
  updated_at: AT,
  executed_at: null,
  ...given,
});

/** @param stored orders in the database @param resting orders in the book */
function audit(
  stored: readonly OrderRow[],
  resting: readonly OrderRow[],
  marks: readonly { side: 'buy' | 'sell'; since: string; price: string }[] = [],
): Promise<string[]> {
  const book = new Book();
  for (const one of resting) book.add(restingOf(one));
  const stops = { get: () => undefined, all: () => [].values(), marksOf: () => [] };
  const pool = {
    query: async (sql: string) => ({ rows: sql.includes('trail_marks') ? marks : stored }),
  } as unknown as Pool;
  return auditBook(pool, PAIR, { book, unsettled: new Unsettled(), stops } as unknown as Inspected);
}

describe('the audit of a book', () => {
  it('finds nothing where both agree', async () => {
    const both = [row(), row({ id: 'o-2', number: '8', side: 'sell', price: '101', state: 'OPENED' })];
    expect(await audit(both, both)).toEqual([]);
  });

  it.each<Partial<OrderRow>>([
    { price: '101' },
    { side: 'sell' },
    { number: '8' },
    { priority: '9' },
    { value: '11' },
    { hidden_quantity: '1' },
    { account_id: 'a-2' },
    { quantity_left: '401' },
  ])('finds an order that is stored differently: %o', async (given) => {
    expect(await audit([row(given)], [row()])).toEqual([
      `${PAIR}: order o-1 is not in the book as it is stored`,
    ]);
  });

  it('finds what only one of them has', async () => {
    expect(await audit([row()], [])).toEqual([`${PAIR}: order o-1 is open and missing from the book`]);
    expect(await audit([], [row()])).toEqual([`${PAIR}: order o-1 is in the book and not open`]);
  });

  it('finds a stop order that is not waiting', async () => {
    for (const state of ['WAITING', 'TRIGGERED'])
      expect(await audit([row({ state, stop_price: '90' } as Partial<OrderRow>)], [])).toEqual([
        `${PAIR}: stop order o-1 does not wait as it is stored`,
      ]);
  });

  it('finds another price that orders trail (TRAIL-04)', async () => {
    expect(await audit([], [], [{ side: 'sell', since: '7', price: '100' }])).toEqual([
      `${PAIR}: the prices that its sell orders trail are not as they are stored`,
    ]);
  });

  it.each([
    ['100', true],
    ['99', true],
    ['101', false],
  ])('finds a crossed book: bid 100, ask %s', async (price, isCrossed) => {
    const both = [row(), row({ id: 'o-2', number: '8', side: 'sell', price })];
    expect(await audit(both, both)).toEqual(isCrossed ? [`${PAIR}: the book is crossed`] : []);
  });
});
