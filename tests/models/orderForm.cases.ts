import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { LimitOrder } from '../../src/domain/order.ts';
import type { TypedOrder } from '../../src/machines/orderForm/orderEntry.rules.ts';
import type { MarketFacts } from '../../src/machines/orderForm/orderWarnings.rules.ts';
import type { OrderPress, OrderFormSnapshot } from '../../src/machines/orderForm/index.ts';
import type { Outcome } from './tools/explore.ts';
import type { Reply } from './tools/ports.ts';

export const PAIR = 'XMR-USDT';
export const NOW = Date.UTC(2026, 0, 5, 12);

export const SETTINGS: PairSettings = {
  pair: PAIR,
  isEnabled: true,
  pricePrecision: 2,
  quantityPrecision: 2,
  minPriceIncrement: '0.05',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.1',
  makerFeePercent: '0.1',
  takerFeePercent: '0.2',
};
/** Read again: the smallest order has grown. */
export const NEWER_SETTINGS: PairSettings = { ...SETTINGS, minOrderSize: '5' };

const FACTS: MarketFacts = { bestBid: '99', bestAsk: '100', available: '1000' };

function press(
  price: string,
  quantity: string,
  idempotencyKey: string,
  more: Partial<OrderPress> = {},
): OrderPress {
  return {
    typed: { kind: 'limit', price, quantity },
    isSignedIn: true,
    facts: FACTS,
    idempotencyKey,
    now: NOW,
    ...more,
  };
}

const marketPress = (
  quantity: string,
  idempotencyKey: string,
  typed: Partial<TypedOrder> = {},
  facts: MarketFacts = FACTS,
): OrderPress =>
  press('', quantity, idempotencyKey, { typed: { kind: 'market', price: '', quantity, ...typed }, facts });
const limitPress = (
  price: string,
  idempotencyKey: string,
  typed: Partial<TypedOrder>,
  more: Partial<OrderPress> = {},
): OrderPress =>
  press(price, '2', idempotencyKey, { typed: { kind: 'limit', price, quantity: '2', ...typed }, ...more });

export const PRESSES = {
  visitor: press('100', '1', 'never', { isSignedIn: false }),
  'no price': press('', '1', 'never'),
  'price 0': press('0', '1', 'never'),
  'price 1e2': press('1e2', '1', 'never'),
  'price off the tick': press('99.99', '1', 'never'),
  'no quantity': press('99', '', 'never'),
  'quantity 0': press('99', '0,000', 'never'),
  'quantity below a step': press('99', '0.0099', 'never'),
  'quantity below the minimum': press('99', '0.0999', 'never'),
  'quantity of the minimum': press('99', '0.1', 'i-minimum'),
  /** With a comma, and more digits than are sent. */
  calm: press('99,5', '2.0099', 'i-calm'),
  'calm again': press('99.5', '2', 'i-calm-2'),
  other: press('99.5', '3', 'i-other'),
  /** Crosses the spread, and lies exactly 5 % away. */
  'crossing near': press('105', '1', 'i-near'),
  'crossing far': press('105.05', '1', 'i-far'),
  'resting far': press('50', '1', 'i-resting'),
  market: marketPress('2.019', 'i-market'),
  'market of nothing': marketPress('0', 'never'),
  'market protected': marketPress('2.019', 'i-protected', { tolerance: '1' }),
  'market unpriced': marketPress(
    '2.019',
    'never',
    { tolerance: '1' },
    { ...FACTS, bestBid: null, bestAsk: null },
  ),
  ioc: limitPress('99.5', 'i-ioc', { timeInForce: 'IOC' }),
  /** Worth 199 USDT: a unit more than is sent unasked, and exactly as much. */
  large: limitPress('99.5', 'i-large', { timeInForce: 'IOC' }, { askAbove: '198.99999999' }),
  'not large': limitPress('99.5', 'i-not-large', { timeInForce: 'IOC' }, { askAbove: '199' }),
  fok: limitPress('99.5', 'i-fok', { timeInForce: 'FOK' }),
  /** It would trade at once, far from the best price: the server refuses it, so nothing is asked. */
  'post-only': limitPress('105.05', 'i-post', { isPostOnly: true, timeInForce: 'GTC' }),
  'no stop price': limitPress('99.5', 'never', { stop: '' }),
  'stop off the tick': limitPress('99.5', 'never', { stop: '99.99' }),
  /** It does not trade at once, so nothing is asked. */
  stop: limitPress('105.05', 'i-stop', { stop: '90,50' }),
} as const satisfies Record<string, OrderPress>;

export type PressName = keyof typeof PRESSES;

/** What each press orders by the requirements: cut, never rounded up. */
export const ORDERED: Partial<Record<PressName, Omit<LimitOrder, 'kind' | 'pair' | 'side'>>> = {
  'quantity of the minimum': { price: '99', quantity: '0.1' },
  calm: { price: '99.5', quantity: '2' },
  'calm again': { price: '99.5', quantity: '2' },
  other: { price: '99.5', quantity: '3' },
  'crossing near': { price: '105', quantity: '1' },
  'crossing far': { price: '105.05', quantity: '1' },
  'resting far': { price: '50', quantity: '1' },
  ioc: { price: '99.5', quantity: '2', timeInForce: 'IOC' },
  large: { price: '99.5', quantity: '2', timeInForce: 'IOC' },
  'not large': { price: '99.5', quantity: '2', timeInForce: 'IOC' },
  fok: { price: '99.5', quantity: '2', timeInForce: 'FOK' },
  'post-only': { price: '105.05', quantity: '2', isPostOnly: true },
  stop: { price: '105.05', quantity: '2', stopPrice: '90.5' },
};

export type Ending = Outcome<OrderFormSnapshot>;

export const json = (body: unknown, status = 200): Reply => ({ status, body });

const PLACED = { id: '0192-a', pair_symbol: PAIR, operation: 'BUY', type: 'LIMIT' };
const placed = (name: string, state: string, quantityLeft: string | null, executedAt?: string): Ending => ({
  name,
  reply: json({ ...PLACED, state, quantity_left: quantityLeft, executed_at: executedAt }),
  done: { ok: true, value: { id: '0192-a', state, quantityLeft, isExecuted: executedAt !== undefined } },
});

export const RESTS = placed('rests', 'OPENED', '2');
export const WAITS = placed('waits', 'WAITING', '2');
export const PARTLY = placed('partly filled', 'PARTIALLY_FILLED', '0.5', '2026-01-05T12:00:01');
export const FILLED = placed('filled', 'FILLED', '0', '2026-01-05T12:00:01');
export const CANCELED = placed('canceled', 'CANCELED', '2');
export const CANCELED_PARTLY = placed('canceled after a part', 'CANCELED', '0.5', '2026-01-05T12:00:01');
export const ACCEPTED: Ending = {
  name: 'accepted',
  reply: json({ order: {} }),
  done: { ok: true, value: { id: null, state: 'OPENED', quantityLeft: null, isExecuted: false } },
};

const refused = (
  name: string,
  status: number,
  body: object,
  failure: Partial<Failure>,
  retryAfter?: number,
): Ending => ({
  name,
  reply: { status, body, ...(retryAfter === undefined ? {} : { retryAfter }) },
  done: {
    ok: false,
    failure: {
      status,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      code: status === 401 ? 'unauthorized' : status === 429 ? 'tooMany' : 'refused',
      retryable: status === 429,
      ...failure,
    },
  },
});

export const BAD_REQUEST = refused('400 with a message', 400, { message: 'No' }, { text: 'No' });
export const POOR = refused(
  '422 with an error',
  422,
  { error: 'Not enough USDT', code: 'INSUFFICIENT_BALANCE' },
  { text: 'Not enough USDT', serverCode: 'INSUFFICIENT_BALANCE' },
);
export const WORDLESS = refused('403 without words', 403, {}, {});
export const SIGNED_OUT = refused('401', 401, { message: 'Sign in' }, { text: 'Sign in' });
export const CONFLICT = refused('409', 409, {}, {});
export const SELF_TRADE = refused(
  '409 with a reason',
  409,
  { code: 'SELF_TRADE' },
  { serverCode: 'SELF_TRADE' },
);
export const IN_PROGRESS = refused(
  '409 in progress',
  409,
  { code: 'REQUEST_IN_PROGRESS' },
  { serverCode: 'REQUEST_IN_PROGRESS' },
);
export const TOO_MANY = refused('429 for 20 s', 429, { message: 'Slow' }, { text: 'Slow' }, 20);
export const TOO_EARLY = refused('425', 425, {}, {});

const lost = (
  name: string,
  reply: Reply,
  failure: Omit<Failure, 'retryable'>,
  retryable = false,
): Ending => ({
  name,
  reply,
  error: new OutageError({ ...failure, retryable }),
});

export const serverDown = (call: string): Ending =>
  lost('500', json({ message: 'Sorry' }, 500), {
    status: 500,
    text: 'Sorry',
    code: 'server',
    cause: `${call} 500`,
  });
export const busy = (call: string): Ending =>
  lost(
    '503 for 4 s',
    { status: 503, body: undefined, retryAfter: 4 },
    { status: 503, retryAfter: 4, code: 'server', cause: `${call} 503` },
  );
export const redirected = (call: string): Ending =>
  lost('302', { status: 302, body: undefined }, { status: 302, code: 'unreadable', cause: `${call} 302` });
export const unreadable = (call: string): Ending =>
  lost(
    'not JSON',
    { status: 200, body: undefined, isUnreadable: true },
    { status: 200, code: 'unreadable', cause: `${call} 200` },
  );
export const NO_ANSWER = lost('no answer', 'noAnswer', { code: 'unreachable', cause: 'TypeError' });
export const SILENCE = lost('silence', 'silence', { code: 'timeout', cause: 'AbortError' });

/** A read may be tried again automatically, unless its answer cannot be read. */
export const readLost = (ending: Ending): Ending => {
  const { failure } = ending.error as OutageError;
  return { ...ending, error: new OutageError({ ...failure, retryable: failure.code !== 'unreadable' }) };
};

const AT = '2026-01-05T12:00:01';

export const order = (id: string): object => ({
  id,
  pair_symbol: PAIR,
  operation: 'SELL',
  type: 'LIMIT',
  price: '99.50',
  quantity: '2.00',
  quantity_left: '2',
  state: 'OPENED',
  created_at: AT,
});

export const execution = (id: string, type = 'LIMIT', quantity = '2'): object => ({
  id,
  pair_symbol: PAIR,
  operation: 'SELL',
  type,
  executed_price: '99.6',
  executed_quantity: quantity,
  is_maker: false,
  created_at: AT,
});
