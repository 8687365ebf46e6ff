import type { Pool, PoolClient } from 'pg';
import type { TradeRecord } from '../exchange.ts';
import { valueOf } from '../ledger/units.ts';
import { Book, shownOf } from '../matching/book.ts';
import { Levels } from '../matching/levels.ts';
import type { Fill } from '../matching/match.ts';
import { type Reached, Stops } from '../matching/stops.ts';
import { transaction } from '../sql/transaction.ts';
import type { TakenNumbers } from './numbers.ts';
import {
  type MarkRow,
  markOf,
  ORDER_COLUMNS,
  type OrderRow,
  placeOf,
  restingOf,
  stopOf,
  TRADE_COLUMNS,
  type TradeRow,
  tradeOf,
} from './records.ts';
import { type Amounts, sumOf, type UnsettledOrder } from './unsettled.ts';

export interface LoadedBook {
  readonly book: Book;
  /** The book as it will be once everything is settled. */
  readonly levels: Levels;
  readonly unsettled: readonly UnsettledOrder[];
  readonly stops: Stops;
  readonly epoch: string;
  readonly lastPrice: bigint | null;
  readonly lastTrade: number;
  readonly numbers: TakenNumbers;
  /** The database's clock in epoch milliseconds, which all nodes share. */
  readonly at: number;
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
 * Reads a pair's book from its open orders. The raised epoch makes the database refuse settlements of an older book.
 * @param knownTrade number of the last published trade.
 * @throws NotMineError when another process matches the pair; nothing is changed.
 */
export async function loadBook(
  pool: Pool,
  pair: string,
  knownTrade: number | null,
  isMine: IsMine = () => Promise.resolve(true),
): Promise<LoadedBook> {
  return transaction(pool, async (client) => {
    const epochs = await client.query<{ epoch: string; at: string; tick: string }>(
      `update pairs set book_epoch = book_epoch + 1 where symbol = $1
       returning book_epoch as epoch, min_price_increment as tick, trunc(extract(epoch from clock_timestamp()) * 1000)::bigint as at`,
      [pair],
    );
    const [row] = epochs.rows;
    if (!row) throw new Error(`there is no pair ${pair}`);
    // Checked after the row is locked: a later owner raises the epoch again.
    if (!(await isMine(client))) throw new NotMineError(pair);
    const open = await client.query<OpenRow>(
      `select ${ORDER_COLUMNS}, matched_as, unsettled_quantity, unsettled_value, ends_as
       from orders left join (select order_id, number as matched_as, quantity as unsettled_quantity,
         value as unsettled_value, ends_as from unsettled_orders) u on order_id = id
       where pair = $1 and state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED')
       order by coalesce(priority, number)`,
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
    const isStop = ({ state }: OpenRow): boolean => state === 'WAITING' || state === 'TRIGGERED';
    const marks = await client.query<MarkRow>(
      'select side, since, price from trail_marks where pair = $1 order by since',
      [pair],
    );
    const stops = new Stops(BigInt(row.tick), marks.rows.map(markOf));
    for (const order of open.rows.filter(isStop)) stops.add(stopOf(order), order.state === 'TRIGGERED');
    const reached = await client.query<ReachedRow>(
      'select number, lowest, highest, marks from reached_stops where pair = $1 order by number',
      [pair],
    );
    const { book, unsettled } = matched(
      open.rows.filter((order) => !isStop(order)),
      stops,
      reached.rows.map(({ number, lowest, highest, marks: then }) => ({
        number: Number(number),
        lowest: BigInt(lowest),
        highest: BigInt(highest),
        marks: then.map(markOf),
      })),
    );
    const levels = new Levels();
    for (const order of book.all())
      levels.apply([{ side: order.side, price: order.price, change: shownOf(order) }]);
    const newest = last.rows[0];
    stops.lastPrice =
      (await lastMatched(client, pair, unsettled.at(-1))) ?? (newest ? BigInt(newest.price) : null);
    return {
      book,
      levels,
      unsettled,
      stops,
      epoch: row.epoch,
      at: Number(row.at),
      lastPrice: newest ? BigInt(newest.price) : null,
      lastTrade: newest ? Number(newest.number) : 0,
      numbers: await readNumbers(client),
      missed: missed.map(tradeOf),
    };
  });
}

interface ReachedRow {
  readonly number: string;
  readonly lowest: string;
  readonly highest: string;
  readonly marks: readonly MarkRow[];
}

interface OpenRow extends OrderRow {
  readonly matched_as: string | null;
  readonly unsettled_quantity: string | null;
  readonly unsettled_value: string | null;
  readonly ends_as: 'FILLED' | 'CANCELED' | null;
}

/** @param reached oldest first. What it took out of the book was not there for orders that came later. */
function matched(
  rows: readonly OpenRow[],
  stops: Stops,
  reached: readonly Reached[],
): { book: Book; unsettled: UnsettledOrder[] } {
  const book = new Book();
  const waiting: { row: OpenRow; amounts: Amounts }[] = [];
  for (const row of rows) {
    const amounts = amountsOf(row);
    if (amounts.quantity > 0n) waiting.push({ row, amounts });
    if (row.ends_as !== null) continue;
    const order = restingOf(row);
    const quantityLeft = order.quantityLeft - amounts.quantity;
    if (quantityLeft > 0n) book.add({ ...order, quantityLeft, value: order.value + amounts.value });
  }
  const pending = [...reached];
  const restore = (before: number): void => {
    for (let next = pending[0]; next && next.number < before; next = pending[0]) {
      stops.restore(next, book);
      pending.shift();
    }
  };
  // Oldest first: each matched the best orders in the book at its time.
  const unsettled = waiting
    .sort((one, other) => matchedAs(one.row) - matchedAs(other.row))
    .map(({ row, amounts }): UnsettledOrder => {
      restore(matchedAs(row));
      const fills = fillsAgain(book, row, amounts);
      for (const { maker } of fills) book.remove(maker.id);
      const left = BigInt(row.quantity_left) - amounts.quantity;
      return {
        id: row.id,
        accountId: row.account_id,
        side: row.side,
        kind: row.kind,
        endsAs: row.ends_as,
        unfilled: row.ends_as === null ? 0n : left,
        fills,
        amounts,
      };
    });
  restore(Infinity);
  return { book, unsettled };
}

/** Its time priority when it was matched: an iceberg that shows another part has a later one. */
const matchedAs = (row: OpenRow): number => Number(row.matched_as ?? placeOf(row));

const amountsOf = (row: OpenRow): Amounts => ({
  quantity: BigInt(row.unsettled_quantity ?? 0),
  value: BigInt(row.unsettled_value ?? 0),
});

function fillsAgain(book: Book, row: OpenRow, amounts: Amounts): Fill[] {
  const fills: Fill[] = [];
  let left = amounts.quantity;
  for (const maker of book.inPriority(row.side === 'buy' ? 'sell' : 'buy')) {
    if (left <= 0n) break;
    // Later orders could not match it.
    if (maker.number > matchedAs(row)) continue;
    const value = valueOf(maker.price, maker.quantityLeft);
    fills.push({ maker, price: maker.price, quantity: maker.quantityLeft, value });
    left -= maker.quantityLeft;
  }
  const found = sumOf(fills);
  if (found.quantity !== amounts.quantity || found.value !== amounts.value)
    throw new Error(`order ${row.id} cannot be settled to its end`);
  return fills;
}

/**
 * The last price of the order that was matched last: one with unsettled fills, or a later one, whose trades may be older
 * than fills of the former (LOAD-09). Prices of an order's fills only rise or only fall.
 * @param last of the unsettled ones. @returns null where all is settled.
 */
async function lastMatched(
  client: PoolClient,
  pair: string,
  last: UnsettledOrder | undefined,
): Promise<bigint | null> {
  if (!last) return null;
  const { rows } = await client.query<{ id: string; price: string }>(
    `select o.id, t.price from trades t join orders o on o.id = t.taker_order
       left join unsettled_orders u on u.order_id = o.id
     where t.pair = $1 and t.number >=
       (select min(number) from trades where taker_account = $2 and pair = $1 and taker_order = $3)
     order by coalesce(u.number, o.priority, o.number) desc, case o.side when 'buy' then -t.price else t.price end
     limit 1`,
    [pair, last.accountId, last.id],
  );
  const prices = last.fills.map(({ price }) => price);
  const [stored] = rows;
  if (stored && stored.id !== last.id) return BigInt(stored.price);
  if (stored) prices.push(BigInt(stored.price));
  return prices.reduce((one, other) => (one > other === (last.side === 'buy') ? one : other));
}

async function readNumbers(client: PoolClient): Promise<TakenNumbers> {
  const { rows } = await client.query<{ order: string; trade: string }>(
    `select greatest((select max(number) from orders), (select max(priority) from orders), 0) as "order",
       greatest((select max(number) from trades), (select max(number) from amendments), 0) as trade`,
  );
  return { order: Number(rows[0]?.order ?? 0), trade: Number(rows[0]?.trade ?? 0) };
}
