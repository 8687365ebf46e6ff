import { readFileSync } from 'node:fs';
import path from 'node:path';
import { capabilitiesOf } from '../../../venue/capabilities.ts';
import { SANDBOX_CONTACT } from '../../../venue/pageSettings.ts';

// A sandbox's answers to everybody, where a walk scripts nothing else: its page, texts, coins and markets.

const ROOT = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const PAGE = /<html[^>]*>([\s\S]*)<\/html>/.exec(read('index.html'))?.[1] ?? '';

/** The content of the document. @param hasStreams false for a server that sends nothing by itself but the book */
export function pageOf(hasStreams: boolean): string {
  const capabilities = capabilitiesOf({
    mode: 'sandbox',
    makers: true,
    history: true,
    liveStreams: hasStreams,
    limits: { difficulty: 1 },
  });
  const configuration = {
    brand: { name: 'Quietbook', ...SANDBOX_CONTACT },
    captcha: {},
    capabilities,
    features: { marketOrders: '' },
  };
  return PAGE.replace(/\{\}(?=\s*<\/script>)/, JSON.stringify(configuration));
}

type CoinRow = readonly [
  ticker: string,
  name: string,
  network: string,
  example: string,
  least: string,
  needsRefund?: boolean,
];
const COINS: readonly CoinRow[] = [
  ['BTC', 'Bitcoin', 'Bitcoin', 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv', '0.0005'],
  ['GRIN', 'Grin', 'Grin', 'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w', '1', true],
  ['USDT', 'Tether', 'Ethereum (ERC-20)', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '10'],
  [
    'XMR',
    'Monero',
    'Monero',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
    '0.01',
    true,
  ],
];
const coinOf = ([ticker, name, network, example, least, needsRefund = false]: CoinRow) => ({
  id: ticker,
  ticker,
  name,
  network,
  decimal_places: 8,
  is_deposit_enabled: true,
  is_withdrawal_enabled: true,
  is_trading_enabled: true,
  refund_address_required: needsRefund,
  min_deposit_amount: least,
  min_withdrawal_amount: least,
  deposit_fee: '0',
  confirmations: 6,
  address_format: null,
  address_example: example,
  explorer_url: null,
});

type PairRow = readonly [base: string, quote: string, price: number, quantity: number, least: string];
const PAIRS: readonly PairRow[] = [
  ['BTC', 'USDT', 2, 6, '0.00001'],
  ['GRIN', 'BTC', 8, 0, '1'],
  ['XMR', 'BTC', 6, 2, '0.01'],
  ['XMR', 'USDT', 2, 4, '0.001'],
];
const stepOf = (digits: number): string => (digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`);
const part = (ticker: string) => {
  const coin = COINS.find(([one]) => one === ticker);
  return { id: ticker, ticker, name: coin?.[1] ?? ticker, decimal_places: 8 };
};
const pairOf = ([base, quote, price, quantity, least]: PairRow) => ({
  pair: { id: `${base}-${quote}`, symbol: `${base}-${quote}`, is_active: true },
  settings: {
    is_enabled: true,
    price_source: 'market',
    custom_price: null,
    price_precision: price,
    quantity_precision: quantity,
    min_order_size: least,
    min_price_increment: stepOf(price),
    min_quantity_increment: stepOf(quantity),
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.3',
    price_deviation_percent: '25',
  },
  base_coin: part(base),
  quote_coin: part(quote),
});

const MARKETS = {
  'XMR-BTC': {
    last_price: '0.005',
    lowest_ask: '0.00501',
    highest_bid: '0.00499',
    percent_change: '0',
    base_volume: '1',
    quote_volume: '0.005',
    isFrozen: '0',
    high_24h: '0.0051',
    low_24h: '0.0049',
  },
};

const XMR = PAIRS.find(([base, quote]) => `${base}-${quote}` === 'XMR-BTC');
const ANSWERS: Readonly<Record<string, unknown>> = {
  'GET /coin/coins': { items: COINS.map(coinOf), total: COINS.length },
  'GET /pair/pairs': PAIRS.map(pairOf),
  'GET /pair/pairs/XMR-BTC': XMR && pairOf(XMR),
  'GET /api/markets': MARKETS,
  'GET /order/orderbook/XMR-BTC': {
    pair: 'XMR-BTC',
    timestamp: '2026-01-05T12:00:00Z',
    sequence: 1,
    bids: [],
    asks: [],
  },
  'GET /stats/btc-usd': { price: '90000' },
  'POST /stats/chartx': [],
};

/** @returns JSON; null where nobody answers */
export function answerOf(method: string, { pathname }: URL): string | null {
  if (/^\/locales\/\w+\/\w+\.json$/.test(pathname)) return read(pathname.slice(1));
  if (method === 'GET' && pathname.startsWith('/order/trades/')) return '[]';
  const known = ANSWERS[`${method} ${pathname}`];
  return known === undefined ? null : JSON.stringify(known);
}
