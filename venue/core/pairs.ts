import type { Pool } from 'pg';
import type { CoinRecord, PairRules } from '../exchange.ts';
import type { DecimalText } from '../../src/domain/decimal.ts';
import { LARGEST_UNITS, percentOfPpm, textOf, unitsOf } from '../ledger/units.ts';

/** Integers are in units of 0.00000001. */
export interface Pair {
  readonly rules: PairRules;
  readonly tick: bigint;
  readonly increment: bigint;
  readonly minimum: bigint;
  /** Quote units; 0 for no minimum (LOAD-10). */
  readonly minimumValue: bigint;
  readonly makerFeePpm: bigint;
  readonly takerFeePpm: bigint;
  /** How far from the reference price it may trade (LEDGER-03). */
  readonly deviationPpm: bigint;
  /** The whole venue takes no order (OPERATOR-16). */
  readonly isInMaintenance: boolean;
  /** Set by an operator, for the time before its first trade (OPERATOR-09). */
  readonly namedPrice: bigint | null;
  /** Unique number from 1, for locks and order numbers. */
  readonly slot: number;
}

interface PairRow {
  readonly id: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly is_enabled: boolean;
  readonly is_resting: boolean;
  readonly price_precision: number;
  readonly quantity_precision: number;
  readonly min_price_increment: string;
  readonly min_quantity_increment: string;
  readonly min_order_size: string;
  readonly maker_fee_ppm: number;
  readonly taker_fee_ppm: number;
  readonly price_deviation_ppm: number;
  readonly named_price: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly slot: number;
}

/** Smallest values of an order by pair or by quote coin, in the quote coin (LOAD-10). */
export type MinOrderValues = Readonly<Record<string, DecimalText>>;

/** Sorted by symbol. @param takesIn whether pairs of a coin are listed. @throws RangeError for a minimum of an unknown pair or coin, or an invalid amount. */
export async function readPairs(
  pool: Pool,
  minimums: MinOrderValues,
  takesIn: (coin: string) => boolean,
): Promise<Pair[]> {
  const { rows } = await pool.query<PairRow>(
    `select p.id, p.symbol, p.base, p.quote, p.price_precision, p.quantity_precision, p.min_price_increment,
       p.min_quantity_increment, p.min_order_size, p.maker_fee_ppm, p.taker_fee_ppm, p.price_deviation_ppm, p.named_price, p.created_at, p.updated_at, p.slot,
       p.is_enabled and b.is_trading_enabled and q.is_trading_enabled as is_enabled,
       exists (select from maintenance) as is_resting
     from pairs p join coins b on b.ticker = p.base join coins q on q.ticker = p.quote order by p.symbol`,
  );
  const known = new Set(rows.flatMap(({ symbol, quote }) => [symbol, quote]));
  const values = new Map(
    Object.entries(minimums).map(([name, amount]) => {
      const units = unitsOf(amount);
      if (!known.has(name) || units === null || units < 0n || units > LARGEST_UNITS)
        throw new RangeError(`${name}:${amount} is no smallest value of an order`);
      return [name, units];
    }),
  );
  return rows.map((row) => {
    const isListed = takesIn(row.base) && takesIn(row.quote);
    return pairOf(row, values.get(row.symbol) ?? values.get(row.quote) ?? 0n, isListed);
  });
}

function pairOf(row: PairRow, minimumValue: bigint, isListed: boolean): Pair {
  const tick = BigInt(row.min_price_increment);
  const increment = BigInt(row.min_quantity_increment);
  const minimum = BigInt(row.min_order_size);
  const makerFeePpm = BigInt(row.maker_fee_ppm);
  const takerFeePpm = BigInt(row.taker_fee_ppm);
  const deviationPpm = BigInt(row.price_deviation_ppm);
  const rules: PairRules = {
    id: row.id,
    symbol: row.symbol,
    base: row.base,
    quote: row.quote,
    pricePrecision: row.price_precision,
    quantityPrecision: row.quantity_precision,
    minPriceIncrement: textOf(tick),
    minQuantityIncrement: textOf(increment),
    minOrderSize: textOf(minimum),
    minOrderValue: textOf(minimumValue),
    makerFeePercent: percentOfPpm(makerFeePpm),
    takerFeePercent: percentOfPpm(takerFeePpm),
    priceDeviationPercent: percentOfPpm(deviationPpm),
    isEnabled: row.is_enabled && isListed && !row.is_resting,
    isListed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  return {
    rules,
    tick,
    increment,
    minimum,
    minimumValue,
    makerFeePpm,
    takerFeePpm,
    deviationPpm,
    isInMaintenance: row.is_resting,
    namedPrice: row.named_price === null ? null : BigInt(row.named_price),
    slot: row.slot,
  };
}

interface CoinRow {
  readonly id: string;
  readonly ticker: string;
  readonly name: string;
  readonly network: string;
  readonly decimal_places: number;
  readonly is_deposit_enabled: boolean;
  readonly is_withdrawal_enabled: boolean;
  readonly is_trading_enabled: boolean;
  readonly refund_address_required: boolean;
  readonly min_deposit_amount: string;
  readonly min_withdrawal_amount: string;
  readonly deposit_fee: string;
  readonly confirmations: number | null;
  readonly address_format: string;
  readonly address_example: string | null;
  readonly explorer_url: string | null;
}

export async function readCoins(pool: Pool): Promise<CoinRecord[]> {
  const { rows } = await pool.query<CoinRow>(
    `select id, ticker, name, network, decimal_places, is_deposit_enabled,
       is_withdrawal_enabled and not exists (select from maintenance) as is_withdrawal_enabled, is_trading_enabled,
       refund_address_required, min_deposit_amount, min_withdrawal_amount, deposit_fee, confirmations, address_format,
       address_example, explorer_url
     from coins order by ticker`,
  );
  return rows.map((row) => ({
    id: row.id,
    ticker: row.ticker,
    name: row.name,
    network: row.network,
    decimalPlaces: row.decimal_places,
    isDepositEnabled: row.is_deposit_enabled,
    isWithdrawalEnabled: row.is_withdrawal_enabled,
    isTradingEnabled: row.is_trading_enabled,
    refundAddressRequired: row.refund_address_required,
    minDepositAmount: textOf(BigInt(row.min_deposit_amount)),
    minWithdrawalAmount: textOf(BigInt(row.min_withdrawal_amount)),
    depositFee: textOf(BigInt(row.deposit_fee)),
    confirmations: row.confirmations,
    addressFormat: row.address_format,
    addressExample: row.address_example,
    explorerUrl: row.explorer_url,
  }));
}
