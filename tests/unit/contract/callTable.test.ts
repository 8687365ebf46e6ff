import { describe, expect, it } from 'vitest';
import { calls, type Call } from '../../../src/services/contract/index.ts';

const table = calls as unknown as Readonly<Record<string, Call>>;

/** p: needs a session. i: carries an idempotency key. o: handles its own 401. */
const expected: Readonly<Record<string, string>> = {
  login: 'POST /auth/login o',
  register: 'POST /auth/register',
  logout: 'POST /auth/logout',
  me: 'GET /auth/me p',
  changePassword: 'POST /auth/change-password po',
  passkeyLoginOptions: 'POST /auth/passkeys/login/options',
  passkeyLogin: 'POST /auth/passkeys/login o',
  passkeys: 'GET /auth/passkeys p',
  passkeyOptions: 'POST /auth/passkeys/options p',
  addPasskey: 'POST /auth/passkeys p',
  renamePasskey: 'POST /auth/passkeys/:id/name p',
  removePasskey: 'POST /auth/passkeys/:id/remove p',
  confirmPasskeyOptions: 'POST /auth/passkeys/confirm/options p',
  confirmPasskey: 'POST /auth/passkeys/confirm p',
  apiKeys: 'GET /user/api-keys p',
  createApiKey: 'POST /user/api-keys p',
  confirmApiKey: 'POST /user/api-keys/:id/confirm p',
  revokeApiKey: 'DELETE /user/api-keys/:id p',
  accountRemains: 'GET /user/deletion po',
  deleteAccount: 'POST /user/deletion p',
  twoFactorEnable: 'POST /auth/2fa/enable p',
  twoFactorVerify: 'POST /auth/2fa/verify p',
  twoFactorDisable: 'POST /auth/2fa/disable p',
  recoveryCodes: 'GET /auth/2fa/recovery-codes p',
  newRecoveryCodes: 'POST /auth/2fa/recovery-codes/renew p',
  askTwoFactorReset: 'POST /auth/2fa/reset o',
  stopTwoFactorReset: 'POST /auth/2fa/reset/stop p',
  makeRecoveryKey: 'POST /auth/recovery-key p',
  recoverPassword: 'POST /auth/recover o',
  sessions: 'GET /auth/sessions p',
  endSession: 'DELETE /auth/sessions/:id p',
  endOtherSessions: 'POST /auth/sessions/end-others p',
  nameSession: 'POST /auth/sessions/name p',
  trades: 'GET /order/trades/:pair',
  markets: 'GET /api/markets',
  market: 'GET /api/markets/:pair',
  pairs: 'GET /pair/pairs',
  pair: 'GET /pair/pairs/:pair',
  coins: 'GET /coin/coins',
  status: 'GET /api/status',
  btcPrice: 'GET /stats/btc-usd',
  orderBook: 'GET /order/orderbook/:pair',
  candles: 'POST /stats/chartx',
  solvencyStatements: 'GET /solvency/statements',
  solvencyProof: 'GET /solvency/proof p',
  balances: 'GET /user/balances p',
  placeLimitOrder: 'POST /order/orders/limit pi',
  placeMarketOrder: 'POST /order/orders/market pi',
  amendOrder: 'POST /order/amend/:id pi',
  cancelOrder: 'DELETE /order/cancel/:id pi',
  order: 'GET /order/orders/:id p',
  orders: 'GET /order/orders p',
  executions: 'GET /order/orders/history/executions p',
  refundAddresses: 'GET /user/refund-address/status p',
  refundAddressCount: 'GET /user/refund-address/count p',
  setRefundAddress: 'POST /user/refund-address p',
  removeRefundAddress: 'DELETE /user/refund-address/:coin p',
  addressBook: 'GET /user/address-book p',
  switchAddressBook: 'POST /user/address-book/switch p',
  addBookAddress: 'POST /user/address-book/addresses p',
  removeBookAddress: 'DELETE /user/address-book/addresses/:id p',
  createDepositAddress: 'POST /user/deposit-address p',
  freshDepositAddress: 'POST /user/deposit-address/fresh p',
  depositAddresses: 'GET /user/deposit-address/list p',
  deposits: 'GET /deposit/deposits/user/history p',
  depositStatus: 'GET /deposit/deposits/:id/status p',
  receiveGrinDeposit: 'POST /deposit/deposits/grin/receive p',
  createWithdrawal: 'POST /withdrawal/withdrawals/create pi',
  finalizeGrinWithdrawal: 'POST /withdrawal/withdrawals/grin/finalize-withdrawal pi',
  cancelWithdrawal: 'POST /withdrawal/withdrawals/:id/cancel p',
  withdrawalStatus: 'GET /withdrawal/withdrawals/:id/status p',
  withdrawals: 'GET /withdrawal/withdrawals/user/history p',
  tickets: 'GET /support/tickets/list p',
  createTicket: 'POST /support/tickets/create pi',
  ticket: 'GET /support/tickets/get/:id p',
  commentTicket: 'POST /support/tickets/comment/:id pi',
  comments: 'GET /support/tickets/comments/list/:id p',
};

describe('the table of calls', () => {
  it('is this one: a change of a row is a change of the contract', () => {
    const rows = Object.entries(table).map(([name, call]) => {
      const marks = `${call.isPrivate ? 'p' : ''}${call.takesIdempotencyKey ? 'i' : ''}${call.ownsUnauthorized ? 'o' : ''}`;
      return [name, `${call.method} ${call.path} ${marks}`.trim()];
    });
    expect(Object.fromEntries(rows)).toEqual(expected);
  });

  const lists: Readonly<Record<string, readonly string[]>> = {
    trades: ['trades', 'items', 'data'],
    pairs: ['pairs', 'items', 'data'],
    coins: ['items', 'coins', 'data'],
    balances: ['balances', 'items', 'data'],
    orders: ['orders', 'items', 'data'],
    executions: ['executions', 'items', 'data'],
    refundAddresses: ['coins', 'items', 'data'],
    depositAddresses: ['addresses', 'items', 'data'],
    deposits: ['deposits', 'items', 'data'],
    withdrawals: ['withdrawals', 'items', 'data'],
    tickets: ['items', 'tickets', 'data'],
    comments: ['items', 'comments', 'data'],
  };

  it.each(Object.entries(lists))('the list of %s is read under %j', (name, keys) => {
    for (const key of keys) {
      const read = table[name]?.decode({ [key]: [] });
      expect(read, key).toMatchObject({ ok: true, faults: [] });
    }
    expect(table[name]?.decode({ elsewhere: [] })).toMatchObject({ ok: false });
  });

  it('a list is read under two names, one in the other', () => {
    expect(table.orders?.decode({ data: { items: [] } })).toMatchObject({ ok: true, value: [] });
  });

  it('a page that sends a negative count sends none', () => {
    expect(table.tickets?.decode({ items: [], total: 3 })).toMatchObject({ value: { count: 3 } });
    expect(table.tickets?.decode({ items: [], total: 0 })).toMatchObject({ value: { count: 0 } });
    expect(table.tickets?.decode({ items: [], total: -1 })).toMatchObject({ value: { count: null } });
  });

  it('a candle is a list: time, high, low, volume, open, close (CHART-09)', () => {
    const read = table.candles?.decode([[1_753_000_000_000, '4', '1', '9.5', '2', '3']]);
    const candle = { time: 1_753_000_000, open: '2', high: '4', low: '1', close: '3', volume: '9.5' };
    expect(read).toMatchObject({ ok: true, value: { candles: [candle] } });
  });

  it('a chart with an unreadable record keeps the others, and reports whether its time is invalid', () => {
    const good = [1_753_000_000_000, '1', '2', '1', '2', '5'];
    const read = table.candles?.decode({ candles: [good, ['never', '1', '2', '1', '2', '5']] });
    expect(read).toMatchObject({ ok: true, value: { hasInvalidTime: true } });
    const other = table.candles?.decode({ items: [good, [1_753_000_060_000, 'x', '2', '1', '2', '5']] });
    expect(other).toMatchObject({ ok: true, value: { hasInvalidTime: false } });
  });
});
