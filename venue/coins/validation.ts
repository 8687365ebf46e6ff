import { checkAddress } from '../../src/domain/address/check.ts';
import { type DecimalText, parseDecimal } from '../../src/domain/decimal.ts';
import type { Refusal } from '../exchange.ts';
import type { FeeQuotes } from '../fees/feed.ts';
import { LARGEST_UNITS, textOf, unitsOf } from '../ledger/units.ts';
import { refuse } from './refusals.ts';
import type { Terms } from './terms.ts';

export interface WithdrawalRequest {
  readonly coin: string;
  readonly amount: DecimalText;
  readonly address: string;
  /** The fee that the user confirmed (WITHDRAW-16). */
  readonly fee?: DecimalText | undefined;
}

export interface ValidWithdrawal {
  readonly ok: true;
  /** Units. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string | null;
}

/**
 * Checks what does not depend on the account (WITHDRAW-04, WITHDRAW-05).
 * @param quotes current fees; undefined where unknown.
 */
export function checkWithdrawal(
  request: WithdrawalRequest,
  terms: Terms | undefined,
  quotes: FeeQuotes | undefined,
): ValidWithdrawal | Refusal {
  if (!terms) return refuse.coinNotFound();
  const { coin } = terms;
  if (terms.isInMaintenance) return refuse.maintenance();
  if (!terms.isWithdrawalEnabled) return refuse.withdrawalsDisabled(coin, terms.closed);
  const amount = checkAmount(request.amount, terms);
  if (typeof amount !== 'bigint') return amount;
  const address = checkDestination(request.address, terms);
  if (typeof address === 'object' && address !== null) return address;
  if (!quotes) return refuse.feeUnavailable(coin);
  const fee = unitsOf(request.fee ?? quotes.current);
  const isQuoted = request.fee === undefined || quotes.recent.some((quote) => unitsOf(quote) === fee);
  if (fee === null || !isQuoted) return refuse.feeChanged(quotes.current, coin);
  return { ok: true, amount, fee, address };
}

function checkAmount(text: DecimalText, { coin, digits, minWithdrawal }: Terms): bigint | Refusal {
  const value = parseDecimal(text);
  if (!value || value.units <= 0n) return refuse.invalidAmount();
  const units = unitsOf(text);
  if (units === null || units % 10n ** BigInt(8 - digits) !== 0n) return refuse.tooPrecise(coin, digits);
  if (units > LARGEST_UNITS) return refuse.tooLarge();
  if (units < minWithdrawal) return refuse.belowMinimum(textOf(minWithdrawal), coin);
  return units;
}

function checkDestination(text: string, { coin, network }: Terms): string | null | Refusal {
  const isTyped = text.trim() !== '';
  if (!hasAddresses(coin)) return isTyped ? refuse.addressNotUsed(coin) : null;
  if (!isTyped) return refuse.addressRequired(coin);
  const check = checkAddress(coin, network, text);
  return check.ok ? check.address : refuse.invalidAddress(coin, check);
}

/** GRIN wallets exchange slatepacks; its chain has no addresses. */
export const hasAddresses = (coin: string): boolean => coin !== 'GRIN';
