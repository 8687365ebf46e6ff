import type { KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../databases.ts';
import {
  limitOrder,
  openSocket,
  openTrader,
  startVenue,
  type TestVenue,
  type Trader,
} from '../edge/harness.ts';
import { addedBy, codeAs, runAs } from './signer.ts';

const PAIR = 'XMR-BTC';
const isType = (type: string) => (frame: Record<string, unknown>) => frame.type === type;
const NEW_PAIR = {
  pair: 'GRIN-XMR',
  priceDigits: '5',
  quantityDigits: '3',
  smallest: '0.5',
  maker: '0.1',
  taker: '0.2',
  reason: 'Asked for',
};

describe.each(databases)('markets as operators run them, on $name', (kind) => {
  let target: TestVenue;
  let clock = Date.now();
  let ann: KeyObject;
  let ben: KeyObject;
  let maker: Trader;
  let taker: Trader;

  const run = (key: KeyObject, command: string, given: object = {}) =>
    runAs(target.venue.operators, key, command, given);
  const codeFor = (key: KeyObject, command: string, given: object = {}): Promise<string> =>
    codeAs(target.venue.operators, key, command, given);
  const place = async (by: Trader, side: 'BUY' | 'SELL', price = '0.004', quantity = '1') => {
    const answer = await by.post('/order/orders/limit', limitOrder(side, price, quantity));
    return answer.body as { id: string; code?: string; state: string };
  };
  const pairShown = async () =>
    (await maker.get(`/pair/pairs/${PAIR}`)).body as { settings: Record<string, unknown> };
  const coinShown = async (ticker: string) => {
    const { items } = (await maker.get('/coin/coins')).body as { items: Record<string, unknown>[] };
    return items.find((coin) => coin.ticker === ticker);
  };

  beforeAll(async () => {
    target = await startVenue({ CHAINS: 'manual', LIMIT_ATTEMPTS: '1000' }, () => clock, kind);
    ann = await addedBy(target.venue.operators, 'ann');
    ben = await addedBy(target.venue.operators, 'ben', [ann]);
    clock += 86_400_000;
    [maker, taker] = [await openTrader(target), await openTrader(target)];
  });
  afterAll(() => target.close());

  it('one closes a pair, at once: its orders can be cancelled, and nothing else; two open it (OPERATOR-12)', async () => {
    const { id } = await place(maker, 'SELL');
    const close = { pair: PAIR, open: false, reason: 'A fault of its chain' };
    expect(await codeFor(ann, 'pair', { ...close, pair: 'XMR-EUR' })).toBe('PAIR_NOT_FOUND');
    expect(await run(ann, 'pair', close)).toMatchObject({ approvals: 1, needed: 1, from: 'now on' });
    expect(await codeFor(ben, 'pair', close)).toBe('UNCHANGED');
    expect((await pairShown()).settings.is_enabled).toBe(false);
    expect(await place(taker, 'BUY')).toMatchObject({ code: 'PAIR_DISABLED' });
    expect((await maker.post(`/order/amend/${id}`, { quantity: '0.5' }))?.status).toBe(409);
    expect((await maker.delete(`/order/cancel/${id}`))?.status).toBe(200);
    const open = { ...close, open: true };
    expect(await run(ann, 'pair', open)).toMatchObject({ approvals: 1, needed: 2 });
    expect(await place(taker, 'BUY')).toMatchObject({ code: 'PAIR_DISABLED' });
    expect(await codeFor(ann, 'pair', open)).toBe('APPROVED_ALREADY');
    expect(await run(ben, 'pair', open)).toMatchObject({ approvals: 2 });
    const again = await place(taker, 'BUY');
    expect((await taker.delete(`/order/cancel/${again.id}`))?.status).toBe(200);
  });

  it('one lowers the smallest order of a pair, two raise it; it applies at once (OPERATOR-20)', async () => {
    const rules = (smallest: string) => ({ pair: PAIR, smallest, reason: 'Small books' });
    const before = String((await pairShown()).settings.min_order_size);
    for (const wrong of ['0', '-1', 'none', '0.000000001', ''])
      expect(await codeFor(ann, 'rules', rules(wrong)), wrong).toBe('VALIDATION_FAILED');
    expect(await codeFor(ann, 'rules', { ...rules('1'), pair: 'XMR-EUR' })).toBe('PAIR_NOT_FOUND');
    expect(await codeFor(ann, 'rules', rules(before))).toBe('UNCHANGED');
    const resting = await place(maker, 'SELL');
    expect(await run(ann, 'rules', rules('3'))).toMatchObject({ approvals: 1, needed: 2 });
    expect((await pairShown()).settings.min_order_size).toBe(before);
    expect(await run(ben, 'rules', rules('3.00'))).toMatchObject({ approvals: 2, from: 'now on' });
    expect((await pairShown()).settings.min_order_size).toBe('3');
    expect(await place(taker, 'BUY')).toMatchObject({ code: 'BELOW_MINIMUM_ORDER_SIZE' });
    expect((await maker.delete(`/order/cancel/${resting.id}`))?.status).toBe(200);
    expect(await run(ann, 'rules', rules(before))).toMatchObject({ approvals: 1, needed: 1, from: 'now on' });
    expect((await pairShown()).settings.min_order_size).toBe(before);
    expect((await run(ann, 'pairs')).pairs).toContainEqual(
      expect.objectContaining({ pair: PAIR, smallest: before }),
    );
  });

  it('one lowers fees, two raise them, to 1 percent at most; the next trade pays them (OPERATOR-13)', async () => {
    const fees = (maker: string, taker: string) => ({ pair: PAIR, maker, taker, reason: 'Season' });
    for (const wrong of ['1.0001', '99.9999', '-0.1', 'none', '0.00001', ''])
      expect(await codeFor(ann, 'fees', fees(wrong, '0.2')), wrong).toBe('VALIDATION_FAILED');
    expect(await run(ann, 'fees', fees('0', '0.05'))).toMatchObject({ approvals: 1, needed: 1 });
    expect((await pairShown()).settings).toMatchObject({ maker_fee_percent: '0', taker_fee_percent: '0.05' });
    expect(await codeFor(ben, 'fees', fees('0.0', '0.05'))).toBe('UNCHANGED');
    const resting = await place(maker, 'SELL');
    expect(await run(ann, 'fees', fees('0.25', '0.5'))).toMatchObject({ approvals: 1, needed: 2 });
    await run(ben, 'fees', fees('0.25', '0.5'));
    await place(taker, 'BUY');
    const paid = async (by: Trader) =>
      ((await by.get(`/order/orders/history/executions?pair=${PAIR}&limit=1`)).body as object[])[0];
    expect(await paid(taker)).toMatchObject({ fee_amount: '0.005', fee_currency: 'XMR' });
    // Resting orders pay them too.
    expect(await paid(maker)).toMatchObject({
      order_id: resting.id,
      fee_amount: '0.00001',
      fee_currency: 'BTC',
    });
    expect((await run(ann, 'earned')).earned).toContainEqual(
      expect.objectContaining({ coin: 'XMR', trading: '0.005' }),
    );
    const pay = { coin: 'XMR', amount: '0.002', email: maker.email, reason: 'Server bills' };
    expect(await codeFor(ann, 'pay-out', { ...pay, amount: '0.0051' })).toBe('TOO_MUCH');
    expect(await run(ann, 'pay-out', pay)).toEqual({ paid: false, approvals: 1, needed: 2 });
    expect(await run(ben, 'pay-out', pay)).toEqual({ paid: true, approvals: 2, needed: 2 });
    expect((await run(ann, 'earned')).earned).toContainEqual(
      expect.objectContaining({
        coin: 'XMR',
        trading: '0.005',
        deposits: '0',
        covered: '0',
        paid: '0.002',
        left: '0.003',
      }),
    );
    expect(await run(ann, 'health')).toMatchObject({ findings: [] });
  });

  it('without fees, the list of earnings shows earlier fees, and reversed trades do not count (LEDGER-05)', async () => {
    await run(ann, 'fees', { pair: PAIR, maker: '0', taker: '0', reason: 'Free' });
    const { earned } = await run(ann, 'earned');
    const volume = async () =>
      ((await maker.get('/api/markets')).body as { markets: Record<string, { base_volume: string }> })
        .markets[PAIR]?.base_volume;
    await place(maker, 'SELL');
    await place(taker, 'BUY');
    const once = await volume();
    await place(taker, 'SELL');
    await place(maker, 'BUY');
    expect(await volume()).toBe(once);
    expect((await run(ann, 'earned')).earned).toEqual(earned);
  });

  it('a narrower band applies from then on (OPERATOR-09)', async () => {
    const far = await place(maker, 'SELL', '0.0043');
    await run(ann, 'band', { pair: PAIR, percent: '1', reason: 'Thin' });
    expect(await place(taker, 'BUY', '0.0043')).toMatchObject({ code: 'PRICE_OUTSIDE_BAND' });
    expect((await maker.delete(`/order/cancel/${far.id}`))?.status).toBe(200);
  });

  it('two add a pair of two coins, listed from the next start on (OPERATOR-14)', async () => {
    for (const [code, wrong] of [
      ['VALIDATION_FAILED', { priceDigits: '6' }],
      ['VALIDATION_FAILED', { priceDigits: '1.5' }],
      ['VALIDATION_FAILED', { smallest: '0.0005' }],
      ['VALIDATION_FAILED', { smallest: '0' }],
      ['VALIDATION_FAILED', { taker: '1.1' }],
      ['COIN_NOT_FOUND', { pair: 'GRIN-EUR' }],
      ['COIN_NOT_FOUND', { pair: 'GRIN' }],
      ['COIN_NOT_FOUND', { pair: 'GRIN-XMR-BTC' }],
      ['COIN_NOT_FOUND', { pair: 'XMR-XMR' }],
      ['UNCHANGED', { pair: 'XMR-BTC', quantityDigits: '2' }],
      ['UNCHANGED', { pair: 'BTC-XMR' }],
    ] as const)
      expect(await codeFor(ann, 'add-pair', { ...NEW_PAIR, ...wrong }), JSON.stringify(wrong)).toBe(code);
    expect(await run(ann, 'add-pair', NEW_PAIR)).toMatchObject({ approvals: 1, from: null });
    expect(await codeFor(ben, 'add-pair', { ...NEW_PAIR, smallest: '0.501' })).toBe('done');
    expect(await run(ben, 'add-pair', NEW_PAIR)).toMatchObject({ approvals: 2, from: 'the next start on' });
    expect((await run(ann, 'pairs')).pairs).toContainEqual({
      pair: 'GRIN-XMR',
      state: 'open',
      decimals: '5 3',
      smallest: '0.5',
      maker: '0.1',
      taker: '0.2',
      percent: '10',
      reference: null,
    });
    // The running venue does not know it yet, and stays as it is.
    await run(ann, 'band', { pair: PAIR, percent: '0.9', reason: 'Thin' });
    expect((await maker.get('/pair/pairs/GRIN-XMR'))?.status).toBe(404);
  });

  it('during maintenance nothing new is accepted, orders can be cancelled, and every page is notified (OPERATOR-16)', async () => {
    const { id } = await place(maker, 'SELL');
    const page = await openSocket(target.socketUrl);
    const welcome = await page.next(isType('welcome'));
    expect(welcome).toEqual({ type: 'welcome', maintenance: null });
    const rest = { on: true, reason: 'A new version' };
    expect(await run(ann, 'maintenance', rest)).toMatchObject({ approvals: 1, needed: 1, from: 'now on' });
    expect(await page.next(isType('terms_changed'))).toMatchObject({ maintenance: 'A new version' });
    expect(await codeFor(ben, 'maintenance', rest)).toBe('UNCHANGED');
    expect((await maker.get('/api/status')).body).toMatchObject({
      status: 'maintenance',
      reason: 'A new version',
      since: new Date(clock).toISOString(),
    });
    expect(await place(taker, 'BUY')).toMatchObject({ code: 'MAINTENANCE' });
    const cost = { pair: PAIR, operation: 'BUY', cost: '0.01' };
    expect((await taker.post('/order/orders/market', cost)).body).toMatchObject({ code: 'MAINTENANCE' });
    const amended = await maker.post(`/order/amend/${id}`, { quantity: '0.5' });
    expect(amended.body).toMatchObject({ code: 'MAINTENANCE' });
    const withdrawal = {
      currency: 'BTC',
      amount: '0.01',
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    };
    const refused = await taker.post('/withdrawal/withdrawals/create', withdrawal);
    expect(refused.body, refused.text).toMatchObject({ code: 'MAINTENANCE' });
    expect((await pairShown()).settings.is_enabled).toBe(false);
    expect(await coinShown('XMR')).toMatchObject({ is_withdrawal_enabled: false, is_deposit_enabled: true });
    expect((await maker.delete(`/order/cancel/${id}`))?.status).toBe(200);
    const end = { on: false, reason: 'Done' };
    expect(await run(ann, 'maintenance', end)).toMatchObject({ approvals: 1, needed: 2 });
    expect(await place(taker, 'BUY')).toMatchObject({ code: 'MAINTENANCE' });
    await run(ben, 'maintenance', end);
    expect(
      await page.next(({ type, maintenance }) => type === 'terms_changed' && maintenance === null),
    ).toBeDefined();
    page.socket.close();
    const again = await place(taker, 'BUY');
    expect((await taker.delete(`/order/cancel/${again.id}`))?.status).toBe(200);
    expect((await run(ann, 'log', { limit: 3 })).operations).toContainEqual(
      expect.objectContaining({
        operator: 'ann',
        action: 'maintenance',
        subject: 'on',
        reason: 'A new version',
      }),
    );
  });

  it('a user is found by e-mail, and nothing about the coins is shown (OPERATOR-15)', async () => {
    const found = await run(ann, 'user', { email: maker.email.toUpperCase() });
    expect(found).toMatchObject({ two_factor: 'off', passkeys: 0, sessions: 1, api_keys: 0, tickets: 0 });
    expect(found).toMatchObject({ withdrawals_paused_until: null, paused_because: null });
    expect(JSON.stringify(found)).not.toMatch(/BTC|XMR|balance|address/);
    expect(await codeFor(ann, 'user', { email: 'nobody@example.org' })).toBe('USER_NOT_FOUND');
  });

  it('one turns deposits, withdrawals or trading of a coin off, two turn it on (OPERATOR-12)', async () => {
    const off = (what: string, coin = 'XMR') => ({ coin, what, on: false, reason: 'A fork' });
    expect(await codeFor(ann, 'coin', off('deposits', 'EUR'))).toBe('COIN_NOT_FOUND');
    expect(await codeFor(ann, 'coin', off('anything'))).toBe('VALIDATION_FAILED');
    for (const what of ['deposits', 'withdrawals', 'trading']) {
      expect(await run(ann, 'coin', off(what)), what).toMatchObject({ approvals: 1, needed: 1 });
      expect(await codeFor(ann, 'coin', off(what)), what).toBe('UNCHANGED');
    }
    expect(await coinShown('XMR')).toMatchObject({
      is_deposit_enabled: false,
      is_withdrawal_enabled: false,
      is_trading_enabled: false,
    });
    expect((await pairShown()).settings.is_enabled).toBe(false);
    expect(await place(taker, 'BUY')).toMatchObject({ code: 'PAIR_DISABLED' });
    expect((await run(ben, 'coins')).coins).toContainEqual({
      coin: 'XMR',
      deposits: 'off',
      withdrawals: 'off',
      trading: 'off',
    });
    for (const what of ['deposits', 'withdrawals', 'trading'])
      for (const key of [ann, ben]) await run(key, 'coin', { ...off(what), on: true });
    expect(await coinShown('XMR')).toMatchObject({ is_deposit_enabled: true, is_trading_enabled: true });
    expect(await place(taker, 'BUY')).not.toHaveProperty('code');
    const { operations } = (await run(ann, 'log', { limit: 100 })) as { operations: { subject: string }[] };
    expect(operations.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['XMR:deposits=off', 'XMR:trading=on', `${PAIR}=closed`, `${PAIR}=0.25/0.5`]),
    );
  });
});

it('an added pair is there, trades, and balances after the next start (OPERATOR-14)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qb-'));
  let clock = Date.now();
  const start = () => startVenue({ DATA_DIR: folder, HISTORY: 'on', MAKERS: 'on' }, () => clock);
  const first = await start();
  const ann = await addedBy(first.venue.operators, 'ann');
  const ben = await addedBy(first.venue.operators, 'ben', [ann]);
  clock += 86_400_000;
  for (const key of [ann, ben]) await runAs(first.venue.operators, key, 'add-pair', NEW_PAIR);
  await first.close();
  const again = await start();
  const [maker, taker] = [await openTrader(again), await openTrader(again)];
  await maker.post('/order/orders/limit', limitOrder('SELL', '0.0003', '2', 'GRIN-XMR'));
  const bought = await taker.post('/order/orders/limit', limitOrder('BUY', '0.0003', '2', 'GRIN-XMR'));
  expect(bought.body, bought.text).toMatchObject({ state: 'FILLED' });
  expect((await taker.get('/api/markets/GRIN-XMR')).body).toMatchObject({ last_price: '0.0003' });
  expect(await runAs(again.venue.operators, ann, 'health')).toMatchObject({ findings: [], booksMissing: [] });
  await again.close();
  rmSync(folder, { recursive: true, force: true });
});
