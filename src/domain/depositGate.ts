import type { Coin } from './coin.ts';
import { type RefundAddress, requiresRefundAddress } from './refundAddress.ts';

/** Why a deposit cannot start, in the order of the checks (DEPOSIT-02). */
export type DepositGate = 'open' | 'unavailable' | 'refundAddressMissing';

/** @param coin undefined when the venue does not list it. */
export function depositGate(coin: Coin | undefined, refundAddresses: readonly RefundAddress[]): DepositGate {
  if (!coin?.isDepositEnabled) return 'unavailable';
  return lacksRefundAddress(coin, refundAddresses) ? 'refundAddressMissing' : 'open';
}

/** Whether one is required but none is set (WALLET-09). */
export function lacksRefundAddress(coin: Coin, refundAddresses: readonly RefundAddress[]): boolean {
  const refund = refundAddresses.find(({ ticker }) => ticker === coin.ticker);
  return requiresRefundAddress(coin, refund) && !refund?.address;
}

/** Names of address formats where the server sends none (DEPOSIT-04). */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['BTC', 'SegWit (Bech32)'],
  ['XMR', 'Standard'],
  ['GRIN', 'Slatepack'],
  ['WOW', 'Standard'],
  ['USDT', 'EVM (ERC-20)'],
  ['ETH', 'EVM (ETH)'],
]);

export const addressFormatOf = (coin: Pick<Coin, 'ticker' | 'addressFormat'>): string | null =>
  coin.addressFormat ?? FORMATS.get(coin.ticker) ?? null;

/** Coins without addresses are deposited by exchanging slatepacks (DEPOSIT-05). */
export const usesSlatepacks = (ticker: string): boolean => ticker === 'GRIN';
