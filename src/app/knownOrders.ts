import { OPEN_STATES, OWN_ROWS } from '../domain/order.ts';
import { beforeFrom, type BeforeSending } from '../domain/placedOrder.ts';
import { readStatus, selectData, type DataOf, type Resources } from '../machines/resource/index.ts';

export interface KnownOrdersDependencies {
  readonly resources: Pick<Resources, 'of'>;
  readonly userId: () => string | null;
  readonly now: () => number;
}

/**
 * What the page knows of a user's open orders and executions without asking. The panel beside the order form reads both
 * lists at least every 15 seconds, and at once after every change of the user's own; so a press mostly waits for
 * nothing, and a lost order can still be told from an older one. An order that is not among them can only have come
 * from another tab or device in the last seconds.
 * @returns null where the lists are not current, or too short to tell: then they are read before the order is sent.
 */
export function createKnownOrders({ resources, userId, now }: KnownOrdersDependencies) {
  return (pair: string): BeforeSending | null => {
    const page = { pair, skip: 0, limit: OWN_ROWS };
    const orders = resources.of('orders', { ...page, state: OPEN_STATES }, userId()).ref.getSnapshot();
    const executions = resources.of('executions', page, userId()).ref.getSnapshot();
    if (readStatus(orders) !== 'fresh' || readStatus(executions) !== 'fresh') return null;
    // Each was made for this name, and its reader answers with that name's data.
    const lists = {
      orders: selectData(orders) as DataOf<'orders'>,
      executions: selectData(executions) as DataOf<'executions'>,
    };
    return beforeFrom(lists, OWN_ROWS, now());
  };
}
