import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Inspected } from './jobs.ts';
import { type MarkRow, markOf, ocoOf, ORDER_COLUMNS, type OrderRow, placeOf, stopOf } from './records.ts';
import { NOTHING } from './unsettled.ts';

/** Compares a book with the database. No settlement of the pair may run meanwhile. */
export async function auditBook(
  pool: Pool,
  pair: string,
  { book, unsettled, stops }: Inspected,
): Promise<string[]> {
  const { rows } = await pool.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where pair = $1 and state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED')`,
    [pair],
  );
  const findings: string[] = [];
  for (const stored of rows) {
    const stop = stops.get(stored.id);
    if (stop || stored.state === 'WAITING' || stored.state === 'TRIGGERED') {
      const isSame =
        stop !== undefined &&
        // Where a trailing one was triggered is stored with that.
        isDeepStrictEqual(
          stop.trail !== null && stored.state === 'WAITING' ? { ...stop, stop: null } : stop,
          stopOf(stored),
        ) &&
        stops.isStoredAsTriggered(stop.id) === (stored.state === 'TRIGGERED');
      if (!isSame) findings.push(`${pair}: stop order ${stored.id} does not wait as it is stored`);
      continue;
    }
    const inBook = book.get(stored.id);
    const behind = unsettled.behind(stored.id);
    const left = unsettled.leftOf(book, stored.id) + (behind ?? NOTHING).quantity;
    if (!inBook && !behind) findings.push(`${pair}: order ${stored.id} is open and missing from the book`);
    else if (
      left !== BigInt(stored.quantity_left) ||
      (inBook &&
        (inBook.price !== BigInt(stored.price ?? 0) ||
          inBook.side !== stored.side ||
          inBook.hidden !== BigInt(stored.hidden_quantity) ||
          !isDeepStrictEqual(inBook.oco, ocoOf(stored)) ||
          inBook.number !== placeOf(stored) ||
          inBook.value !== BigInt(stored.value) + (behind ?? NOTHING).value ||
          inBook.accountId !== stored.account_id))
    ) {
      findings.push(`${pair}: order ${stored.id} is not in the book as it is stored`);
    }
  }
  const open = new Set(rows.map(({ id }) => id));
  const known = new Set([...unsettled.ids, ...[...book.all(), ...stops.all()].map(({ id }) => id)]);
  for (const id of known) {
    if (!open.has(id)) findings.push(`${pair}: order ${id} is in the book and not open`);
  }
  const { rows: marks } = await pool.query<MarkRow>(
    'select side, since, price from trail_marks where pair = $1 order by since',
    [pair],
  );
  for (const side of ['buy', 'sell'] as const)
    if (
      !isDeepStrictEqual(
        marks.map(markOf).filter((mark) => mark.side === side),
        stops.marksOf(side),
      )
    )
      findings.push(`${pair}: the prices that its ${side} orders trail are not as they are stored`);
  const bid = book.bestPrice('buy');
  const ask = book.bestPrice('sell');
  if (bid !== undefined && ask !== undefined && bid >= ask) findings.push(`${pair}: the book is crossed`);
  return findings;
}
