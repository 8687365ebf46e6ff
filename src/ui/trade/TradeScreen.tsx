import { useParams } from 'react-router-dom';
import { parsePair } from '../../domain/market.ts';
import { NoSuchPair, TradeContent } from './TradeContent.tsx';

/** `/trade/{pair}`: a pair that is none is the 404 page (TRADE-02). Another pair is another trading screen, from scratch. */
export function TradeScreen() {
  const { pair: text } = useParams();
  const pair = parsePair(text);
  return pair === null ? <NoSuchPair /> : <TradeContent key={pair.symbol} pair={pair} />;
}
