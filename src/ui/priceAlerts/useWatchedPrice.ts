import type { DecimalText } from '../../domain/decimal.ts';
import { useRead } from '../kit/useRead.ts';
import { useLastPrice } from '../trade/useLastPrice.ts';

/** The pair's last price; null where the list of the markets has none, which is what is watched (ALERT-05). */
export function useWatchedPrice(pair: string): DecimalText | null {
  const { data: markets } = useRead('markets');
  const { price } = useLastPrice(pair);
  return markets?.some((one) => one.pair === pair && one.lastPrice !== null) ? price : null;
}
