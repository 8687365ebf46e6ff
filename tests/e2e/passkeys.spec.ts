// Passkeys of a real browser: a virtual authenticator, whose user is always verified.
import type { Page } from '@playwright/test';
import { hashOfWords, newRecoveryWords } from '../../src/domain/recoveryKey.ts';
import { openRow } from './support/account.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { coinOf, sandbox } from './support/coins.ts';
import { openNamed } from './support/passkeys.ts';
import { expect, test } from './support/test.ts';
import { createTrader, newTrader, signIn } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, opens the account instead of the password, is renamed and removed (PASSKEY-01, PASSKEY-05) @story', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 400/);
  await page.goto('/robots.txt', { waitUntil: 'load' });
  const address = page.url();
  await addAuthenticator(page);
  // Browsers have none for addresses, and nothing is offered there.
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);

  const trader = await createTrader(page);
  await openNamed(page, '/login');
  await signIn(page, trader);
  await openNamed(page, '/security#passkeys');
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  await expect(section.getByText('No passkeys yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await section.getByLabel('Current password', { exact: true }).fill(trader.password);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByText(/Added .* UTC, never used/)).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await openNamed(page, '/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByLabel('Password', { exact: true }).fill(trader.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This account is protected by a passkey. Log in with the passkey.',
  );
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();

  await openNamed(page, '/security#passkeys');
  await expect(section.getByText(/Added .* UTC, last used .* UTC/)).toBeVisible();
  await section.getByRole('button', { name: 'Rename: Laptop' }).click();
  await section.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await section.getByRole('button', { name: 'Rename', exact: true }).click();
  await section.getByRole('button', { name: 'Remove: Old laptop' }).click();
  await expect(section.getByText('withdrawals are blocked for a day')).toBeVisible();
  await section.getByLabel('Current password', { exact: true }).fill(trader.password);
  await section.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section.getByText('Confirm with your passkey.')).toBeVisible();
  await section.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(section.getByText('Confirmed with your passkey.')).toBeVisible();
  await section.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section.getByText('No passkeys yet.')).toBeVisible();
  const me = await page.request.get(new URL('/auth/me', page.url()).href);
  expect(await me.json()).toMatchObject({
    security_risk: true,
    security_risk_reason: 'Last passkey removed',
  });
  expect(new URL(address).port).toBe(new URL(page.url()).port);
});

test('an account whose only second factor is a passkey withdraws with it, and nothing is sent without (REAUTH-08)', async ({
  page,
}) => {
  const trader = await newTrader(page);
  const { address_example: address } = await coinOf(page, 'BTC');
  await sandbox(page, 'fund', { coin: 'BTC', amount: '5' });
  await addAuthenticator(page);
  await openNamed(page, '/login');
  await signIn(page, trader);
  await openNamed(page, '/security#passkeys');
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  const factor = page.getByRole('region', { name: 'Two-factor authentication', exact: true });
  await openRow(page, 'Two-factor authentication');
  await expect(factor.getByRole('button', { name: 'Set up two-factor' })).toBeVisible();
  await expect(factor.getByText('turning this on blocks withdrawals')).toHaveCount(0);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await section.getByLabel('Current password', { exact: true }).fill(trader.password);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByText(/Added .* UTC, never used/)).toBeVisible();
  await expect(factor.getByText('turning this on blocks withdrawals for a day')).toBeVisible();
  // It has ended the session under the other name, and the list shows it.
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true });
  await openRow(page, 'Sessions');
  await expect(sessions.getByText('This session', { exact: true })).toBeVisible();
  await expect(sessions.getByRole('button', { name: 'End session', exact: true })).toHaveCount(0);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/withdrawals/create'))
      sent.push((request.postDataJSON() as { readonly two_factor_code?: string }).two_factor_code ?? '');
  });
  const wizard = new Wizard(page);
  await openNamed(page, '/withdraw/BTC');
  await wizard.fill('0.25', address);
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.main.getByText('Confirm with your passkey.')).toBeVisible();
  const use = wizard.button('Use a passkey');
  await expect(use).toBeFocused();
  await expectGoodPrivatePage(page, 'confirmation with a passkey');
  await use.press('Enter');
  await expect(wizard.main.getByText('Confirmed with your passkey.')).toBeVisible();
  expect(sent).toEqual([]);
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
  expect(sent).toEqual([expect.stringMatching(/^p-[a-z2-7]{14}$/)]);
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
  );
  expect(kept).not.toContain(sent[0]);
});

test('a recovery key sets a password where the only second factor, a passkey, confirms it (FORGOT-05)', async ({
  page,
  guard,
}) => {
  // The reads of a session that it ends are refused.
  guard.expect(/status of 40[01]/);
  await addAuthenticator(page);
  const trader = await createTrader(page);
  await openNamed(page, '/login');
  await signIn(page, trader);
  await openNamed(page, '/security#passkeys');
  const words = newRecoveryWords();
  const made = await page.evaluate(
    async (body) =>
      (
        await fetch('/auth/recovery-key', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { key_hash: hashOfWords(words), password: trader.password },
  );
  expect(made).toBe(200);
  const section = page.getByRole('region', { name: 'Passkeys', exact: true });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await section.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await section.getByLabel('Current password', { exact: true }).fill(trader.password);
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByText(/Added .* UTC, never used/)).toBeVisible();

  await openNamed(page, '/recover');
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(words.join(' '));
  await page.getByLabel('New password', { exact: true }).fill('Another-Horse-27');
  await page.getByLabel('Confirm new password', { exact: true }).fill('Another-Horse-27');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This account is protected by a passkey.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Confirmed with your passkey.')).toBeVisible();
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your recovery key has been used')).toBeVisible();
});
