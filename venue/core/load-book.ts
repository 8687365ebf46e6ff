import type { Pool, PoolClient } from 'pg';
import type { TradeRecord } from '../exchange.ts';
import { Book } from '../matching/book.ts';
import { Levels } from '../matching/levels.ts';
import { transaction } from '../sql/transaction.ts';
import type { Numbers } from './plan.ts';
import { ORDER_COLUMNS, type OrderRow, restingOf, TRADE_COLUMNS, type TradeRow, tradeOf } from './records.ts';

export interface LoadedBook {
  readonly book: Book;
  readonly levels: Levels;
  readonly epoch: string;
  readonly lastPrice: bigint | null;
  readonly lastTrade: number;
  /** The highest numbers given to an order and a trade of any pair. */
  readonly numbers: Numbers;
  /** Trades after the one that was known, oldest first. */
  readonly missed: readonly TradeRecord[];
}

/**
 * Reads a pair's book from its open orders, and begins a new epoch: raising it waits for a settlement that is still
 * under way at the server, and refuses every later one that was matched on an older book.
 * @param knownTrade the last trade that was published; null when none was, and nothing is missed.
 */
export async function loadBook(pool: Pool, pair: string, knownTrade: number | null): Promise<LoadedBook> {
  return transaction(pool, async (client) => {
    const epochs = await client.query<{ epoch: string }>(
      'update pairs set book_epoch = book_epoch + 1 where symbol = $1 returning book_epoch as epoch',
      [pair],
    );
    const epoch = epochs.rows[0]?.epoch;
    if (epoch === undefined) throw new Error(`there is no pair ${pair}`);
    const open = await client.query<OrderRow>(
      `select ${ORDER_COLUMNS} from orders where pair = $1 and state in ('OPENED', 'PARTIALLY_FILLED') order by number`,
      [pair],
    );
    const last = await client.query<TradeRow>(
      `select ${TRADE_COLUMNS} from trades where pair = $1 order by number desc limit 1`,
      [pair],
    );
    const missed =
      knownTrade === null
        ? []
        : (
            await client.query<TradeRow>(
              `select ${TRADE_COLUMNS} from trades where pair = $1 and number > $2 order by number`,
              [pair, knownTrade],
            )
          ).rows;
    const book = new Book();
    const levels = new Levels();
    for (const order of open.rows.map(restingOf)) {
      book.add(order);
      levels.apply([{ side: order.side, price: order.price, change: order.quantityLeft }]);
    }
    const newest = last.rows[0];
    return {
      book,
      levels,
      epoch,
      lastPrice: newest ? BigInt(newest.price) : null,
      lastTrade: newest ? Number(newest.number) : 0,
      numbers: await readNumbers(client),
      missed: missed.map(tradeOf),
    };
  });
}

async function readNumbers(client: PoolClient): Promise<Numbers> {
  const { rows } = await client.query<{ order: string; trade: string }>(
    `select coalesce((select max(number) from orders), 0) as "order", coalesce((select max(number) from trades), 0) as trade`,
  );
  return { order: Number(rows[0]?.order ?? 0), trade: Number(rows[0]?.trade ?? 0) };
}
