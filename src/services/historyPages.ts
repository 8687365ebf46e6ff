import { isCovered, isPastRange, rulesOf } from '../domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistoryRow } from '../domain/history/types.ts';
import { succeeded, type Result } from '../domain/result.ts';
import { OPEN_STATES } from '../domain/order.ts';
import { orderCalls } from './contract/calls/orders.ts';
import { walletCalls } from './contract/calls/wallet.ts';
import type { Http, SendOptions } from './http/port.ts';

/** A server may send fewer records than that. */
const LONG_PAGE = 100;

/** @param pair of trades or orders; the server may send others, too (HISTORY-33). */
export function readHistoryPage(
  http: Pick<Http, 'send'>,
  list: HistoryName,
  skip: number,
  pair: string | undefined,
  options: SendOptions,
): Promise<Result<readonly HistoryRow[]>> {
  const limit = LONG_PAGE;
  const query = { skip, limit, ...(pair !== undefined && { pair }) };
  if (list === 'trades') return http.send(orderCalls.executions, { query }, options);
  if (list === 'orderHistory') return http.send(orderCalls.orders, { query }, options);
  if (list === 'orders')
    return http.send(orderCalls.orders, { query: { state: OPEN_STATES, ...query } }, options);
  const page = { limit, offset: skip };
  return list === 'deposits'
    ? http.send(walletCalls.deposits, { query: page }, options)
    : http.send(walletCalls.withdrawals, { query: page }, options);
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
  range: HistoryRange,
  options: SendOptions,
): Promise<Result<readonly HistoryRow[]>> {
  const rules = rulesOf(list);
  const { id, time } = rules;
  const known = new Set<string>();
  const found: HistoryRow[] = [];
  let leftOut = 0;
  for (;;) {
    // One after another: the start of a page is known only from the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readHistoryPage(http, list, known.size + leftOut, range.pair, options);
    if (!page.ok) return page;
    leftOut += page.leftOut ?? 0;
    const fresh = newRecords(list, known, page.value);
    for (const row of fresh) known.add(id(row));
    found.push(...fresh.filter((row) => isCovered(rules, row, range)));
    if (fresh.length === 0 || isPastRange(page.value.map(time), range)) return succeeded(found, leftOut);
  }
}
