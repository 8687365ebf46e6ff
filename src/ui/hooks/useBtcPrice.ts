import type { DecimalText } from '../../domain/decimal.ts';
import { useCapabilities } from './app.tsx';
import { useRead } from './useRead.ts';

/** BTC in USD; null while it is not known, and where there is nobody to ask. */
export function useBtcPrice(): DecimalText | null {
  const { btcUsd } = useCapabilities();
  return useRead('btcPrice', btcUsd ? undefined : null).data;
}
