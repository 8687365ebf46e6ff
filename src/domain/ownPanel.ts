import type { Execution, Order } from './order.ts';
import type { Chosen } from './screenChoices.ts';

/** Contents of the panel of own trading; a list is null while it is unknown. */
interface OwnLists {
  readonly orders: readonly Pick<Order, 'id'>[] | null;
  readonly fills: readonly Pick<Execution, 'id'>[] | null;
  /** Which pairs they are of: what another choice brings is no news. */
  readonly of: string;
}

/** The open tab, and the lists that were seen with it. */
export interface ShownTab extends OwnLists {
  readonly tab: Chosen<'ownTab'>;
}

type Listed = readonly { readonly id: string }[] | null;

const hasNews = (seen: Listed, now: Listed): boolean =>
  seen !== null && now !== null && now.some(({ id }) => seen.every((one) => one.id !== id));

/**
 * The panel opens on the orders if there are any. A new order is seen at once: in their list, or in that of the trades
 * if nothing of it is open (TRADE-26). A press holds until then.
 * @param shown null until a list is known
 * @param kept what the user chose last
 * @returns the same object where nothing changes
 */
export function shownTab(shown: ShownTab | null, lists: OwnLists, kept: Chosen<'ownTab'>): ShownTab | null {
  const { orders, fills, of } = lists;
  if (shown === null) return orders === null ? null : { ...lists, tab: orders.length > 0 ? 'orders' : kept };
  const isSame = shown.of === of;
  if (isSame && shown.orders === orders && shown.fills === fills) return shown;
  // A list is not forgotten while it is read again.
  const next = {
    of,
    orders: orders ?? (isSame ? shown.orders : null),
    fills: fills ?? (isSame ? shown.fills : null),
  };
  if (isSame && hasNews(shown.orders, orders)) return { ...next, tab: 'orders' };
  if (isSame && orders?.length === 0 && hasNews(shown.fills, fills)) return { ...next, tab: 'trades' };
  if (isSame && next.orders === shown.orders && next.fills === shown.fills) return shown;
  return { ...next, tab: shown.tab };
}
