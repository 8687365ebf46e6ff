import { useMemo } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import { requiresRefundAddress } from '../../domain/refundAddress.ts';
import { usdPrices } from '../../domain/usdPrices.ts';
import { walletRows, type WalletRow } from './walletRows.ts';
import { useFailureNotice } from '../kit/useFailureNotice.ts';
import { useAccountStream, useBtcPrice, useRead } from '../kit/useRead.ts';

/** The default listing: one page of fifty (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };
const ALL_COINS = { tradingEnabledOnly: false };
const MESSAGES = { failed: 'wallet:toast.failed', refreshFailed: 'wallet:toast.failed' };

export interface Wallet {
  /** Null while nothing can be shown. */
  readonly rows: readonly WalletRow[] | null;
  /** USD by symbol, where a price is known. */
  readonly prices: Readonly<Record<string, DecimalText>>;
  /** Coins that require a refund address, and how many of them have none. */
  readonly refunds: { readonly required: number; readonly missing: number };
  /** Why there is nothing, or why what there is is old. */
  readonly failure: Failure | null;
  /** When the balances came, epoch milliseconds. */
  readonly updatedAt: number | null;
  readonly retry: () => void;
}

/**
 * The user's portfolio. A first failure is shown at once, while retries continue; refund addresses that cannot be read
 * count as none (WALLET-05).
 */
export function useWallet(): Wallet {
  const coins = useRead('coins', FIRST_PAGE, { isEssential: true });
  const balances = useRead('balances', undefined, { isEssential: true });
  const refundAddresses = useRead('refundAddresses', ALL_COINS);
  const { data: markets } = useRead('markets');
  const btcPrice = useBtcPrice();

  const refunds = refundAddresses.data ?? (refundAddresses.failure === null ? null : []);
  const rows = useMemo(
    () => (coins.data && balances.data && refunds ? walletRows(coins.data, balances.data, refunds) : null),
    // Without refund addresses the list is an empty one each time: whether there is one decides.
    // oxlint-disable-next-line react/exhaustive-deps
    [coins.data, balances.data, refundAddresses.data, refunds === null],
  );
  const prices = useMemo(() => usdPrices(markets ?? [], btcPrice), [markets, btcPrice]);
  const requiring =
    coins.data?.filter((coin) =>
      requiresRefundAddress(
        coin,
        refunds?.find(({ ticker }) => ticker === coin.ticker),
      ),
    ) ?? [];
  const failure = coins.failure ?? balances.failure;
  const isStreamed = useAccountStream();
  useFailureNotice(
    { messages: MESSAGES, hasFailed: false },
    { hasFailed: coins.failure !== null || (!isStreamed && balances.failure !== null) },
  );
  return {
    rows,
    prices,
    refunds: {
      required: requiring.length,
      missing: rows?.filter(({ needsRefundAddress }) => needsRefundAddress).length ?? 0,
    },
    failure,
    updatedAt: balances.updatedAt,
    retry: () => {
      for (const read of [coins, balances, refundAddresses]) if (read.failure) read.refresh();
    },
  };
}
