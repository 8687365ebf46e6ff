import { useLocation, useParams } from 'react-router-dom';
import { parsePair } from '../../domain/market.ts';
import { useApp } from '../kit/app.tsx';
import { NoSuchPair, TradeContent } from './TradeContent.tsx';

/** A pair that is malformed, or that the server does not have, is the 404 page. Another pair is a new screen. */
export function TradeScreen() {
  const { pair: text } = useParams();
  const { config } = useApp();
  const pair = useLocation().pathname === config.missingPath ? null : parsePair(text);
  return pair === null ? <NoSuchPair /> : <TradeContent key={pair.symbol} pair={pair} />;
}
