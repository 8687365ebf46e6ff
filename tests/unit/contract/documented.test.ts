// Calls, fields, headers and frames in neither list below may be unknown to other servers.
import { describe, expect, it } from 'vitest';
import { sessionHeaders } from '../../../src/app/services.ts';
import { calls, type CallName } from '../../../src/services/contract/index.ts';
import { capabilities } from '../../../src/services/contract/capabilities.ts';
import { clientFrame } from '../../../src/services/contract/clientFrames.ts';
import { createHttp } from '../../../src/services/http/http.ts';
import type { HttpRequest } from '../../../src/services/http/port.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { silentLog } from '../../models/tools/ports.ts';

/** Method and path, query names, body names. */
type Documented = readonly [line: string, query?: string, body?: string];

const HISTORY = 'currency limit offset';
const SLATEPACK = 'slatepack_message';

const DOCUMENTED: Readonly<Partial<Record<CallName, Documented>>> = {
  login: ['POST /auth/login', '', 'email password two_factor_code turnstile_token'],
  register: ['POST /auth/register', '', 'email username password confirm_password'],
  logout: ['POST /auth/logout'],
  me: ['GET /auth/me'],
  changePassword: [
    'POST /auth/change-password',
    '',
    'old_password new_password confirm_password two_factor_code',
  ],
  twoFactorEnable: ['POST /auth/2fa/enable'],
  twoFactorVerify: ['POST /auth/2fa/verify', '', 'code'],
  twoFactorDisable: ['POST /auth/2fa/disable', '', 'code'],
  balances: ['GET /user/balances'],
  placeLimitOrder: ['POST /order/orders/limit', '', 'pair type operation quantity price'],
  placeMarketOrder: ['POST /order/orders/market', '', 'pair operation cost quantity'],
  cancelOrder: ['DELETE /order/cancel/:id'],
  orders: ['GET /order/orders', 'pair state skip limit'],
  executions: ['GET /order/orders/history/executions', 'pair skip limit'],
  trades: ['GET /order/trades/:pair', 'limit'],
  markets: ['GET /api/markets'],
  market: ['GET /api/markets/:pair'],
  pairs: ['GET /pair/pairs', 'skip limit'],
  pair: ['GET /pair/pairs/:pair'],
  coins: ['GET /coin/coins', 'page limit sort_by order'],
  orderBook: ['GET /order/orderbook/:pair', 'depth'],
  candles: ['POST /stats/chartx', '', 'frame pair start_ts stop_ts'],
  refundAddresses: ['GET /user/refund-address/status', 'trading_enabled_only'],
  refundAddressCount: ['GET /user/refund-address/count'],
  setRefundAddress: ['POST /user/refund-address', '', 'coin_ticker address'],
  removeRefundAddress: ['DELETE /user/refund-address/:coin'],
  createDepositAddress: ['POST /user/deposit-address', '', 'coin_ticker'],
  depositAddresses: ['GET /user/deposit-address/list', 'coin_ticker'],
  deposits: ['GET /deposit/deposits/user/history', HISTORY],
  depositStatus: ['GET /deposit/deposits/:id/status'],
  receiveGrinDeposit: ['POST /deposit/deposits/grin/receive', '', SLATEPACK],
  createWithdrawal: ['POST /withdrawal/withdrawals/create', '', 'currency amount address'],
  finalizeGrinWithdrawal: ['POST /withdrawal/withdrawals/grin/finalize-withdrawal', '', SLATEPACK],
  withdrawalStatus: ['GET /withdrawal/withdrawals/:id/status'],
  withdrawals: ['GET /withdrawal/withdrawals/user/history', HISTORY],
  tickets: ['GET /support/tickets/list', 'status category created_from created_to limit offset'],
  createTicket: ['POST /support/tickets/create', '', 'subject description category'],
  ticket: ['GET /support/tickets/get/:id'],
  commentTicket: ['POST /support/tickets/comment/:id', '', 'content'],
  comments: ['GET /support/tickets/comments/list/:id', 'limit offset'],
};

type Capability = keyof ReturnType<typeof capabilities.parse>;

/** Sent only to servers with the capability: calls by name, fields as `call.field`, headers. */
const OFFERED: Readonly<Record<string, Capability>> = {
  btcPrice: 'btcUsd',
  status: 'venueStatus',
  cancelWithdrawal: 'withdrawalCancel',
  freshDepositAddress: 'freshAddress',
  accountRemains: 'accountDeletion',
  deleteAccount: 'accountDeletion',
  recoveryCodes: 'recoveryCodes',
  newRecoveryCodes: 'recoveryCodes',
  askTwoFactorReset: 'twoFactorReset',
  stopTwoFactorReset: 'twoFactorReset',
  'askTwoFactorReset.recovery_key': 'recovery',
  makeRecoveryKey: 'recovery',
  recoverPassword: 'recovery',
  sessions: 'sessionList',
  endSession: 'sessionList',
  endOtherSessions: 'sessionList',
  nameSession: 'sessionList',
  solvencyStatements: 'solvency',
  solvencyProof: 'solvency',
  amendOrder: 'amend',
  'amendOrder.stop_price': 'amend',
  order: 'orderCost',
  addressBook: 'addressBook',
  switchAddressBook: 'addressBook',
  addBookAddress: 'addressBook',
  removeBookAddress: 'addressBook',
  'placeLimitOrder.time_in_force': 'timeInForce',
  'placeLimitOrder.post_only': 'postOnly',
  'placeMarketOrder.price': 'orderTypes',
  'placeLimitOrder.stop_price': 'orderTypes',
  'placeLimitOrder.display_quantity': 'orderTypes',
  'placeLimitOrder.oco_stop_price': 'orderTypes',
  'placeLimitOrder.oco_limit_price': 'orderTypes',
  'placeMarketOrder.stop_price': 'orderTypes',
  'placeMarketOrder.trail_percent': 'orderTypes',
  'createWithdrawal.fee': 'feeQuotes',
  'createWithdrawal.two_factor_code': 'reauthentication',
  'placeLimitOrder.two_factor_code': 'reauthentication',
  'placeMarketOrder.two_factor_code': 'reauthentication',
  'setRefundAddress.two_factor_code': 'reauthentication',
  'finalizeGrinWithdrawal.two_factor_code': 'reauthentication',
  'twoFactorVerify.password': 'reauthentication',
  'twoFactorDisable.password': 'reauthentication',
  passkeyLoginOptions: 'passkeys',
  passkeyLogin: 'passkeys',
  passkeys: 'passkeys',
  passkeyOptions: 'passkeys',
  addPasskey: 'passkeys',
  renamePasskey: 'passkeys',
  removePasskey: 'passkeys',
  confirmPasskeyOptions: 'passkeys',
  confirmPasskey: 'passkeys',
  apiKeys: 'apiKeys',
  createApiKey: 'apiKeys',
  confirmApiKey: 'apiKeys',
  revokeApiKey: 'apiKeys',
  'login.proof_of_work': 'proofOfWork',
  'register.proof_of_work': 'proofOfWork',
  'idempotency-key': 'idempotencyKeys',
  'x-account-id': 'accountHeader',
};

/** `authorization` only where a server issued a token. */
const DOCUMENTED_HEADERS = ['accept', 'content-type', 'authorization'];

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { readonly shape?: object } | null)?.shape ?? {});
const words = (text = ''): string[] => text.split(' ').filter(Boolean);
const all = Object.entries(calls) as readonly [CallName, (typeof calls)[CallName]][];

/** With every capability. */
async function headersSent(offered: object): Promise<Set<string>> {
  const sent: HttpRequest[] = [];
  const known = capabilities.parse(offered);
  const http = createHttp({
    transport: (request) => {
      sent.push(request);
      return Promise.resolve({ status: 400, body: undefined });
    },
    clock: new TestClock(),
    log: silentLog,
    sendsIdempotencyKeys: known.idempotencyKeys,
    sessionHeaders: () => sessionHeaders({ capabilities: known }, 'token', 'user'),
    onUnauthorized: () => undefined,
  });
  for (const [, call] of all)
    await http.send(call, { params: {}, ...(call.body && { body: {} }) }, { idempotencyKey: 'key' });
  return new Set(sent.flatMap(({ headers }) => Object.keys(headers)));
}

describe('what the client sends is documented, or offered by the server (CALL-09)', () => {
  it('every call is in one of the lists', () => {
    const listed = new Set([...Object.keys(DOCUMENTED), ...Object.keys(OFFERED)]);
    expect(all.map(([name]) => name).filter((name) => !listed.has(name))).toEqual([]);
  });

  it.each(Object.entries(DOCUMENTED) as [CallName, Documented][])('%s', (name, [line, query, body]) => {
    const call = calls[name];
    expect(`${call.method} ${call.path}`).toBe(line);
    const extra = (field: string): boolean => !(`${name}.${field}` in OFFERED);
    expect(fieldsOf(call.query).filter(extra).toSorted()).toEqual(words(query).toSorted());
    expect(fieldsOf(call.body).filter(extra).toSorted()).toEqual(words(body).toSorted());
  });

  it('nothing is listed that is not there', () => {
    const known = new Set<string>(
      all.flatMap(([name, { query, body }]) => [
        name,
        ...[...fieldsOf(query), ...fieldsOf(body)].map((field) => `${name}.${field}`),
      ]),
    );
    const headers = new Set(['idempotency-key', 'x-account-id']);
    expect(Object.keys(OFFERED).filter((one) => !known.has(one) && !headers.has(one))).toEqual([]);
    expect(Object.keys(DOCUMENTED).filter((one) => !known.has(one))).toEqual([]);
  });

  it('headers: three by themselves, the others by what is offered (CALL-01, CALL-07, SESSION-11)', async () => {
    expect([...(await headersSent({}))].toSorted()).toEqual(DOCUMENTED_HEADERS.toSorted());
    const offered = await headersSent({ idempotencyKeys: true, accountHeader: true });
    const extra = [...offered].filter((header) => !DOCUMENTED_HEADERS.includes(header));
    expect(extra.toSorted()).toEqual(['idempotency-key', 'x-account-id']);
  });

  it('frames', () => {
    const sent = clientFrame._zod.def.options.flatMap(({ shape }) => [...shape.type._zod.values]);
    // Those of the streams need a capability.
    const streams = /_(trades|candles|markets|account)$/;
    expect(sent.filter((type) => !streams.test(type)).toSorted()).toEqual([
      'ping',
      'pong',
      'subscribe_fees',
      'subscribe_orderbook',
      'unsubscribe_fees',
      'unsubscribe_orderbook',
    ]);
  });
});
