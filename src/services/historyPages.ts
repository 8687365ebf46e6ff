import { isInRange, isPastRange, rulesOf } from '../domain/history/rules.ts';
import type { HistoryName, HistoryRow, TimeRange } from '../domain/history/types.ts';
import { succeeded, type Result } from '../domain/result.ts';
import { OPEN_STATES } from '../domain/order.ts';
import { orderCalls } from './contract/calls/orders.ts';
import { walletCalls } from './contract/calls/wallet.ts';
import type { Http, SendOptions } from './http/port.ts';

/** A server may send fewer records than that. */
const LONG_PAGE = 100;

export function readHistoryPage(
  http: Pick<Http, 'send'>,
  list: HistoryName,
  skip: number,
  options: SendOptions,
): Promise<Result<readonly HistoryRow[]>> {
  const limit = LONG_PAGE;
  if (list === 'trades') return http.send(orderCalls.executions, { query: { skip, limit } }, options);
  if (list === 'orderHistory') return http.send(orderCalls.orders, { query: { skip, limit } }, options);
  if (list === 'orders')
    return http.send(orderCalls.orders, { query: { state: OPEN_STATES, skip, limit } }, options);
  const query = { limit, offset: skip };
  return list === 'deposits'
    ? http.send(walletCalls.deposits, { query }, options)
    : http.send(walletCalls.withdrawals, { query }, options);
}

/** New records move the others to later pages, so that some come twice. */
export function newRecords(
  list: HistoryName,
  known: ReadonlySet<string>,
  page: readonly HistoryRow[],
): HistoryRow[] {
  const { id } = rulesOf(list);
  return page.filter((row) => !known.has(id(row)));
}

/** Servers need not support ranges, so pages are read until one ends before the range. */
export async function readHistoryRange(
  http: Pick<Http, 'send'>,
  list: HistoryName,
  range: TimeRange,
  options: SendOptions,
): Promise<Result<readonly HistoryRow[]>> {
  const { id, time } = rulesOf(list);
  const known = new Set<string>();
  const found: HistoryRow[] = [];
  for (;;) {
    // One after another: the start of a page is known only from the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readHistoryPage(http, list, known.size, options);
    if (!page.ok) return page;
    const fresh = newRecords(list, known, page.value);
    for (const row of fresh) known.add(id(row));
    found.push(...fresh.filter((row) => isInRange(time(row), range)));
    if (fresh.length === 0 || isPastRange(page.value.map(time), range)) return succeeded(found);
  }
}
