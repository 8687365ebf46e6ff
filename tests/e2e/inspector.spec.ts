import type { BrowserContext, Locator, Page } from '@playwright/test';
import { startDevelopment } from './support/developmentServer.ts';
import { startForeignApp } from './support/foreignApp.ts';
import { expect, test } from './support/test.ts';
import { signUp, type Trader } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

const STATELY = 'https://stately.ai/**';
/** Listens as the Stately inspector does, and keeps what it hears. */
const STAND_IN = `<!doctype html><title>Stand-in</title><script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

interface Heard {
  readonly type: string;
  readonly name?: string;
  readonly sessionId: string;
  readonly definition?: string;
  readonly snapshot?: { readonly value?: unknown };
}

let development: Awaited<ReturnType<typeof startDevelopment>>;
test.beforeAll(async () => {
  development = await startDevelopment();
});
test.afterAll(async () => {
  await development.stop();
});

/** @returns addresses of other origins that were asked */
function foreignRequests(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== development.url) asked.push(url.origin);
  });
  return asked;
}

async function traderAt(context: BrowserContext): Promise<{ page: Page; trader: Trader; address: string }> {
  const page = await context.newPage();
  const trader = await signUp(page);
  const funded = await page.request.post('/sandbox/fund', { data: { coin: 'BTC', amount: '5' } });
  expect(funded.ok()).toBe(true);
  const coins = (await (await page.request.get('/coin/coins')).json()) as {
    items: { ticker: string; address_example: string }[];
  };
  const address = coins.items.find(({ ticker }) => ticker === 'BTC')?.address_example ?? '';
  return { page, trader, address };
}

const actorOf = (machines: Page, name: RegExp): Locator =>
  machines.getByRole('list', { name: 'Actors' }).getByRole('button', { name }).first();
const activeStates = (machines: Page): Locator => machines.locator('.box.leaf.is-active > .name');

test('the Stately inspector receives a withdrawal, and nothing is requested before the press (TOOLS-02)', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: development.url });
  await context.route(STATELY, (route) => route.fulfill({ contentType: 'text/html', body: STAND_IN }));
  const asked = foreignRequests(context);
  const { page, trader, address } = await traderAt(context);
  const wizard = new Wizard(page);
  await page.goto('/withdraw/BTC?inspect');
  await expect(wizard.amount).toBeEnabled();
  expect(asked).toEqual([]);

  const bar = page.getByRole('complementary', { name: 'Inspector' });
  const opening = context.waitForEvent('page');
  await bar.getByRole('button', { name: 'Open the Stately inspector' }).click();
  const inspector = await opening;
  await expect(bar.getByRole('status')).toHaveText('The Stately inspector listens.');
  await wizard.fill('0.25', address);
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.heading('Withdrawal submitted')).toBeVisible();

  const heard = (): Promise<Heard[]> =>
    inspector.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
  const statesOf = (all: readonly Heard[]): unknown[] => {
    const actor = all.find(({ definition = '' }) => definition.startsWith('{"id":"withdrawal"'));
    return all
      .filter(({ sessionId, snapshot }) => sessionId === actor?.sessionId && snapshot)
      .map(({ snapshot }) => snapshot?.value);
  };
  await expect
    .poll(async () => statesOf(await heard()))
    .toEqual(expect.arrayContaining(['form', 'confirming', { result: 'submitted' }]));
  const all = await heard();
  expect(new Set(all.map(({ type }) => type))).toEqual(
    new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']),
  );
  const told = JSON.stringify(all);
  for (const secret of [trader.email, trader.password, trader.username, address]) {
    expect(told).not.toContain(secret);
  }
  await context.close();
});

test('an unreachable inspector is reported within 3 seconds, and ours offered (TOOLS-02)', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: development.url });
  await context.route(STATELY, (route) => route.abort('internetdisconnected'));
  const page = await context.newPage();
  await page.goto('/login?inspect');
  const bar = page.getByRole('complementary', { name: 'Inspector' });
  await bar.getByRole('button', { name: 'Open the Stately inspector' }).click();
  await expect(bar.getByRole('status')).toContainText('does not answer', { timeout: 3500 });
  const opening = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Machines' }).click();
  const machines = await opening;
  await expect(actorOf(machines, /^app/)).toBeVisible();
  await context.close();
});

test('our own shows a running withdrawal, its past, and sends events (TOOLS-03, TOOLS-04, TOOLS-05)', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: development.url,
    viewport: { width: 1440, height: 900 },
  });
  const asked = foreignRequests(context);
  const { page, trader, address } = await traderAt(context);
  const machines = await context.newPage();
  await machines.goto('/__machines');
  const wizard = new Wizard(page);
  await wizard.open('BTC');
  await machines.getByRole('searchbox', { name: 'Search by name' }).fill('withd');
  await actorOf(machines, /^withdrawal/).click();
  await expect(activeStates(machines)).toHaveText(['form']);
  await wizard.fill('0.25', address);
  await expect(activeStates(machines)).toHaveText(['confirming']);

  const events = machines.getByRole('list', { name: 'Events' });
  await expect(events).toContainText('user.continue');
  const told = await machines.locator('body').textContent();
  for (const secret of [trader.email, trader.username, address]) expect(told).not.toContain(secret);
  await events
    .getByRole('button', { name: /user\.continue/ })
    .first()
    .click();
  await expect(activeStates(machines)).toHaveText(['confirming']);
  await expect(machines.locator('.line.is-lit')).toHaveText(/user\.continue/);

  await machines.getByRole('button', { name: 'Step back' }).click();
  await expect(activeStates(machines)).toHaveText(['form']);
  await wizard.button('Back to edit').click();
  await expect(machines.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'false');
  await machines.getByRole('button', { name: 'Step forward' }).click();
  await expect(activeStates(machines)).toHaveText(['confirming']);
  await machines.getByRole('button', { name: 'Live' }).click();
  await expect(activeStates(machines)).toHaveText(['form']);

  await wizard.button('Continue').click();
  await expect(activeStates(machines)).toHaveText(['confirming']);
  const group = machines.locator('[data-fold="withdrawal.creating"]');
  await group.focus();
  await machines.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(machines.locator('[data-state^="withdrawal.creating."]')).toHaveCount(0);
  await expect(activeStates(machines)).toHaveText(['confirming']);
  await group.press('Enter');
  await expect(machines.locator('[data-state^="withdrawal.creating."]')).not.toHaveCount(0);
  await expect(activeStates(machines)).toBeInViewport();
  await machines.getByRole('button', { name: 'Send browser.back' }).last().click();
  await expect(activeStates(machines)).toHaveText(['form']);
  await expect(wizard.amount).toBeEnabled();
  expect(asked).toEqual([]);
  await context.close();
});

test('any XState application can open it as its inspector (TOOLS-06)', async ({ browser }) => {
  const app = await startForeignApp();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${app.url}?inspector=${encodeURIComponent(`${development.url}/__machines`)}`);
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'inspect' }).click();
    const machines = await opening;
    await actorOf(machines, /^kettle/).click();
    await expect(activeStates(machines)).toHaveText(['cold']);
    await page.getByRole('button', { name: 'fill' }).click();
    await page.getByRole('button', { name: 'press' }).click();
    await expect(activeStates(machines)).toHaveText(['heating']);
    await expect(machines.locator('.diagram .line text')).toContainText(['press [isFull]']);
    await expect(actorOf(machines, /^heat/)).toBeVisible();
    await machines.getByRole('button', { name: 'Step back' }).click();
    await expect(activeStates(machines)).toHaveText(['cold']);
    await expect(machines.getByRole('button', { name: /^Send / })).toHaveCount(0);
  } finally {
    app.stop();
    await context.close();
  }
});
