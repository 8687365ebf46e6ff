import type { Page } from '@playwright/test';
import { Authenticator } from './support/account.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { coinOf, RefundRow, sandbox, setRefundAddress } from './support/coins.ts';
import { ScriptedFeed } from './support/scriptedFeed.ts';
import { expect, test } from './support/test.ts';
import { newTrader, type Trader } from './support/trader.ts';
import { offerAt, Wizard } from './support/withdraw.ts';

/** Turns two-factor on behind the screens. */
async function turnOn(page: Page, { password }: Trader): Promise<Authenticator> {
  const made = (await (await page.request.post('/auth/2fa/enable')).json()) as { secret: string };
  const app = new Authenticator(made.secret);
  const verified = await page.request.post('/auth/2fa/verify', { data: { code: app.next(), password } });
  expect(verified.status()).toBe(200);
  return app;
}

/** Bodies of the writes to a path, as they leave. */
function sentTo(page: Page, path: RegExp): Record<string, string>[] {
  const bodies: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(request.url()))
      bodies.push(request.postDataJSON() as Record<string, string>);
  });
  return bodies;
}

test('a withdrawal of an account with two-factor asks for a code, and a wrong one loses nothing (REAUTH-01, REAUTH-04)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 403/);
  const trader = await newTrader(page);
  const { address_example: address } = await coinOf(page, 'BTC');
  await sandbox(page, 'fund', { coin: 'BTC', amount: '5' });
  const app = await turnOn(page, trader);
  const bodies = sentTo(page, /withdrawals\/create$/);
  const wizard = new Wizard(page);
  const code = wizard.main.getByRole('textbox', { name: 'Two-factor code' });
  await wizard.open('BTC');
  await wizard.fill('0.25', address);

  await test.step('nothing is sent without one', async () => {
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.main.getByText('Enter the code shown in your app.')).toBeVisible();
    await expect(code).toBeFocused();
    expect(bodies).toEqual([]);
    await expectGoodPrivatePage(page, 'confirmation with a code');
  });
  await test.step('a wrong one is reported at its field, which is empty again, and the rest stays', async () => {
    await code.fill(app.wrong());
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.main.getByText('This two-factor code is not valid.')).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveValue('');
    await expect(wizard.row('Amount')).toContainText('0.25');
    await code.fill('1');
    await expect(wizard.main.getByText('This two-factor code is not valid.')).toBeHidden();
  });
  await test.step('a right one withdraws, and is stored nowhere', async () => {
    const right = app.next();
    await code.fill(right);
    await code.press('Enter');
    await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    expect(bodies.map(({ two_factor_code: sent }) => sent)).toEqual([expect.any(String), right]);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
    );
    expect(kept).not.toContain(right);
    expect(await page.content()).not.toContain(right);
  });
});

test('the reply to a GRIN withdrawal asks for a code, and stays in its box when that is wrong (REAUTH-07)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 403/);
  const trader = await newTrader(page);
  await setRefundAddress(page, 'GRIN');
  await sandbox(page, 'fund', { coin: 'GRIN', amount: '5' });
  const begun = { currency: 'GRIN', amount: '2', address: '' };
  expect((await page.request.post('/withdrawal/withdrawals/create', { data: begun })).ok()).toBe(true);
  const app = await turnOn(page, trader);
  const bodies = sentTo(page, /finalize-withdrawal$/);
  const wizard = new Wizard(page);
  const code = wizard.main.getByRole('textbox', { name: 'Two-factor code' });
  await page.goto('/withdraw/GRIN');
  await expect(wizard.message).not.toBeEmpty();
  const reply = await wizard.walletReply();
  await wizard.reply.fill(reply);
  await wizard.button('Finalize').click();
  await expect(wizard.main.getByText('Enter the code shown in your app.')).toBeVisible();
  expect(bodies).toEqual([]);
  await expectGoodPrivatePage(page, 'slatepack with a code');
  await code.fill(app.wrong());
  await wizard.button('Finalize').click();
  await expect(wizard.main.getByText('This two-factor code is not valid.')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('');
  await expect(wizard.reply).toHaveValue(reply);
  const right = app.next();
  await code.fill(right);
  await code.press('Enter');
  await expect(wizard.heading('Broadcasted successfully')).toBeVisible();
  expect(bodies.map(({ two_factor_code: sent }) => sent)).toEqual([expect.any(String), right]);
});

test('a new refund address of an account with two-factor asks for a code (REAUTH-02)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 403/);
  const trader = await newTrader(page);
  const { address_example: address } = await coinOf(page, 'BTC');
  await page.goto('/refund-addresses');
  const row = new RefundRow(page, 'BTC');
  const code = row.row.getByRole('textbox', { name: 'Two-factor code' });
  await row.button('Add').click();
  await expect(row.field).toBeFocused();
  await expect(code).toHaveCount(0);
  // Another window turns it on: the server asks, and typed text stays.
  const app = await turnOn(page, trader);
  await row.save(address);
  await expect(row.row.getByText('Enter the code shown in your app.')).toBeVisible();
  await expect(row.field).toHaveValue(address);
  await expect(code).toBeFocused();
  await expectGoodPrivatePage(page, 'refund address with a code');
  await code.fill(app.wrong());
  await row.button('Save').click();
  await expect(row.row.getByText('This two-factor code is not valid.')).toBeVisible();
  await code.fill(app.next());
  await code.press('Enter');
  await expect(row.field).toBeHidden();
  await expect(row.row).toContainText(address);
});

test('a server that does not name it gets no code and the user is asked for none (REAUTH-04, CALL-07)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 403/);
  const trader = await newTrader(page);
  const { address_example: address } = await coinOf(page, 'BTC');
  await sandbox(page, 'fund', { coin: 'BTC', amount: '5' });
  await turnOn(page, trader);
  await offerAt(page, { idempotencyKeys: true });
  const feed = new ScriptedFeed(page);
  await feed.start();
  await page.route('**/withdrawals/create', (route) =>
    route.fulfill({ status: 403, json: { message: 'A code is missing', code: 'TWO_FACTOR_REQUIRED' } }),
  );
  const bodies = sentTo(page, /withdrawals\/create$/);
  const wizard = new Wizard(page);
  await page.goto('/withdraw/BTC');
  await expect.poll(() => feed.sent).toContain('subscribe_fees');
  const fees = { BTC: { priorities: { medium: { fee: '0.0001', price: '1', blocks: 3 } } } };
  feed.send({ type: 'fees', fees });
  await wizard.fill('0.25', address);
  await expect(wizard.button('Confirm withdrawal')).toBeVisible();
  await expect(wizard.main.getByRole('textbox', { name: 'Two-factor code' })).toHaveCount(0);
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.heading('Withdrawal failed')).toBeVisible();
  await expect(wizard.main.getByRole('alert')).toContainText('A code is missing');
  expect(bodies.map((body) => Object.keys(body).toSorted())).toEqual([['address', 'amount', 'currency']]);
});
