import type { Coin } from './coin.ts';
import type { RefundAddress } from './refundAddress.ts';

/** Why the deposit of a coin cannot begin, in the order of the checks (DEPOSIT-02). */
export type DepositGate = 'open' | 'unavailable' | 'refundAddressMissing';

/** @param coin undefined when the venue lists none of that name. */
export function depositGate(coin: Coin | undefined, refundAddresses: readonly RefundAddress[]): DepositGate {
  if (!coin?.isDepositEnabled) return 'unavailable';
  return lacksRefundAddress(coin, refundAddresses) ? 'refundAddressMissing' : 'open';
}

/** Whether the coin waits for a refund address: one is required, and none is set (WALLET-09). */
export function lacksRefundAddress(coin: Coin, refundAddresses: readonly RefundAddress[]): boolean {
  const refund = refundAddresses.find(({ ticker }) => ticker === coin.ticker);
  return (refund?.isRequired ?? coin.refundAddressRequired) && !refund?.address;
}

/** What the addresses of a coin are called where the server does not say (DEPOSIT-04). */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['BTC', 'SegWit (Bech32)'],
  ['XMR', 'Standard'],
  ['GRIN', 'Slatepack'],
  ['WOW', 'Standard'],
  ['USDT', 'EVM (ERC-20)'],
  ['ETH', 'EVM (ETH)'],
]);

/** @returns null for a coin of which nobody knows. */
export const addressFormatOf = (coin: Pick<Coin, 'ticker' | 'addressFormat'>): string | null =>
  coin.addressFormat ?? FORMATS.get(coin.ticker) ?? null;

/** Coins without addresses: their deposits are made by exchanging slatepacks (DEPOSIT-05). */
export const usesSlatepacks = (ticker: string): boolean => ticker === 'GRIN';
