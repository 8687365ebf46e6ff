import { type Call, calls } from '../../../src/services/contract/index.ts';
import { limitOrder, PASSWORD, type TestVenue, type Trader } from './harness.ts';

export const allCalls = Object.values(calls) as readonly Call[];

/** A route in a generated test; every served route is included. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every route with a path of its own: calls, health, the sandbox. */
export function routesOf({ venue }: TestVenue): readonly Route[] {
  const named = venue.app.routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*'));
  return named.map(({ method, path }) => ({ method, path }));
}

/** A path with its parameters filled in. */
export const filled = (path: string, id = '0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001'): string =>
  path
    .replace(/:coin\b/, 'BTC')
    .replace(/:pair\b/, 'XMR-BTC')
    .replace(/:\w+/g, id);

const coin = { coin: 'BTC' };
const slatepack = { slatepack_message: 'BEGINSLATEPACK. aaaaaaaaaaaaaaa. ENDSLATEPACK.' };

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const attestation = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };

/** A body with a valid shape, by path; null where a route takes none. */
export const BODIES: Readonly<Record<string, object | null>> = {
  '/auth/login': { email: 'nobody@example.org', password: PASSWORD },
  '/auth/register': {
    email: 'new@example.org',
    username: 'new',
    password: PASSWORD,
    confirm_password: PASSWORD,
  },
  '/auth/logout': null,
  '/auth/change-password': {
    old_password: 'Wrong-Horse-1',
    new_password: 'Next-Horse-1',
    confirm_password: 'Next-Horse-1',
  },
  '/auth/passkeys/login/options': null,
  '/auth/passkeys/login': { credential: { ...credential, response: assertion } },
  '/auth/passkeys': { name: 'Planted', credential: { ...credential, response: attestation } },
  '/auth/passkeys/options': { password: PASSWORD },
  '/auth/passkeys/confirm/options': null,
  '/auth/passkeys/confirm': { credential: { ...credential, response: assertion } },
  '/auth/passkeys/:id/name': { name: 'Planted' },
  '/auth/passkeys/:id/remove': { password: PASSWORD },
  '/user/api-keys': { label: 'Planted', permissions: ['read'], password: 'Wrong-Horse-1' },
  '/user/api-keys/:id': null,
  '/user/api-keys/:id/confirm': { password: 'Wrong-Horse-1' },
  '/user/deletion': { username: 'somebody', password: 'Wrong-Horse-1' },
  '/auth/2fa/enable': null,
  '/auth/2fa/verify': { code: '000000', password: PASSWORD },
  '/auth/2fa/disable': { code: '000000', password: PASSWORD },
  '/auth/2fa/recovery-codes/renew': { code: '000000', password: PASSWORD },
  '/auth/2fa/reset': { email: 'nobody@example.org', password: PASSWORD },
  '/auth/2fa/reset/stop': null,
  '/auth/recovery-key': { key_hash: '0'.repeat(64), password: PASSWORD },
  '/auth/recover': {
    email: 'nobody@example.org',
    recovery_key: '0'.repeat(64),
    new_password: 'Planted-Horse-1',
    confirm_password: 'Planted-Horse-1',
  },
  '/auth/sessions/:id': null,
  '/auth/sessions/end-others': null,
  '/auth/sessions/name': { name: 'Laptop' },
  '/user/refund-address': { coin_ticker: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  '/user/refund-address/:coin': null,
  '/user/address-book/switch': { is_on: true, password: PASSWORD },
  '/user/address-book/addresses': {
    coin_ticker: 'BTC',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    label: 'Planted',
  },
  '/user/address-book/addresses/:id': null,
  '/order/amend/:id': { price: '0.004' },
  '/user/deposit-address': { coin_ticker: 'KAS' },
  '/user/deposit-address/fresh': { coin_ticker: 'KAS' },
  '/deposit/deposits/grin/receive': slatepack,
  '/withdrawal/withdrawals/create': {
    currency: 'BTC',
    amount: '0.01',
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  },
  '/withdrawal/withdrawals/:id/cancel': null,
  '/withdrawal/withdrawals/grin/finalize-withdrawal': slatepack,
  '/order/orders/limit': limitOrder('BUY', '0.001', '0.1'),
  '/order/orders/market': { pair: 'XMR-BTC', operation: 'BUY', quantity: '0.1' },
  '/order/cancel/:id': null,
  '/support/tickets/create': { subject: 'Planted', description: 'Planted', category: 'other' },
  '/support/tickets/comment/:id': { content: 'Planted' },
  '/stats/chartx': { frame: 'hour', pair: 'XMR-BTC', start_ts: 0, stop_ts: 10 },
  '/sandbox/fund': { coin: 'XMR', amount: '1' },
  '/sandbox/empty': null,
  '/sandbox/fail': { call: 'btcPrice', status: 503 },
  '/sandbox/reset-limits': null,
  '/sandbox/support/reply': { ticket: '0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001', text: 'Planted' },
  '/sandbox/support/close': { ticket: '0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001' },
  '/sandbox/pay': { ...coin, amount: '0.5' },
  '/sandbox/mine': { ...coin, blocks: 1 },
  '/sandbox/reorganise': { ...coin, depth: 1 },
  '/sandbox/fail-withdrawal': { withdrawal: '0b0e4cb6-6a11-4d4e-8f0e-6d6c1a6c0001' },
  '/sandbox/congestion': { ...coin, congested: true },
  '/sandbox/grin/send': { amount: '5' },
  '/sandbox/grin/receive': slatepack,
  '/sandbox/grin/finalize': slatepack,
};

const READS = allCalls
  .filter(({ method, isPrivate, path }) => method === 'GET' && isPrivate && !path.includes(':'))
  .map(({ path }) => path);

/** Everything that an account can read of its own, and what its orders do to the public book. */
export async function seenBy(
  target: TestVenue,
  { cookie }: Pick<Trader, 'cookie'>,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  // The hourly tree may be made meanwhile.
  const reads = READS.filter((path) => path !== '/solvency/proof');
  for (const path of [...reads, '/order/orderbook/XMR-BTC', '/order/trades/XMR-BTC', '/sandbox/chains']) {
    const answer = await target.venue.app.request(path, { headers: { cookie } });
    // A book contains the time of the request.
    seen[path] = (await answer.text()).replace(/"timestamp":"[^"]+"/, '');
  }
  return seen;
}
