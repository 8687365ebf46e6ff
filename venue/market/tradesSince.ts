import type { Pool } from 'pg';
import type { Tick } from './recent.ts';

const PAGE = 2000;

interface Row {
  number: string;
  price: string;
  quantity: string;
  value: string;
  at: Date;
}

/** Oldest first, read backwards in pages. @param since epoch seconds. @returns also the newest trade's number. */
export async function tradesSince(
  pool: Pool,
  pair: string,
  since: number,
): Promise<{ ticks: Tick[]; newest: number }> {
  const ticks: Tick[] = [];
  let newest = 0;
  let before: string | null = null;
  for (;;) {
    const page: { rows: Row[] } = await pool.query<Row>(
      `select number, price, case when is_counted then quantity else 0 end as quantity,
         case when is_counted then value else 0 end as value, at from trades
       where pair = $1 and ($2::bigint is null or number < $2) order by number desc limit ${PAGE}`,
      [pair, before],
    );
    for (const row of page.rows) {
      const at = row.at.getTime();
      newest = Math.max(newest, Number(row.number));
      if (at < since * 1000) return { ticks: ticks.reverse(), newest };
      ticks.push({ at, price: BigInt(row.price), quantity: BigInt(row.quantity), value: BigInt(row.value) });
    }
    const last = page.rows.at(-1);
    if (page.rows.length < PAGE || !last) return { ticks: ticks.reverse(), newest };
    before = last.number;
  }
}
