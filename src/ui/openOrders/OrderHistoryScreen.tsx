import { summariseOrderHistory } from '../../domain/history/orders.ts';
import type { SummaryItem } from '../history/column.ts';
import { PerUser } from '../history/cells.tsx';
import { HistoryFrame } from '../history/HistoryFrame.tsx';
import { useHistory } from '../history/useHistory.ts';
import { useCapabilities } from '../kit/app.tsx';
import { NotFoundScreen } from '../layout/NotFoundScreen.tsx';
import { useOrderColumns } from './orderColumns.tsx';

/** All of the user's orders; without the capability there is no such page (HISTORY-25). */
export function OrderHistoryScreen() {
  const { orderHistory } = useCapabilities();
  if (!orderHistory) return <NotFoundScreen />;
  return (
    <PerUser>
      <OrderHistory />
    </PerUser>
  );
}

function OrderHistory() {
  const state = useHistory('orderHistory');
  const { count, active, filled, canceled } = summariseOrderHistory(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'total', value: count },
    { name: 'active', value: active },
    { name: 'filled', value: filled },
    { name: 'canceled', value: canceled },
  ];
  return <HistoryFrame list="orderHistory" state={state} columns={useOrderColumns()} summary={summary} />;
}
