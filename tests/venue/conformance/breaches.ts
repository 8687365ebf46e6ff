import { randomUUID } from 'node:crypto';
import type { Area, RequirementId } from '../../../tools/conformance/requirements.ts';
import type { Frame, Passing, Tampering } from './proxy.ts';

export interface Breach {
  readonly name: string;
  readonly area: Area;
  /** What it breaks; nothing else must be found. */
  readonly breaks: RequirementId;
  /** @param nudge changes the book of the pair that a frame names. */
  readonly make: (nudge: (frame: Frame) => void) => Tampering;
}

type Fields = Record<string, unknown>;

/** Changes a successful answer of a call; `T` is the part of the answer that changes. */
const on =
  <T>(method: string, path: RegExp, change: (json: T, passing: Passing) => void): (() => Tampering) =>
  () => ({
    after(passing) {
      const isIt = passing.method === method && path.test(passing.path);
      if (isIt && passing.status < 300 && passing.json !== undefined) change(passing.json as T, passing);
    },
  });

const every =
  (change: (passing: Passing) => void): (() => Tampering) =>
  () => ({ after: change });

const frames =
  (type: RegExp, change: (frame: Frame) => Frame | null): (() => Tampering) =>
  () => ({ frame: (frame) => (type.test(frame.type) ? change(frame) : frame) });

/** Session cookies that lack an attribute. */
const without = (attribute: RegExp): (() => Tampering) =>
  every((passing) => {
    passing.cookies = passing.cookies.map((cookie) => cookie.replace(attribute, ''));
  });

const firstOf = (json: { readonly markets: Readonly<Record<string, Fields>> }): Fields =>
  Object.values(json.markets)[0] ?? {};
type Markets = Parameters<typeof firstOf>[0];
type Book = Record<'bids' | 'asks', unknown[]>;

export const BREACHES: readonly Breach[] = [
  {
    name: 'a price is a number that lost digits',
    area: 'market',
    breaks: 'values.money',
    make: on<Markets>('GET', /^\/api\/markets$/, (json) => (firstOf(json).last_price = 0.1 + 0.2)),
  },
  {
    name: 'a price is a word',
    area: 'market',
    breaks: 'values.money',
    make: on<Fields[]>('GET', /^\/order\/trades\//, ([trade = {}]) => (trade.price = 'cheap')),
  },
  {
    name: 'a field is missing',
    area: 'market',
    breaks: 'market.pair',
    make: on<Record<'settings', Fields>>('GET', /^\/pair\/pairs\/[^/]+$/, ({ settings }) => {
      delete settings.quantity_precision;
    }),
  },
  {
    name: 'a list has another key',
    area: 'market',
    breaks: 'market.coins',
    make: on<Fields>('GET', /^\/coin\/coins$/, (json, passing) => (passing.json = { results: json.items })),
  },
  {
    name: 'a candle is timestamp, open, high, low, close, volume',
    area: 'market',
    breaks: 'market.candleOrder',
    make: on<string[][]>('POST', /^\/stats\/chartx$/, (candles) => {
      for (const candle of candles) {
        const [time = '', high = '', low = '', volume = '', open = '', close = ''] = candle;
        candle.splice(0, 6, time, open, high, low, close, volume);
      }
    }),
  },
  {
    name: 'the book is crossed',
    area: 'market',
    breaks: 'market.bookOrder',
    make: on<Book>('GET', /^\/order\/orderbook\//, (book) => {
      [book.bids, book.asks] = [book.asks, book.bids];
    }),
  },
  {
    name: 'the worst bid comes first',
    area: 'market',
    breaks: 'market.bookOrder',
    make: on<Book>('GET', /^\/order\/orderbook\//, ({ bids }) => bids.reverse()),
  },
  {
    name: 'the depth is not heeded',
    area: 'market',
    breaks: 'market.limit',
    make: () => ({
      before: ({ path, query }) => {
        if (path.startsWith('/order/orderbook/')) query.set('depth', '20');
      },
    }),
  },
  {
    name: 'the best bid of a market is above its best ask',
    area: 'market',
    breaks: 'market.figures',
    make: on<Markets>('GET', /^\/api\/markets$/, (json) => {
      const market = firstOf(json);
      [market.highest_bid, market.lowest_ask] = [market.lowest_ask, market.highest_bid];
    }),
  },
  {
    name: 'a time is written in words',
    area: 'market',
    breaks: 'values.times',
    make: on<Fields[]>('GET', /^\/order\/trades\//, ([trade = {}]) => (trade.time = 'last Tuesday')),
  },
  {
    name: 'a balance is negative',
    area: 'account',
    breaks: 'values.sign',
    make: on<Fields[]>('GET', /^\/user\/balances$/, ([balance = {}]) => (balance.available = '-1')),
  },
  {
    name: 'the state of orders is not heeded',
    area: 'orders',
    breaks: 'account.orders',
    make: () => ({
      before: ({ path, query }) => {
        if (path === '/order/orders') query.delete('state');
      },
    }),
  },
  {
    name: 'what belongs to a user may be kept by shared caches',
    area: 'account',
    breaks: 'account.cache',
    make: on('GET', /^\/user\/balances$/, (_json, { headers }) =>
      headers.set('cache-control', 'public, max-age=60'),
    ),
  },
  {
    name: 'the account that a request names is not heeded',
    area: 'account',
    breaks: 'account.header',
    make: () => ({ before: ({ sent }) => delete sent['x-account-id'] }),
  },
  {
    name: 'a refusal has no words',
    area: 'errors',
    breaks: 'errors.message',
    make: every((passing) => {
      if (passing.status >= 400) passing.json = { code: 'REFUSED' };
    }),
  },
  {
    name: 'bad input is answered with 500',
    area: 'errors',
    breaks: 'errors.noFailure',
    make: every((passing) => {
      if (passing.status === 404) passing.status = 500;
    }),
  },
  {
    name: 'a body that is not understood is taken',
    area: 'errors',
    breaks: 'errors.badInput',
    make: every((passing) => {
      if (passing.path === '/stats/chartx' && passing.status === 422) passing.status = 200;
    }),
  },
  {
    name: 'an unknown pair is answered with 200',
    area: 'errors',
    breaks: 'errors.unknown',
    make: every((passing) => {
      if (passing.path.startsWith('/order/orderbook/')) passing.status = 200;
    }),
  },
  {
    name: 'too many attempts, and no word of how long to wait',
    area: 'errors',
    breaks: 'errors.retryAfter',
    make: every(({ headers }) => headers.delete('retry-after')),
  },
  {
    name: 'an unknown session is answered with 200',
    area: 'session',
    breaks: 'session.unknown',
    make: every((passing) => {
      if (passing.path === '/auth/me' && passing.status === 401 && passing.sent.cookie?.includes('__Host')) {
        passing.status = 200;
      }
    }),
  },
  {
    name: 'balances are told to nobody in particular',
    area: 'session',
    breaks: 'session.required',
    make: every((passing) => {
      if (passing.path === '/user/balances' && passing.status === 401) passing.status = 200;
    }),
  },
  {
    name: 'the cookie is not HttpOnly',
    area: 'session',
    breaks: 'session.httpOnly',
    make: without(/; HttpOnly/i),
  },
  {
    name: 'the cookie is not SameSite',
    area: 'session',
    breaks: 'session.sameSite',
    make: without(/; SameSite=\w+/i),
  },
  {
    name: 'expires_in is missing',
    area: 'session',
    breaks: 'session.login',
    make: on<Fields>('POST', /^\/auth\/login$/, (json) => delete json.expires_in),
  },
  {
    name: 'the session outlives its end',
    area: 'session',
    breaks: 'session.logout',
    make: () => ({
      before: ({ path, sent }) => {
        if (path === '/auth/logout') delete sent.cookie;
      },
    }),
  },
  {
    name: 'a page of the client is not allowed',
    area: 'cors',
    breaks: 'cors.answer',
    make: every(({ method, headers }) => {
      if (method !== 'OPTIONS') headers.delete('access-control-allow-origin');
    }),
  },
  {
    name: 'every page is allowed',
    area: 'cors',
    breaks: 'cors.strangers',
    make: every(({ sent, headers }) => {
      headers.set('access-control-allow-origin', sent.origin ?? '*');
      headers.set('access-control-allow-credentials', 'true');
    }),
  },
  {
    name: 'a claimed header is not allowed',
    area: 'cors',
    breaks: 'cors.headers',
    make: every(({ method, headers }) => {
      if (method === 'OPTIONS') headers.set('access-control-allow-headers', 'content-type');
    }),
  },
  {
    name: 'a repeated key acts twice',
    area: 'orders',
    breaks: 'orders.idempotency',
    make: () => ({
      before: ({ sent }) => {
        if (sent['idempotency-key'] !== undefined) sent['idempotency-key'] = randomUUID();
      },
    }),
  },
  {
    name: 'an order is cancelled twice',
    area: 'orders',
    breaks: 'orders.cancelTwice',
    make: every((passing) => {
      if (passing.path.startsWith('/order/cancel/') && passing.status === 409) passing.status = 200;
    }),
  },
  {
    name: 'an open order locks nothing',
    area: 'orders',
    breaks: 'orders.locked',
    make: on<Fields[]>('GET', /^\/user\/balances$/, (balances) => {
      for (const balance of balances) balance.available = '1000';
    }),
  },
  {
    name: 'an amendment changes the quantity alone',
    area: 'orders',
    breaks: 'orders.amend',
    make: () => ({
      body: ({ path }, body) => {
        if (path.startsWith('/order/amend/')) delete body.price;
      },
    }),
  },
  {
    name: 'an order that is to be filled at once rests',
    area: 'orders',
    breaks: 'orders.immediate',
    make: () => ({ body: (_passing, body) => delete body.time_in_force }),
  },
  {
    name: 'a stop order goes into the book',
    area: 'orders',
    breaks: 'orders.stop',
    make: () => ({ body: (_passing, body) => delete body.stop_price }),
  },
  {
    name: 'an iceberg shows itself whole',
    area: 'orders',
    breaks: 'orders.iceberg',
    make: () => ({ body: (_passing, body) => delete body.display_quantity }),
  },
  {
    name: 'an order has only one of its legs',
    area: 'orders',
    breaks: 'orders.oco',
    make: () => ({
      body: (_passing, body) => {
        delete body.oco_stop_price;
        delete body.oco_limit_price;
      },
    }),
  },
  {
    name: 'an order trails by another percentage',
    area: 'orders',
    breaks: 'orders.trailing',
    make: () => ({
      body: (_passing, body) => {
        if (body.trail_percent !== undefined) body.trail_percent = '49';
      },
    }),
  },
  {
    name: 'a blank ticket is opened',
    area: 'support',
    breaks: 'support.blank',
    make: every((passing) => {
      if (passing.path === '/support/tickets/create' && passing.status === 422) passing.status = 201;
    }),
  },
  {
    name: 'a ping is not answered',
    area: 'socket',
    breaks: 'socket.heartbeat',
    make: () => {
      let isFirst = true;
      return {
        frame: (frame) => {
          const isSwallowed = frame.type === 'pong' && isFirst;
          if (frame.type === 'pong') isFirst = false;
          return isSwallowed ? null : frame;
        },
      };
    },
  },
  {
    name: 'the book of the socket is crossed',
    area: 'socket',
    breaks: 'socket.book',
    make: frames(/^orderbook_snapshot$/, (frame) => ({ ...frame, bids: frame.asks, asks: frame.bids })),
  },
  {
    name: 'no snapshot comes',
    area: 'socket',
    breaks: 'socket.snapshot',
    make: frames(/^orderbook_/, () => null),
  },
  {
    name: 'updates are not numbered one after another',
    area: 'socket',
    breaks: 'socket.sequence',
    make: (nudge) => ({
      frame(frame) {
        if (frame.type === 'orderbook_snapshot') nudge(frame);
        return frame.type === 'orderbook_update' ? { ...frame, previous_sequence: 1 } : frame;
      },
    }),
  },
  {
    name: 'books come after unsubscribing',
    area: 'socket',
    breaks: 'socket.unsubscribe',
    make: (nudge) => ({
      said(frame) {
        if (frame.type !== 'unsubscribe_orderbook') return frame;
        nudge(frame);
        return null;
      },
    }),
  },
  {
    name: 'fees come under another name',
    area: 'socket',
    breaks: 'socket.fees',
    make: frames(/^fees_/, (frame) => ({ ...frame, type: 'costs' })),
  },
];
