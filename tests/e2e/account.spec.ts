import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Authenticator, openRow, Security } from './support/account.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { stopTime } from './support/time.ts';
import { newTrader, signIn, type Trader } from './support/trader.ts';

async function tryToSignIn(page: Page, { email, password }: Trader, code = ''): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Two-factor code' }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('a login that the server makes wait shows for how long, and loses nothing (LOGIN-10)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 503|login: server/);
  await page.route('**/auth/login', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: { message: 'Back soon' } }),
  );
  await page.clock.install();
  await page.goto('/login');
  // While the clock is stopped, a lazy screen may not be rendered yet.
  await page.getByRole('textbox', { name: 'Email' }).waitFor();
  await stopTime(page);
  await tryToSignIn(page, { email: 'ann@example.org', username: 'Ann', password: 'Correct horse 1' });
  await expect(page.getByRole('alert')).toHaveText('Back soon');
  await page.clock.runFor(10_000);
  await expect(page.getByRole('timer')).toHaveText('You can try again in 20 seconds.');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeDisabled();
  await page.clock.runFor(20_000);
  await expect(button).toBeEnabled();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ann@example.org');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Correct horse 1');
});

test('two-factor: set up, then asked for at sign-in, each code once; a recovery code replaces it (ACCOUNT-05, LOGIN-01, RECOVERY-02, RECOVERY-03, RECOVERY-05) @story', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 400/);
  const trader = await newTrader(page);
  const security = new Security(page);
  await security.open();
  const secret = await security.showSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const app = new Authenticator(secret);

  await test.step('a wrong code is reported, and the secret stays', async () => {
    await security.verify(app.wrong(), trader.password);
    await expect(security.section.getByText('The code could not be verified.')).toBeVisible();
    await expect(security.section.locator('code')).toBeVisible();
  });
  await test.step('a code is at most six characters, however it was pasted', async () => {
    await security.code.fill(' 123 4567 ');
    await expect(security.code).toHaveValue('123456');
    await expect(security.section.getByText('The code could not be verified.')).toBeHidden();
  });
  const notifications = page.getByRole('region', { name: 'Notifications' });
  let recovery: string[] = [];
  await test.step('a right one turns it on, and the secret is gone', async () => {
    await security.verify(app.next(), trader.password);
    await expect(notifications.getByText('Two-factor authentication is on')).toBeVisible();
    await expect(security.button('Continue')).toBeDisabled();
    const file = page.waitForEvent('download');
    await security.button('Download as text file').click();
    const saved = await readFile(await (await file).path(), 'utf8');
    recovery = await security.keepCodes();
    expect(recovery).toHaveLength(10);
    expect(saved).toBe(`${recovery.join('\n')}\n`);
    await expect(security.section.getByText('10 recovery codes left')).toBeVisible();
    await expect(security.button('Disable two-factor')).toBeVisible();
    expect(await page.content()).not.toContain(recovery[0]);
    const content = await page.content();
    expect(content.replaceAll(/\s/g, '')).not.toContain(secret);
  });

  await logOut(page);
  const field = page.getByRole('textbox', { name: 'Two-factor code' });
  await test.step('without a code, its field asks for one, and the form keeps the rest', async () => {
    await tryToSignIn(page, trader);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(trader.password);
  });
  await test.step('a wrong one is refused', async () => {
    await tryToSignIn(page, trader, app.wrong());
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  });
  const code = app.next();
  await test.step('a right one leads to a dashboard that asks for nothing more', async () => {
    await tryToSignIn(page, trader, code);
    await expect(page.getByText('Ready for trading')).toBeVisible();
    await expect(page.getByText('Protect your account with two-factor authentication')).toBeHidden();
    await expect(page.getByTitle('Two-factor authentication is off')).toBeHidden();
  });
  await test.step('it is used up', async () => {
    await logOut(page);
    await tryToSignIn(page, trader, code);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(
      page.getByText(/^This code has already been used\. Your app shows the next one in \d+ seconds?\.$/),
    ).toBeVisible();
  });
  await test.step('a recovery code replaces it, and shows how many are left', async () => {
    await tryToSignIn(page, trader, recovery[0]?.toLowerCase());
    await expect(
      notifications.getByText('Logged in with a recovery code. 9 recovery codes left.'),
    ).toBeVisible();
    await expect(page.getByText('Ready for trading')).toBeVisible();
  });
});

test('two-factor: disabling needs a code and pauses withdrawals; turned on elsewhere, the page finds out (ACCOUNT-02, ACCOUNT-05, REAUTH-05, REAUTH-06)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 40[03]/);
  const trader = await newTrader(page);
  const security = new Security(page);
  await security.open();
  const code = security.passwordForm.getByRole('textbox', { name: 'Two-factor code' });
  await expect(code).toHaveCount(0);
  // Another window of the same browser turns it on; this one still offers to set it up.
  const made = (await (await page.request.post('/auth/2fa/enable')).json()) as { secret: string };
  const app = new Authenticator(made.secret);
  const verified = await page.request.post('/auth/2fa/verify', {
    data: { code: app.next(), password: trader.password },
  });
  expect(verified.status()).toBe(200);
  await security.button('Set up two-factor').click();
  await expect(security.button('Disable two-factor')).toBeVisible();
  await expect(code).toBeVisible();

  await expect(security.section).toContainText('withdrawals are blocked for a day afterwards');
  await security.disable(app.wrong());
  await expect(security.password).toHaveAccessibleDescription('Enter your password.');
  await expect(security.password).toBeFocused();
  await security.disable(app.wrong(), 'Wrong-horse-1');
  await expect(security.password).toHaveAccessibleDescription('The current password is incorrect.');
  await expect(security.password).toBeFocused();
  await security.disable(app.wrong(), trader.password);
  await expect(security.section.getByText('Invalid code, please try again')).toBeVisible();
  await security.disable(app.next(), trader.password);
  await expect(security.button('Set up two-factor')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Security cooldown')).toBeVisible();
  await expect(page.getByText('Two-factor authentication turned off')).toBeVisible();
  await expect(page.getByText('Protect your account with two-factor authentication')).toBeVisible();
  await expect(page.getByTitle('Two-factor authentication is off')).toBeVisible();
});

test('a password change makes its call, shows the answer, and starts the cooldown of withdrawals (ACCOUNT-01, ACCOUNT-04, ACCOUNT-07, ACCOUNT-09) @story', async ({
  page,
  playwright,
  venue,
  guard,
}) => {
  guard.expect(/status of 401/);
  const trader = await newTrader(page);
  const elsewhere = await playwright.request.newContext({ baseURL: venue.url });
  const signInElsewhere = async (password: string): Promise<number> =>
    (await elsewhere.post('/auth/login', { data: { email: trader.email, password } })).status();
  expect(await signInElsewhere(trader.password)).toBe(200);
  const security = new Security(page);
  await security.open();
  const { passwordForm } = security;
  const newPassword = `${trader.password}-changed`;

  await test.step('the form checks itself first', async () => {
    await passwordForm.getByRole('button', { name: 'Change password' }).click();
    await expect(passwordForm.getByLabel('Current password', { exact: true })).toBeFocused();
    await security.changePassword(trader.password, newPassword, `${newPassword}x`);
    await expect(passwordForm.getByLabel('Confirm new password', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
  });
  await test.step('a wrong old password is reported at its field, and ends no session', async () => {
    await security.changePassword('Wrong-Pass-1', newPassword);
    await expect(passwordForm.getByText('The current password is incorrect.')).toBeVisible();
    await expect(passwordForm.getByLabel('New password', { exact: true })).toHaveValue(newPassword);
  });
  await test.step('a right one changes it, and the form is empty', async () => {
    await security.changePassword(trader.password, newPassword);
    await expect(passwordForm.getByText('Password changed. Other sessions were logged out.')).toBeVisible();
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      await expect(passwordForm.getByLabel(label, { exact: true })).toHaveValue('');
    }
  });
  await test.step('the dashboard counts the cooldown down', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText('Security cooldown', { exact: true })).toBeVisible();
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
    const timer = page.getByRole('timer');
    await expect(timer).toHaveText(/^23h 59m \d\ds$/);
    const before = await timer.innerText();
    await expect(timer).not.toHaveText(before);
  });
  await test.step('the other browser is signed out, and only the new password opens it again', async () => {
    expect((await elsewhere.get('/auth/me')).status()).toBe(401);
    expect(await signInElsewhere(trader.password)).toBe(401);
    expect(await signInElsewhere(newPassword)).toBe(200);
    await elsewhere.dispose();
    await logOut(page);
    await tryToSignIn(page, trader);
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await signIn(page, { ...trader, password: newPassword });
  });
});

test('a password change whose answer is lost shows what is unknown, and the next attempt what is known', async ({
  page,
  guard,
}) => {
  guard.expect(/ERR_CONNECTION_RESET|changePassword: unreachable|status of 409/);
  const trader = await newTrader(page);
  const security = new Security(page);
  await security.open();
  const newPassword = `${trader.password}-changed`;
  await page.route('**/auth/change-password', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await security.changePassword(trader.password, newPassword);
  await expect(security.passwordForm.getByRole('alert')).toContainText('may or may not have been changed');
  await expect(page).toHaveURL(/\/security$/);
  await page.unroute('**/auth/change-password');
  await security.changePassword(trader.password, newPassword);
  await expect(security.passwordForm.getByRole('alert')).toHaveText(
    'The new password is already your password.',
  );
});

test('rows of the security page unfold, and keep typed text (ACCOUNT-11)', async ({ page }) => {
  await newTrader(page);
  await page.goto('/security');
  await expect(page.getByRole('region', { name: 'Delete account' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Two-factor authentication' })).toContainText('Off');
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('1 session');
  await openRow(page, 'API keys');
  const label = page.getByLabel('Key name');
  await label.fill('Bot');
  await page.getByRole('region', { name: 'API keys' }).locator('summary').click();
  await expect(label).toBeHidden();
  await openRow(page, 'API keys');
  await expect(label).toHaveValue('Bot');
  // The first steps lead to the row that they are about.
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Create a recovery key' }).click();
  await expect(page.getByRole('button', { name: 'Create a recovery key' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up two-factor' })).toBeHidden();
});

test('dashboard: the account, its copy buttons, its ways (ACCOUNT-01, ACCOUNT-03)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText(trader.email)).toBeVisible();
  await expect(account.getByText('Ready for trading')).toBeVisible();
  await expect(account.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d UTC$/)).toBeVisible();

  const { id } = (await (await page.request.get('/auth/me')).json()) as { id: string };
  await expect(account.getByText(`${id.slice(0, 6)}…${id.slice(-4)}`)).toBeVisible();
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await account.getByRole('button', { name: 'Copy email' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  expect(await clipboard()).toBe(trader.email);
  await account.getByRole('button', { name: 'Copy user ID' }).click();
  await expect.poll(clipboard).toBe(id);
  await expect(account.getByTitle('Copied')).toHaveCount(0, { timeout: 5000 });

  const ways = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => (link.getAttribute('href') ?? '').replace(/^\/trade\/.+/, '/trade')),
    );
  expect([...new Set(ways)].toSorted()).toEqual([
    '/active-orders',
    '/deposit-history',
    '/fees',
    '/logs',
    '/order-history',
    '/refund-addresses',
    '/security',
    '/security#recovery-key',
    '/security#two-factor',
    '/solvency',
    '/support',
    '/trade',
    '/trading-history',
    '/wallet',
    '/withdrawal-history',
  ]);
  await page
    .getByRole('navigation', { name: 'Quick actions' })
    .getByRole('link', { name: /^Security/ })
    .click();
  await expect(page).toHaveURL(/\/security$/);
  await page.goBack();
  await page
    .getByRole('navigation', { name: 'Quick actions' })
    .getByRole('link', { name: /^Trade/ })
    .click();
  await expect(page).toHaveURL(/\/trade\/[A-Z]+-[A-Z]+$/);
});

test('without the modern clipboard the old way copies, and when that fails too it is reported (NAV-10)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  const copy = page.getByRole('button', { name: 'Copy email' });
  await copy.click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  await expect(copy).toBeFocused();
  const security = new Security(page);
  await security.open();
  const field = security.passwordForm.getByLabel('Current password', { exact: true });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(field).toHaveValue(trader.email);

  await page.goto('/dashboard');
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await copy.click();
  await expect(page.getByText('Failed to copy to clipboard')).toBeVisible();
});

test('account pages: accessible, no inline style, no sideways scroll, in every state', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 40[01]/);
  const trader = await newTrader(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Ready for trading')).toBeVisible();
  await expectGoodPrivatePage(page);
  const security = new Security(page);
  await security.open();
  await expectGoodPrivatePage(page);
  const app = new Authenticator(await security.showSecret());
  await security.verify(app.wrong(), trader.password);
  await expect(security.section.getByText('The code could not be verified.')).toBeVisible();
  await security.changePassword('Wrong-Pass-1', `${trader.password}2`);
  await expect(security.passwordForm.getByText('The current password is incorrect.')).toBeVisible();
  await expectGoodPrivatePage(page);
  await security.verify(app.next(), trader.password);
  await expect(security.button('Continue')).toBeVisible();
  await expectGoodPrivatePage(page);
  await security.keepCodes();
  await security.button('Create new codes').click();
  await expectGoodPrivatePage(page);
  await security.button('Cancel').click();
  await expect(security.button('Disable two-factor')).toBeVisible();
  await security.passwordForm.getByRole('textbox', { name: 'Two-factor code' }).fill(app.next());
  await security.changePassword(trader.password, `${trader.password}2`);
  await expect(security.passwordForm.getByText('Password changed.')).toBeVisible();
  await expectGoodPrivatePage(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('timer')).toHaveText(/^23h/);
  await expectGoodPrivatePage(page);
});
