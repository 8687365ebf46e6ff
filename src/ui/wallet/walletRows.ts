import {
  add,
  decimal,
  type DecimalText,
  divideBy,
  multiply,
  toFixedText,
  toText,
  ZERO,
} from '../../domain/decimal.ts';
import type { Coin } from '../../domain/coin.ts';
import { lacksRefundAddress } from '../../domain/depositGate.ts';
import type { Balance } from '../../domain/order.ts';
import type { RefundAddress } from '../../domain/refundAddress.ts';

/** One coin of the portfolio (WALLET-09). */
export interface WalletRow {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  readonly available: DecimalText;
  readonly inOrders: DecimalText;
  /** Available and in orders together, exactly. */
  readonly total: DecimalText;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  /** A refund address is required and none is set. */
  readonly needsRefundAddress: boolean;
}

const NOTHING = { available: '0', inOrders: '0' };

/**
 * Every coin that the venue lists, in its order, with what the user has of it; then coins that it lists no more but
 * that the user still has.
 */
export function walletRows(
  coins: readonly Coin[],
  balances: readonly Balance[],
  refundAddresses: readonly RefundAddress[],
): readonly WalletRow[] {
  const listed = coins.map((coin): WalletRow => ({
    ticker: coin.ticker,
    name: coin.name,
    network: coin.network,
    ...figuresOf(balances.find(({ currency }) => currency === coin.ticker) ?? NOTHING),
    isDepositEnabled: coin.isDepositEnabled,
    isWithdrawalEnabled: coin.isWithdrawalEnabled,
    needsRefundAddress: lacksRefundAddress(coin, refundAddresses),
  }));
  const unlisted = balances
    .filter(({ currency }) => !coins.some(({ ticker }) => ticker === currency))
    .map((balance): WalletRow => ({
      ticker: balance.currency,
      name: balance.currency,
      network: null,
      ...figuresOf(balance),
      isDepositEnabled: false,
      isWithdrawalEnabled: false,
      needsRefundAddress: false,
    }));
  return [...listed, ...unlisted.filter(hasBalance)];
}

function figuresOf({ available, inOrders }: Pick<Balance, 'available' | 'inOrders'>) {
  return { available, inOrders, total: toText(add(decimal(available), decimal(inOrders))) };
}

const hasBalance = ({ total }: WalletRow): boolean => decimal(total).units !== 0n;

export interface WalletFilter {
  /** Part of a name, a symbol or a network, whatever its case. */
  readonly search: string;
  readonly hidesZero: boolean;
}

export function filterWallet(rows: readonly WalletRow[], { search, hidesZero }: WalletFilter): WalletRow[] {
  const wanted = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (!hidesZero || hasBalance(row)) &&
      [row.ticker, row.name, row.network ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}

export interface Worth {
  /** In USD; null while no price is known of anything that is held. */
  readonly usd: DecimalText | null;
  /** Held coins of which no price is known: they are not in the sum. */
  readonly unvalued: number;
}

/** The total value. @param prices USD by symbol, where they are known. */
export function worthOf(rows: readonly WalletRow[], prices: Readonly<Record<string, DecimalText>>): Worth {
  const held = rows.filter(hasBalance);
  const values = held.flatMap((row) => valueOf(row, prices) ?? []);
  const sum = values.reduce((total, value) => add(total, decimal(value)), ZERO);
  return { usd: values.length === 0 ? null : toText(sum), unvalued: held.length - values.length };
}

/** The value of a coin's total in USD; null where no price is known, never a made-up 0. */
export function valueOf(
  { ticker, total }: Pick<WalletRow, 'ticker' | 'total'>,
  prices: Readonly<Record<string, DecimalText>>,
): DecimalText | null {
  const price = Object.hasOwn(prices, ticker) ? prices[ticker] : undefined;
  return price === undefined ? null : toText(multiply(decimal(total), decimal(price)));
}

/** Percent of a sum, cut to one decimal: `45.2%`, `<0.1%`; null where there is nothing to divide. */
export function shareOf(part: DecimalText | null, whole: DecimalText | null): string | null {
  if (part === null || whole === null || decimal(part).units === 0n || decimal(whole).units === 0n)
    return null;
  const share = divideBy(multiply(decimal(part), decimal('100')), decimal(whole), 1);
  return share.units === 0n ? '<0.1%' : `${toFixedText(share, 1)}%`;
}
