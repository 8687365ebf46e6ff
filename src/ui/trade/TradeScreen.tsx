import { useParams } from 'react-router-dom';
import { parsePair } from '../../domain/market.ts';
import { NoSuchPair, TradeContent } from './TradeContent.tsx';

/** A malformed pair is the 404 page (TRADE-02). Another pair is a new screen. */
export function TradeScreen() {
  const { pair: text } = useParams();
  const pair = parsePair(text);
  return pair === null ? <NoSuchPair /> : <TradeContent key={pair.symbol} pair={pair} />;
}
