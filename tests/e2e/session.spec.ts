import type { BrowserContext, Page } from '@playwright/test';
import { Authenticator, Security } from './support/account.ts';
import { TradePage } from './support/tradePage.ts';
import { hold } from './support/hold.ts';
import { openSettled } from './support/openRequests.ts';
import { keepPage } from './support/pageFacts.ts';
import { expect, test } from './support/test.ts';
import { createTrader, newTrader, signIn, type Trader } from './support/trader.ts';
import { stopTime } from './support/time.ts';

const SESSION_KEYS = new Set(['user', 'expires_at', 'access_token']);

const storageOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
  );

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  const kept = Object.keys(await storageOf(page));
  expect(kept.filter((key) => SESSION_KEYS.has(key))).toEqual([]);
}

async function submitLogin(
  page: Page,
  { email, password }: Pick<Trader, 'email' | 'password'>,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The cookie changes, but no tab is notified. */
async function switchCookie(context: BrowserContext, { email, password }: Trader): Promise<void> {
  const answer = await context.request.post('/auth/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
}

test('a visitor who wants a private page gets it after the login (LOGIN-06)', async ({ page }) => {
  const trader = await createTrader(page);
  await page.goto('/security?from=mail#two-factor');
  await expect(page).toHaveURL(/\/login$/);
  await submitLogin(page, trader);
  await expect(page).toHaveURL(/\/security\?from=mail#two-factor$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a dead session is cleared where the user is; a private page leads to the login and back (SESSION-08)', async ({
  page,
  context,
  guard,
}) => {
  guard.expect(/status of 401/);
  await newTrader(page);
  await context.clearCookies();
  await page.goto('/faq');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(/\/faq$/);
  expect(Object.keys(await storageOf(page)).filter((key) => SESSION_KEYS.has(key))).toEqual([]);

  const trader = await newTrader(page);
  await context.clearCookies();
  await page.goto('/security');
  await expectSignedOut(page);
  await submitLogin(page, trader);
  await expect(page).toHaveURL(/\/security$/);
});

test('private pages wait for the session: nothing of the account is painted before', async ({ page }) => {
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  await expect(page.getByText(trader.email)).toBeVisible();
  const release = await hold(page, '**/auth/me');
  await page.reload();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByText(trader.email)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
  release();
  await expect(page.getByText(trader.email)).toBeVisible();
});

test('many answers of 401 at once: one clear, one redirect, and the way back', async ({
  page,
  context,
  guard,
}) => {
  guard.expect(/status of 401/);
  const trader = await newTrader(page);
  for (let count = 0; count < 10; count += 1) {
    const order = {
      pair: 'XMR-BTC',
      type: 'LIMIT',
      operation: 'BUY',
      quantity: '0.1',
      price: `0.00${11 + count}`,
    };
    expect((await context.request.post('/order/orders/limit', { data: order })).status()).toBe(200);
  }
  await page.clock.install();
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy')).toHaveCount(10);
  await page.evaluate(() => {
    const removed: string[] = [];
    Object.assign(globalThis, { removed });
    // oxlint-disable-next-line typescript/unbound-method -- it is called on the storage below
    const remove = Storage.prototype.removeItem;
    Storage.prototype.removeItem = function removeItem(key: string) {
      if (this.getItem(key) !== null) removed.push(key);
      remove.call(this, key);
    };
  });
  const logins: string[] = [];
  page.on('framenavigated', (frame) => logins.push(new URL(frame.url()).pathname));
  // Private calls wait until there are many, and are then refused together. One that was not held would end the session.
  let held = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const PRIVATE = /\/(user\/balances|order\/(orders|cancel|trades)|auth\/me|support\/tickets)/;
  await page.route(PRIVATE, async (route) => {
    held += 1;
    await released;
    await route.fulfill({ status: 401, json: { message: 'Sign in first.', code: 'UNAUTHORIZED' } });
  });
  // Held requests must not time out.
  await stopTime(page);
  await context.clearCookies();
  const buttons = await tradePage.rows('Buy').getByRole('button', { name: 'Cancel order' }).all();
  for (const button of buttons.toReversed()) await button.click();
  await tradePage.place('Buy', '0.0011', '0.1');
  await tradePage.place('Sell', '0.9', '0.1');
  await expect.poll(() => held).toBeGreaterThanOrEqual(12);
  release();
  await page.clock.resume();
  await expectSignedOut(page);
  expect(logins.filter((path) => path === '/login')).toHaveLength(1);
  const removed = await page.evaluate(() => (globalThis as unknown as { removed: string[] }).removed);
  expect(removed.filter((key) => key === 'user')).toEqual(['user']);
  await page.unroute(PRIVATE);
  await submitLogin(page, trader);
  await expect(page).toHaveURL(/\/trade\/XMR-BTC$/);
});

test('logout works while the server is down, and leaves nothing behind', async ({
  page,
  ownVenue,
  guard,
}) => {
  guard.expectOutage();
  const venue = await ownVenue();
  const trader = await newTrader(page, venue.url);
  await page.goto(`${venue.url}/dashboard`);
  await expect(page.getByText(trader.email)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await venue.kill();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectSignedOut(page);
  await expect(page.getByText('the server did not confirm it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByText(trader.email)).toHaveCount(0);
});

test('a page left before its logout is answered stores nothing, and requests for nobody', async ({
  page,
}) => {
  await newTrader(page);
  await page.goto('/dashboard');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/auth/logout', () => new Promise(() => undefined));
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => asked).toContain('/auth/logout');
  const kept = Object.keys(await storageOf(page));
  expect(kept.filter((key) => SESSION_KEYS.has(key))).toEqual([]);
  asked.length = 0;
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  expect(asked).not.toContain('/auth/me');
});

test('a logout reaches every tab at once, and a login too @story', async ({ page, context }) => {
  await page.clock.install();
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  const tabs = await Promise.all(
    ['/dashboard', '/trade/XMR-BTC', '/security'].map(async (path) => {
      const tab = await context.newPage();
      await openSettled(tab, path);
      return tab;
    }),
  );
  // The clock is stopped, so that only messages between tabs show it.
  await stopTime(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Log out' })).toBeHidden();
  await page.clock.resume();
  for (const tab of tabs) await expect(tab.getByText(trader.email)).toHaveCount(0);
  await signIn(page, trader);
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Log out' })).toBeVisible();
});

test.describe('without streams, which may reveal the other user before the press', () => {
  test.use({ streams: false });

  test('another user in this browser never acts, or is shown, through this tab (SESSION-11)', async ({
    page,
    context,
    guard,
  }) => {
    guard.expect(/status of 409/);
    const second = await newTrader(page);
    const first = await newTrader(page);
    await openSettled(page, '/trade/XMR-BTC');
    const tradePage = new TradePage(page, 'XMR-BTC');
    await tradePage.expectStatus('Live');
    await switchCookie(context, second);
    await tradePage.place('Buy', '0.0011', '0.1');
    await expect(page.getByText(`You are now logged in as ${second.username}.`)).toBeVisible();
    const orders = await context.request.get('/order/orders');
    expect(await orders.json()).toEqual([]);
    await page.goto('/dashboard');
    await expect(page.getByText(second.email)).toBeVisible();
    await expect(page.getByText(first.email)).toHaveCount(0);
    const { user } = await storageOf(page);
    expect(user).toContain(second.email);
  });
});

test('a tab of the first user follows when a second one signs in beside it', async ({ page, context }) => {
  const second = await newTrader(page);
  const first = await newTrader(page);
  await openSettled(page, '/dashboard');
  await expect(page.getByText(first.email)).toBeVisible();
  const other = await context.newPage();
  await openSettled(other, '/dashboard');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expectSignedOut(other);
  await signIn(other, second);
  await expect(page.getByText(second.email)).toBeVisible();
  await expect(page.getByText(first.email)).toHaveCount(0);
});

test('a reload in the middle of signing in leaves a form that works @story', async ({ page }) => {
  const trader = await createTrader(page);
  await page.route('**/auth/login', async (route) => {
    await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
  await submitLogin(page, trader);
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled();
  // Before unrouting: a request released before the reload would still be answered.
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  expect(Object.keys(await storageOf(page)).filter((key) => SESSION_KEYS.has(key))).toEqual([]);
  await submitLogin(page, trader);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a page that comes slowly after the first login is awaited, longer than the notice is shown', async ({
  page,
}) => {
  const release = await hold(page, /\/assets\/DashboardScreen/);
  await page.clock.install();
  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Email' }).fill('slow@example.org');
  await page.getByRole('textbox', { name: 'Username' }).fill('slow');
  await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
  await page.getByLabel('Confirm password', { exact: true }).fill('Correct horse 1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Account created successfully! Please sign in.')).toBeVisible();
  // LOGIN-18: for somebody who had one and forgot it.
  await expect(page.getByText('Its password is unchanged.')).toBeVisible();
  await submitLogin(page, { email: 'slow@example.org', password: 'Correct horse 1' });
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Loading...')).toBeVisible();
  await page.clock.runFor(6000);
  await expect(page).toHaveURL(/\/dashboard$/);
  release();
  await expect(page.getByText('slow@example.org')).toBeVisible();
});

test('a session that ends while the user types shows so, and leads back @story', async ({ page, guard }) => {
  // A jump of the clock ends requests on their way.
  guard.expect(/status of 401|timeout/);
  await page.clock.install();
  const trader = await newTrader(page);
  const security = new Security(page);
  await security.open();
  await security.passwordForm.getByLabel('Current password', { exact: true }).fill('half a pass');
  await page.clock.fastForward('23:56:00');
  await expect(page.getByText('Your session expires in a few minutes.')).toBeVisible();
  await expect(security.passwordForm.getByLabel('Current password', { exact: true })).toHaveValue(
    'half a pass',
  );
  await page.clock.fastForward('04:05');
  await expectSignedOut(page);
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await submitLogin(page, trader);
  await expect(page).toHaveURL(/\/security$/);
});

test('after logout the way back shows nothing of the account', async ({ page }) => {
  const trader = await newTrader(page);
  await page.goto('/security');
  await page.goto('/dashboard');
  await expect(page.getByText(trader.email)).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
    await expect(page.getByText(trader.email)).toHaveCount(0);
  }
});

test('a page from the back-forward cache shows nothing until the session is known to hold', async ({
  page,
}) => {
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  const email = page.getByRole('main').getByText(trader.email);
  await expect(email).toBeVisible();
  const release = await hold(page, '**/auth/me');
  await keepPage(page, 'pagehide');
  await expect(email).toBeHidden();
  const asked = page.waitForRequest('**/auth/me');
  await keepPage(page, 'pageshow');
  await asked;
  await expect(email).toBeHidden();
  release();
  await expect(email).toBeVisible();

  await test.step('and nothing at all when somebody has logged out', async () => {
    await page.unrouteAll();
    await keepPage(page, 'pagehide');
    await page.evaluate(() => localStorage.clear());
    await keepPage(page, 'pageshow');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.getByText(trader.email)).toHaveCount(0);
  });
});

test('after logout nothing secret is left in page, storages or console @story', async ({
  page,
  context,
  guard,
}) => {
  guard.expect(/status of 400/);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const trader = await newTrader(page);
  const security = new Security(page);
  await security.open();
  const secret = await security.showSecret();
  const app = new Authenticator(secret);
  const wrong = app.wrong();
  await security.verify(wrong, trader.password);
  await expect(security.section.getByText('The code could not be verified.')).toBeVisible();
  await security.verify(app.next(), trader.password);
  const recovery = await security.keepCodes();
  await expect(security.button('Disable two-factor')).toBeVisible();
  const balances = (await (await context.request.get('/user/balances')).json()) as { available: string }[];
  await new TradePage(page, 'XMR-BTC').open();
  const cookie = (await context.cookies()).find(({ name }) => name === 'session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectSignedOut(page);
  // Amounts of the public tape have the digits of balances.
  await expect(page.getByRole('region', { name: 'Market history' })).toHaveCount(0);

  const canaries = [
    trader.email,
    trader.username,
    trader.password,
    secret,
    ...recovery,
    cookie?.value ?? '',
    ...balances.map(({ available }) => available).filter((amount) => amount.length > 4),
  ];
  const places = {
    page: (await page.content()).replaceAll(/\s/g, ''),
    storages: JSON.stringify(await storageOf(page)),
    history: await page.evaluate(() => JSON.stringify([history.state, document.title, location.href])),
    requests: await page.evaluate(() => JSON.stringify(performance.getEntries().map(({ name }) => name))),
    fields: await page.evaluate(() =>
      JSON.stringify([...document.querySelectorAll('input')].map(({ value }) => value)),
    ),
    console: said.join('\n'),
    databases: JSON.stringify(await page.evaluate(() => indexedDB.databases())),
    caches: JSON.stringify(await page.evaluate(() => caches.keys())),
    cookies: JSON.stringify(await context.cookies()),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(
      canaries.filter((canary) => canary !== '' && text.includes(canary)),
      place,
    ).toEqual([]);
  }
  expect(await context.cookies()).toEqual([]);
});
