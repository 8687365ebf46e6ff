import { money, type Money } from './money.ts';
import type { Shapes } from './style.ts';

export interface Coin {
  readonly id: number;
  readonly ticker: string;
  readonly name: string;
  readonly network: string;
  readonly refundRequired: boolean;
  readonly minimum: Money;
  readonly fee: Money;
  readonly rate: Money;
  readonly unit: string;
  readonly places: number;
  readonly confirmations: number;
  readonly format: string;
  readonly example: string;
}

const coin = (
  id: number,
  ticker: string,
  name: string,
  network: string,
  [minimum, fee, rate, unit]: readonly [string, string, string, string],
  [places, confirmations, refundRequired]: readonly [number, number, boolean],
  [format, example]: readonly [string, string],
): Coin => ({
  id,
  ticker,
  name,
  network,
  refundRequired,
  minimum: money(minimum),
  fee: money(fee),
  rate: money(rate),
  unit,
  places,
  confirmations,
  format,
  example,
});

export const COINS: readonly Coin[] = [
  coin(
    1,
    'BTC',
    'Bitcoin',
    'Bitcoin',
    ['0.001', '0.00002', '3', 'sat/vbyte'],
    [8, 6, true],
    ['SegWit (Bech32)', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ),
  coin(
    2,
    'GRIN',
    'Grin',
    'Grin',
    ['0.1', '0.0125', '160000000', 'nanogrin'],
    [9, 30, false],
    ['Slatepack', ''],
  ),
  coin(
    3,
    'XMR',
    'Monero',
    'Monero',
    ['0.01', '0.0001', '80000000', 'piconero/kb'],
    [12, 30, true],
    [
      'Standard',
      '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    ],
  ),
  coin(
    4,
    'USDT',
    'Tether',
    'Avalanche',
    ['5', '0.5', '40', 'gwei'],
    [6, 6, false],
    ['EVM (ERC-20)', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ),
];

export interface Pair {
  readonly id: number;
  readonly symbol: string;
  readonly base: Coin;
  readonly quote: Coin;
  readonly step: Money;
  readonly precision: number;
}

function pair(id: number, symbol: string, step: string, precision: number): Pair {
  const [base, quote] = symbol.split('-').map((ticker) => COINS.find((coin) => coin.ticker === ticker));
  if (base === undefined || quote === undefined) throw new Error(`a pair of unknown coins: ${symbol}`);
  return { id, symbol, base, quote, step: money(step), precision };
}

export const PAIRS: readonly Pair[] = [
  pair(1, 'GRIN-BTC', '0.00000001', 8),
  pair(2, 'XMR-BTC', '0.0001', 4),
  pair(3, 'XMR-USDT', '0.0001', 4),
];

export function coinRecord(shapes: Shapes, coin: Coin): Record<string, unknown> {
  return shapes.record({
    id: coin.id,
    name: coin.name,
    ticker: coin.ticker,
    network: coin.network,
    is_deposit_enabled: true,
    is_withdrawal_enabled: true,
    is_trading_enabled: true,
    refund_address_required: coin.refundRequired,
    min_withdrawal_amount: shapes.number(coin.minimum),
    min_deposit_amount: shapes.number(coin.minimum),
    deposit_fee: shapes.number(0n),
    decimal_places: coin.places,
    explorer_url: undefined,
    icon: undefined,
    address_format: coin.format,
    address_example: coin.example,
  });
}

export function feeEntry(shapes: Shapes, coin: Coin, at: number): Record<string, unknown> {
  return {
    unit: coin.unit,
    calculated: shapes.number(coin.fee),
    priorities: {
      medium: { fee: shapes.number(coin.rate), price: shapes.number(coin.fee), blocks: shapes.count(2) },
    },
    coin_info: {
      name: coin.name,
      network: coin.network,
      min_deposit_amount: shapes.number(coin.minimum),
      min_withdrawal_amount: shapes.number(coin.minimum),
      deposit_fee: shapes.number(0n),
      withdrawal_fee: shapes.number(coin.fee),
      last_block_height: shapes.count(2_000_000),
      is_deposit_enabled: true,
      is_withdrawal_enabled: true,
      is_trading_enabled: true,
      decimal_places: coin.places,
      updated_at: shapes.time(at),
    },
  };
}

export function pairRecord(shapes: Shapes, pair: Pair, at: number): Record<string, unknown> {
  const publicCoin = (coin: Coin) => ({
    id: coin.id,
    name: coin.name,
    ticker: coin.ticker,
    logo_url: '',
    decimal_places: coin.places,
  });
  const stamps = { created_at: shapes.time(at), updated_at: shapes.time(at) };
  return {
    pair: {
      id: pair.id,
      symbol: pair.symbol,
      base_coin_id: pair.base.id,
      quote_coin_id: pair.quote.id,
      is_active: true,
      ...stamps,
      created_by: 1,
    },
    settings: shapes.record({
      id: pair.id,
      pair_id: pair.id,
      is_enabled: true,
      is_default: false,
      price_source: 'internal',
      custom_price: undefined,
      price_deviation_percent: shapes.count(100),
      price_precision: 8,
      quantity_precision: pair.precision,
      min_order_size: shapes.number(money('0.000001')),
      min_price_increment: shapes.number(money('0.00000001')),
      min_quantity_increment: shapes.number(pair.step),
      maker_fee_percent: shapes.number(0n),
      taker_fee_percent: shapes.number(money('0.3')),
      ...stamps,
    }),
    base_coin: publicCoin(pair.base),
    quote_coin: publicCoin(pair.quote),
  };
}
