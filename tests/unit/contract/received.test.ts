import { describe, expect, it } from 'vitest';
import { enrolmentAnswer, loginAnswer, userAnswer } from '../../../src/services/contract/auth.ts';
import { refusalText } from '../../../src/services/contract/errors.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { readServerFrame } from '../../../src/services/contract/frames.ts';
import { btcPriceAnswer, coinAnswer, operation, pairAnswer } from '../../../src/services/contract/markets.ts';
import { orderAnswer, placedAnswer } from '../../../src/services/contract/orders.ts';
import { count, instant, pairSymbol } from '../../../src/services/contract/values.ts';
import {
  depositAnswer,
  refundAddressAnswer,
  refundAddressCountAnswer,
  savedRefundAddressAnswer,
  withdrawalAnswer,
} from '../../../src/services/contract/wallet.ts';

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
}
function complaint(
  schema: { safeParse: (raw: unknown) => { error?: { issues: readonly Issue[] } | undefined } },
  raw: unknown,
): string | undefined {
  const issue = schema.safeParse(raw).error?.issues[0];
  return issue && `${issue.code} ${issue.path.map(String).join('.')}: ${issue.message}`;
}

describe('what cannot be read is complained of by its place, in words, and never by its value', () => {
  it.each([
    [instant, 'soon', 'custom : not a time'],
    [pairSymbol, 'XMR', 'custom : not a pair like XMR-BTC'],
    [operation, 'hold', 'custom : neither BUY nor SELL'],
    [count, '-1', 'custom : not a whole number of 0 or more'],
    [userAnswer, { email: 'a@b.example' }, 'custom id: neither id nor user_id'],
    [depositAnswer, { id: '1', amount: '1' }, 'custom currency: none of coin_ticker, currency'],
    [refundAddressCountAnswer, {}, 'custom count: none of count, configured'],
  ])('%#', (schema, raw, said) => {
    expect(complaint(schema as Parameters<typeof complaint>[0], raw)).toBe(said);
  });
});

describe('a coin', () => {
  const coin = { ticker: 'XMR' };

  it.each([
    ['https://x.example/{tx}', 'https://x.example/{tx}'],
    ['HTTP://x.example/{tx}', 'HTTP://x.example/{tx}'],
    ['javascript:alert(1)', null],
    [' https://x.example', null],
    [null, null],
  ])('a link to %j is kept as %j', (url, kept) => {
    expect(coinAnswer.parse({ ...coin, explorer_url: url }).explorerUrl).toBe(kept);
  });

  it('an empty pattern or example of its addresses is none', () => {
    const read = coinAnswer.parse({ ...coin, address_format: '', address_example: '' });
    expect([read.addressFormat, read.addressExample]).toEqual([null, null]);
    const told = coinAnswer.parse({ ...coin, address_format: '^4', address_example: '4a' });
    expect([told.addressFormat, told.addressExample]).toEqual(['^4', '4a']);
  });
});

describe('a pair', () => {
  const raw = (precision: unknown) => ({
    pair: { symbol: 'XMR-BTC' },
    settings: { quantity_precision: precision, min_quantity_increment: '0.1' },
  });

  it.each([0, 18, '8'])('may have %j digits', (precision) => {
    expect(pairAnswer.parse(raw(precision)).quantityPrecision).toBe(Number(precision));
  });

  it.each([-1, 19, 1.5, 'x'])('may not have %j digits', (precision) => {
    expect(pairAnswer.safeParse(raw(precision)).success).toBe(false);
  });

  it('the price of BTC is read', () => {
    expect(btcPriceAnswer.parse({ price: '67000.12' })).toBe('67000.12');
  });
});

describe('an order', () => {
  const raw = {
    id: 1,
    pair_symbol: 'XMR-BTC',
    operation: 'BUY',
    price: '0.005',
    quantity: '1',
    quantity_left: '1',
    created_at: 0,
  };

  it('is read field by field', () => {
    const whole = {
      id: 7,
      pair_symbol: 'XMR-BTC',
      operation: 'SELL',
      type: 'LIMIT',
      price: '0.005',
      quantity: '9',
      quantity_left: '4',
      time_in_force: 'gtc',
      post_only: true,
      stop_price: '0.0051',
      trail_percent: '2.5',
      display_quantity: '3',
      oco_stop_price: '0.0048',
      oco_limit_price: '0.0047',
      average_price: '0.0052',
      cost: '0.026',
      fee_amount: '0.0001',
      fee_currency: 'BTC',
      state: 'partially_filled',
      created_at: '2026-01-05T12:00:00Z',
      updated_at: '2026-01-05T12:00:01Z',
      executed_at: '2026-01-05T12:00:02Z',
    };
    const noon = Date.UTC(2026, 0, 5, 12);
    expect(orderAnswer.parse(whole)).toEqual({
      id: '7',
      pair: 'XMR-BTC',
      side: 'sell',
      kind: 'limit',
      price: '0.005',
      quantity: '9',
      quantityLeft: '4',
      timeInForce: 'GTC',
      isPostOnly: true,
      stopPrice: '0.0051',
      trailPercent: '2.5',
      displayQuantity: '3',
      ocoStopPrice: '0.0048',
      ocoLimitPrice: '0.0047',
      averagePrice: '0.0052',
      cost: '0.026',
      fee: '0.0001',
      feeCurrency: 'BTC',
      state: 'PARTIALLY_FILLED',
      createdAt: noon,
      updatedAt: noon + 1000,
      executedAt: noon + 2000,
    });
    expect(placedAnswer.parse(whole)).toEqual({
      id: '7',
      state: 'PARTIALLY_FILLED',
      quantityLeft: '4',
      isExecuted: true,
    });
  });

  it('at the market has no price, whatever the field contains', () => {
    expect(orderAnswer.parse({ ...raw, type: 'MARKET' })).toMatchObject({ kind: 'market', price: null });
    expect(orderAnswer.parse({ ...raw, type: 'limit' })).toMatchObject({ kind: 'limit', price: '0.005' });
    expect(orderAnswer.parse(raw)).toMatchObject({ kind: 'limit', price: '0.005', state: 'OPENED' });
  });

  it('has its cost, and nothing where the server does not send it (COST-02)', () => {
    const silent = { averagePrice: null, cost: null, fee: null, feeCurrency: null };
    expect(orderAnswer.parse(raw)).toMatchObject(silent);
    const said = { average_price: '0.0049', cost: '0.0049', fee_amount: '0.001', fee_currency: 'XMR' };
    expect(orderAnswer.parse({ ...raw, ...said })).toMatchObject({
      averagePrice: '0.0049',
      cost: '0.0049',
      fee: '0.001',
      feeCurrency: 'XMR',
    });
  });

  it('is read whatever another server means by the names of extensions (CALL-07)', () => {
    const other = { ...raw, time_in_force: null, post_only: 'no', cost: 'dear', fee_amount: {} };
    expect(orderAnswer.parse(other)).toEqual(orderAnswer.parse(raw));
    expect(placedAnswer.parse({ id: 1, executed_at: 'soon' })).toMatchObject({ id: '1', isExecuted: false });
    const user = { id: 1, email: 'ann@example.org', username: 'Ann' };
    expect(userAnswer.parse({ ...user, two_factor_reset_at: 'soon' })).toEqual(userAnswer.parse(user));
    const login = { ...user, expires_in: 60 };
    expect(loginAnswer.parse({ ...login, two_factor_reset: 7 })).toEqual(loginAnswer.parse(login));
  });
});

describe('refund addresses', () => {
  it('take deposits by default', () => {
    const read = (more: object) => refundAddressAnswer.parse({ ticker: 'XMR', ...more }).isDepositEnabled;
    expect([read({}), read({ is_deposit_enabled: null }), read({ is_deposit_enabled: false })]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('are counted bare, or under either name', () => {
    expect(refundAddressCountAnswer.parse(3)).toEqual({ configured: 3, required: null });
    expect(refundAddressCountAnswer.parse({ count: 2 })).toEqual({ configured: 2, required: null });
    expect(refundAddressCountAnswer.parse({ configured: 1, required: 4 })).toEqual({
      configured: 1,
      required: 4,
    });
  });

  it('that were saved are read under either name', () => {
    expect(savedRefundAddressAnswer.parse({ coin_ticker: 'XMR', refund_address: '4a' })).toEqual({
      ticker: 'XMR',
      address: '4a',
    });
    expect(savedRefundAddressAnswer.parse({ ticker: 'XMR', address: '4b' })).toEqual({
      ticker: 'XMR',
      address: '4b',
    });
  });

  it('blank text is none', () => {
    const read = refundAddressAnswer.parse({ ticker: 'XMR', network: '  ', refund_address: '  ' });
    expect([read.network, read.address]).toEqual([null, null]);
  });
});

describe('a withdrawal', () => {
  const raw = { id: 'w', currency: 'XMR', amount: '1' };

  it('has its time under either name', () => {
    expect(withdrawalAnswer.parse({ ...raw, created_at: 0 }).createdAt).toBe(0);
    expect(withdrawalAnswer.parse({ ...raw, timestamp: 1 }).createdAt).toBe(1000);
    expect(withdrawalAnswer.parse(raw).createdAt).toBeNull();
  });
});

describe('a map of markets', () => {
  it('is no text', () => {
    expect(calls.markets.decode('x')).toEqual({ ok: false, faults: [{ path: '', message: 'not a map' }] });
  });
});

describe('frames', () => {
  it('invalid JSON is dropped', () => {
    expect(readServerFrame('{"type":')).toBeNull();
  });

  it.each(['fees', 'fees_data', 'fees_snapshot', 'fee_snapshot'])('%s replaces all fees', (type) => {
    expect(readServerFrame(JSON.stringify({ type, data: { XMR: 1 } }))).toEqual({
      kind: 'fees',
      mode: 'replace',
      fees: { XMR: 1 },
    });
  });

  it('metadata of a frame of fees is no coin', () => {
    const frame = { type: 'fees_update', event: 'x', timestamp: 1, message: 'm', success: true, XMR: 2 };
    expect(readServerFrame(JSON.stringify(frame))).toMatchObject({ mode: 'merge', fees: { XMR: 2 } });
  });
});

describe('words of a refusal', () => {
  it('a page is none, even after other text', () => {
    expect(refusalText({ message: ' <html>' })).toBeUndefined();
    expect(refusalText({ message: 'less than <1> XMR' })).toBe('less than <1> XMR');
  });
});

describe('the picture of a new secret', () => {
  it('is one that is in the answer itself', () => {
    const read = (code: string | null) => enrolmentAnswer.parse({ secret: 's', qr_code: code });
    expect(read('otpauth://totp/x')).toMatchObject({ keyUri: 'otpauth://totp/x', picture: null });
    expect(read('data:image/png;base64,AA')).toMatchObject({
      keyUri: null,
      picture: 'data:image/png;base64,AA',
    });
    expect(read('https://x.example/data:image/png;')).toEqual({ secret: 's', keyUri: null, picture: null });
    expect(read(null)).toEqual({ secret: 's', keyUri: null, picture: null });
  });
});
