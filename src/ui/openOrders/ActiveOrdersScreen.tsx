import { summariseOrders } from '../../domain/history/orders.ts';
import type { Order } from '../../domain/order.ts';
import { Amending, OrderActions } from './OrderActions.tsx';
import { CancelAll } from './CancelAll.tsx';
import { PerUser } from '../history/cells.tsx';
import type { Column, SummaryItem } from '../history/column.ts';
import { HistoryFrame } from '../history/HistoryFrame.tsx';
import { useClosedOrders } from './useCancellations.ts';
import { useHistory } from '../history/useHistory.ts';
import { useOrderColumns } from './orderColumns.tsx';

const ACTION: Column<Order> = { name: 'action', cell: (order) => <OrderActions order={order} /> };

/** The user's open orders (HISTORY-11). */
export function ActiveOrdersScreen() {
  return (
    <PerUser>
      <ActiveOrders />
    </PerUser>
  );
}

function ActiveOrders() {
  const state = useHistory('orders', useClosedOrders());
  const { active, buy, sell, partial } = summariseOrders(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'active', value: active },
    { name: 'buy', value: buy },
    { name: 'sell', value: sell },
    { name: 'partial', value: partial },
  ];
  return (
    <Amending orders={state.records ?? []}>
      <HistoryFrame
        list="orders"
        state={state}
        columns={[...useOrderColumns(), ACTION]}
        summary={summary}
        tools={
          <CancelAll pair={null} disabled={state.records !== null && active === 0 && state.page === 1} />
        }
      />
    </Amending>
  );
}
