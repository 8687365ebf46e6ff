import { readFileSync } from 'node:fs';
import { readRecording } from '../../tools/inspector/recording.ts';
import { replay } from '../../tools/inspector/replay.ts';
import { startDevelopment } from './support/developmentServer.ts';
import { expect, test } from './support/test.ts';
import { signUp } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

test('development: a failed withdrawal is recorded, its machine shown at /__machines, and it replays', async ({
  browser,
  guard,
}) => {
  // The search for a lost withdrawal takes half a minute.
  test.slow();
  guard.expect(/Failed to load resource/);
  const development = await startDevelopment();
  try {
    const context = await browser.newContext({
      baseURL: development.url,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    const trader = await signUp(page);
    const order = async (call: string, data: object): Promise<void> => {
      expect((await page.request.post(`/sandbox/${call}`, { data })).ok()).toBe(true);
    };
    await order('fund', { coin: 'BTC', amount: '5' });
    const described = await page.request.get('/api/openapi.json');
    expect(await described.json()).toMatchObject({ openapi: '3.1.1' });
    const machines = await context.newPage();
    await machines.goto('/__machines');
    const withdrawal = machines
      .getByRole('list', { name: 'Actors' })
      .getByRole('button', { name: /^withdrawal/ });
    await expect(withdrawal).toHaveCount(0);

    const wizard = new Wizard(page);
    await wizard.open('BTC');
    await withdrawal.click();
    await expect(withdrawal).toContainText('form');
    await expect(machines.locator('.box.leaf.is-active > .name')).toHaveText(['form']);
    const coins = (await (await page.request.get('/coin/coins')).json()) as {
      items: { ticker: string; address_example: string }[];
    };
    const address = coins.items.find(({ ticker }) => ticker === 'BTC')?.address_example ?? '';

    await order('fail', { call: 'createWithdrawal', status: 422 });
    await wizard.fill('0.25', address);
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.heading('Withdrawal failed')).toBeVisible();
    await wizard.button('Try again').click();
    await order('fail', { call: 'createWithdrawal', status: 503 });
    await wizard.fill('0.25', address);
    await wizard.button('Confirm withdrawal').click();
    await wizard.button('Send it again').click();
    await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    await expect(withdrawal).toContainText('result.submitted');

    const other = await context.newPage();
    await other.goto('/__machines');
    await expect(other.getByRole('button', { name: 'Save the recording' })).toBeVisible();
    let savedByOther = 0;
    other.on('download', () => (savedByOther += 1));
    const coming = machines.waitForEvent('download');
    await machines.getByRole('button', { name: 'Save the recording' }).click();
    const text = readFileSync(await (await coming).path(), 'utf8');
    for (const secret of [trader.email, trader.password, trader.username, address]) {
      expect(text).not.toContain(secret);
    }
    // The answer reaches every viewer in one order, so this comes after it.
    const own = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Save the recording' }).click();
    await own;
    expect(savedByOther).toBe(1);
    const recording = readRecording(text);
    const states = recording.actors
      .find(({ machine: name }) => name === 'withdrawal')
      ?.steps.map(({ state }) => state);
    expect(states).toEqual(
      expect.arrayContaining([{ result: 'failed' }, 'notFound', { result: 'submitted' }]),
    );
    const { divergences, judged } = replay(recording);
    expect(divergences).toEqual([]);
    expect(judged).toBeGreaterThan(0);
    await context.close();
  } finally {
    await development.stop();
  }
});

test('development: a problem is reported as one masked file that is seen before it is saved (TOOLS-08)', async ({
  browser,
}) => {
  test.slow();
  const development = await startDevelopment();
  try {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ baseURL: development.url, viewport });
    const page = await context.newPage();
    const trader = await signUp(page);
    const funded = await page.request.post('/sandbox/fund', { data: { coin: 'BTC', amount: '5.4321987' } });
    expect(funded.ok()).toBe(true);
    const wizard = new Wizard(page);
    await wizard.open('BTC');
    const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    await wizard.fill('0.2731964', address);
    await expect(wizard.button('Confirm withdrawal')).toBeVisible();

    await page.getByRole('button', { name: 'Report a problem' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await expect(dialog.getByText('/withdraw', { exact: true })).toBeVisible();
    const picture = dialog.getByRole('img', { name: 'The page, masked' });
    await expect(picture.getByText('withdrawal', { exact: true }).first()).toBeVisible();
    await dialog.getByText('The whole text of the file').click();
    await expect(dialog.getByText('quietbook-recording')).toBeVisible();
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the file' }).click();
    const text = readFileSync(await (await coming).path(), 'utf8');
    await expect(dialog).toHaveCount(0);

    const secrets = [trader.email, trader.password, trader.username, address, '0.2731964', '5.4321987'];
    for (const secret of secrets) expect(text).not.toContain(secret);
    const recording = readRecording(text);
    expect(recording.report).toMatchObject({ page: '/withdraw', ...viewport, language: 'en' });
    expect(recording.report?.picture).toMatch(/^<svg .*>Confirm<.*<\/svg>$/s);
    expect(recording.report?.picture).not.toMatch(/bc1q|4321|2731/);
    expect(recording.report?.build).toMatch(/^[\da-f]{7,}(-dirty)?$|^not known$/);
    expect(replay(recording).divergences).toEqual([]);

    // A dialog of the application leaves nothing else to press.
    await page.goto('/trade/BTC-USDT');
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Alt+Shift+KeyR');
    await expect(picture.getByText('Layout', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await context.close();
  } finally {
    await development.stop();
  }
});
