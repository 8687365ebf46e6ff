import type { Market, MarketTrade } from '../../domain/market.ts';
import type { Balance, Execution, Order } from '../../domain/order.ts';
import { marketCalls } from '../contract/calls/markets.ts';
import type { LiveTopic } from '../contract/live.ts';

export interface LiveAccount {
  readonly userId: string | null;
  /** Open ones, newest first. */
  readonly orders: readonly Order[];
  /** There are more open orders than these. */
  readonly hasMoreOrders: boolean;
  /** Newest first. */
  readonly executions: readonly Execution[];
  readonly balances: readonly Balance[];
}

type Payload = Readonly<Record<string, unknown>>;

/** The data after a frame; `known` is null for a frame that carries all. @returns null where it cannot be read. */
export type LiveReader = (known: unknown, payload: Payload) => unknown;

/** As many as the call answers by default. */
const MAX_TRADES = 100;
const MAX_FILLS = 100;
const MAX_CANDLES = 150;

function readTrades(known: readonly MarketTrade[], payload: Payload): readonly MarketTrade[] | null {
  const read = marketCalls.trades.decode(payload);
  return read.ok ? firstOnes(read.value, known, MAX_TRADES) : null;
}

function readMarkets(known: readonly Market[], payload: Payload): readonly Market[] | null {
  const read = marketCalls.markets.decode(payload);
  return read.ok ? inPlace(known, read.value, ({ pair }) => pair) : null;
}

/** As the server wrote them; the chart reads them. */
function readCandles(known: readonly unknown[], { candles }: Payload): readonly unknown[] | null {
  if (!Array.isArray(candles)) return null;
  const first = timeOf(candles[0]);
  return [...known.filter((row) => timeOf(row) < first), ...(candles as unknown[])].slice(-MAX_CANDLES);
}

const timeOf = (row: unknown): number => (Array.isArray(row) ? Number(row[0]) : Number.POSITIVE_INFINITY);

/** Only users load the code that reads orders. */
async function accountReader(): Promise<LiveReader> {
  const { orderCalls } = await import('../contract/calls/orders.ts');
  return (known, payload): LiveAccount | null => {
    const before = known as LiveAccount | null;
    const orders = orderCalls.orders.decode(payload.orders);
    const executions = orderCalls.executions.decode(payload.fills);
    const balances = orderCalls.balances.decode(payload.balances);
    if (!orders.ok || !executions.ok || !balances.ok) return null;
    const closed = new Set(Array.isArray(payload.closed_orders) ? payload.closed_orders.map(String) : []);
    const open = closed.size === 0 ? before?.orders : before?.orders.filter(({ id }) => !closed.has(id));
    return {
      userId: typeof payload.user_id === 'string' ? payload.user_id : null,
      orders: inPlace(open ?? [], orders.value, ({ id }) => id, true),
      hasMoreOrders: payload.has_more_orders === true,
      executions: firstOnes(executions.value, before?.executions ?? [], MAX_FILLS),
      balances: inPlace(before?.balances ?? [], balances.value, ({ currency }) => currency),
    };
  };
}

/** Rows in their order with the newer ones in their places; the same list where there are none. */
function inPlace<T>(known: readonly T[], news: readonly T[], name: (row: T) => string, isFirst = false) {
  if (news.length === 0) return known;
  const byName = new Map(news.map((row) => [name(row), row]));
  const names = new Set(known.map(name));
  const added = news.filter((row) => !names.has(name(row)));
  const kept = known.map((row) => byName.get(name(row)) ?? row);
  return isFirst ? [...added, ...kept] : [...kept, ...added];
}

/** Newest first. */
function firstOnes<T>(news: readonly T[], known: readonly T[], most: number): readonly T[] {
  return news.length === 0 ? known : [...news, ...known].slice(0, most);
}

export async function readerOf(topic: LiveTopic): Promise<LiveReader> {
  if (topic === 'account') return accountReader();
  const read = topic === 'markets' ? readMarkets : topic.startsWith('trades:') ? readTrades : readCandles;
  return (known, payload) => (read as LiveReader)(known ?? [], payload);
}
