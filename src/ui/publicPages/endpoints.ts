/** The public calls (PUBLIC-17). A test compares the answers with those of a running venue. */

interface Parameter {
  /** Also the key of its text. */
  readonly name: 'pair' | 'skip' | 'limit' | 'depth';
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'integer';
  readonly isRequired: boolean;
}

interface Endpoint {
  /** Key of its text in the namespace `apidocs`. */
  readonly name: 'markets' | 'market' | 'pairs' | 'pair' | 'orderBook';
  readonly method: 'GET';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Path and query of the example request. */
  readonly example: string;
  readonly answer: unknown;
}

const market = {
  last_price: '0.00389',
  percent_change: '0.56',
  base_volume: '8755.75',
  quote_volume: '33.93257549',
  high_24h: '0.00398',
  low_24h: '0.003748',
  lowest_ask: '0.00389',
  highest_bid: '0.003888',
};

const PAIR_ID = '7c1f0f5e-9f3b-4a57-8d0c-2f1f6a1d3b10';
const XMR_ID = '0b8d4a52-6c39-4f0e-9a3d-51f0c2a7e684';
const BTC_ID = 'f3a9e1d7-2b48-4c6f-8e15-7d90b4c3a265';
const dates = { created_at: '2026-01-05T09:30:00.000Z', updated_at: '2026-01-05T09:30:00.000Z' };

const pair = {
  pair: {
    id: PAIR_ID,
    symbol: 'XMR-BTC',
    base_coin_id: XMR_ID,
    quote_coin_id: BTC_ID,
    is_active: true,
    created_by: null,
    ...dates,
  },
  settings: {
    id: PAIR_ID,
    pair_id: PAIR_ID,
    is_enabled: true,
    is_default: false,
    price_deviation_percent: '10',
    price_source: 'market',
    custom_price: null,
    price_precision: 6,
    quantity_precision: 2,
    min_order_size: '0.01',
    min_price_increment: '0.000001',
    min_quantity_increment: '0.01',
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.3',
    ...dates,
  },
  base_coin: { id: XMR_ID, name: 'Monero', ticker: 'XMR', logo_url: null, decimal_places: 8 },
  quote_coin: { id: BTC_ID, name: 'Bitcoin', ticker: 'BTC', logo_url: null, decimal_places: 8 },
};

const pairParameter: Parameter = { name: 'pair', in: 'path', type: 'string', isRequired: true };
const number = (name: Parameter['name']): Parameter => ({
  name,
  in: 'query',
  type: 'integer',
  isRequired: false,
});

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'markets',
    method: 'GET',
    path: '/api/markets',
    parameters: [],
    example: '/api/markets',
    answer: { markets: { 'XMR-BTC': market } },
  },
  {
    name: 'market',
    method: 'GET',
    path: '/api/markets/{pair}',
    parameters: [pairParameter],
    example: '/api/markets/XMR-BTC',
    answer: { pair: 'XMR-BTC', ...market },
  },
  {
    name: 'pairs',
    method: 'GET',
    path: '/pair/pairs',
    parameters: [number('skip'), number('limit')],
    example: '/pair/pairs?skip=0&limit=1',
    answer: [pair],
  },
  {
    name: 'pair',
    method: 'GET',
    path: '/pair/pairs/{pair}',
    parameters: [pairParameter],
    example: '/pair/pairs/XMR-BTC',
    answer: pair,
  },
  {
    name: 'orderBook',
    method: 'GET',
    path: '/order/orderbook/{pair}',
    parameters: [pairParameter, number('depth')],
    example: '/order/orderbook/XMR-BTC?depth=2',
    answer: {
      pair: 'XMR-BTC',
      timestamp: '2026-01-05T12:00:00.000Z',
      sequence: 1795298063664,
      bids: [
        ['0.003888', '19.97'],
        ['0.003887', '21.52'],
      ],
      asks: [
        ['0.00389', '7.41'],
        ['0.003891', '26.36'],
      ],
    },
  },
];
