import { expectGoodPrivatePage } from './support/axe.ts';
import { sandbox } from './support/coins.ts';
import { passAnswered, watchRequests } from './support/openRequests.ts';
import { expect, test } from './support/test.ts';
import { stopTime } from './support/time.ts';
import { newTrader } from './support/trader.ts';

test('deleting the account: obstacles, what stays behind, and a farewell everywhere (PRIVACY-03, PRIVACY-04, PRIVACY-05) @story', async ({
  page,
  context,
  guard,
}) => {
  guard.expect(/status of 4|Failed to load resource|deleteAccount: |accountRemains: /);
  await page.clock.install();
  const trader = await newTrader(page);
  const card = page.getByRole('region', { name: 'Delete account' });
  const button = (name: string) => card.getByRole('button', { name });
  await page.goto('/security#deletion');
  await button('Delete account…').click();
  await expect(card.getByText('Balance: 1.5 BTC. Withdraw or trade it first.')).toBeVisible();
  await expectGoodPrivatePage(page);

  await sandbox(page, 'empty', {});
  await sandbox(page, 'fund', { coin: 'BTC', amount: '0.0001' });
  await button('Check again').click();
  await expect(card.getByText('0.0001 BTC')).toBeVisible();
  await expect(
    card.getByText('coins that arrive later are returned to it, minus the network fee'),
  ).toBeVisible();
  await expectGoodPrivatePage(page);

  await test.step('nothing is sent before everything is confirmed', async () => {
    await button('Delete account for good').click();
    await expect(card.getByText('Confirm that you give up these amounts.')).toBeVisible();
    await card.getByRole('checkbox').check();
    await card.getByLabel('To confirm, type your username').fill('somebody');
    await button('Delete account for good').click();
    await expect(card.getByText('This is not your username.')).toBeVisible();
    await card.getByLabel('To confirm, type your username').fill(trader.username);
    await button('Delete account for good').click();
    await expect(card.getByLabel('Current password', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await card.getByLabel('Current password', { exact: true }).fill('Wrong-Horse-1');
    await button('Delete account for good').click();
    await expect(card.getByText('The current password is incorrect.')).toBeVisible();
    await card.getByLabel('Current password', { exact: true }).fill(trader.password);
  });

  await test.step('a lost request is not sent again (LOST-02)', async () => {
    watchRequests(page, /./);
    let sent = 0;
    await page.route('**/user/deletion', (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      sent += 1;
      return route.abort('connectionreset');
    });
    await button('Delete account for good').click();
    await stopTime(page);
    await expect(button('Checking…')).toBeDisabled();
    await passAnswered(page, 60_000);
    await expect(card.getByText('your account is still there. Try again.')).toBeVisible();
    expect(sent).toBe(1);
    await page.unroute('**/user/deletion');
    await page.clock.resume();
  });

  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible();
  // The other tab meets the end of the session before this one hears that the account is gone.
  await page.route('**/user/deletion', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    await other.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(other.getByRole('button', { name: 'Log out' })).toHaveCount(0);
    return route.fulfill({ response });
  });
  await button('Delete account for good').click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(
    page.getByText('Your account was deleted. Nothing that identifies you was kept.'),
  ).toBeVisible();
  await expect(other.getByRole('button', { name: 'Log out' })).toHaveCount(0);
  for (const one of [page, other]) {
    const kept = await one.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept.filter((key) => !/lng/i.test(key))).toEqual([]);
  }
  expect((await context.cookies()).filter(({ name }) => /session|device/.test(name))).toEqual([]);
  await page.reload();
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
});
