import type { Page } from '@playwright/test';
import { Authenticator, openRow } from './support/account.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { coinOf } from './support/coins.ts';
import { History } from './support/histories.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

const OUTSIDE = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const bookOf = (page: Page) => page.getByRole('region', { name: 'Address book' });

test('a withdrawal above the daily ceiling waits for its release, and its user cancels it (HELD-05, HELD-06) @story', async ({
  page,
  ownVenue,
}) => {
  const venue = await ownVenue({ ACCOUNT_DAILY_CEILINGS: 'BTC:0.1', MAKERS: 'off', HISTORY: 'off' });
  await newTrader(page, venue.url);
  const funded = await page.request.post(`${venue.url}/sandbox/fund`, { data: { coin: 'BTC', amount: '5' } });
  expect(funded.status()).toBe(200);
  const before = await balanceOf(page, venue.url);

  await page.goto(`${venue.url}/withdraw/BTC`);
  const wizard = new Wizard(page);
  await expect(wizard.amount).toBeEnabled();
  await wizard.fill('0.25', OUTSIDE);
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.row('Status')).toContainText('Under manual review');
  await expect(page.getByText('we review it manually')).toBeVisible();
  expect(await balanceOf(page, venue.url)).not.toBe(before);

  await page.getByRole('link', { name: 'View withdrawal history' }).click();
  const history = new History(page, 'withdrawals');
  const row = history.rows('BTC');
  await expect(row).toContainText('Under manual review');
  await expectGoodPrivatePage(page, 'history with one that waits');
  await history.button('Cancel withdrawal').click();
  await expectGoodPrivatePage(page, 'question before a withdrawal is cancelled');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal', exact: true }).click();
  await expect(row).toContainText('Cancelled');
  await expect(row).not.toContainText('Under manual review');
  expect(await balanceOf(page, venue.url)).toBe(before);
});

const balanceOf = async (page: Page, origin: string): Promise<string> =>
  (await page.request.get(`${origin}/user/balances`)).text();

test('with the address book on nothing leaves to other addresses, and the form offers those of the book (HELD-01 to HELD-04)', async ({
  page,
  guard,
}) => {
  // 503: the session was renewed behind the page, which reads again.
  guard.expect(/status of (403|503)|: server/);
  const { password } = await newTrader(page);
  const { address_example: address } = await coinOf(page, 'BTC');
  const book = bookOf(page);
  const label = (name: string) => book.getByLabel(name, { exact: true });
  const button = (name: string) => book.getByRole('button', { name, exact: true });

  await test.step('a wrong address and a wrong password are reported at their fields', async () => {
    await page.goto('/security');
    await openRow(page, 'Address book');
    await button('Add address').click();
    await expect(book.getByText('Enter a label.')).toBeVisible();
    await label('Coin').selectOption('BTC');
    await label('Label').fill('Cold wallet');
    await label('Address').fill(`${address}x`);
    await button('Add address').click();
    await expect(label('Address')).toHaveAttribute('aria-invalid', 'true');
    await label('Your password').fill('Wrong-Horse-1');
    await button('Switch on').click();
    await expect(book.getByText('The current password is incorrect.')).toBeVisible();
    // The text typed for the new address stays.
    await expect(label('Label')).toHaveValue('Cold wallet');
  });

  await test.step('an address is added, and the book is switched on', async () => {
    await label('Address').fill(address);
    await button('Add address').click();
    await expect(book.getByRole('listitem')).toContainText('Cold wallet');
    await expect(label('Label')).toHaveValue('');
    await label('Your password').fill(password);
    await button('Switch on').click();
    await expect(
      book.getByRole('form', { name: 'Address book switch' }).getByText('On', { exact: true }),
    ).toBeVisible();
    await expect(book.getByRole('listitem')).toContainText('Can be used from');
    await expectGoodPrivatePage(page, 'security with an address book', [360, 1280]);
  });

  await test.step('the form offers it, typed text returns, and the venue reports when it works', async () => {
    const wizard = new Wizard(page);
    await wizard.open('BTC');
    const choice = wizard.main.getByRole('combobox', { name: 'Address book' });
    await wizard.address.fill('typed by hand');
    await choice.selectOption({ index: 1 });
    await expect(wizard.address).toHaveValue(address);
    await choice.selectOption({ index: 0 });
    await expect(wizard.address).toHaveValue('typed by hand');
    await choice.selectOption({ index: 1 });
    await expectGoodPrivatePage(page, 'withdrawal with an address book', [360, 1280]);
    await wizard.fill('0.01');
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.main.getByText(/This address is new in your address book/)).toBeVisible();
  });

  await test.step('two-factor asks for a code; switching off waits, and is stopped', async () => {
    const made = (await (await page.request.post('/auth/2fa/enable')).json()) as { secret: string };
    const app = new Authenticator(made.secret);
    await page.request.post('/auth/2fa/verify', { data: { code: app.next(), password } });
    await page.goto('/security');
    await openRow(page, 'Address book');
    await label('Your password').fill(password);
    await book.getByRole('textbox', { name: 'Two-factor code' }).first().fill(app.next());
    await button('Switch off').click();
    await expect(book.getByText(/stays on until/)).toBeVisible();
    await button('Keep it on').click();
    await expect(button('Switch off')).toBeVisible();
    await button('Remove Cold wallet').click();
    await expect(book.getByText('No addresses yet.')).toBeVisible();
  });
});
