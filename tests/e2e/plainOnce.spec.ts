// All other writes are sent only by presses, too.
import { COINS } from '../plainServer/coins.ts';
import type { How } from '../plainServer/faults.ts';
import { slatepacks } from '../plainServer/slatepacks.ts';
import { totp } from '../plainServer/totp.ts';
import { Security } from './support/account.ts';
import { RefundRow } from './support/coins.ts';
import { History } from './support/histories.ts';
import { isAsking, passAnswered, watchRequests } from './support/openRequests.ts';
import { expect, test } from './support/plain.ts';
import { SOON } from './support/soon.ts';
import { stopTime } from './support/time.ts';
import { signIn } from './support/trader.ts';

const ADDRESS = COINS.find(({ ticker }) => ticker === 'XMR')?.example ?? '';
const TRADER = { email: 'ann@quietbook.test', password: 'Correct-4-horses' };
const NEXT = 'Another-5-words';

test('every other write: done, its answer lost, and not sent again within a minute', async ({
  page,
  plain,
  guard,
}) => {
  guard.expectOutage();
  guard.expect(/status of 502|^console: \w+: server/);
  await page.clock.install();
  watchRequests(page, /./);
  const main = page.getByRole('main');

  const lose = async (
    call: string,
    press: () => Promise<unknown>,
    how: How = 'lost after',
  ): Promise<void> => {
    await test.step(call, async () => {
      const before = plain.arrivals(call).length;
      const fault = plain.fail(call, how);
      await press();
      await fault.ended;
      await stopTime(page);
      await expect.poll(() => isAsking(page), SOON).toBe(false);
      await passAnswered(page, 60_000);
      expect(plain.arrivals(call).length - before).toBe(1);
      await expect(page.getByText(/bad gateway/i)).toHaveCount(0);
      await page.clock.resume();
      await page.clock.setSystemTime(Date.now());
    });
  };

  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Email' }).fill(TRADER.email);
  await page.getByRole('textbox', { name: 'Username' }).fill('ann');
  await page.getByLabel('Password', { exact: true }).fill(TRADER.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(TRADER.password);
  await lose(
    'POST /auth/register',
    () => page.getByRole('button', { name: 'Create account' }).click(),
    '5xx after',
  );
  await expect(main.getByText(/the account may already exist/)).toBeVisible();
  await signIn(page, TRADER);

  const row = new RefundRow(page, 'XMR');
  await page.goto('/refund-addresses');
  await row.button('Add').click();
  await lose('POST /user/refund-address', () => row.save(ADDRESS));
  await expect(row.row).toContainText('Configured');
  await expect(row.row.getByRole('alert')).toHaveCount(0);

  await lose('POST /user/deposit-address', () => page.goto('/deposit/XMR'), '5xx after');
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('textbox', { name: 'Deposit address' })).toHaveValue(/^xmr/);

  await page.goto('/refund-addresses');
  await row.button('Remove').click();
  await lose('DELETE /user/refund-address/{coin}', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click(),
  );
  await expect(row.row).toContainText('Not set');
  await expect(row.row.getByRole('alert')).toHaveCount(0);

  await page.goto('/deposit/GRIN');
  await main.getByRole('textbox', { name: 'Slatepack message' }).fill(slatepacks.deposit.sent);
  await lose(
    'POST /deposit/deposits/grin/receive',
    () => main.getByRole('button', { name: 'Submit slatepack' }).click(),
    '5xx after',
  );
  await expect(main.getByText(/may have received it/)).toBeVisible();
  await expect(main.getByText('Please fix and resubmit')).toHaveCount(0);
  await expect(main.getByRole('textbox', { name: 'Slatepack message' })).toHaveValue(slatepacks.deposit.sent);
  const deposits = new History(page, 'deposits');
  await deposits.open();
  await expect(deposits.rows('GRIN')).toHaveCount(1);

  const security = new Security(page);
  await security.open();
  await lose('POST /auth/change-password', () => security.changePassword(TRADER.password, NEXT));
  await expect(main.getByText(/^The server did not respond, so your password may/)).toBeVisible();
  await lose('POST /auth/2fa/enable', () => security.button('Set up two-factor').click());
  const secret = await security.showSecret();
  await lose('POST /auth/2fa/verify', () => security.verify(totp(secret, Date.now())));
  await expect(security.button('Disable two-factor')).toBeVisible();
  await lose('POST /auth/2fa/disable', () => security.disable(totp(secret, Date.now())), '5xx after');
  await expect(security.button('Set up two-factor')).toBeVisible();

  await lose('POST /auth/logout', () => page.getByRole('button', { name: 'Log out' }).click());
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('textbox', { name: 'Email' }).fill(TRADER.email);
  await page.getByLabel('Password', { exact: true }).fill(NEXT);
  await lose('POST /auth/login', () => page.getByRole('button', { name: 'Sign in', exact: true }).click());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});
