import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, decimal, multiply } from '../../../src/domain/decimal.ts';
import { refusalText } from '../../../src/services/contract/errors.ts';
import { OUTSIDE } from '../coins/harness.ts';
import { embedded } from '../databases.ts';
import { COINS } from '../pairs.ts';
import {
  decoded,
  openTrader,
  PASSWORD,
  refusal,
  startVenue,
  type TestVenue,
  type Trader,
  LIVE,
} from './harness.ts';

let target: TestVenue;
let trader: Trader;
let other: Trader;

beforeAll(async () => {
  target = await startVenue({ CHAINS: 'manual' }, Date.now, embedded);
  [trader, other] = await Promise.all([openTrader(target), openTrader(target)]);
});
afterAll(() => target.close());

const mine = (coin: string, blocks: number) => trader.post('/sandbox/mine', { coin, blocks });

/** The fee that the venue charges now, as it sends it to the fees page. */
async function withdraw(user: Trader, body: Record<string, unknown>, key: string = randomUUID()) {
  return user.post('/withdrawal/withdrawals/create', body, { 'idempotency-key': key });
}

describe('deposits', () => {
  it('an address, a payment, its blocks, the credit, as the client reads them', async () => {
    const created = await trader.post('/user/deposit-address', { coin_ticker: 'BTC' });
    const { address } = decoded('createDepositAddress', created) as { address: string };
    expect(address).toMatch(/^bc1q[02-9ac-hj-np-z]{38}$/);
    const listed = decoded(
      'depositAddresses',
      await trader.get('/user/deposit-address/list?coin_ticker=BTC'),
    );
    expect(listed).toEqual([expect.objectContaining({ currency: 'BTC', address })]);

    const other = await trader.post('/user/deposit-address/fresh', { coin_ticker: 'KAS' });
    expect(decoded('freshDepositAddress', other)).toMatchObject({
      currency: 'KAS',
      address: expect.stringMatching(/^kaspa:/),
    });

    const paid = await trader.post('/sandbox/pay', { coin: 'BTC', amount: '0.25' });
    const { tx_hash: hash } = paid.body as { tx_hash: string };
    const history = async () =>
      (
        decoded('deposits', await trader.get('/deposit/deposits/user/history?currency=BTC')) as {
          id: string;
        }[]
      )[0];
    const first = await history();
    expect(first).toMatchObject({
      currency: 'BTC',
      amount: '0.25',
      status: 'pending',
      txHash: hash,
      address,
    });
    const status = async () =>
      decoded('depositStatus', await trader.get(`/deposit/deposits/${first?.id ?? ''}/status`));
    await mine('BTC', 2);
    const asked = { required: 6, fault: null, txHash: hash };
    expect(await status()).toEqual({ status: 'processing', confirmations: 2, ...asked });
    await mine('BTC', 4);
    expect(await status()).toEqual({ status: 'completed', confirmations: 6, ...asked });
    expect(await history()).toMatchObject({ status: 'completed', fee: '0', confirmedAt: expect.any(Number) });
    expect(decoded('balances', await trader.get('/user/balances'))).toContainEqual({
      currency: 'BTC',
      available: '1.75',
      inOrders: '0',
    });
  });

  it('a chain that loses its blocks reverses them', async () => {
    await trader.post('/sandbox/pay', { coin: 'AVAX', amount: '3' });
    await mine('AVAX', 20);
    await trader.post('/sandbox/reorganise', { coin: 'AVAX', depth: 20, drop: true });
    const [deposit] = decoded(
      'deposits',
      await trader.get('/deposit/deposits/user/history?currency=AVAX'),
    ) as { status: string }[];
    expect(deposit?.status).toBe('failed');
    expect(decoded('balances', await trader.get('/user/balances'))).toContainEqual(
      expect.objectContaining({ currency: 'AVAX', available: '500' }),
    );
    expect(await target.venue.exchange.audit()).toEqual([]);
  });

  it('refund addresses: required, set, counted, removed', async () => {
    expect(refusal(await trader.post('/user/deposit-address', { coin_ticker: 'XMR' }), 409).code).toBe(
      'REFUND_ADDRESS_REQUIRED',
    );
    const set = await trader.post('/user/refund-address', { coin_ticker: 'XMR', address: OUTSIDE.XMR });
    expect(decoded('setRefundAddress', set)).toEqual({ ticker: 'XMR', address: OUTSIDE.XMR });
    expect(decoded('refundAddressCount', await trader.get('/user/refund-address/count'))).toEqual({
      configured: 1,
      required: 2,
    });
    const list = decoded(
      'refundAddresses',
      await trader.get('/user/refund-address/status?trading_enabled_only=false'),
    );
    expect(list).toHaveLength(COINS.length);
    expect(list).toContainEqual({
      ticker: 'XMR',
      name: 'Monero',
      network: 'Monero',
      address: OUTSIDE.XMR,
      setAt: expect.any(Number),
      isRequired: true,
      isDepositEnabled: true,
    });
    expect(
      decoded('createDepositAddress', await trader.post('/user/deposit-address', { coin_ticker: 'XMR' })),
    ).toMatchObject({ address: expect.stringMatching(/^4/) });
    expect(decoded('removeRefundAddress', await trader.delete('/user/refund-address/XMR'))).toBeNull();
    expect(refusal(await trader.delete('/user/refund-address/XMR'), 404).code).toBe(
      'REFUND_ADDRESS_NOT_FOUND',
    );
    const wrong = await trader.post('/user/refund-address', { coin_ticker: 'BTC', address: OUTSIDE.USDT });
    expect(refusal(wrong, 422).code).toBe('INVALID_ADDRESS');
  });
});

describe('withdrawals', () => {
  const body = { currency: 'USDT', amount: '100', address: OUTSIDE.USDT };

  it('a receipt with the stage, then the chain, as the client reads them', async () => {
    const created = await withdraw(trader, body);
    expect(created.status).toBe(200);
    const receipt = decoded('createWithdrawal', created) as { id: string; fee: string };
    expect(receipt).toMatchObject({
      status: 'created',
      currency: 'USDT',
      amount: '100',
      address: OUTSIDE.USDT,
      slatepack: null,
      txHash: null,
      expiresAt: null,
    });
    const status = async () =>
      decoded('withdrawalStatus', await trader.get(`/withdrawal/withdrawals/${receipt.id}/status`));
    await mine('USDT', 1);
    expect(await status()).toMatchObject({
      status: 'pending',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    await mine('USDT', 5);
    expect(await status()).toMatchObject({ status: 'completed' });
    const history = decoded(
      'withdrawals',
      await trader.get('/withdrawal/withdrawals/user/history?limit=10&offset=0'),
    );
    expect(history).toEqual([
      expect.objectContaining({ id: receipt.id, status: 'completed', isConfirmed: true, fee: receipt.fee }),
    ]);
    expect(await target.venue.exchange.audit()).toEqual([]);
  });

  it('the fee is the one that was shown', async () => {
    const { fee } = decoded('createWithdrawal', await withdraw(trader, body)) as { fee: string };
    await trader.post('/sandbox/congestion', { coin: 'USDT', congested: true });
    const kept = decoded('createWithdrawal', await withdraw(trader, { ...body, fee })) as { fee: string };
    expect(kept.fee).toBe(fee);
    const now = decoded('createWithdrawal', await withdraw(trader, body)) as { fee: string };
    const twentyfold = multiply(decimal(fee), decimal('20'));
    expect(compare(decimal(now.fee), twentyfold)).toBe(1);
    expect(refusal(await withdraw(trader, { ...body, fee: '0.000001' }), 409)).toMatchObject({
      code: 'FEE_CHANGED',
      message: expect.stringContaining(now.fee),
    });
    await trader.post('/sandbox/congestion', { coin: 'USDT', congested: false });
  });

  it('a key acts once', async () => {
    const key = randomUUID();
    const [first, again] = [await withdraw(trader, body, key), await withdraw(trader, body, key)];
    expect(again.text).toBe(first.text);
    expect(refusal(await withdraw(trader, { ...body, amount: '101' }, key), 422).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('a failed one returns the coins', async () => {
    const user = await openTrader(target);
    const { id } = decoded('createWithdrawal', await withdraw(user, body)) as { id: string };
    expect((await other.post('/sandbox/fail-withdrawal', { withdrawal: id })).status).toBe(404);
    expect((await user.post('/sandbox/fail-withdrawal', { withdrawal: id })).status).toBe(200);
    expect(refusal(await user.post('/sandbox/fail-withdrawal', { withdrawal: id }), 409).code).toBe(
      'WITHDRAWAL_FINAL',
    );
    expect(decoded('withdrawalStatus', await user.get(`/withdrawal/withdrawals/${id}/status`))).toMatchObject(
      { status: 'failed' },
    );
    expect(decoded('balances', await user.get('/user/balances'))).toContainEqual({
      currency: 'USDT',
      available: '50000',
      inOrders: '0',
    });
  });

  it('a changed password blocks them: the refusal comes in parts, which the client joins (WITHDRAW-09)', async () => {
    const user = await openTrader(target);
    await user.post('/auth/change-password', {
      old_password: PASSWORD,
      new_password: 'Another-Horse-8',
      confirm_password: 'Another-Horse-8',
    });
    const answer = await withdraw(user, body);
    expect(answer.status).toBe(403);
    const until = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(answer.body).toEqual({
      code: 'SECURITY_COOLDOWN',
      message: {
        message: 'Withdrawals are temporarily blocked to protect your account.',
        reason: 'Password changed',
        time_remaining: expect.stringMatching(/^\d+h \d+m$/),
        cooldown_until: until,
      },
    });
    expect(refusalText(answer.body)).toMatch(
      /^Withdrawals are temporarily blocked .* — Reason: Password changed — Time remaining: \d+h \d+m — Cooldown until: \S+Z$/,
    );
  });

  it.each([
    [{ ...body, amount: 100 }],
    [{ ...body, amount: '1e2' }],
    [{ ...body, currency: 'usdt' }],
    [{ ...body, account_id: 'x' }],
    [{ ...body, address: 'x'.repeat(257) }],
    [{ currency: 'USDT', amount: '100' }],
  ])('%o is invalid', async (wrong) => {
    expect(refusal(await withdraw(trader, wrong), 422).code).toBe('VALIDATION_FAILED');
  });
});

describe('ownership', () => {
  it("neither of two accounts sees the other's records", async () => {
    const own = decoded('deposits', await trader.get('/deposit/deposits/user/history?limit=200')) as {
      id: string;
    }[];
    const sent = decoded('withdrawals', await trader.get('/withdrawal/withdrawals/user/history')) as {
      id: string;
    }[];
    expect(own.length).toBeGreaterThan(0);
    expect(sent.length).toBeGreaterThan(0);
    for (const { id } of own) refusal(await other.get(`/deposit/deposits/${id}/status`), 404);
    for (const { id } of sent) refusal(await other.get(`/withdrawal/withdrawals/${id}/status`), 404);
    expect(decoded('deposits', await other.get('/deposit/deposits/user/history'))).toEqual([]);
    expect(decoded('withdrawals', await other.get('/withdrawal/withdrawals/user/history'))).toEqual([]);
    expect(decoded('depositAddresses', await other.get('/user/deposit-address/list'))).toEqual([]);
  });

  it('nothing answers without a session', async () => {
    const paths = [
      '/user/deposit-address/list',
      '/deposit/deposits/user/history',
      '/user/refund-address/status',
    ];
    for (const path of paths) expect((await fetch(`${target.origin}${path}`)).status).toBe(401);
  });
});

describe('the chains of a sandbox', () => {
  it.each([
    ['/sandbox/pay', { coin: 'DOGE', amount: '1' }, 404],
    ['/sandbox/pay', { coin: 'BTC', amount: '0' }, 422],
    ['/sandbox/pay', { coin: 'BTC', amount: '1', address: OUTSIDE.BTC }, 404],
    ['/sandbox/pay', { coin: 'BTC', amount: 1 }, 422],
    ['/sandbox/mine', { coin: 'BTC', blocks: 0 }, 422],
    ['/sandbox/mine', { coin: 'BTC', blocks: 1001 }, 422],
    ['/sandbox/mine', { coin: 'btc' }, 422],
    ['/sandbox/reorganise', { coin: 'BTC' }, 422],
    ['/sandbox/fail-withdrawal', { withdrawal: 'x' }, 404],
    ['/sandbox/congestion', { coin: 'DOGE', congested: true }, 404],
  ])('%s %o answers %i', async (path, body, status) => {
    expect(refusal(await trader.post(path, body), status).code).toMatch(/^[A-Z_]+$/);
  });

  it('report their height', async () => {
    const { body } = await trader.get('/sandbox/chains');
    expect(body).toContainEqual({ coin: 'KAS', height: 301_000_000, confirmations: 10 });
  });

  it('pay no more than can be counted', async () => {
    const { address } = (await trader.post('/user/deposit-address', { coin_ticker: 'KAS' })).body as {
      address: string;
    };
    const pay = () => other.post('/sandbox/pay', { coin: 'KAS', amount: '999999999', address });
    for (let count = 0; count < 40; count += 1) expect((await pay()).status).toBe(200);
    expect(refusal(await pay(), 409).code).toBe('SANDBOX_EMPTY');
    await mine('KAS', 10);
    expect(await target.venue.exchange.audit()).toEqual([]);
  });
});

it('a live venue has no chain: no deposits or withdrawals, no coin is listed, and refusals say so (MARKET-15)', async () => {
  const without = await startVenue(LIVE);
  expect(decoded('coins', await (await openTrader(without)).get('/coin/coins'))).toEqual([]);
  await without.close();
  const live = await startVenue({ ...LIVE, LIST_ALL_PAIRS: 'on' });
  const user = await openTrader(live);
  const coins = decoded('coins', await user.get('/coin/coins')) as {
    isDepositEnabled: boolean;
    isWithdrawalEnabled: boolean;
  }[];
  expect(
    coins.some(({ isDepositEnabled, isWithdrawalEnabled }) => isDepositEnabled || isWithdrawalEnabled),
  ).toBe(false);
  expect(refusal(await user.post('/user/deposit-address', { coin_ticker: 'BTC' }), 409).code).toBe(
    'DEPOSITS_DISABLED',
  );
  const body = { currency: 'BTC', amount: '1', address: OUTSIDE.BTC };
  expect(refusal(await withdraw(user, body), 409).code).toBe('WITHDRAWALS_DISABLED');
  expect((await user.post('/sandbox/mine', { coin: 'BTC' })).status).toBe(404);
  await live.close();
});
