import type { Locator, Page } from '@playwright/test';
import { expectGoodPage, expectGoodPrivatePage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';
import { offerAt } from './support/withdraw.ts';

const keyOf = (page: Page): Locator => page.getByRole('region', { name: 'Recovery key' });

/** As far as the form that makes the key count. @returns its words. */
async function confirmWords(page: Page, password: string): Promise<readonly string[]> {
  const key = keyOf(page);
  await key.getByRole('button', { name: 'Create a recovery key' }).click();
  const words = await key.getByRole('listitem').allInnerTexts();
  expect(words).toHaveLength(24);
  await key.getByRole('button', { name: 'I have written them down' }).click();
  const asked = await key.getByRole('textbox', { name: /^Word \d+$/ }).all();
  expect(asked).toHaveLength(3);
  for (const [at, word] of words.entries()) {
    const field = key.getByRole('textbox', { name: `Word ${at + 1}`, exact: true });
    if (await field.isVisible()) await field.fill(word);
  }
  await key.getByLabel('Current password', { exact: true }).fill(password);
  return words;
}

const NEW = 'Another-Horse-27';

test('a forgotten password is set anew with a recovery key (FORGOT-01, FORGOT-03, FORGOT-04) @story', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 401|ERR_EMPTY_RESPONSE|unreachable/);
  const trader = await newTrader(page);
  await page.goto('/security#recovery-key');
  const words = await confirmWords(page, trader.password);
  await expectGoodPrivatePage(page);
  // The answer is lost, and the account shows the key.
  await page.request.post('/sandbox/fail', { data: { call: 'makeRecoveryKey', status: 'drop' } });
  await keyOf(page).getByRole('button', { name: 'Save the key' }).click();
  await expect(keyOf(page).getByText(/You have a recovery key, created on .* UTC/)).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  const typed = page.getByRole('textbox', { name: 'Recovery key' });
  await typed.fill(words.toReversed().join(' '));
  await page.getByLabel('New password', { exact: true }).fill(NEW);
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('These are not the 24 words of a recovery key.')).toBeVisible();
  await typed.fill(words.join('\n'));
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your recovery key has been used')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Password set with the recovery key')).toBeVisible();
});

for (const [what, answers] of [
  ['your account does not have it', true],
  ['it may or may not be valid', false],
] as const)
  test(`a lost answer reports that ${what}, and nothing is sent again (FORGOT-02)`, async ({
    page,
    guard,
  }) => {
    guard.expect(/ERR_FAILED|unreachable/);
    const trader = await newTrader(page);
    await page.clock.install();
    await page.goto('/security#recovery-key');
    await confirmWords(page, trader.password);
    let sent = 0;
    await page.route('**/auth/recovery-key', (route) => {
      sent += 1;
      return route.abort();
    });
    if (!answers) await page.route('**/auth/me', (route) => route.abort());
    await keyOf(page).getByRole('button', { name: 'Save the key' }).click();
    const notice = keyOf(page).getByRole('alert').filter({ hasText: what });
    await expect(async () => {
      await page.clock.runFor(5000);
      await expect(notice).toBeVisible({ timeout: 200 });
    }).toPass();
    expect(sent).toBe(1);
  });

test('without the capability no key is made, and /recover leads to the contact (FORGOT-03, CALL-07)', async ({
  page,
}) => {
  await newTrader(page);
  await offerAt(page, { idempotencyKeys: true }, '/security');
  await page.goto('/security');
  await expect(page.getByRole('region', { name: 'Change password' })).toBeVisible();
  await expect(keyOf(page)).toHaveCount(0);
  await offerAt(page, { idempotencyKeys: true }, '/recover');
  await page.goto('/recover');
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await expect(page.getByRole('textbox', { name: 'Recovery key' })).toHaveCount(0);
});
