import type { Coin } from './coin.ts';
import type { RefundAddress } from './refundAddress.ts';

/** Why the deposit of a coin cannot begin, in the order of the checks (spec 2 §2.3). */
export type DepositGate = 'open' | 'unavailable' | 'refundAddressMissing';

/** @param coin undefined when the venue lists none of that name. */
export function depositGate(coin: Coin | undefined, refundAddresses: readonly RefundAddress[]): DepositGate {
  if (!coin?.isDepositEnabled) return 'unavailable';
  return lacksRefundAddress(coin, refundAddresses) ? 'refundAddressMissing' : 'open';
}

/** Whether the coin waits for a refund address: one is required, and none is set (spec 2 §3, "has refund address"). */
export function lacksRefundAddress(coin: Coin, refundAddresses: readonly RefundAddress[]): boolean {
  const refund = refundAddresses.find(({ ticker }) => ticker === coin.ticker);
  return (refund?.isRequired ?? coin.refundAddressRequired) && !refund?.address;
}

/** What the addresses of a coin are called where the server does not say (spec 2 §2.3). */
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

/** Coins without addresses: their deposits are made by exchanging slatepacks (spec 2 §2.3). */
export const usesSlatepacks = (ticker: string): boolean => ticker === 'GRIN';
