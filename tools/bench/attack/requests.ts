// One costly request of every call, and one of every frame that a client may send.
import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../../src/services/contract/index.ts';

const PAIRS = ['XMR-BTC', 'GRIN-BTC', 'WOW-BTC', 'XMR-USDT', 'BTC-USDT', 'KAS-USDT', 'AVAX-USDT'];
const MINUTE = 60;
const LONGEST_CHART = 12_000;
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

interface Wish {
  readonly query?: string;
  readonly body?: object;
}

const nobody = () => ({ email: `${randomUUID()}@example.org`, password: 'Wrong-Horse-7' });
const slatepack = { slatepack_message: `BEGINSLATEPACK. ${'a'.repeat(11_000)}. ENDSLATEPACK.` };
const code = { code: '000000' };
const longest = { query: '?limit=500' };
const text = 'x'.repeat(1500);

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const attestation = { clientDataJSON: 'AAAA', attestationObject: 'A'.repeat(16_000) };

/** As costly as a call may be made. A call that is missing does not compile. */
const WISHES: Readonly<Record<CallName, () => Wish>> = {
  login: () => ({ body: nobody() }),
  register: () => {
    const { email } = nobody();
    const password = 'Correct-Horse-7';
    return { body: { email, username: email.slice(0, 20), password, confirm_password: password } };
  },
  logout: () => ({}),
  me: () => ({}),
  changePassword: () => ({
    body: {
      old_password: 'Wrong-Horse-7',
      new_password: 'Next-Horse-7',
      confirm_password: 'Next-Horse-7',
    },
  }),
  passkeyLoginOptions: () => ({}),
  passkeyLogin: () => ({ body: { credential: { ...credential, response: assertion } } }),
  passkeys: () => ({}),
  passkeyOptions: () => ({ body: { password: 'Wrong-Horse-7' } }),
  addPasskey: () => ({ body: { name: 'x', credential: { ...credential, response: attestation } } }),
  confirmPasskeyOptions: () => ({}),
  confirmPasskey: () => ({ body: { credential: { ...credential, response: assertion } } }),
  renamePasskey: () => ({ body: { name: 'x' } }),
  removePasskey: () => ({ body: { password: 'Wrong-Horse-7' } }),
  apiKeys: () => ({}),
  createApiKey: () => ({
    body: { label: 'Bot', permissions: ['read', 'trade'], password: 'Wrong-Horse-7' },
  }),
  confirmApiKey: () => ({ body: { password: 'Wrong-Horse-7' } }),
  revokeApiKey: () => ({}),
  accountRemains: () => ({}),
  deleteAccount: () => ({ body: { username: 'nobody', password: 'Wrong-Horse-1' } }),
  twoFactorEnable: () => ({}),
  twoFactorVerify: () => ({ body: code }),
  twoFactorDisable: () => ({ body: code }),
  recoveryCodes: () => ({}),
  newRecoveryCodes: () => ({ body: code }),
  askTwoFactorReset: () => ({ body: nobody() }),
  stopTwoFactorReset: () => ({}),
  sessions: () => ({}),
  endSession: () => ({}),
  endOtherSessions: () => ({}),
  nameSession: () => ({ body: { name: 'Laptop' } }),
  refundAddresses: () => ({}),
  refundAddressCount: () => ({}),
  setRefundAddress: () => ({
    body: { coin_ticker: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  }),
  removeRefundAddress: () => ({}),
  addressBook: () => ({}),
  switchAddressBook: () => ({ body: { is_on: true, password: 'Wrong-Horse-7' } }),
  addBookAddress: () => ({
    body: { coin_ticker: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', label: 'Cold' },
  }),
  removeBookAddress: () => ({}),
  createDepositAddress: () => ({ body: { coin_ticker: 'KAS' } }),
  freshDepositAddress: () => ({ body: { coin_ticker: 'KAS' } }),
  depositAddresses: () => ({}),
  deposits: () => longest,
  depositStatus: () => ({}),
  receiveGrinDeposit: () => ({ body: slatepack }),
  createWithdrawal: () => ({
    body: { currency: 'BTC', amount: '0.001', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
  }),
  finalizeGrinWithdrawal: () => ({ body: slatepack }),
  cancelWithdrawal: () => ({}),
  withdrawalStatus: () => ({}),
  withdrawals: () => longest,
  balances: () => ({}),
  placeLimitOrder: () => ({
    body: { pair: any(PAIRS), type: 'LIMIT', operation: 'BUY', price: '0.01', quantity: '100' },
  }),
  placeMarketOrder: () => ({ body: { pair: 'XMR-BTC', operation: any(['BUY', 'SELL']), quantity: '0.02' } }),
  amendOrder: () => ({ body: { price: '0.01', quantity: '100' } }),
  cancelOrder: () => ({}),
  order: () => ({}),
  orders: () => longest,
  executions: () => longest,
  trades: () => longest,
  solvencyStatements: () => ({ query: '?limit=200' }),
  solvencyProof: () => ({}),
  markets: () => ({}),
  market: () => ({}),
  pairs: () => ({}),
  pair: () => ({}),
  coins: () => ({}),
  btcPrice: () => ({}),
  tickets: () => ({ query: '?limit=100' }),
  createTicket: () => ({ body: { subject: 'Flood', description: text, category: 'other' } }),
  ticket: () => ({}),
  commentTicket: () => ({ body: { content: text } }),
  comments: () => ({ query: '?limit=100' }),
  orderBook: () => ({ query: '?depth=500' }),
  candles: () => {
    const stop_ts = Math.floor(Date.now() / 1000) - Math.floor(Math.random() * 1000);
    return {
      body: { frame: 'minute', pair: any(PAIRS), start_ts: stop_ts - LONGEST_CHART * MINUTE, stop_ts },
    };
  },
};

export const CALLS = Object.keys(calls) as CallName[];

/** A request as it goes over the wire. @param cookie empty for an anonymous one. */
export function requestOf(name: CallName, host: string, address: string, cookie = ''): string {
  const { method, path } = calls[name];
  const { query = '', body } = WISHES[name]();
  const target = path.replace(':coin', 'BTC').replace(':pair', any(PAIRS)).replace(':id', randomUUID());
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = cookie === '' ? [] : [`Cookie: ${cookie}`];
  return textOf(method, target + query, host, address, content, headers);
}

/** @param headers as lines. */
export function textOf(
  method: string,
  target: string,
  host: string,
  address: string,
  content: string,
  headers: readonly string[] = [],
): string {
  return [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Accept-Encoding: gzip',
    `X-Forwarded-For: ${address}`,
    ...headers,
    ...(method === 'GET' ? [] : [`Origin: http://${host}`, 'Sec-Fetch-Site: same-origin']),
    ...(content === '' ? [] : ['Content-Type: application/json']),
    `Content-Length: ${Buffer.byteLength(content)}`,
    '',
    content,
  ].join('\r\n');
}

/** What a client may send over the socket, and what is none of it. */
export const FRAMES: Readonly<Record<string, () => string>> = {
  subscribe_orderbook: () =>
    JSON.stringify({ type: 'subscribe_orderbook', pair_symbol: any(PAIRS), depth: any([10, 40, 100, 500]) }),
  unsubscribe_orderbook: () => JSON.stringify({ type: 'unsubscribe_orderbook', pair_symbol: any(PAIRS) }),
  subscribe_fees: () => JSON.stringify({ type: 'subscribe_fees' }),
  unsubscribe_fees: () => JSON.stringify({ type: 'unsubscribe_fees' }),
  ping: () => JSON.stringify({ type: 'ping' }),
  pong: () => JSON.stringify({ type: 'pong' }),
  unreadable: () => '{'.repeat(2000),
};
