import { useParams } from 'react-router-dom';
import { parsePair } from '../../../domain/pair.ts';
import { NoSuchPair } from './NoSuchPair.ts';
import { TradeDesk } from './TradeDesk.tsx';

/** `/trade/{pair}`: a pair that is none is the 404 page (spec 1 §2). Another pair is another desk, from scratch. */
export function TradeScreen() {
  const { pair: text } = useParams();
  const pair = parsePair(text);
  return pair === null ? <NoSuchPair /> : <TradeDesk key={pair.symbol} pair={pair} />;
}
