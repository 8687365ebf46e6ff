import * as z from 'zod/mini';
import { compare, decimal, type DecimalText } from '../../domain/decimal.ts';
import type { MediumFee, NetworkFee, NetworkFees } from '../../domain/networkFees.ts';
import type { Fault } from './decode.ts';
import { amountText, instant, nullable } from './values.ts';

/** Null for values of another type. Only for figures that decide nothing. */
const orNull = <T>(schema: z.ZodMiniType<T>) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((raw): T | null => schema.safeParse(raw).data ?? null),
  );

const count = orNull(z.int().check(z.minimum(0)));

const mediumTier = z.object({ fee: nullable(amountText), price: nullable(amountText), blocks: count });

/** The figure in the coin is the one that the entry also has as an amount of the coin; otherwise `fee`. */
function mediumOf(medium: MediumFee, inCoin: readonly (DecimalText | null)[]): MediumFee {
  const { fee, price, blocks } = medium;
  const isInCoin = (figure: DecimalText | null): boolean =>
    figure !== null && inCoin.some((one) => one !== null && compare(decimal(one), decimal(figure)) === 0);
  return isInCoin(price) && !isInCoin(fee) ? { fee: price, price: fee, blocks } : medium;
}

/** One entry of the fees feed; its key is added as `symbol` (FEES-01). */
export const feeEntry = z.pipe(
  z.object({
    symbol: z.string().check(z.regex(/^[A-Z0-9]{1,12}$/, 'must be a symbol like XMR')),
    unit: nullable(z.string()),
    // The specification does not define it.
    calculated: orNull(amountText),
    priorities: z.prefault(z.object({ medium: z.prefault(mediumTier, {}) }), {}),
    coin_info: z.prefault(
      z.object({
        name: nullable(z.string()),
        network: nullable(z.string()),
        min_deposit_amount: nullable(amountText),
        min_withdrawal_amount: nullable(amountText),
        deposit_fee: nullable(amountText),
        withdrawal_fee: nullable(amountText),
        last_block_height: count,
        is_deposit_enabled: z._default(z.boolean(), true),
        is_withdrawal_enabled: z._default(z.boolean(), true),
        is_trading_enabled: z._default(z.boolean(), true),
        decimal_places: z._default(z.int().check(z.minimum(0), z.maximum(18)), 8),
        updated_at: nullable(instant),
      }),
      {},
    ),
  }),
  z.transform(({ symbol, unit, calculated, priorities, coin_info: coin }): NetworkFee => ({
    symbol,
    unit,
    calculated,
    medium: mediumOf(priorities.medium, [calculated, coin.withdrawal_fee]),
    name: coin.name ?? symbol,
    network: coin.network,
    minDeposit: coin.min_deposit_amount,
    minWithdrawal: coin.min_withdrawal_amount,
    depositFee: coin.deposit_fee,
    withdrawalFee: coin.withdrawal_fee,
    lastBlockHeight: coin.last_block_height,
    isDepositEnabled: coin.is_deposit_enabled,
    isWithdrawalEnabled: coin.is_withdrawal_enabled,
    isTradingEnabled: coin.is_trading_enabled,
    decimalPlaces: coin.decimal_places,
    updatedAt: coin.updated_at,
  })),
);

/** An unreadable entry is left out and named in `faults`. @param map by coin symbol. */
export function readFees(map: Readonly<Record<string, unknown>>): {
  readonly fees: NetworkFees;
  readonly faults: readonly Fault[];
} {
  const read: [string, NetworkFee][] = [];
  const faults: Fault[] = [];
  for (const [key, raw] of Object.entries(map)) {
    const symbol = key.toUpperCase();
    const entry = feeEntry.safeParse(isRecord(raw) ? { ...raw, symbol } : raw);
    if (entry.success) read.push([symbol, entry.data]);
    else {
      for (const { path, message } of entry.error.issues) {
        faults.push({ path: [symbol.slice(0, 12), ...path.map(String)].join('.'), message });
      }
    }
  }
  return { fees: Object.fromEntries(read), faults };
}

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}
