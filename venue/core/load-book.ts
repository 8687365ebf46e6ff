import type { Pool, PoolClient } from 'pg';
import type { TradeRecord } from '../exchange.ts';
import { Book } from '../matching/book.ts';
import { Levels } from '../matching/levels.ts';
import { transaction } from '../sql/transaction.ts';
import type { TakenNumbers } from './numbers.ts';
import { ORDER_COLUMNS, type OrderRow, restingOf, TRADE_COLUMNS, type TradeRow, tradeOf } from './records.ts';

export interface LoadedBook {
  readonly book: Book;
  readonly levels: Levels;
  readonly epoch: string;
  readonly lastPrice: bigint | null;
  readonly lastTrade: number;
  readonly numbers: TakenNumbers;
  /** The database's clock in epoch milliseconds, which all nodes share. */
  readonly at: number;
  /** Trades after the known one, oldest first. */
  readonly missed: readonly TradeRecord[];
}

export type IsMine = (client: PoolClient) => Promise<boolean>;

export class NotMineError extends Error {
  override readonly name = 'NotMineError';

  constructor(pair: string) {
    super(`${pair} is matched elsewhere`);
  }
}

/**
 * Reads a pair's book from its open orders and raises its epoch. Raising waits for a running settlement and makes the
 * database refuse later ones of an older book.
 * @param knownTrade number of the last published trade; null when none was.
 * @param isMine asked in the same transaction.
 * @throws NotMineError when another process matches the pair; then nothing is changed.
 */
export async function loadBook(
  pool: Pool,
  pair: string,
  knownTrade: number | null,
  isMine: IsMine = () => Promise.resolve(true),
): Promise<LoadedBook> {
  return transaction(pool, async (client) => {
    const epochs = await client.query<{ epoch: string; at: string }>(
      `update pairs set book_epoch = book_epoch + 1 where symbol = $1
       returning book_epoch as epoch, trunc(extract(epoch from clock_timestamp()) * 1000)::bigint as at`,
      [pair],
    );
    const [row] = epochs.rows;
    if (!row) throw new Error(`there is no pair ${pair}`);
    // Asked after the row is locked: a later owner raises the epoch again.
    if (!(await isMine(client))) throw new NotMineError(pair);
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
      epoch: row.epoch,
      at: Number(row.at),
      lastPrice: newest ? BigInt(newest.price) : null,
      lastTrade: newest ? Number(newest.number) : 0,
      numbers: await readNumbers(client),
      missed: missed.map(tradeOf),
    };
  });
}

async function readNumbers(client: PoolClient): Promise<TakenNumbers> {
  const { rows } = await client.query<{ order: string; trade: string }>(
    `select coalesce((select max(number) from orders), 0) as "order", coalesce((select max(number) from trades), 0) as trade`,
  );
  return { order: Number(rows[0]?.order ?? 0), trade: Number(rows[0]?.trade ?? 0) };
}
