// What a trader does, call by call, with the time that each answer took.
import type { Answer, Caller } from '../attack/http.ts';
import { BIG_PAIR } from './fill.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** A page as the screens ask for it, and one far behind it. */
const PAGE = 'limit=20';

const READS: Readonly<Record<string, string>> = {
  me: '/auth/me',
  sessions: '/auth/sessions',
  balances: '/user/balances',
  'orders, a page': `/order/orders?${PAGE}`,
  'orders of a pair': `/order/orders?pair=KAS-USDT&${PAGE}`,
  'open orders': `/order/orders?state=OPENED&${PAGE}`,
  'cancelled orders': `/order/orders?state=CANCELED&${PAGE}`,
  'orders, page 50': `/order/orders?skip=1000&${PAGE}`,
  'executions, a page': `/order/orders/history/executions?${PAGE}`,
  'executions of a pair': `/order/orders/history/executions?pair=KAS-USDT&${PAGE}`,
  'executions, page 50': `/order/orders/history/executions?skip=1000&${PAGE}`,
  trades: `/order/trades/${BIG_PAIR}?limit=100`,
  orderBook: `/order/orderbook/${BIG_PAIR}?depth=40`,
  markets: '/api/markets',
  market: `/api/markets/${BIG_PAIR}`,
  pairs: '/pair/pairs',
  coins: '/coin/coins',
  deposits: `/deposit/deposits/user/history?${PAGE}`,
  withdrawals: `/withdrawal/withdrawals/user/history?${PAGE}`,
  depositAddresses: '/user/deposit-address/list',
  refundAddresses: '/user/refund-address/status',
  addressBook: '/user/address-book',
  apiKeys: '/user/api-keys',
  passkeys: '/auth/passkeys',
  accountRemains: '/user/deletion',
  tickets: '/support/tickets/list',
  solvencyStatements: '/solvency/statements',
  ledgerHeads: '/ledger/heads',
};

/** Of a bid next to the best, in the pair's own digits. */
export interface Terms {
  readonly bid: string;
  readonly quantity: string;
  /** Twice the quantity. */
  readonly double: string;
}

export interface Trader extends Caller {
  signIn(): Promise<Answer>;
}

export type Took = Map<string, number[]>;

/** @throws Error when a call is refused: its time would say nothing. */
export async function actAll(trader: Trader, terms: Terms, turns: number, took: Took): Promise<void> {
  async function timed(name: string, call: Promise<Answer>): Promise<Answer> {
    const began = performance.now();
    const answer = await call;
    const list = took.get(name) ?? [];
    took.set(name, [...list, performance.now() - began]);
    if (answer.status >= 300)
      throw new Error(`${name} was answered with ${answer.status} ${answer.body ?? ''}`);
    return answer;
  }
  const send = (name: string, method: Method, path: string, body?: object) =>
    timed(name, trader.call(method, path, body));
  const idOf = ({ body }: { readonly body: string }): string => {
    const answer = JSON.parse(body) as { id?: string; withdrawal_id?: string };
    return answer.id ?? answer.withdrawal_id ?? '';
  };
  const limit = {
    pair: BIG_PAIR,
    type: 'LIMIT',
    operation: 'BUY',
    price: terms.bid,
    quantity: terms.quantity,
  };
  const market = { pair: BIG_PAIR, operation: 'BUY', quantity: terms.quantity };
  const minute = { frame: 'minute', pair: BIG_PAIR };
  const withdrawal = {
    currency: 'BTC',
    amount: '0.001',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  };

  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, path] of Object.entries(READS)) await send(name, 'GET', path);
    const stop_ts = Math.floor(Date.now() / 1000) - turn;
    await send('candles', 'POST', '/stats/chartx', { ...minute, start_ts: stop_ts - 18_000, stop_ts });
    const placed = await send('placeLimitOrder', 'POST', '/order/orders/limit', limit);
    const amended = { price: terms.bid, quantity: terms.double };
    await send('amendOrder', 'POST', `/order/amend/${idOf(placed)}`, amended);
    await send('cancelOrder', 'DELETE', `/order/cancel/${idOf(placed)}`);
    await send('placeMarketOrder', 'POST', '/order/orders/market', market);
    const sent = await send('createWithdrawal', 'POST', '/withdrawal/withdrawals/create', withdrawal);
    await send('withdrawalStatus', 'GET', `/withdrawal/withdrawals/${idOf(sent)}/status`);
    if (turn % 10 === 0) await timed('login', trader.signIn());
  }
}
