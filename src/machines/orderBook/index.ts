export { orderBookMachine } from './orderBook.machine.ts';
export * from './selectors.ts';
export type { BookFill, Books, BookStore, BookTop } from '../../services/book/port.ts';
export type {
  BookFault,
  Compared,
  FirstBook,
  OrderBookContext,
  OrderBookEvent,
  OrderBookInput,
  Resync,
} from './types.ts';
