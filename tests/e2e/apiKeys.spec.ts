import { createProgram } from '../venue/accounts/program.ts';
import { Authenticator, openRow } from './support/account.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

test('a key is made, its secret shown once and copied, signs a request, and is revoked after a question (APIKEY-11) @story', async ({
  page,
  context,
  venue,
  guard,
}) => {
  guard.expect(/status of 422/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const trader = await newTrader(page);
  await page.goto('/security');
  await openRow(page, 'API keys');
  const section = page.getByRole('region', { name: 'API keys' });
  await expect(section.getByText('No API keys yet.')).toBeVisible();

  // Missing values are reported before anything is sent.
  await section.getByRole('button', { name: 'Create key' }).click();
  await expect(section.getByText('Enter a name.')).toBeVisible();
  await section.getByLabel('Key name').fill('Bot');
  await section.getByLabel('Read: balances, orders, transfers').uncheck();
  await section.getByRole('button', { name: 'Create key' }).click();
  await expect(section.getByText('Choose at least one permission.')).toBeVisible();
  await section.getByLabel('Read: balances, orders, transfers').check();
  await section.getByLabel('Allowed IP addresses').fill('127.0.0.1, ::1 nowhere');
  await section.getByLabel('Your password, to create the key').fill(trader.password);
  await section.getByRole('button', { name: 'Create key' }).click();
  await expect(section.getByText('takes entries like 203.0.113.7')).toBeVisible();
  await section.getByLabel('Allowed IP addresses').fill('127.0.0.1, ::1');
  await section.getByRole('button', { name: 'Create key' }).click();

  await expect(section.getByRole('heading', { name: 'The key Bot was created' })).toBeVisible();
  await expectGoodPrivatePage(page);
  await section.getByRole('button', { name: 'Copy the key' }).click();
  const id = await copied();
  await section.getByRole('button', { name: 'Copy the secret' }).click();
  await expect.poll(copied).toMatch(/^[0-9a-f]{64}$/);
  const secret = await copied();
  await section.getByRole('button', { name: 'I have saved the secret' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const entry = section.getByRole('listitem').filter({ hasText: 'Bot' });
  await expect(entry).toContainText(id);
  await expect(entry).toContainText('Only from 127.0.0.1, ::1');
  await expect(entry).toContainText('never used');

  const bot = createProgram(venue.url, { id, secret });
  expect((await bot.get('/user/balances')).status).toBe(200);
  expect((await bot.get('/auth/sessions')).status).toBe(403);
  await page.reload();
  await openRow(page, 'API keys');
  await expect(entry).toContainText('last used');
  await expect(page.getByText(secret)).toHaveCount(0);

  await entry.getByRole('button', { name: 'Revoke Bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(entry).toBeVisible();
  await entry.getByRole('button', { name: 'Revoke Bot' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(section.getByText('No API keys yet.')).toBeVisible();
  expect((await bot.get('/user/balances')).status).toBe(401);
});

test('a lost answer to a new key reports that its secret was not shown, and sends nothing again (APIKEY-11)', async ({
  page,
  guard,
}) => {
  const trader = await newTrader(page);
  guard.expect(/ERR_CONNECTION_RESET|unreachable/);
  await page.goto('/security');
  await openRow(page, 'API keys');
  const section = page.getByRole('region', { name: 'API keys' });
  await section.getByLabel('Key name').fill('Lost');
  await section.getByLabel('Your password, to create the key').fill(trader.password);
  // A dropped connection would do as well, but for browsers, which send the request again by themselves.
  let sent = 0;
  await page.route(/\/user\/api-keys$/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    sent += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await section.getByRole('button', { name: 'Create key' }).click();
  await expect(section.getByText('revoke it: its secret was not shown')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(1);
  expect(sent).toBe(1);
});

test('with two-factor a key needs a code, and a wrong one loses nothing (APIKEY-02)', async ({
  page,
  guard,
}) => {
  const trader = await newTrader(page);
  guard.expect(/status of 403/);
  const made = (await (await page.request.post('/auth/2fa/enable')).json()) as { secret: string };
  const app = new Authenticator(made.secret);
  await page.request.post('/auth/2fa/verify', { data: { code: app.next(), password: trader.password } });
  await page.goto('/security');
  await openRow(page, 'API keys');
  const section = page.getByRole('region', { name: 'API keys' });
  const make = section.getByRole('button', { name: 'Create key' });
  const code = section.getByRole('textbox', { name: 'Two-factor code' });
  await section.getByLabel('Key name').fill('Bot');
  await section.getByLabel('Withdraw', { exact: true }).check();
  await expect(section.getByText('This key can withdraw without a code')).toBeVisible();
  await section.getByLabel('Your password, to create the key').fill(trader.password);
  await make.click();
  await expect(code).toBeFocused();
  await code.fill(app.wrong());
  await make.click();
  await expect(section.getByText('This two-factor code is not valid.')).toBeVisible();
  await code.fill(app.next());
  await make.click();
  await expect(section.getByRole('heading', { name: 'The key Bot was created' })).toBeVisible();
});
