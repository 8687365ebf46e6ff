import * as z from 'zod/mini';
import {
  codeBody,
  enrolmentAnswer,
  loginAnswer,
  loginBody,
  passwordChangeBody,
  registrationBody,
  userAnswer,
} from './auth.ts';
import { candleAnswer, chartBody } from './charts.ts';
import {
  type Decoder,
  decodeList,
  decodeMap,
  decodeMessage,
  decodeNothing,
  decodeOne,
  unwrap,
} from './decode.ts';
import { bookAnswer, btcPriceAnswer, coinAnswer, marketAnswer, pairAnswer, tradeAnswer } from './markets.ts';
import {
  balanceAnswer,
  executionAnswer,
  executionListQuery,
  limitOrderBody,
  marketOrderBody,
  orderAnswer,
  orderListQuery,
  placedAnswer,
} from './orders.ts';
import { wholeNumber } from './values.ts';

type Schema = z.ZodMiniType;
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name | keyof Params<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

/**
 * One call of the wire contract. Client and venue both import this table: the client sends by it and reads
 * the answer with `decode`; the venue routes by `method` and `path` and parses `query` and `body` strictly.
 */
export interface Call<
  Path extends string = string,
  Query extends Schema | null = Schema | null,
  Body extends Schema | null = Schema | null,
  Answer = unknown,
> {
  /** Stable name: used in the log, and by the sandbox to force the next failure of a call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: Path;
  /** Whether it changes something at the server: sent once, 30 s limit, never retried by itself. */
  readonly isWrite: boolean;
  /** Carries `Idempotency-Key` (contract, "Idempotency"). */
  readonly hasIntent: boolean;
  /** Needs a session at the venue. */
  readonly isPrivate: boolean;
  /** A 401 is this call's own answer and does not end the session (spec 1 §4). */
  readonly ownsUnauthorized: boolean;
  /** Null for a call without one. */
  readonly query: Query;
  readonly body: Body;
  readonly decode: Decoder<Answer>;
}

/** What a sender of the call has to give: path parameters, query and body, each where the call has them. */
export type Arguments<C> =
  C extends Call<infer Path, infer Query, infer Body>
    ? Params<Path> extends infer P
      ? (unknown extends P ? unknown : { readonly params: P }) &
          (Query extends Schema ? { readonly query?: z.input<Query> } : unknown) &
          (Body extends Schema ? { readonly body: z.input<Body> } : unknown)
      : never
    : never;

export type Answer<C> = C extends { readonly decode: Decoder<infer A> } ? A : never;

type Shape = Partial<Pick<Call, 'isWrite' | 'hasIntent' | 'isPrivate' | 'ownsUnauthorized'>>;

function call<
  const Path extends string,
  A,
  const Query extends Schema | null = null,
  const Body extends Schema | null = null,
>(
  name: string,
  method: Call['method'],
  path: Path,
  decode: Decoder<A>,
  { query, body, ...shape }: Shape & { query?: Query; body?: Body } = {},
): Call<Path, Query, Body, A> {
  return {
    name,
    method,
    path,
    decode,
    isWrite: method !== 'GET',
    hasIntent: false,
    isPrivate: false,
    ownsUnauthorized: false,
    // Absent schemas are null, which is then also their type parameter.
    query: (query ?? null) as Query,
    body: (body ?? null) as Body,
    ...shape,
  };
}

const coinListQuery = z.object({
  page: wholeNumber(1, 1, 10_000),
  limit: wholeNumber(50, 1, 200),
  sort_by: z._default(z.enum(['ticker', 'name', 'id']), 'ticker'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
});
const depthQuery = z.object({
  depth: wholeNumber(20, 1, 500),
});
const tradeListQuery = z.object({
  limit: wholeNumber(100, 1, 500),
});
const pairListQuery = z.object({
  skip: wholeNumber(0, 0, 10_000),
  limit: wholeNumber(100, 1, 500),
});

/** `GET /order/orderbook/{pair}` may hold the book bare or under `data`. */
const decodeBook: Decoder<z.output<typeof bookAnswer>> = (raw) =>
  decodeOne(bookAnswer)(unwrap(raw, 'orderbook'));

/** The calls of this client, by name. Paths are those of the specification (spec 1 §7, 2 §7). */
export const calls = {
  login: call('login', 'POST', '/auth/login', decodeOne(loginAnswer), {
    body: loginBody,
    ownsUnauthorized: true,
  }),
  register: call('register', 'POST', '/auth/register', decodeNothing, { body: registrationBody }),
  logout: call('logout', 'POST', '/auth/logout', decodeNothing),
  me: call('me', 'GET', '/auth/me', (raw) => decodeOne(userAnswer)(unwrap(raw, 'user')), { isPrivate: true }),
  changePassword: call('changePassword', 'POST', '/auth/change-password', decodeMessage, {
    body: passwordChangeBody,
    isPrivate: true,
    ownsUnauthorized: true,
  }),
  twoFactorEnable: call('twoFactorEnable', 'POST', '/auth/2fa/enable', decodeOne(enrolmentAnswer), {
    isPrivate: true,
  }),
  twoFactorVerify: call('twoFactorVerify', 'POST', '/auth/2fa/verify', decodeNothing, {
    body: codeBody,
    isPrivate: true,
  }),
  twoFactorDisable: call('twoFactorDisable', 'POST', '/auth/2fa/disable', decodeNothing, {
    body: codeBody,
    isPrivate: true,
  }),

  balances: call('balances', 'GET', '/user/balances', decodeList(balanceAnswer, 'balances', 'items'), {
    isPrivate: true,
  }),

  placeLimitOrder: call(
    'placeLimitOrder',
    'POST',
    '/order/orders/limit',
    (raw) => decodeOne(placedAnswer)(unwrap(raw, 'order')),
    {
      body: limitOrderBody,
      hasIntent: true,
      isPrivate: true,
    },
  ),
  placeMarketOrder: call(
    'placeMarketOrder',
    'POST',
    '/order/orders/market',
    (raw) => decodeOne(placedAnswer)(unwrap(raw, 'order')),
    {
      body: marketOrderBody,
      hasIntent: true,
      isPrivate: true,
    },
  ),
  cancelOrder: call('cancelOrder', 'DELETE', '/order/cancel/:id', decodeNothing, { isPrivate: true }),
  orders: call('orders', 'GET', '/order/orders', decodeList(orderAnswer, 'orders', 'items'), {
    query: orderListQuery,
    isPrivate: true,
  }),
  executions: call(
    'executions',
    'GET',
    '/order/orders/history/executions',
    decodeList(executionAnswer, 'executions', 'items'),
    { query: executionListQuery, isPrivate: true },
  ),

  trades: call('trades', 'GET', '/order/trades/:pair', decodeList(tradeAnswer, 'trades', 'items'), {
    query: tradeListQuery,
  }),
  orderBook: call('orderBook', 'GET', '/order/orderbook/:pair', decodeBook, { query: depthQuery }),
  markets: call('markets', 'GET', '/api/markets', decodeMap(marketAnswer, 'pair', 'markets')),
  market: call('market', 'GET', '/api/markets/:pair', (raw) =>
    decodeOne(marketAnswer)(unwrap(raw, 'market')),
  ),
  pairs: call('pairs', 'GET', '/pair/pairs', decodeList(pairAnswer, 'pairs', 'items'), {
    query: pairListQuery,
  }),
  pair: call('pair', 'GET', '/pair/pairs/:pair', decodeOne(pairAnswer)),
  coins: call('coins', 'GET', '/coin/coins', decodeList(coinAnswer, 'items', 'coins'), {
    query: coinListQuery,
  }),
  candles: call('candles', 'POST', '/stats/chartx', decodeList(candleAnswer, 'candles'), {
    body: chartBody,
    isWrite: false,
  }),
  btcPrice: call('btcPrice', 'GET', '/stats/btc-usd', decodeOne(btcPriceAnswer)),
} as const;

export type CallName = keyof typeof calls;
