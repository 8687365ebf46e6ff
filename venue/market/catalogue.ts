import { type HasChains, hasChain } from '../coins/terms.ts';
import type { Maintenance } from '../operators/maintenance.ts';
import type { CoinRecord, Exchange, PairRules } from '../exchange.ts';

/** Coins and pairs as they are sent. */
export interface Catalogue {
  readonly coins: readonly CoinObject[];
  /** Null while the venue takes orders and withdrawals (OPERATOR-16). */
  readonly maintenance: Maintenance | null;
  readonly pairs: readonly { readonly symbol: string; readonly object: Readonly<Record<string, unknown>> }[];
}

export type CoinObject = ReturnType<typeof coinObject>;

/** With the changes of operators (OPERATOR-12). @param hasChains the coins that can be deposited and withdrawn. */
export async function openCatalogue(
  exchange: Pick<Exchange, 'coins' | 'pairs'>,
  hasChains: HasChains,
  maintenance: () => Promise<Maintenance | null> = async () => null,
): Promise<Catalogue & { reload(): Promise<void> }> {
  let now = await load(exchange, hasChains, maintenance);
  return {
    get coins() {
      return now.coins;
    },
    get maintenance() {
      return now.maintenance;
    },
    get pairs() {
      return now.pairs;
    },
    async reload() {
      now = await load(exchange, hasChains, maintenance);
    },
  };
}

async function load(
  exchange: Pick<Exchange, 'coins' | 'pairs'>,
  hasChains: HasChains,
  maintenance: () => Promise<Maintenance | null>,
): Promise<Catalogue> {
  const listed = exchange.pairs.filter(({ isListed }) => isListed);
  const traded = new Set(listed.flatMap(({ base, quote }) => [base, quote]));
  const coins = (await exchange.coins())
    .filter(({ ticker }) => traded.has(ticker) || hasChain(hasChains, ticker))
    .map((coin) => coinObject(coin, hasChains));
  return {
    coins,
    maintenance: await maintenance(),
    pairs: listed.map((rules) => ({ symbol: rules.symbol, object: pairObject(rules, coins) })),
  };
}

function coinObject(coin: CoinRecord, hasChains: HasChains) {
  const isMoving = hasChain(hasChains, coin.ticker);
  return {
    id: coin.id,
    ticker: coin.ticker,
    name: coin.name,
    network: coin.network,
    logo_url: null,
    // The venue stores 8 digits for every coin.
    decimal_places: Math.min(8, coin.decimalPlaces),
    is_deposit_enabled: isMoving && coin.isDepositEnabled,
    is_withdrawal_enabled: isMoving && coin.isWithdrawalEnabled,
    is_trading_enabled: coin.isTradingEnabled,
    refund_address_required: coin.refundAddressRequired,
    min_deposit_amount: coin.minDepositAmount,
    min_withdrawal_amount: coin.minWithdrawalAmount,
    deposit_fee: coin.depositFee,
    confirmations: coin.confirmations,
    address_format: coin.addressFormat,
    address_example: coin.addressExample,
    // No explorer knows simulated transactions.
    explorer_url: hasChains === true ? null : coin.explorerUrl,
  };
}

function pairObject(rules: PairRules, coins: readonly CoinObject[]): Record<string, unknown> {
  const [base, quote] = [shortCoin(coins, rules.base), shortCoin(coins, rules.quote)];
  const dates = { created_at: rules.createdAt.toISOString(), updated_at: rules.updatedAt.toISOString() };
  return {
    pair: {
      id: rules.id,
      symbol: rules.symbol,
      base_coin_id: base.id,
      quote_coin_id: quote.id,
      is_active: rules.isEnabled,
      created_by: null,
      ...dates,
    },
    settings: {
      id: rules.id,
      pair_id: rules.id,
      is_enabled: rules.isEnabled,
      is_default: false,
      price_source: 'market',
      custom_price: null,
      price_precision: rules.pricePrecision,
      quantity_precision: rules.quantityPrecision,
      min_order_size: rules.minOrderSize,
      min_price_increment: rules.minPriceIncrement,
      min_quantity_increment: rules.minQuantityIncrement,
      maker_fee_percent: rules.makerFeePercent,
      taker_fee_percent: rules.takerFeePercent,
      price_deviation_percent: rules.priceDeviationPercent,
      ...dates,
    },
    base_coin: base,
    quote_coin: quote,
  };
}

function shortCoin(coins: readonly CoinObject[], ticker: string) {
  const found = coins.find((coin) => coin.ticker === ticker);
  if (!found) throw new Error(`the coin ${ticker} of a pair is missing`);
  const { id, name, logo_url, decimal_places } = found;
  return { id, name, ticker, logo_url, decimal_places };
}
