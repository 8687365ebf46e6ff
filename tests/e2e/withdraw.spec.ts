import type { Page, Request } from '@playwright/test';
import { add, compare, decimal, subtract, toText } from '../../src/domain/decimal.ts';
import { slatepack } from '../data/slatepacks.ts';
import { expectGoodPrivatePage } from './support/axe.ts';
import { availableOf, coinOf, sandbox, setRefundAddress } from './support/coins.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

function created(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/withdrawals/create')) requests.push(request);
  });
  return requests;
}

async function withdrawalsOf(page: Page): Promise<Record<string, string>[]> {
  const answer = await page.request.get('/withdrawal/withdrawals/user/history?limit=10&offset=0');
  const body = (await answer.json()) as
    | Record<string, string>[]
    | { withdrawals?: Record<string, string>[]; items?: Record<string, string>[] };
  return Array.isArray(body) ? body : (body.withdrawals ?? body.items ?? []);
}

/** Fees change every ten seconds, also between two presses of a test. */
async function holdFees(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\/ws$/, (link) => {
    link.connectToServer().onMessage((text) => {
      const { type } = JSON.parse(String(text)) as { type: string };
      if (type !== 'fees_update') link.send(text);
    });
  });
}

const shown = (text: string): string => text.replaceAll(/\s/g, '');

/** Axe meets each state at each of three widths. */
const WIDTHS = [360, 768, 1280];

for (const [turn, [coin, amount]] of (
  [
    ['BTC', '0.25'],
    ['XMR', '1.5'],
    ['USDT', '120.5'],
  ] as const
).entries()) {
  const widths = [...WIDTHS.slice(turn), ...WIDTHS.slice(0, turn)];
  test(`withdraw ${coin}: form, confirmation, one request, result; the balance pays amount and fee${coin === 'BTC' ? ' @story' : ''}`, async ({
    page,
  }) => {
    await newTrader(page);
    const { address_example: address } = await coinOf(page, coin);
    if (coin === 'XMR') {
      await page.goto('/withdraw/XMR');
      await expect(page).toHaveURL(/\/refund-addresses\?coin=XMR$/);
      await expect(toasts(page).getByText('Add a refund address for XMR to continue.')).toBeVisible();
      await setRefundAddress(page, 'XMR');
    }
    await sandbox(page, 'fund', { coin, amount: '500' });
    const requests = created(page);
    const wizard = new Wizard(page);
    await wizard.open(coin.toLowerCase());
    const facts = page.getByRole('region', { name: `${coin} details` });
    await expect(facts).toContainText(/Current network fee\d+\.\d{8}/);
    await expectGoodPrivatePage(page, coin, widths);
    const before = await availableOf(page, coin);

    await wizard.fill(amount, ` ${address} `);
    await expect(wizard.heading('Check before you send')).toBeFocused();
    expect(shown(await wizard.row('Address').locator('code').innerText())).toBe(address);
    await expectGoodPrivatePage(page, coin, widths);
    await wizard.button('Back to edit').click();
    await expect(wizard.amount).toHaveValue(amount);
    await wizard.button('Continue').click();

    // The answer waits for the second press, because it would take the focus.
    let release = (): void => undefined;
    const arePressed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/withdrawals/create', async (route) => {
      await arePressed;
      await route.continue();
    });
    await wizard.button('Confirm withdrawal').dblclick();
    release();
    await expect(wizard.heading('Withdrawal submitted')).toBeFocused();
    await expect(toasts(page).getByText('Withdrawal submitted')).toBeVisible();
    expect(requests).toHaveLength(1);
    const sent = requests[0]?.postDataJSON() as { amount: string; address: string; fee: string };
    expect(sent).toMatchObject({ amount, address });
    expect(requests[0]?.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(shown(await wizard.row('Address').locator('code').innerText())).toBe(address);
    await expectGoodPrivatePage(page, coin, widths);

    const records = await withdrawalsOf(page);
    expect(records).toHaveLength(1);
    const paid = add(decimal(amount), decimal(sent.fee));
    expect(await availableOf(page, coin)).toBe(toText(subtract(decimal(before), paid)));
    await wizard.main.getByRole('link', { name: 'View withdrawal history' }).click();
    await expect(page).toHaveURL(/\/withdrawal-history$/);
    await expect(page.getByRole('table', { name: 'Withdrawal history' })).toContainText(coin);
    await wizard.open(coin);
    await expect(wizard.amount).toHaveValue('');
  });
}

test('the form: every text of its checks, Max, plus and minus; a coin that is not there leads away (WITHDRAW-02, WITHDRAW-03, WITHDRAW-04, WITHDRAW-05, WITHDRAW-06, WITHDRAW-08)', async ({
  page,
  guard,
}) => {
  guard.expect(/no icon/);
  await newTrader(page);
  await holdFees(page);
  const wizard = new Wizard(page);
  await page.goto('/withdraw/NOPE');
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(toasts(page).getByText('NOPE was not found, so it cannot be withdrawn.')).toBeVisible();
  await sandbox(page, 'fund', { coin: 'BTC', amount: '1' });
  const { address_example: monero } = await coinOf(page, 'XMR');
  const { address_example: bitcoin } = await coinOf(page, 'BTC');
  await wizard.open('BTC');
  for (const [address, amount, words] of [
    ['', '', ['Enter an address.', 'Enter an amount.']],
    [bitcoin, 'abc', ['Enter a valid amount, like 0.25.']],
    [bitcoin, '0', ['Enter a valid amount above 0.']],
    [bitcoin, '1,234', ['This amount is ambiguous.']],
    [bitcoin, '0.123456789', ['BTC amounts have at most 8 decimals.']],
    [bitcoin, '0.00000001', ['The minimum withdrawal is']],
    [bitcoin, '100000', ['Insufficient balance: after the fee, you can withdraw at most']],
    [monero, '0.1', ['This address is for XMR, not for BTC.']],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', '0.1', ['This address belongs to another network.']],
    ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', '0.1', ['This is a private key or seed phrase.']],
    [`${bitcoin.slice(0, -1)}${bitcoin.endsWith('q') ? 'p' : 'q'}`, '0.1', ['The address is damaged']],
  ] as const) {
    await wizard.fill(amount, address);
    for (const said of words) await expect(wizard.main.getByText(said)).toBeVisible();
  }
  await wizard.amount.fill('0.5');
  await expect(wizard.main.getByText('The address is damaged')).toBeHidden();
  await wizard.button('Increase amount').click();
  await expect(wizard.amount).toHaveValue('1.5');
  await wizard.button('Decrease amount').click();
  await wizard.button('Decrease amount').click();
  await expect(wizard.amount).toHaveValue('0');
  await wizard.button('Max').click();
  await expect(wizard.amount).toHaveValue(/^\d+\.\d{8}$/);
  await wizard.address.fill(`bitcoin:${bitcoin}?amount=3`);
  await wizard.button('Continue').click();
  expect(shown(await wizard.row('Address').locator('code').innerText())).toBe(bitcoin);
  await expect(wizard.main.getByText('This is the address that will be used')).toBeVisible();
  // Max is exact.
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
  expect(await availableOf(page, 'BTC')).toMatch(/^0(\.0+)?$/);

  // Only coins with a balance are offered, and the one that is shown.
  await wizard.open('BTC');
  const offered = await wizard.main
    .getByRole('combobox', { name: 'Coin' })
    .getByRole('option')
    .allInnerTexts();
  expect(offered.some((option) => option.startsWith('BTC'))).toBe(true);
});

test('Back, Forward and a reload lead between form and confirmation, and lose nothing that was typed (WITHDRAW-25)', async ({
  page,
}) => {
  const wizard = new Wizard(page);
  await newTrader(page);
  await sandbox(page, 'fund', { coin: 'BTC', amount: '1' });
  const { address_example: address } = await coinOf(page, 'BTC');
  await page.goto('/wallet');
  await wizard.open('BTC');
  await wizard.fill('0.25', address);
  const confirmation = wizard.heading('Check before you send');
  const isConfirmation = async (): Promise<void> => {
    await expect(confirmation).toBeVisible();
    await expect(wizard.main.getByText(shown(address))).toBeVisible();
  };
  const isForm = async (): Promise<void> => {
    await expect(wizard.address).toHaveValue(address);
    await expect(wizard.amount).toHaveValue('0.25');
  };
  await isConfirmation();
  // Nothing of it stands where links, logs and other entries of the history have it.
  expect(page.url()).toMatch(/\/withdraw\/BTC$/);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('0.25');
  await page.goBack();
  await isForm();
  await page.goForward();
  await isConfirmation();
  await page.reload();
  await isConfirmation();
  // The button and the browser go the same way: no step stands twice in the history.
  await wizard.button('Back to edit').click();
  await isForm();
  await page.reload();
  await isForm();
  await page.goForward();
  await isConfirmation();
  const requests = created(page);
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
  expect(requests).toHaveLength(1);
  // What was taken is nowhere to be confirmed again.
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(address);
  await page.goBack();
  await expect(wizard.amount).toHaveValue('');
  await page.goForward();
  await expect(wizard.amount).toHaveValue('');
  await expect(confirmation).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/wallet$/);
  expect(requests).toHaveLength(1);

  // Logging out forgets what was typed.
  await wizard.open('BTC');
  await wizard.fill('0.125', address);
  await isConfirmation();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain(address);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(address);
});

test('without a known fee nothing can be requested, and the page shows why', async ({ page }) => {
  await newTrader(page);
  await page.routeWebSocket(/\/socket\/ws$/, (link) => {
    link.onMessage((text) => {
      if (String(text).includes('subscribe_fees')) link.send('{"type":"fees","fees":{}}');
    });
    link.send('{"type":"welcome"}');
  });
  await page.goto('/withdraw/BTC');
  const wizard = new Wizard(page);
  await expect(wizard.main.getByText('Fee data unavailable for BTC')).toBeVisible();
  await expect(wizard.main.getByText('The network fee is not available right now')).toBeVisible();
  await expect(wizard.amount).toBeDisabled();
  await expect(wizard.button('Continue')).toBeDisabled();
});

/** It arrives at the venue, but its answer is lost. */
async function confirmUnanswered(page: Page): Promise<void> {
  let isThere = false;
  await page.route(
    '**/withdrawals/create',
    async (route) => {
      await route.fetch();
      isThere = true;
    },
    { times: 1 },
  );
  await new Wizard(page).button('Confirm withdrawal').click();
  await expect.poll(() => isThere).toBe(true);
}

test('a lost answer is found in the history; one that never arrived may be sent again, once @story', async ({
  page,
  guard,
}) => {
  guard.expect(/Failed to load resource|: (server|unreachable|unreadable)/);
  await newTrader(page);
  await sandbox(page, 'fund', { coin: 'BTC', amount: '2' });
  const { address_example: address } = await coinOf(page, 'BTC');
  const wizard = new Wizard(page);
  const requests = created(page);

  await test.step('it arrived, and its answer was lost', async () => {
    await wizard.open('BTC');
    await wizard.fill('0.1', address);
    await sandbox(page, 'fail', { call: 'createWithdrawal', status: 'drop' });
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(await withdrawalsOf(page)).toHaveLength(1);
  });
  await test.step('it never arrived: nothing is sent automatically, and again with the same idempotency key', async () => {
    await wizard.open('BTC');
    await wizard.fill('0.2', address);
    await page.route('**/withdrawals/create', (route) => route.abort('connectionreset'), { times: 1 });
    await wizard.button('Confirm withdrawal').click();
    await expect(
      wizard.main.getByText('The server did not respond. Looking for your withdrawal in the history.'),
    ).toBeVisible();
    await wizard.button('Stop looking').click();
    await wizard.button('Check again').click();
    await expect(wizard.button('Send it again')).toBeVisible();
    expect(await withdrawalsOf(page)).toHaveLength(1);
    await wizard.button('Send it again').click();
    await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    expect(requests).toHaveLength(3);
    expect(requests[2]?.headers()['idempotency-key']).toBe(requests[1]?.headers()['idempotency-key']);
    expect(await withdrawalsOf(page)).toHaveLength(2);
  });
  await test.step('a 503 is not silence; the search can be stopped, and nothing is sent during it', async () => {
    await wizard.open('BTC');
    await wizard.fill('0.05', address);
    await page.route('**/withdrawals/create', (route) => route.fulfill({ status: 503, json: {} }), {
      times: 1,
    });
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.main.getByText(/^The server responded with error 503/)).toBeVisible();
    await wizard.button('Stop looking').click();
    await expect(wizard.button('Check again')).toBeVisible();
    await expect(wizard.button('Send it again')).toBeHidden();
    await wizard.button('I have checked the history').click();
    await expect(wizard.amount).toBeVisible();
    expect(requests).toHaveLength(4);
    expect(await withdrawalsOf(page)).toHaveLength(2);
  });
  await test.step('reloaded while it was sent: the page looks for it first', async () => {
    await wizard.open('BTC');
    await wizard.fill('0.3', address);
    await confirmUnanswered(page);
    const kept = await page.evaluate(() => sessionStorage.getItem('drafts') ?? '');
    expect(kept).toContain('withdrawal BTC');
    expect(kept).not.toContain(address);
    await page.reload();
    await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    expect(await withdrawalsOf(page)).toHaveLength(3);
  });
  await test.step('left while it was sent: every page shows that it is unknown, and leads back to it', async () => {
    await wizard.open('BTC');
    await wizard.fill('0.4', address);
    await confirmUnanswered(page);
    const notices = page.getByRole('region', { name: 'Notices' });
    await expect(notices.getByText(/^We could not confirm/)).toBeHidden();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Markets' }).click();
    await expect(notices.getByText(/^We could not confirm whether your BTC withdrawal/)).toBeVisible();
    await page.reload();
    await notices.getByRole('link', { name: 'Check its status' }).click();
    await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
    await expect(notices.getByText(/^We could not confirm/)).toBeHidden();
    expect(await withdrawalsOf(page)).toHaveLength(4);
    expect(await page.evaluate(() => sessionStorage.getItem('drafts') ?? '')).not.toContain('withdrawal BTC');
  });
});

test('refusals: the cooldown in its parts, a 4xx in its words, and the way back to the form (WITHDRAW-09, WITHDRAW-10, WITHDRAW-17, WITHDRAW-22)', async ({
  page,
  guard,
}) => {
  // The session is renewed with the password, and a read that meets that is repeated.
  guard.expect(/status of (4|503)|: server 503/);
  const trader = await newTrader(page);
  await sandbox(page, 'fund', { coin: 'BTC', amount: '2' });
  const { address_example: address } = await coinOf(page, 'BTC');
  const wizard = new Wizard(page);
  await wizard.open('BTC');
  await wizard.fill('0.1', address);
  await sandbox(page, 'fail', { call: 'createWithdrawal', status: 422 });
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.heading('Withdrawal failed')).toBeFocused();
  await expect(wizard.main.getByText('The sandbox was told to answer 422 here.')).toBeVisible();
  await expect(toasts(page).getByText('The sandbox was told to answer 422 here.')).toBeVisible();
  await expect(wizard.main.getByRole('heading', { name: 'Possible reasons' })).toBeVisible();
  // The steps are a list, too.
  await expect(wizard.main.getByRole('listitem').filter({ hasText: /\.$/ })).toHaveText([
    'The network fee is not available right now.',
    'There is a problem with the network or your connection.',
    'The network is congested.',
    'The exchange or a wallet is under maintenance.',
  ]);
  await expect(wizard.main.getByRole('link', { name: 'contact support' })).toHaveAttribute(
    'href',
    '/support',
  );
  await expectGoodPrivatePage(page);
  await wizard.button('Try again').click();
  await expect(wizard.amount).toHaveValue('0.1');
  await expect(wizard.address).toHaveValue(address);

  const changed = await page.request.post('/auth/change-password', {
    data: {
      old_password: trader.password,
      new_password: `${trader.password}x`,
      confirm_password: `${trader.password}x`,
    },
  });
  expect(changed.status()).toBe(200);
  await wizard.button('Continue').click();
  await wizard.button('Confirm withdrawal').click();
  const words =
    /^Withdrawals are temporarily blocked to protect your account\. — Reason: .+ — Time remaining: \d+h \d+m — Cooldown until: \d{4}-.+Z$/;
  await expect(wizard.main.getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(toasts(page).getByText(words)).toBeVisible();
  await expect(wizard.main.getByRole('heading', { name: 'Possible reasons' })).toBeHidden();
  for (const path of ['/wallet', '/withdraw/BTC']) {
    await page.goto(path);
    await expect(
      page.getByText(/^Withdrawals are blocked until .+ UTC to protect your account \(\d+ h/),
    ).toBeVisible();
    await expect(page.getByText(/^Reason: .+/)).toBeVisible();
  }
  await expect(wizard.amount).toBeDisabled();
  await page.goto('/dashboard');
  await expect(page.getByText('Security cooldown')).toBeVisible();
});

test('GRIN: the slatepack, the wallet’s reply, finalized and broadcast once (WITHDRAW-11, WITHDRAW-13) @story', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newTrader(page);
  await setRefundAddress(page, 'GRIN');
  await sandbox(page, 'fund', { coin: 'GRIN', amount: '50' });
  const before = await availableOf(page, 'GRIN');
  const requests = created(page);
  const wizard = new Wizard(page);
  await wizard.open('GRIN');
  await expect(wizard.address).toBeHidden();
  await wizard.fill('5');
  await wizard.button('Confirm withdrawal').click();
  await expect(wizard.message).toHaveValue(/^BEGINSLATEPACK\. [^\n]+ ENDSLATEPACK\.$/);
  await expect(wizard.message).not.toBeEditable();
  await expect(wizard.main.getByText('You receive 5 GRIN.')).toBeVisible();
  await expect(wizard.main.getByRole('timer')).toHaveText(/^\d+:\d{2}/);
  await expectGoodPrivatePage(page);
  const message = await wizard.message.inputValue();

  await test.step('copied for a second and a half', async () => {
    await wizard.button('Copy').click();
    await expect(wizard.button('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(message);
    await expect(wizard.button('Copy')).toBeVisible();
  });
  await test.step('invalid replies are reported, and stay in the box', async () => {
    for (const [text, words] of [
      ['', 'Slatepack message is required. Please paste a valid slatepack message.'],
      ['hello', 'No slatepack found.'],
      [message, 'This is the message we gave you.'],
      [slatepack('plain-s1'), 'This is a payment that you started.'],
      [slatepack('plain-s2'), 'This reply belongs to another withdrawal'],
    ] as const) {
      await wizard.reply.fill(text);
      await wizard.button('Finalize').click();
      await expect(wizard.main.getByRole('alert').getByText(words)).toBeVisible();
      await expect(wizard.reply).toHaveValue(text);
    }
  });
  await test.step('confirming the same again is the same withdrawal', async () => {
    await wizard.button('Back to edit').click();
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.message).toHaveValue(message);
    await wizard.button('Back').click();
    await wizard.button('Resume withdrawal').click();
    await expect(wizard.message).toHaveValue(message);
    expect(requests).toHaveLength(1);
  });
  await test.step('a reload comes back to the same step, and leaving is warned of', async () => {
    const warned: string[] = [];
    page.once('dialog', (dialog) => {
      warned.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await expect(wizard.message).toHaveValue(message);
    expect(warned).toEqual(['beforeunload']);
    // Pasted text is not kept.
    await expect(wizard.reply).toHaveValue('');
  });
  await wizard.reply.fill(`Here it is:\n> ${await wizard.walletReply()}`);
  await expect(wizard.main.getByText('This reply matches the message above.')).toBeVisible();
  await wizard.button('Finalize').dblclick();
  await expect(wizard.heading('Broadcasted successfully')).toBeFocused();
  await expect(wizard.row('Kernel')).toContainText(/[0-9a-f]{66}/);
  await expectGoodPrivatePage(page);
  const records = await withdrawalsOf(page);
  expect(records).toHaveLength(1);
  const rest = subtract(decimal(before), decimal('5'));
  expect(compare(decimal(await availableOf(page, 'GRIN')), rest)).toBe(-1);
  await wizard.main.getByRole('link', { name: 'Back to wallet' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
});

test('GRIN: a lost finalize, a failed broadcast, a refusal; logout forgets what runs', async ({
  page,
  guard,
}) => {
  guard.expect(/Failed to load resource|: (server|unreachable|unreadable)/);
  page.on('dialog', (dialog) => void dialog.accept());
  await newTrader(page);
  await setRefundAddress(page, 'GRIN');
  await sandbox(page, 'fund', { coin: 'GRIN', amount: '50' });
  const wizard = new Wizard(page);
  const begin = async (amount: string): Promise<void> => {
    await wizard.open('GRIN');
    await wizard.fill(amount);
    await wizard.button('Confirm withdrawal').click();
    await expect(wizard.message).toBeVisible();
  };

  await test.step('finalized, and its answer was lost', async () => {
    await begin('3');
    await wizard.reply.fill(await wizard.walletReply());
    await sandbox(page, 'fail', { call: 'finalizeGrinWithdrawal', status: 'drop' });
    await wizard.button('Finalize').click();
    await expect(wizard.heading('Broadcasted successfully')).toBeVisible();
  });
  await test.step('finalized, but not broadcast', async () => {
    await begin('4');
    await wizard.reply.fill(await wizard.walletReply());
    await page.route(
      '**/grin/finalize-withdrawal',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { broadcast: false } });
      },
      { times: 1 },
    );
    await wizard.button('Finalize').click();
    await expect(wizard.heading('Submitted, broadcast failed')).toBeVisible();
    await expectGoodPrivatePage(page);
  });
  await test.step('refused: step 5 shows why, and its main button leads back to the slatepack and the reply', async () => {
    await begin('6');
    const message = await wizard.message.inputValue();
    const reply = await wizard.walletReply();
    await wizard.reply.fill(reply);
    await sandbox(page, 'fail', { call: 'finalizeGrinWithdrawal', status: 422 });
    await wizard.button('Finalize').click();
    await expect(wizard.heading('Withdrawal failed')).toBeVisible();
    await expect(wizard.main.getByText('The sandbox was told to answer 422 here.')).toBeVisible();
    await wizard.button('Back to the slatepack').click();
    await expect(wizard.message).toHaveValue(message);
    await expect(wizard.reply).toHaveValue(reply);
  });
  await test.step('another amount is typed while it waits: the confirmed one is finalized, without alarm', async () => {
    await wizard.button('Back').click();
    await wizard.fill('7');
    await wizard.button('Resume withdrawal').click();
    await expect(wizard.main.getByText('You receive 6 GRIN.')).toBeVisible();
    await wizard.button('Finalize').click();
    await expect(wizard.heading('Broadcasted successfully')).toBeVisible();
    await expect(wizard.main.getByText(/differs from what you confirmed/)).toBeHidden();
  });
  await test.step('started elsewhere: found by the wizard and from its row of the history, and cancelled', async () => {
    const before = await availableOf(page, 'GRIN');
    const begun = await page.request.post('/withdrawal/withdrawals/create', {
      data: { currency: 'GRIN', amount: '2', address: '' },
    });
    const { slatepack_message: message } = (await begun.json()) as { slatepack_message: string };
    await page.goto('/withdraw/GRIN');
    await expect(wizard.message).toHaveValue(message);
    await page.goto('/withdrawal-history');
    await page.getByRole('link', { name: 'Resume withdrawal' }).click();
    await expect(wizard.message).toHaveValue(message);
    await wizard.button('Cancel withdrawal').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await wizard.button('Cancel withdrawal').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
    await expect(wizard.heading('Withdrawal cancelled')).toBeVisible();
    expect(await availableOf(page, 'GRIN')).toBe(before);
    await page.reload();
    await expect(wizard.button('Continue')).toBeVisible();
    await expect(wizard.heading('Withdrawal failed')).toBeHidden();
  });
  await test.step('logout forgets it', async () => {
    await begin('1');
    expect(await page.evaluate(() => sessionStorage.getItem('drafts') ?? '')).toContain('withdrawal GRIN');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(
      'withdrawal GRIN',
    );
  });
});
