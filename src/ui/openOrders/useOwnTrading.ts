import { useEffect, useRef } from 'react';
import { haveOrdersMoved, newExecutions, sumOfFills } from '../../domain/orderFigures.ts';
import { OPEN_STATES, OWN_ROWS, type Execution, type Order } from '../../domain/order.ts';
import { parsePair } from '../../domain/market.ts';
import { useApp } from '../kit/app.tsx';
import { useRead, type Reading } from '../kit/useRead.ts';

export interface OwnTrading {
  readonly orders: Reading<readonly Order[]>;
  readonly executions: Reading<readonly Execution[]>;
}

/** Reads the user's orders and trades of a pair, and announces each fill once. */
export function useOwnTrading(pair: string): OwnTrading {
  const orders = useRead('orders', { pair, state: OPEN_STATES, skip: 0, limit: OWN_ROWS });
  const executions = useRead('executions', { pair, skip: 0, limit: OWN_ROWS });
  useMoves(orders.data, orders.isLive);
  useFillNotices(executions.data);
  return { orders, executions };
}

/** Reads trades and balances again after an order was filled, added or removed, where no stream brings them. */
function useMoves(orders: readonly Order[] | null, isLive: boolean): void {
  const { resources } = useApp();
  const before = useRef<readonly Order[] | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = orders;
    if (isLive || known === null || orders === null || !haveOrdersMoved(known, orders)) return;
    resources.invalidate('executions');
    resources.invalidate('balances');
  }, [orders, isLive, resources]);
}

/** One fill by its price, several of a side by their sum. The fills of the first answer are not announced. */
function useFillNotices(executions: readonly Execution[] | null): void {
  const { notices } = useApp();
  const seen = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (executions === null) {
      seen.current = null;
      return;
    }
    const known = seen.current;
    seen.current = new Set([...(known ?? []), ...executions.map(({ id }) => id)]);
    if (known === null) return;
    const fresh = newExecutions(known, executions);
    for (const side of ['buy', 'sell'] as const) {
      const fills = fresh.filter((execution) => execution.side === side);
      const [first] = fills;
      if (!first) continue;
      const { base = '', quote = '' } = parsePair(first.pair) ?? {};
      const values = { quantity: sumOfFills(fills), price: first.price, trades: fills.length, base, quote };
      const words = fills.length === 1 ? 'fill' : 'fills';
      notices.send({
        type: 'toast.said',
        toast: { kind: 'info', key: `trade:mine.toast.${words}.${side}`, values },
      });
    }
  }, [executions, notices]);
}
