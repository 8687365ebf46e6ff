import type { OrderBookStore } from '../../../src/services/book/orderBookStore.ts';
import type { BookControl } from '../../../src/services/book/port.ts';

/** The book of a page that keeps it itself. */
export const bookControl = (store: OrderBookStore): BookControl => ({
  ...store,
  async compareWith(read) {
    const { revision } = store;
    const sides = await read();
    return sides === null ? 'unclear' : store.compare(sides, revision);
  },
});
