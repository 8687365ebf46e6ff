import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, openTrader, startVenue, type TestVenue } from '../edge/harness.ts';

let target: TestVenue;
let user: Browser;
beforeAll(async () => {
  target = await startVenue({ CHAINS: 'manual' });
  user = await openTrader(target);
});
afterAll(() => target.close());

// Databases cannot store NUL, so it must be refused before they are queried.
it.each([
  '/deposit/deposits/user/history?currency=%00',
  '/withdrawal/withdrawals/user/history?currency=%00',
  '/user/deposit-address/list?coin_ticker=%00',
  '/deposit/deposits/%00/status',
  '/withdrawal/withdrawals/%00/status',
  '/support/tickets/%00',
])("GET %s is the caller's mistake", async (path) => {
  const { status } = await user.get(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

it.each([
  ['/user/refund-address', { coin_ticker: 'BTC', address: '\u0000' }],
  ['/user/deposit-address', { coin_ticker: '\u0000' }],
  ['/withdrawal/withdrawals/create', { currency: 'BTC', amount: '1', address: '\u0000' }],
  ['/sandbox/pay', { coin: 'BTC', amount: '1', address: '\u0000' }],
  ['/sandbox/fail-withdrawal', { withdrawal: '\u0000' }],
  ['/sandbox/support/close', { ticket: '\u0000' }],
  ['/sandbox/fund', { coin: '\u0000', amount: '1' }],
  ['/auth/login', { email: '\u0000@quietbook.test', password: '\u0000aA345678' }],
  ['/auth/register', { email: 'a\u0000@quietbook.test', username: 'a\u0000b', password: 'aA345678' }],
] as const)("POST %s with %j is the caller's mistake", async (path, body) => {
  const { status } = await user.post(path, body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

it('nobody has a refund address for a coin named NUL', async () => {
  expect(await user.delete('/user/refund-address/%00')).toMatchObject({ status: 400 });
});
