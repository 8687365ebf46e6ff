import { decimal, isPositive } from '../../domain/decimal.ts';
import type { Coin } from '../../domain/coin.ts';
import type { Balance } from '../../domain/order.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';

/** Why the withdrawal of a coin cannot begin (WITHDRAW-03). */
export type WithdrawalGate = 'open' | 'assetNotFound' | 'withdrawalsDisabled' | 'refundAddressMissing';

/** @param coin undefined when the venue lists none of that name. */
export function withdrawalGate(
  coin: Coin | undefined,
  refundAddresses: readonly RefundAddress[],
): WithdrawalGate {
  if (!coin) return 'assetNotFound';
  if (!coin.isWithdrawalEnabled) return 'withdrawalsDisabled';
  const refund = refundAddresses.find(({ ticker }) => ticker === coin.ticker);
  const isRequired = refund?.isRequired ?? coin.refundAddressRequired;
  return isRequired && !refund?.address ? 'refundAddressMissing' : 'open';
}

/**
 * The coins of the wizard's choice: those with a balance, and the one that is shown (WITHDRAW-08). One whose
 * withdrawals are switched off would only lead away.
 */
export function choosableCoins(
  coins: readonly Coin[],
  balances: readonly Balance[],
  current: string,
): readonly Coin[] {
  const isHeld = ({ ticker }: Coin): boolean =>
    balances.some(({ currency, available }) => currency === ticker && isPositive(decimal(available)));
  return coins.filter((coin) => coin.ticker === current || (coin.isWithdrawalEnabled && isHeld(coin)));
}

/** What of a coin is available; '0' where the server lists none. */
export const availableOf = (balances: readonly Balance[], ticker: string) =>
  balances.find(({ currency }) => currency === ticker)?.available ?? '0';
