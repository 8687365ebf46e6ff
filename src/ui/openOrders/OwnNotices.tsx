import { useEffect, useRef } from 'react';
import { haveOrdersMoved, newExecutions, sumOfFills } from '../../domain/orderFigures.ts';
import type { Execution, Order } from '../../domain/order.ts';
import { DASH } from '../../domain/format.ts';
import { parsePair } from '../../domain/market.ts';
import { useApp } from '../kit/app.tsx';
import type { Reading } from '../kit/useRead.ts';

/** What was seen of another choice of pairs tells nothing new. */
interface Seen<T> {
  readonly pair: string | null;
  readonly of: T;
}

interface OwnNoticesProps {
  /** null for all */
  readonly pair: string | null;
  readonly orders: Reading<readonly Order[]>;
  readonly executions: Reading<readonly Execution[]>;
}

/** Shows nothing: announces each fill of the user once, and reads again what an order's move has changed. */
export function OwnNotices({ pair, orders, executions }: OwnNoticesProps) {
  useMoves(pair, orders.data, orders.isLive);
  useFillNotices(pair, executions.data);
  return null;
}

/** Reads trades and balances again after an order was filled, added or removed, where no stream brings them. */
function useMoves(pair: string | null, orders: readonly Order[] | null, isLive: boolean): void {
  const { resources } = useApp();
  const before = useRef<Seen<readonly Order[] | null>>({ pair, of: null });
  useEffect(() => {
    const known = before.current.pair === pair ? before.current.of : null;
    before.current = { pair, of: orders };
    if (isLive || known === null || orders === null || !haveOrdersMoved(known, orders)) return;
    resources.invalidate('executions');
    resources.invalidate('balances');
  }, [pair, orders, isLive, resources]);
}

/** One fill by its price, several of a side and a pair by their sum. The first answer to a choice announces nothing. */
function useFillNotices(pair: string | null, executions: readonly Execution[] | null): void {
  const { notices } = useApp();
  const seen = useRef<Seen<readonly Execution[] | null>>({ pair, of: null });
  // Of every choice: both lists have the trades of this pair.
  const told = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const isFirst = seen.current.pair !== pair || seen.current.of === null;
    seen.current = { pair, of: executions };
    const known = told.current;
    told.current = new Set([...known, ...(executions ?? []).map(({ id }) => id)]);
    if (isFirst || executions === null) return;
    const fresh = newExecutions(known, executions);
    for (const symbol of new Set(fresh.map((execution) => execution.pair)))
      for (const side of ['buy', 'sell'] as const) {
        const fills = fresh.filter((execution) => execution.side === side && execution.pair === symbol);
        const [first] = fills;
        if (!first) continue;
        const { base = '', quote = '' } = parsePair(symbol) ?? {};
        const values = {
          quantity: sumOfFills(fills),
          price: first.price ?? DASH,
          trades: fills.length,
          base,
          quote,
        };
        const words = fills.length === 1 ? 'fill' : 'fills';
        notices.send({
          type: 'toast.said',
          toast: { kind: 'info', key: `trade:mine.toast.${words}.${side}`, values },
        });
      }
  }, [pair, executions, notices]);
}
