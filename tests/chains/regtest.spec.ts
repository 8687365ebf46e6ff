import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { decimal, floorToStep, percentOf, toText, toUnits } from '../../src/domain/decimal.ts';
import { ROOT, TYPESCRIPT } from '../../scripts/process.ts';
import { coinOf, sandbox, setRefundAddress } from '../e2e/support/coins.ts';
import { History } from '../e2e/support/histories.ts';
import { expect, test as base } from '../e2e/support/test.ts';
import { TradePage } from '../e2e/support/tradePage.ts';
import { newTrader } from '../e2e/support/trader.ts';
import { VenueProcess } from '../e2e/support/venueProcess.ts';
import { Wizard } from '../e2e/support/withdraw.ts';
import { outsideOf } from './regtestNodes.ts';

/** Makes chains of a hundred blocks at its first start. */
const START = { args: [...TYPESCRIPT, path.join(ROOT, 'scripts', 'start.ts')], limit: 600_000 };

const test = base.extend<object, { sharedVenue: VenueProcess }>({
  sharedVenue: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the parts from this pattern.
    async ({}, use) => {
      const venue = new VenueProcess({ CHAINS: 'regtest-manual', HISTORY: 'off', MAKERS_RATE: '5' }, START);
      await venue.start();
      await use(venue);
      const { folder } = venue;
      await venue.stop();
      // Nothing that it started is left.
      await expect.poll(() => programsOf(folder)).toEqual([]);
    },
    { scope: 'worker', timeout: 700_000 },
  ],
});
test.describe.configure({ mode: 'serial' });

// Until the makers have traded once, BTC has no price, and a browser reports that answer.
test.beforeEach(({ guard }) => guard.expect(/status of 404 .*\/stats\/btc-usd$/));

/** What runs on the nodes' folder. */
function programsOf(folder: string): string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => line.includes(path.join(folder, 'regtest')));
}

const mine = (page: Page, coin: string, blocks: number) => sandbox(page, 'mine', { coin, blocks });

/** Sells at once, to the market makers. */
async function sell(
  page: Page,
  venue: VenueProcess,
  pair: string,
  step: string,
  quantity: string,
): Promise<void> {
  const tradePage = new TradePage(page, pair);
  await tradePage.open();
  const { bids } = await venue.book(pair);
  const price = floorToStep(percentOf(decimal(bids[0]?.[0] ?? ''), decimal('98')), decimal(step));
  await tradePage.place('Sell', toText(price), quantity);
  await tradePage.show('My trades');
  await expect(tradePage.rows('Sell', quantity).first()).toBeVisible();
}

for (const { coin, digits, deposit, pair, step, sold, withdrawal } of [
  {
    coin: 'BTC',
    digits: 8,
    deposit: '0.25',
    pair: 'BTC-USDT',
    step: '0.01',
    sold: '0.01',
    withdrawal: '0.125',
  },
  {
    coin: 'AVAX',
    digits: 18,
    deposit: '12.5',
    pair: 'AVAX-USDT',
    step: '0.001',
    sold: '2.5',
    withdrawal: '7.25',
  },
  {
    coin: 'USDT',
    digits: 6,
    deposit: '150.25',
    pair: 'AVAX-USDT',
    step: '0.001',
    sold: '1.5',
    withdrawal: '90.5',
  },
  {
    coin: 'XMR',
    digits: 12,
    deposit: '3.5',
    pair: 'XMR-BTC',
    step: '0.000001',
    sold: '0.75',
    withdrawal: '1.25',
  },
]) {
  test(`${coin} comes from a node, is traded, and leaves to it: each amount once (CHAIN-23)`, async ({
    page,
    venue,
  }) => {
    const outside = outsideOf(venue.folder)[coin];
    if (!outside) throw new Error(`${coin} is on no node`);
    const partsOf = (amount: string) => toUnits(amount, digits);
    await newTrader(page);
    if (coin === 'XMR') await setRefundAddress(page, coin);
    const { confirmations } = await coinOf(page, coin);

    await test.step('a payment to the address on the screen is counted, and credited', async () => {
      await page.goto(`/deposit/${coin}`);
      const address = await page.getByRole('textbox', { name: 'Deposit address' }).inputValue();
      await outside.pay(address, partsOf(deposit) ?? 0n);
      const facts = page.getByRole('region', { name: 'Latest deposits' });
      await mine(page, coin, 2);
      await page.reload();
      await expect(facts).toContainText(`Confirmations 2/${confirmations}`);
      await mine(page, coin, confirmations - 3);
      await page.reload();
      await expect(facts).toContainText(`Confirmations ${confirmations - 1}/${confirmations}`);
      await expect(facts).not.toContainText('Completed');
      await mine(page, coin, 1);
      await page.reload();
      await expect(facts).toContainText('Completed');
      await expect(facts).toContainText(deposit);
    });

    await test.step('it is traded', () => sell(page, venue, pair, step, sold));

    const address = await outside.newAddress();
    await test.step('it is withdrawn to an address outside', async () => {
      const wizard = new Wizard(page);
      await wizard.open(coin);
      await wizard.fill(withdrawal, address);
      await wizard.button('Confirm withdrawal').click();
      await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    });

    await test.step('it is sent, and completed when it is deep enough', async () => {
      const history = new History(page, 'withdrawals');
      await history.open();
      await mine(page, coin, 1);
      await page.reload();
      await expect(history.rows(coin, withdrawal)).toContainText('Pending');
      expect(await outside.paidTo(address)).toEqual([partsOf(withdrawal)]);
      await mine(page, coin, confirmations - 1);
      await page.reload();
      await expect(history.rows(coin, withdrawal)).toContainText('Completed');
      await mine(page, coin, 2);
      expect(await outside.paidTo(address)).toEqual([partsOf(withdrawal)]);
    });
  });
}

test('the nodes end with a venue that is killed, and the next start continues with their chains (CHAIN-24)', async ({
  page,
  venue,
  guard,
}) => {
  guard.expectOutage();
  await newTrader(page);
  const chainsOf = async (): Promise<unknown> => (await page.request.get('/sandbox/chains')).json();
  await expect(sandbox(page, 'congestion', { coin: 'BTC', congested: true })).rejects.toThrow('ON_A_NODE');
  const tooMuch = { coin: 'BTC', amount: '999999999' };
  await expect(sandbox(page, 'pay', tooMuch)).rejects.toThrow('SANDBOX_EMPTY');
  const { address = '' } = await sandbox(page, 'pay', { coin: 'BTC', amount: '0.5' });
  await mine(page, 'BTC', 2);
  const before = await chainsOf();
  expect(programsOf(venue.folder).length).toBeGreaterThan(5);
  await venue.kill();
  await expect.poll(() => programsOf(venue.folder)).toEqual([]);
  await venue.start();
  await expect.poll(chainsOf).toEqual(before);
  await page.goto('/deposit/BTC');
  await expect(page.getByRole('textbox', { name: 'Deposit address' })).toHaveValue(address);
  await expect(page.getByRole('region', { name: 'Latest deposits' })).toContainText('Confirmations 2/6');
  await sandbox(page, 'reorganise', { coin: 'BTC', depth: 2 });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Latest deposits' })).toContainText('Pending');
  await mine(page, 'BTC', 6);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Latest deposits' })).toContainText('Completed');
});

/** @returns how the start ended, and all that it said. */
function startWith(env: Readonly<Record<string, string>>): { code: number | null; said: string } {
  const options = {
    env: { ...process.env, HISTORY: 'off', ...env },
    encoding: 'utf8',
    timeout: 120_000,
  } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, START.args, options);
  return { code: status, said: stdout + stderr };
}

test('an impossible start explains itself, and leaves no node behind (CHAIN-24, CHAIN-25)', async ({
  venue,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quietbook-regtest-'));
  const none = { CHAINS: 'regtest', DATA_DIR: folder, MONERO_BIN: '/nowhere' };
  expect(startWith({ ...none, CHAINS: 'foo' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('CHAINS must be auto or manual or regtest or regtest-manual; it is "foo".'),
  });
  expect(startWith({ ...none, CHAIN_AVAX: 'evm' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('CHAIN_AVAX and CHAINS=regtest exclude each other'),
  });
  // Without one of the programs, and on a port that is taken.
  const taken = startWith({ ...none, PORT: new URL(venue.url).port });
  expect(taken.code).toBe(1);
  expect(taken.said).toContain('XMR stays simulated. No monerod was found. Install it');
  expect(taken.said).toContain('Starting nodes for AVAX, BTC, USDT');
  expect(taken.said).toContain('is taken by another program');
  await expect.poll(() => programsOf(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  await venue.close();
  const lost = startWith({ ...none, DATA_DIR: venue.folder });
  expect(lost).toMatchObject({
    code: 1,
    said: expect.stringContaining('XMR of this folder is on a node. No monerod'),
  });
  const other = startWith({ CHAINS: 'auto', DATA_DIR: venue.folder, PORT: '0' });
  expect(other).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      'The coins on nodes of this database are AVAX, BTC, USDT, XMR, and now none.',
    ),
  });
  expect(programsOf(venue.folder)).toEqual([]);
});
