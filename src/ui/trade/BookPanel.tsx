import type { Side, Pair } from '../../domain/market.ts';
import { OrderBook } from '../orderBook/OrderBook.tsx';
import { useFillForm } from '../orderForm/useOrderForm.ts';
import { useOrderBook } from '../orderBook/useOrderBook.ts';

interface BookPanelProps {
  readonly pair: Pair;
  readonly onFilled: (side: Side) => void;
}

/** A row fills the form of the opposite side (BOOK-04). */
export function BookPanel({ pair, onFilled }: BookPanelProps) {
  const book = useOrderBook(pair.symbol);
  const fill = useFillForm(pair.symbol);
  return (
    <OrderBook
      pair={pair}
      book={book}
      onPick={({ side, price, quantity }) => {
        const opposite = side === 'ask' ? 'buy' : 'sell';
        fill(opposite, price, quantity);
        onFilled(opposite);
      }}
    />
  );
}
