export type { BookStore, BookTop } from '../../services/book/port.ts';
export { booksOf, provideOrderBook } from './orderBook.actors.ts';
export {
  bookFailure,
  bookStatus,
  mayPick,
  orderBookMachine,
  trustedUntil,
  type BookStatus,
  type OrderBookContext,
  type OrderBookSnapshot,
} from './orderBook.machine.ts';
