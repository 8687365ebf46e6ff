import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { check, type Proof, type Statement } from '../venue/solvency/stranger.ts';
import { expectGoodPage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { newTrader, signIn } from './support/trader.ts';

/** The account of every sandbox, which is there when the first tree is made. */
const SANDBOX = { email: 'trader@quietbook.test', password: 'Quietbook1' };
const COMMAND = ['--import', './scripts/typescript.mjs', 'scripts/solvency.ts', 'check'];
const run = promisify(execFile);

interface Receipt {
  readonly statement: Statement;
  readonly proof: Proof;
}

test("users check that their balances are counted, and a stranger's check agrees (SOLVENCY-06, SOLVENCY-07, SOLVENCY-08) @story", async ({
  page,
  venue,
}) => {
  const main = page.getByRole('main');
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Solvency' }).click();
  await expect(main.getByRole('table', { name: 'Owed and held' })).toContainText('XMR');
  await expect(main).toContainText('The blockchains here are simulated');
  await main.getByRole('link', { name: 'Log in to check your balances' }).click();
  await signIn(page, SANDBOX);

  // Back to where the user was.
  await expect(page).toHaveURL(/\/solvency$/);
  await main.getByRole('button', { name: 'Check my balances' }).click();
  await expect(main.getByText('Proven: the balances below are counted')).toBeVisible();
  await expect(main.getByText('The reserves cover everything owed')).toBeVisible();
  const amounts = main.getByRole('table', { name: 'Compare with what you had then' });
  await expect(amounts.getByRole('row', { name: /^BTC / })).toBeVisible();
  await expectGoodPage(page, 'proof of solvency', [360, 1280]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  const file = await download.path();
  const { statement, proof } = JSON.parse(await readFile(file, 'utf8')) as Receipt;
  const { user_id: account } = (await (await page.request.get('/auth/me')).json()) as { user_id: string };
  expect(check(statement, proof, account, {})).toEqual([]);
  const { stdout } = await run(process.execPath, [...COMMAND, file]);
  expect(stdout).toContain(`account ${account}`);
  expect(stdout).toContain('Proven: these balances are counted');
  expect(venue.url).toBe(new URL(page.url()).origin);
});

test('a user without a balance in that hour gets a message, and the dashboard leads there (SOLVENCY-07)', async ({
  page,
}) => {
  await newTrader(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Proof of solvency' }).click();
  await page.getByRole('button', { name: 'Check my balances' }).click();
  await expect(page.getByText('None of your coins are counted in it.')).toBeVisible();
});
