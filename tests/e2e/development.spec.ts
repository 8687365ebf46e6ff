import { readFileSync, writeFileSync } from 'node:fs';
import { readRecording } from '../../src/app/development/recording.ts';
import { replay } from '../../src/app/development/replay.ts';
import { startDevelopment } from './support/developmentServer.ts';
import { expect, test } from './support/test.ts';
import { signUp } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

/** Saves the recording of this run under this name (tests/replays). */
const PIN = process.env.PIN_RECORDING;

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

    const coming = machines.waitForEvent('download');
    await machines.getByRole('button', { name: 'Save the recording' }).click();
    const text = readFileSync(await (await coming).path(), 'utf8');
    for (const secret of [trader.email, trader.password, trader.username, address]) {
      expect(text).not.toContain(secret);
    }
    const recording = readRecording(text);
    const states = recording.actors
      .find(({ machine: name }) => name === 'withdrawal')
      ?.steps.map(({ state }) => state);
    expect(states).toEqual(
      expect.arrayContaining([
        { result: 'refused' },
        { outcomeUnknown: 'notFound' },
        { result: 'submitted' },
      ]),
    );
    const { divergences, judged } = replay(recording);
    expect(divergences).toEqual([]);
    expect(judged).toBeGreaterThan(0);
    if (PIN !== undefined) writeFileSync(PIN, text);
    await context.close();
  } finally {
    await development.stop();
  }
});
