import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readServerFrame, type ServerFrame } from '../../../src/services/contract/frames.ts';
import { accountCalls } from '../../../src/services/contract/calls/account.ts';
import { marketCalls } from '../../../src/services/contract/calls/markets.ts';
import { orderCalls } from '../../../src/services/contract/calls/orders.ts';
import { supportCalls } from '../../../src/services/contract/calls/support.ts';
import { tradingCalls } from '../../../src/services/contract/calls/trading.ts';
import { walletCalls } from '../../../src/services/contract/calls/wallet.ts';
import { readFees } from '../../../src/services/contract/fees.ts';
import { money } from '../../plainServer/money.ts';
import { GRIN_AMOUNT, slatepacks } from '../../plainServer/slatepacks.ts';
import { styles, type Style } from '../../plainServer/style.ts';
import { totp } from '../../plainServer/totp.ts';
import { clientOf, TRADER, type Client } from './client.ts';

const PAIR = 'XMR-USDT';
const SENT = { pair: PAIR, type: 'LIMIT', operation: 'BUY', quantity: '2', price: '150' } as const;
const XMR = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

const named = styles().map((style): readonly [string, Style] => [
  `${style.numbers} numbers, names ${style.names}, lists ${style.lists}, writes ${style.writes}, frames ${style.frames}, fees ${style.feeEvent}, GRIN ${style.grin}`,
  style,
]);

let client: Client;

/** Any other zone or unit would be off by more than a minute. */
const isNow = (time: number | null) => time !== null && Math.abs(Date.now() - time) < 60_000;

describe.each(named)('%s', (_name, style) => {
  beforeEach(async () => {
    client = await clientOf(style);
  });
  afterEach(async () => {
    await client.server.stop();
    if (client.complaints.length > 0) throw new Error(client.complaints.join('\n'));
  });

  test('account: registration, login, the user, two-factor, password, logout', async () => {
    const { http, server } = client;
    const fields = { email: 'bob@example.com', username: 'bob', password: 'Correct4Horse' };
    const registered = await http.send(accountCalls.register, {
      body: { ...fields, confirm_password: fields.password },
    });
    expect(registered.ok).toBe(true);
    const login = await http.send(accountCalls.login, { body: TRADER });
    expect(login).toMatchObject({
      value: { expiresIn: 3600, user: { email: TRADER.email, username: 'ann' } },
    });
    const me = await http.send(accountCalls.me, {});
    expect(me).toMatchObject({ value: { email: TRADER.email, twoFactorEnabled: false } });
    if (!me.ok) throw new Error('no user');
    expect(isNow(me.value.lastLogin)).toBe(true);
    const enrolment = await http.send(accountCalls.twoFactorEnable, {});
    if (!enrolment.ok) throw new Error('no secret');
    const { secret, keyUri, picture } = enrolment.value;
    expect(keyUri ?? picture).not.toBeNull();
    const code = () => ({ body: { code: totp(secret, Date.now()) } });
    expect((await http.send(accountCalls.twoFactorVerify, code())).ok).toBe(true);
    expect(await http.send(accountCalls.twoFactorEnable, {})).toMatchObject({
      failure: { status: 400, text: 'Two-factor authentication is already enabled' },
    });
    expect(await http.send(accountCalls.login, { body: TRADER })).toMatchObject({
      failure: { text: '2FA code required' },
    });
    expect((await http.send(accountCalls.twoFactorDisable, code())).ok).toBe(true);
    const next = {
      old_password: TRADER.password,
      new_password: 'Another5Word',
      confirm_password: 'Another5Word',
    };
    expect((await http.send(accountCalls.changePassword, { body: next })).ok).toBe(true);
    expect(server.accounts.byEmail(TRADER.email).password).toBe('Another5Word');
    expect((await http.send(accountCalls.logout, {})).ok).toBe(true);
  });

  test('trading: an order fills in part and is cancelled, and all lists show it', async () => {
    const { http, server } = client;
    server.credit(TRADER.email, 'USDT', '300');
    server.trade(PAIR, 'SELL', '149', '0.5');
    expect((await http.send(orderCalls.placeLimitOrder, { body: SENT })).ok).toBe(true);
    const orders = await http.send(orderCalls.orders, { query: { state: 'OPENED,PARTIALLY_FILLED' } });
    if (!orders.ok) throw new Error('no orders');
    const [order] = orders.value;
    expect(order).toMatchObject({
      pair: PAIR,
      side: 'buy',
      quantity: '2',
      quantityLeft: '1.5',
      price: '150',
    });
    expect(isNow(order?.createdAt ?? null)).toBe(true);
    expect(await http.send(orderCalls.executions, { query: { pair: '' } })).toMatchObject({
      value: [
        {
          price: '149',
          quantity: '0.5',
          value: '74.5',
          fee: '0.0015',
          feeCurrency: 'XMR',
          feeRate: '0.003',
          isMaker: false,
        },
      ],
    });
    const balances = await http.send(orderCalls.balances, {});
    expect(balances).toMatchObject({
      value: expect.arrayContaining([{ currency: 'USDT', available: '0.5', inOrders: '225' }]) as unknown,
    });
    expect((await http.send(orderCalls.cancelOrder, { params: { id: order?.id ?? '' } })).ok).toBe(true);
    expect(await http.send(orderCalls.orders, { query: { state: 'OPENED,PARTIALLY_FILLED' } })).toMatchObject(
      { value: [] },
    );
  });

  test('markets: coins, pairs, the market of each pair, the book, trades, candles', async () => {
    const { http, server } = client;
    server.trade(PAIR, 'SELL', '149', '0.5');
    server.trade(PAIR, 'BUY', '149', '0.2');
    server.trade(PAIR, 'BUY', '148.5', '1');
    const markets = await http.send(marketCalls.markets, {});
    expect(markets).toMatchObject({
      value: [
        { pair: 'GRIN-BTC', lastPrice: null, high24h: null, baseVolume: '0' },
        { pair: 'XMR-BTC' },
        { pair: PAIR, lastPrice: '149', highestBid: '148.5' },
      ],
    });
    const pair = { params: { pair: PAIR } };
    expect(await http.send(marketCalls.pair, pair)).toMatchObject({
      value: { pair: PAIR, quantityPrecision: 4, minQuantityIncrement: '0.0001', takerFeePercent: '0.3' },
    });
    const coins = await http.send(marketCalls.coins, {});
    expect(coins).toMatchObject({
      value: [{ ticker: 'BTC', minWithdrawalAmount: '0.001' }, {}, { ticker: 'XMR', decimalPlaces: 12 }, {}],
    });
    expect(await http.send(tradingCalls.orderBook, pair)).toMatchObject({
      value: { asks: [['149', '0.3']], bids: [['148.5', '1']] },
    });
    expect(await http.send(marketCalls.trades, pair)).toMatchObject({
      value: [{ pair: PAIR, price: '149', amount: '0.2', side: 'buy' }],
    });
    const now = Math.floor(Date.now() / 1000);
    const chart = await http.send(tradingCalls.candles, {
      body: { frame: 'minute', pair: PAIR, start_ts: now - 3600, stop_ts: now + 60 },
    });
    expect(chart).toMatchObject({ value: { candles: [{ open: '149', close: '149', volume: '0.2' }] } });
    const time = chart.ok ? (chart.value.candles[0]?.time ?? 0) : 0;
    expect(isNow(time * 1000 + 30_000)).toBe(true);
  });

  test('wallet: refund address, deposit address, a deposit, a withdrawal, both histories', async () => {
    const { http, server } = client;
    const saved = await http.send(walletCalls.setRefundAddress, {
      body: { coin_ticker: 'XMR', address: XMR },
    });
    expect(saved.ok).toBe(true);
    const refunds = await http.send(walletCalls.refundAddresses, {});
    if (!refunds.ok) throw new Error('no refund addresses');
    expect(refunds.value.find(({ ticker }) => ticker === 'XMR')?.address).toBe(XMR);
    expect(await http.send(walletCalls.refundAddressCount, {})).toMatchObject({ value: { configured: 1 } });
    const created = await http.send(walletCalls.createDepositAddress, { body: { coin_ticker: 'XMR' } });
    if (!created.ok || created.value.address === null) throw new Error('no address');
    const listed = await http.send(walletCalls.depositAddresses, { query: { coin_ticker: 'XMR' } });
    expect(listed).toMatchObject({ value: [{ address: created.value.address }] });
    server.deposits.pay(created.value.address, money('2.5'), 4);
    const deposits = await http.send(walletCalls.deposits, { query: { limit: 10, offset: 0 } });
    if (!deposits.ok) throw new Error('no deposits');
    const [deposit] = deposits.value;
    expect(deposit).toMatchObject({ currency: 'XMR', amount: '2.5', status: 'processing', confirmations: 4 });
    expect(deposit?.txHash).toHaveLength(64);
    expect(isNow(deposit?.createdAt ?? null)).toBe(true);
    for (const waiting of server.deposits.all) server.deposits.confirm(waiting);
    const status = await http.send(walletCalls.depositStatus, { params: { id: deposit?.id ?? '' } });
    expect(status).toMatchObject({ value: { status: 'completed', confirmations: 30 } });
    const sent = await http.send(walletCalls.createWithdrawal, {
      body: { currency: 'XMR', amount: '1', address: XMR },
    });
    if (!sent.ok) throw new Error('no withdrawal');
    expect(sent.value.status).toBe('pending');
    const history = await http.send(walletCalls.withdrawals, { query: { currency: 'XMR' } });
    expect(history).toMatchObject({
      value: [
        { id: sent.value.id, currency: 'XMR', amount: '1', fee: '0.0001', status: 'pending', address: XMR },
      ],
    });
    const known = await http.send(walletCalls.withdrawalStatus, { params: { id: sent.value.id ?? '' } });
    expect(known).toMatchObject({ value: { status: 'pending' } });
    expect((await http.send(walletCalls.removeRefundAddress, { params: { coin: 'XMR' } })).ok).toBe(true);
  });

  test('GRIN: a slatepack each way', async () => {
    const { http, server } = client;
    const received = await http.send(walletCalls.receiveGrinDeposit, {
      body: { slatepack_message: slatepacks.deposit.sent },
    });
    expect(received).toMatchObject({ value: { slatepack: slatepacks.deposit.signed } });
    server.credit(TRADER.email, 'GRIN', '2');
    const created = await http.send(walletCalls.createWithdrawal, {
      body: { currency: 'GRIN', amount: GRIN_AMOUNT, address: '' },
    });
    expect(created).toMatchObject({ value: { slatepack: slatepacks.withdrawal.sent } });
    const done = await http.send(walletCalls.finalizeGrinWithdrawal, {
      body: { slatepack_message: slatepacks.withdrawal.signed },
    });
    expect(done).toMatchObject({ value: { isBroadcast: true, txHash: server.withdrawals.all[0]?.hash } });
    const history = await http.send(walletCalls.withdrawals, {});
    expect(history).toMatchObject({
      value: [{ status: 'completed', isConfirmed: true, extraId: 'slate-1' }],
    });
  });

  test('support: a ticket, a reply, an answer of the staff', async () => {
    const { http, server } = client;
    const body = { subject: 'Where is it?', description: 'I wait.', category: 'deposit' } as const;
    expect((await http.send(supportCalls.createTicket, { body })).ok).toBe(true);
    const list = await http.send(supportCalls.tickets, { query: { status: 'open', category: 'deposit' } });
    if (!list.ok) throw new Error('no tickets');
    const id = list.value.items[0]?.id ?? '';
    expect(await http.send(supportCalls.ticket, { params: { id } })).toMatchObject({
      value: { subject: body.subject, status: 'open', owner: 'ann', category: 'deposit' },
    });
    const commented = await http.send(supportCalls.commentTicket, {
      params: { id },
      body: { content: 'Still.' },
    });
    expect(commented.ok).toBe(true);
    for (const ticket of server.support.tickets) server.support.answer(ticket, 'It is here.');
    expect(await http.send(supportCalls.comments, { params: { id } })).toMatchObject({
      value: {
        items: [
          { content: 'Still.', author: 'ann' },
          { content: 'It is here.', author: 'support' },
        ],
      },
    });
  });

  test('a refusal is shown in the words of the server, in parts where it has them', async () => {
    const { http, server } = client;
    expect(await http.send(orderCalls.placeLimitOrder, { body: SENT })).toMatchObject({
      failure: { status: 400, text: 'Insufficient balance' },
    });
    server.accounts.byEmail(TRADER.email).cooldown = {
      until: Date.now() + 3_600_000,
      reason: 'New password',
    };
    const body = { currency: 'XMR', amount: '1', address: XMR };
    const refused = await http.send(walletCalls.createWithdrawal, { body });
    expect(refused).toMatchObject({
      failure: {
        status: 403,
        text: expect.stringMatching(/paused — Reason: New password — Time remaining: 60 min/) as unknown,
      },
    });
  });

  test('a page instead of an answer reveals nothing about the outcome of a write', async () => {
    const { server, http } = client;
    const body = { pair: PAIR, operation: 'BUY', quantity: '1' } as const;
    await expect(http.send(orderCalls.placeMarketOrder, { body })).rejects.toMatchObject({
      failure: { code: 'unreadable', status: 200 },
    });
    expect(server.log.map(({ call }) => call)).toEqual([undefined]);
    client.complaints.length = 0;
  });

  test('the socket: books that replace each other whole, and fees under every name', async () => {
    const { server, base } = client;
    server.trade(PAIR, 'SELL', '149', '0.5');
    const frames = await framesOf(base, server, () => server.trade(PAIR, 'BUY', '148', '0.25'));
    const books = frames.filter((frame) => frame.kind === 'snapshot' || frame.kind === 'update');
    expect(books).toMatchObject([
      { kind: 'snapshot', pair: PAIR, asks: [['149', '0.5']], bids: [], sequence: null, isDelta: false },
      { kind: 'update', asks: [['149', '0.5']], bids: [['148', '0.25']], sequence: null, isDelta: false },
    ]);
    const fees = frames.find((frame) => frame.kind === 'fees');
    const read = readFees(fees?.fees ?? {});
    expect(read.faults).toEqual([]);
    expect(read.fees.XMR).toMatchObject({
      withdrawalFee: '0.0001',
      medium: { fee: '0.0001', price: '80000000' },
      unit: 'piconero/kb',
    });
  });
});

async function framesOf(
  base: string,
  server: Client['server'],
  change: () => void,
): Promise<readonly ServerFrame[]> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/socket/ws`);
  const frames: ServerFrame[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'subscribe_fees' }));
      socket.send(JSON.stringify({ type: 'subscribe_orderbook', pair_symbol: PAIR, depth: 40 }));
    });
    socket.on('message', (data: Buffer) => {
      const frame = readServerFrame(data.toString('utf8'));
      if (frame === null) {
        reject(new Error(`unreadable: ${data.toString('utf8')}`));
        return;
      }
      frames.push(frame);
      if (frame.kind === 'snapshot') change();
      if (frame.kind === 'update') resolve();
    });
  });
  socket.terminate();
  expect(server.feed.received).toHaveLength(2);
  return frames;
}
