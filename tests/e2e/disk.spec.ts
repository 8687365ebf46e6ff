import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { Authenticator, Security } from './support/account.ts';
import { coinOf, sandbox, setRefundAddress } from './support/coins.ts';
import { expect, test } from './support/test.ts';
import { Support } from './support/tickets.ts';
import { signUp } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

/** As plain or as two-byte text, which browser storages use. */
function filesWith(folder: string, secret: string): string[] {
  const forms = [Buffer.from(secret), Buffer.from(secret, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => forms.some((form) => readFileSync(file).includes(form)))
    .map((file) => path.relative(folder, file));
}

const sessionOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).find(({ name }) => name === 'session')?.value ?? '';

test('after logout nothing secret lies on the disk of a browser that keeps its profile', async ({
  venue,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-profile-'));
  const executablePath = findBrowser();
  const secrets: Record<string, string> = {};
  try {
    const context = await chromium.launchPersistentContext(folder, {
      ...(executablePath === null ? {} : { executablePath }),
      args: BROWSER_FLAGS,
      baseURL: venue.url,
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const trader = await signUp(page);
    secrets.password = trader.password;
    secrets.session = await sessionOf(context);

    // With two-factor it would need a code.
    await setRefundAddress(page, 'GRIN');
    const security = new Security(page);
    await security.open();
    secrets['secret of the second factor'] = await security.showSecret();
    await security.verify(new Authenticator(secrets['secret of the second factor']).next(), trader.password);
    [secrets['recovery code'] = ''] = await security.keepCodes();
    await expect(security.button('Disable two-factor')).toBeVisible();
    secrets['session after two-factor'] = await sessionOf(context);

    await page.goto('/deposit/BTC');
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
    const shown = await page.request.post('/user/deposit-address', { data: { coin_ticker: 'BTC' } });
    secrets['deposit address'] = ((await shown.json()) as { address: string }).address;

    secrets['address of a withdrawal'] = (await coinOf(page, 'KAS')).address_example;
    const wizard = new Wizard(page);
    await wizard.open('KAS');
    await wizard.fill('123.456', secrets['address of a withdrawal']);
    await expect(wizard.button('Confirm withdrawal')).toBeVisible();

    const sent = await sandbox(page, 'grin/send', { amount: '5' });
    secrets.slatepack = sent.slatepack_message ?? '';
    await page.goto('/deposit/GRIN');
    await page.getByRole('main').getByRole('textbox').first().fill(secrets.slatepack);

    secrets['words to the support'] = 'What nobody else should read';
    const support = new Support(page);
    await support.open();
    await support.button('New ticket').click();
    await support.message.fill(secrets['words to the support']);

    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await context.close();

    expect(filesWith(folder, venue.url).length, 'the profile is on the disk').toBeGreaterThan(0);
    const found = Object.entries(secrets).map(([what, secret]) => [what, filesWith(folder, secret)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(found.map(([what]) => [what, []])));
    for (const [what, secret] of Object.entries(secrets)) expect(secret.length, what).toBeGreaterThan(8);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
