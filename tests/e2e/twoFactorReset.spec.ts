import { Authenticator } from './support/account.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';
import { offerAt } from './support/withdraw.ts';

test('a reset is requested at the login, seen in every session, and stopped there, also where the answer is lost (RESET-01, RESET-02) @story', async ({
  page,
  browser,
  venue,
  guard,
}) => {
  guard.expect(/status of 400|ERR_EMPTY_RESPONSE|unreachable/);
  const trader = await newTrader(page);
  const { secret } = (await (await page.request.post('/auth/2fa/enable')).json()) as { secret: string };
  const app = new Authenticator(secret);
  const data = { code: app.next(), password: trader.password };
  expect((await page.request.post('/auth/2fa/verify', { data })).ok()).toBe(true);
  await page.goto('/dashboard');
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'Someone requested a reset of your second factor' });
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);

  const elsewhere = await browser.newContext({ baseURL: venue.url });
  const stranger = await elsewhere.newPage();
  await stranger.goto('/login');
  await expect(stranger.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'I lost my device' })).toHaveCount(0);
  await stranger.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await stranger.getByLabel('Password', { exact: true }).fill(trader.password);
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.getByRole('button', { name: 'I lost my device' }).click();
  await expect(stranger.getByText('It takes seven days.')).toBeVisible();
  await stranger.getByRole('button', { name: 'Request a reset' }).click();
  await expect(stranger.getByText(/Request received. From .* UTC, for seven days/)).toBeVisible();
  await elsewhere.close();

  await page.goto('/security');
  await expect(notice).toContainText('your password alone will be enough to log in');
  await expectGoodPrivatePage(page);
  await page.goto('/dashboard');
  await expect(notice).toBeVisible();
  await page.request.post('/sandbox/fail', { data: { call: 'stopTwoFactorReset', status: 'drop' } });
  await notice.getByRole('button', { name: 'Stop the reset' }).click();
  await expect(notice).toHaveCount(0);
  expect(await (await page.request.get('/auth/me')).json()).toMatchObject({ two_factor_reset_at: null });
});

test('a server that does not name it gets no request for a reset, and none is offered or shown (CALL-07)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 400/);
  await offerAt(page, { idempotencyKeys: true }, '/login');
  await page.route('**/auth/login', (route) =>
    route.fulfill({ status: 400, json: { message: '2FA code required', code: 'TWO_FACTOR_REQUIRED' } }),
  );
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your two-factor code.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I lost my device' })).toHaveCount(0);
});
