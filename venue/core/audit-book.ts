import type { Pool } from 'pg';
import type { Book } from '../matching/book.ts';
import { ORDER_COLUMNS, type OrderRow, restingOf } from './records.ts';

/** Compares a book with the open orders of the database, while no settlement of the pair is running. */
export async function auditBook(pool: Pool, pair: string, book: Book): Promise<string[]> {
  const { rows } = await pool.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where pair = $1 and state in ('OPENED', 'PARTIALLY_FILLED')`,
    [pair],
  );
  const findings: string[] = [];
  for (const stored of rows.map(restingOf)) {
    const inBook = book.get(stored.id);
    if (!inBook) findings.push(`${pair}: order ${stored.id} is open and missing from the book`);
    else if (
      inBook.quantityLeft !== stored.quantityLeft ||
      inBook.price !== stored.price ||
      inBook.side !== stored.side ||
      inBook.number !== stored.number ||
      inBook.value !== stored.value ||
      inBook.accountId !== stored.accountId
    ) {
      findings.push(`${pair}: order ${stored.id} is not in the book as it is stored`);
    }
  }
  const open = new Set(rows.map(({ id }) => id));
  for (const { id } of book.all()) {
    if (!open.has(id)) findings.push(`${pair}: order ${id} is in the book and not open`);
  }
  const bid = book.bestPrice('buy');
  const ask = book.bestPrice('sell');
  if (bid !== undefined && ask !== undefined && bid >= ask) findings.push(`${pair}: the book is crossed`);
  return findings;
}
