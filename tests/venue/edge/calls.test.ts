import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../src/services/contract/index.ts';
import { embedded } from '../databases.ts';
import { createAuthenticator } from '../accounts/authenticator.ts';
import { codeOf } from '../accounts/codes.ts';
import { COINS } from '../pairs.ts';
import {
  ask,
  decoded,
  limitOrder,
  openEmptyTrader,
  openTrader,
  PASSWORD,
  refusal,
  startVenue,
  type TestAnswer,
  type TestVenue,
  type Trader,
  until,
} from './harness.ts';

let target: TestVenue;
let trader: Trader;
let other: Trader;

beforeAll(async () => {
  target = await startVenue({}, Date.now, embedded);
  [trader, other] = await Promise.all([openTrader(target), openTrader(target)]);
  // A trade on each side and an open order, so that no list is empty.
  await other.post('/order/orders/limit', limitOrder('SELL', '0.004', '2'));
  await trader.post('/order/orders/limit', limitOrder('BUY', '0.004', '0.5'));
  await trader.post('/order/orders/limit', limitOrder('BUY', '0.0039', '1.25'));
  await trader.post('/order/orders/limit', limitOrder('BUY', '90000', '0.01', 'BTC-USDT'));
  await other.post('/order/orders/limit', limitOrder('SELL', '90000', '0.004', 'BTC-USDT'));
});
afterAll(() => target.close());

const now = (): number => Math.floor(Date.now() / 1000);

/** A user who was shown a secret; `code` is that of the present time step, or a later one. */
async function withTwoFactor(
  work: (user: Trader, code: (steps: number) => string) => Promise<TestAnswer>,
): Promise<TestAnswer> {
  const user = await openTrader(target);
  const { secret } = (await user.post('/auth/2fa/enable')).body as { secret: string };
  return work(user, (steps) => codeOf(secret, Date.now() + steps * 30_000));
}

const tenCodes = Array.from(
  { length: 10 },
  () => expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/) as unknown,
);

/** Decoded where they are tested: `coins.test.ts`, `../grin/calls.test.ts`. */
type ElsewhereRead =
  | 'refundAddresses'
  | 'refundAddressCount'
  | 'setRefundAddress'
  | 'removeRefundAddress'
  | 'createDepositAddress'
  | 'freshDepositAddress'
  | 'depositAddresses'
  | 'deposits'
  | 'depositStatus'
  | 'createWithdrawal'
  | 'withdrawalStatus'
  | 'withdrawals'
  | 'receiveGrinDeposit'
  | 'finalizeGrinWithdrawal'
  | 'cancelWithdrawal'
  // `../accounts/passkeys.test.ts`
  | `${string}asskey${string}`
  // `../accounts/apiKeys.test.ts`
  | `${string}piKey${string}`;

const BOOK_ADDRESS = {
  coin_ticker: 'BTC',
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  label: 'Cold',
};
const KEY = 'ab'.repeat(32);
const KEY_HASH = createHash('sha256').update(Buffer.from(KEY, 'hex')).digest('hex');

const TICKET = { subject: 'Where?', description: 'It is late.', category: 'deposit' };

/** A new ticket of the trader; returns its id. */
async function openTicket(): Promise<string> {
  return String(((await trader.post('/support/tickets/create', TICKET)).body as { id: unknown }).id);
}

/** One valid request of every call, and what the client's own decoder must find in its answer. */
const good: Readonly<
  Record<Exclude<CallName, ElsewhereRead>, () => Promise<{ answer: TestAnswer; value: unknown }>>
> = {
  login: async () => ({
    answer: await trader.post('/auth/login', { email: trader.email, password: PASSWORD }),
    value: {
      expiresIn: 86_400,
      accessToken: null,
      recoveryCodesLeft: null,
      twoFactorReset: null,
      user: expect.objectContaining({ email: trader.email, username: trader.username }),
    },
  }),
  register: async () => ({
    answer: await trader.post('/auth/register', {
      email: 'new@example.org',
      username: 'somebody new',
      password: PASSWORD,
      confirm_password: PASSWORD,
    }),
    value: null,
  }),
  logout: async () => ({ answer: await (await openTrader(target)).post('/auth/logout'), value: null }),
  me: async () => ({
    answer: await trader.get('/auth/me'),
    value: expect.objectContaining({
      email: trader.email,
      role: 'user',
      twoFactorEnabled: false,
      securityRisk: false,
    }),
  }),
  changePassword: async () => ({
    answer: await (
      await openTrader(target)
    ).post('/auth/change-password', {
      old_password: PASSWORD,
      new_password: 'Another-Horse-8',
      confirm_password: 'Another-Horse-8',
    }),
    value: 'Password changed. Other sessions were logged out.',
  }),
  accountRemains: async () => ({
    answer: await (await openTrader(target)).get('/user/deletion'),
    value: {
      obstacles: expect.arrayContaining([{ kind: 'balance', currency: 'BTC', amount: '1.5', count: null }]),
      leftovers: [],
    },
  }),
  deleteAccount: async () => {
    const user = await openEmptyTrader(target);
    return {
      answer: await user.post('/user/deletion', { username: user.username, password: PASSWORD }),
      value: 'Your account was deleted.',
    };
  },
  twoFactorEnable: async () => ({
    answer: await (await openTrader(target)).post('/auth/2fa/enable'),
    value: {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      keyUri: expect.stringMatching(/^otpauth:/),
      picture: null,
    },
  }),
  twoFactorVerify: async () => ({
    answer: await withTwoFactor((user, code) =>
      user.post('/auth/2fa/verify', { code: code(0), password: PASSWORD }),
    ),
    value: tenCodes,
  }),
  sessions: async () => ({
    answer: await trader.get('/auth/sessions'),
    value: [
      {
        id: expect.any(String),
        beganAt: expect.any(Number),
        usedAt: expect.any(Number),
        endsAt: expect.any(Number),
        isOwn: true,
        name: null,
      },
    ],
  }),
  endSession: async () => {
    const user = await openTrader(target);
    const listed = (await user.get('/auth/sessions')).body as { sessions: { id: string }[] };
    return { answer: await user.delete(`/auth/sessions/${listed.sessions[0]?.id}`), value: null };
  },
  endOtherSessions: async () => ({
    answer: await (await openTrader(target)).post('/auth/sessions/end-others'),
    value: null,
  }),
  nameSession: async () => ({
    answer: await (await openTrader(target)).post('/auth/sessions/name', { name: 'Laptop' }),
    value: null,
  }),
  recoveryCodes: async () => ({ answer: await trader.get('/auth/2fa/recovery-codes'), value: 0 }),
  askTwoFactorReset: async () => {
    const user = await openTrader(target);
    const options = (await user.post('/auth/passkeys/options', { password: PASSWORD })).body as object;
    const credential = createAuthenticator().create(options as never, target.origin);
    await user.post('/auth/passkeys', { name: 'Lost', credential });
    return {
      answer: await user.post('/auth/2fa/reset', { email: user.email, password: PASSWORD }),
      value: expect.any(Number),
    };
  },
  stopTwoFactorReset: async () => ({ answer: await trader.post('/auth/2fa/reset/stop'), value: null }),
  makeRecoveryKey: async () => ({
    answer: await trader.post('/auth/recovery-key', { key_hash: KEY_HASH, password: PASSWORD }),
    value: expect.any(Number),
  }),
  recoverPassword: async () => {
    const user = await openTrader(target);
    await user.post('/auth/recovery-key', { key_hash: KEY_HASH, password: PASSWORD });
    return {
      answer: await user.post('/auth/recover', {
        email: user.email,
        recovery_key: KEY,
        new_password: 'Another-Horse-8',
        confirm_password: 'Another-Horse-8',
      }),
      value: null,
    };
  },
  newRecoveryCodes: async () => ({
    answer: await withTwoFactor(async (user, code) => {
      await user.post('/auth/2fa/verify', { code: code(0), password: PASSWORD });
      return user.post('/auth/2fa/recovery-codes/renew', { code: code(1), password: PASSWORD });
    }),
    value: tenCodes,
  }),
  twoFactorDisable: async () => ({
    answer: await withTwoFactor(async (user, code) => {
      await user.post('/auth/2fa/verify', { code: code(0), password: PASSWORD });
      return user.post('/auth/2fa/disable', { code: code(1), password: PASSWORD });
    }),
    value: null,
  }),
  addressBook: async () => ({
    answer: await trader.get('/user/address-book'),
    value: { isOn: false, offAt: null, addresses: [] },
  }),
  switchAddressBook: async () => ({
    answer: await (
      await openTrader(target)
    ).post('/user/address-book/switch', { is_on: true, password: PASSWORD }),
    value: { isOn: true, offAt: null, addresses: [] },
  }),
  addBookAddress: async () => ({
    answer: await (await openTrader(target)).post('/user/address-book/addresses', BOOK_ADDRESS),
    value: {
      isOn: false,
      offAt: null,
      addresses: [
        {
          id: expect.any(String),
          coin: 'BTC',
          address: BOOK_ADDRESS.address,
          label: 'Cold',
          usableAt: expect.any(Number),
        },
      ],
    },
  }),
  removeBookAddress: async () => {
    const user = await openTrader(target);
    const { body } = await user.post('/user/address-book/addresses', BOOK_ADDRESS);
    const [entry] = (body as { addresses: { id: string }[] }).addresses;
    return {
      answer: await user.delete(`/user/address-book/addresses/${entry?.id ?? ''}`),
      value: { isOn: false, offAt: null, addresses: [] },
    };
  },
  balances: async () => ({
    answer: await trader.get('/user/balances'),
    // 1.5 - 0.002 (0.5 XMR) - 0.004875 (an open bid) + 0.004 (bought, less the maker's 0.1 %)
    value: expect.arrayContaining([{ currency: 'BTC', available: '1.497121', inOrders: '0.004875' }]),
  }),
  placeLimitOrder: async () => ({
    answer: await other.post('/order/orders/limit', limitOrder('SELL', '0.005', '1')),
    value: { id: expect.any(String), state: 'OPENED', quantityLeft: '1', isExecuted: false },
  }),
  placeMarketOrder: async () => ({
    answer: await trader.post('/order/orders/market', { pair: 'XMR-BTC', operation: 'BUY', quantity: '0.1' }),
    value: { id: expect.any(String), state: 'FILLED', quantityLeft: '0', isExecuted: true },
  }),
  amendOrder: async () => {
    const placed = await trader.post('/order/orders/limit', limitOrder('BUY', '0.0031', '1'));
    const { id } = placed.body as { id: string };
    const answer = await trader.post(`/order/amend/${id}`, { price: '0.0032', quantity: '0.5' });
    expect(answer.body).toMatchObject({ price: '0.0032' });
    await trader.delete(`/order/cancel/${id}`);
    return { answer, value: { id, state: 'OPENED', quantityLeft: '0.5', isExecuted: false } };
  },
  cancelOrder: async () => {
    const placed = await trader.post('/order/orders/limit', limitOrder('BUY', '0.0031', '1'));
    return {
      answer: await trader.delete(`/order/cancel/${(placed.body as { id: string }).id}`),
      value: null,
    };
  },
  order: async () => {
    const placed = await trader.post('/order/orders/limit', limitOrder('BUY', '0.0031', '1'));
    const { id } = placed.body as { id: string };
    const answer = await trader.get(`/order/orders/${id}`);
    expect((await other.get(`/order/orders/${id}`)).status).toBe(404);
    await trader.delete(`/order/cancel/${id}`);
    const untraded = { averagePrice: null, cost: null, fee: null, feeCurrency: null };
    return { answer, value: expect.objectContaining({ id, price: '0.0031', ...untraded }) };
  },
  orders: async () => ({
    answer: await trader.get('/order/orders?state=OPENED,PARTIALLY_FILLED&pair=XMR-BTC&skip=0&limit=10'),
    value: [
      expect.objectContaining({
        pair: 'XMR-BTC',
        side: 'buy',
        kind: 'limit',
        price: '0.0039',
        quantityLeft: '1.25',
      }),
    ],
  }),
  executions: async () => ({
    answer: await other.get('/order/orders/history/executions?pair=BTC-USDT'),
    value: [
      expect.objectContaining({
        price: '90000',
        quantity: '0.004',
        value: '360',
        feeCurrency: 'USDT',
        isMaker: false,
        orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ],
  }),
  // The first tree is made right after startup.
  solvencyStatements: async () => {
    const read = () => ask(target.origin, '/solvency/statements');
    await until(async () => (await read()).text.includes('"number":1'));
    return {
      answer: await read(),
      value: [expect.objectContaining({ number: 1, previous: '0'.repeat(64) })],
    };
  },
  solvencyProof: async () => {
    await until(async () => (await trader.get('/solvency/proof')).status === 200);
    return {
      answer: await trader.get('/solvency/proof'),
      value: expect.objectContaining({ number: 1, account: expect.any(String) as string }),
    };
  },
  trades: async () => ({
    answer: await ask(target.origin, '/order/trades/BTC-USDT?limit=5'),
    value: [expect.objectContaining({ pair: 'BTC-USDT', price: '90000', amount: '0.004', side: 'sell' })],
  }),
  orderBook: async () => ({
    answer: await ask(target.origin, '/order/orderbook/BTC-USDT'),
    value: expect.objectContaining({ pair: 'BTC-USDT', bids: [['90000', '0.006']], asks: [] }),
  }),
  markets: async () => ({
    answer: await ask(target.origin, '/api/markets'),
    value: expect.arrayContaining([
      expect.objectContaining({ pair: 'BTC-USDT', lastPrice: '90000', highestBid: '90000', lowestAsk: null }),
    ]),
  }),
  market: async () => ({
    answer: await ask(target.origin, '/api/markets/BTC-USDT'),
    value: expect.objectContaining({ pair: 'BTC-USDT', lastPrice: '90000' }),
  }),
  pairs: async () => ({
    answer: await ask(target.origin, '/pair/pairs?skip=1&limit=3'),
    value: [expect.anything(), expect.anything(), expect.anything()],
  }),
  pair: async () => ({
    answer: await ask(target.origin, '/pair/pairs/XMR-BTC'),
    value: expect.objectContaining({
      pair: 'XMR-BTC',
      isEnabled: true,
      pricePrecision: 6,
      takerFeePercent: '0.3',
    }),
  }),
  coins: async () => ({
    answer: await ask(target.origin, '/coin/coins?page=1&limit=50&sort_by=ticker&order=desc'),
    value: COINS.toReversed().map((ticker) => expect.objectContaining({ ticker })),
  }),
  candles: async () => ({
    answer: await ask(target.origin, '/stats/chartx', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ frame: 'minute', pair: 'BTC-USDT', start_ts: now() - 600, stop_ts: now() }),
    }),
    value: {
      candles: expect.arrayContaining([expect.objectContaining({ close: '90000' })]),
      hasInvalidTime: false,
    },
  }),
  tickets: async () => {
    await openTicket();
    return {
      answer: await trader.get('/support/tickets/list?status=open&limit=1'),
      value: {
        items: [expect.objectContaining({ subject: 'Where?', status: 'open' })],
        count: expect.any(Number),
      },
    };
  },
  createTicket: async () => ({
    answer: await trader.post('/support/tickets/create', TICKET),
    value: { id: expect.any(String) },
  }),
  ticket: async () => ({
    answer: await trader.get(`/support/tickets/get/${await openTicket()}`),
    value: expect.objectContaining({ ...TICKET, status: 'open', owner: trader.username }),
  }),
  commentTicket: async () => ({
    answer: await trader.post(`/support/tickets/comment/${await openTicket()}`, { content: 'And?' }),
    value: null,
  }),
  comments: async () => {
    const id = await openTicket();
    await trader.post(`/support/tickets/comment/${id}`, { content: 'And?' });
    return {
      answer: await trader.get(`/support/tickets/comments/list/${id}`),
      value: { items: [expect.objectContaining({ content: 'And?', isStaff: false })], count: 1 },
    };
  },
  status: async () => ({
    answer: await ask(target.origin, '/api/status'),
    value: { status: 'ok', reason: null, since: null, time: expect.any(Number) },
  }),
  btcPrice: async () => ({ answer: await ask(target.origin, '/stats/btc-usd'), value: '90000' }),
};

it('published hashes are in the log, too (LEDGER-04, SOLVENCY-04)', async () => {
  const { statements } = (await ask(target.origin, '/solvency/statements')).body as {
    statements: { hash: string }[];
  };
  const { heads } = (await ask(target.origin, '/ledger/heads')).body as { heads: { hash: string }[] };
  const halves = (hash = '') => `hash=${hash.slice(0, 32)},${hash.slice(32)}`;
  expect(target.log).toContain(`solvency statement number=1 ${halves(statements[0]?.hash)}`);
  expect(target.log.join('\n')).toMatch(
    new RegExp(`^ledger head number=\\d+ ${halves(heads.at(-1)?.hash)}$`, 'm'),
  );
});

describe('every call of the contract', () => {
  it.each(Object.keys(good) as (keyof typeof good)[])('%s answers what the client can read', async (name) => {
    const { answer, value } = await good[name]();
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(decoded(name, answer)).toEqual(value);
  });

  it('pairs and coins are the documented objects', async () => {
    const pair = (await ask(target.origin, '/pair/pairs/GRIN-BTC')).body as Record<
      string,
      Record<string, unknown>
    >;
    expect(Object.keys(pair)).toEqual(['pair', 'settings', 'base_coin', 'quote_coin']);
    const documented = {
      pair: 'id symbol base_coin_id quote_coin_id is_active created_at updated_at created_by',
      settings: `id pair_id is_enabled is_default price_source custom_price price_precision
        quantity_precision min_order_size min_price_increment min_quantity_increment maker_fee_percent
        taker_fee_percent price_deviation_percent created_at updated_at`,
      base_coin: 'id name ticker logo_url decimal_places',
      quote_coin: 'id name ticker logo_url decimal_places',
    };
    for (const [part, fields] of Object.entries(documented)) {
      expect(Object.keys(pair[part] ?? {}).sort()).toEqual(fields.split(/\s+/).sort());
    }
    const { items } = (await ask(target.origin, '/coin/coins')).body as { items: Record<string, unknown>[] };
    const fields = `id name ticker network is_deposit_enabled is_withdrawal_enabled is_trading_enabled
      refund_address_required min_withdrawal_amount min_deposit_amount deposit_fee decimal_places explorer_url
      address_format address_example`;
    expect(Object.keys(items[0] ?? {})).toEqual(expect.arrayContaining(fields.split(/\s+/)));
  });

  it("neither of two accounts sees or touches the other's orders", async () => {
    const placed = await trader.post('/order/orders/limit', limitOrder('BUY', '0.0032', '1'));
    const { id } = placed.body as { id: string };
    const foreign = await other.delete(`/order/cancel/${id}`);
    const unknown = await other.delete('/order/cancel/3f8c8a8e-0000-4000-8000-0123456789ab');
    expect(refusal(foreign, 404)).toEqual(refusal(unknown, 404));
    expect((await other.get('/order/orders?limit=500')).text).not.toContain(id);
    expect((await trader.get('/order/orders')).text).toContain(id);
  });
});
