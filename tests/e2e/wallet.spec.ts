import type { Page } from '@playwright/test';
import { QRCodeSVG } from 'qrcode.react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { add, decimal, toText } from '../../src/domain/decimal.ts';
import { armor } from '../../src/domain/slatepack/armor.ts';
import { writeEnvelope } from '../../src/domain/slatepack/envelope.ts';
import { openSlatepack } from '../../src/domain/slatepack/read.ts';
import { writeSlate } from '../../src/domain/slatepack/slate.ts';
import { slatepack } from '../data/slatepacks.ts';
import { expectAccessible, expectGoodPrivatePage } from './support/axe.ts';
import { availableOf, coinOf, RefundRow, sandbox, setRefundAddress, Wallet } from './support/coins.ts';
import { passAnswered, watchRequests } from './support/openRequests.ts';
import { expect, test } from './support/test.ts';
import { askAgain, stopTime } from './support/time.ts';
import { newTrader } from './support/trader.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('wallet: every coin, its ways in and out, and the refund address that is required first (WALLET-01, WALLET-02, WALLET-03, WALLET-08) @story', async ({
  page,
}) => {
  await newTrader(page);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wallet' }).click();
  const wallet = new Wallet(page);
  await expect(wallet.row('BTC')).toBeVisible();
  await expect(wallet.table.getByRole('columnheader')).toHaveText([
    'Coin',
    'Balance',
    'Total',
    'Network',
    'Actions',
  ]);
  for (const where of ['narrow', 'wide']) await expectGoodPrivatePage(page, where);

  await test.step('search', async () => {
    await wallet.region.getByRole('searchbox').fill('erc-20');
    await expect(wallet.table.getByRole('rowheader')).toHaveText(['USDTTether']);
    await wallet.region.getByRole('searchbox').fill('nothing like it');
    await expect(wallet.region.getByText('No coins match “nothing like it”.')).toBeVisible();
    await wallet.region.getByRole('button', { name: 'Clear search' }).click();
    await expect(wallet.row('BTC')).toBeVisible();
  });
  await test.step('a coin that needs no refund address is deposited at once', async () => {
    await wallet.move('BTC', 'Deposit').click();
    await expect(page).toHaveURL(/\/deposit\/BTC$/);
    await page.goBack();
  });
  await test.step('one that needs one leads to the refund addresses, for both ways', async () => {
    await expect(page.getByText('2 coins need a refund address')).toBeVisible();
    await wallet.move('XMR', 'Withdraw').click();
    await expect(page).toHaveURL(/\/refund-addresses\?coin=XMR$/);
    await page.goBack();
    await wallet.move('XMR', 'Deposit').click();
    await expect(page).toHaveURL(/\/refund-addresses\?coin=XMR$/);
    await expect(page.getByText(/^XMR needs a refund address/)).toBeVisible();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^XMR/ }) });
    await expect(row.getByRole('button', { name: 'Add' })).toBeFocused();
    await page.goBack();
    await page.getByRole('link', { name: 'Set up refund addresses' }).click();
    await expect(page).toHaveURL(/\/refund-addresses$/);
  });
  await test.step('when all are set the banner is a confirmation', async () => {
    for (const coin of ['XMR', 'WOW']) await setRefundAddress(page, coin);
    await wallet.open();
    await expect(page.getByText('Every coin that needs a refund address has one.')).toBeVisible();
    await page.getByRole('link', { name: 'Manage refund addresses' }).click();
    await expect(page).toHaveURL(/\/refund-addresses$/);
  });
});

test.describe('without streams, whose answers need no call (LIVE-07)', () => {
  test.use({ streams: false });

  test('the wallet has ten coins a page, and five numbers of pages, three on a phone (CALL-16, REFUND-05, WALLET-01)', async ({
    page,
    guard,
  }) => {
    guard.expect(/no icon/);
    await newTrader(page);
    const items = Array.from({ length: 68 }, (_, index) => ({
      ticker: `C${10 + index}`,
      name: `Coin ${index}`,
    }));
    const asked = new Set<string | null>();
    await page.route('**/coin/coins*', (route) => {
      asked.add(new URL(route.request().url()).searchParams.get('limit'));
      return route.fulfill({ json: { items } });
    });
    await page.route('**/user/balances*', (route) => route.fulfill({ json: [] }));
    const statuses = page.waitForRequest(/\/user\/refund-address\/status\?/);
    await page.goto('/wallet');
    expect((await statuses).url()).toContain('?trading_enabled_only=false');
    const { region, table } = new Wallet(page);
    const numbers = region.getByRole('navigation').getByRole('button', { name: /^\d+$/ });
    await expect(table.getByRole('rowheader')).toHaveCount(10);
    expect([...asked]).toEqual(['50']);
    await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
    await numbers.nth(3).click();
    await expect(region.getByRole('status').filter({ hasText: 'of 68' })).toHaveText('31-40 of 68');
    await expect(numbers).toHaveText(['2', '3', '4', '5', '6']);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(numbers).toHaveText(['3', '4', '5']);
  });
});

test('hidden balances: no figure is left anywhere, nothing moves, and other tabs follow (WALLET-04, WALLET-06)', async ({
  page,
  context,
}) => {
  await newTrader(page);
  await sandbox(page, 'fund', { coin: 'BTC', amount: '0.12345678' });
  const wallet = new Wallet(page);
  await wallet.open();
  const available = await availableOf(page, 'BTC');
  const tip = page.getByRole('tooltip');
  await wallet.row('BTC').getByRole('button').first().hover();
  await expect(tip).toContainText(available);
  // A balance tooltip hides after 3 seconds, even under the pointer.
  await expect(tip).toBeHidden();
  const shape = () =>
    wallet.table
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => JSON.stringify(cell.getBoundingClientRect())));
  const before = await shape();

  const other = await context.newPage();
  const otherWallet = new Wallet(other);
  await otherWallet.open();
  await wallet.toggle('Show balances').uncheck();
  await expect(wallet.row('BTC').getByText('Hidden')).toHaveCount(2);
  expect(await shape()).toEqual(before);
  await expect(otherWallet.toggle('Show balances')).not.toBeChecked();
  await expect(otherWallet.row('BTC').getByText('Hidden')).toHaveCount(2);
  await other.close();
  for (const text of [available, available.slice(0, 4), '≈']) {
    expect(await page.getByRole('main').innerHTML()).not.toContain(text);
  }
  await page.reload();
  await expect(wallet.row('BTC').getByText('Hidden')).toHaveCount(2);
  await page.goto('/deposit/BTC');
  await expect(page.getByRole('textbox', { name: 'Deposit address' })).toBeVisible();
  expect(await page.getByRole('main').innerHTML()).not.toContain(available);

  await wallet.open();
  await wallet.toggle('Show balances').check();
  await wallet.toggle('Hide zero balances').check();
  await expect(wallet.row('BTC')).toBeVisible();
  for (const row of await wallet.table.getByRole('row').all())
    await expect(row).not.toContainText('≈ 0.00 USD');
  const keys = await page.evaluate(() => [
    localStorage.getItem('hideZeroBalances'),
    localStorage.getItem('showBalances'),
  ]);
  expect(keys).toEqual(['true', 'true']);
});

// Axe looks at each at another width.
for (const [coin, amount, needsRefund, width] of [
  ['BTC', '0.25', false, 360],
  ['XMR', '1.5', true, 768],
  ['USDT', '120.5', false, 1280],
] as const) {
  test(`deposit ${coin}: one address, shown, copied and drawn alike; paid, mined, credited and told (NOTICE-03)${coin === 'BTC' ? ' @story' : ''}`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await newTrader(page);
    if (needsRefund) {
      await page.goto(`/deposit/${coin}`);
      await expect(page).toHaveURL(`/refund-addresses?coin=${coin}`);
      await expect(toasts(page).getByText(`Add a refund address for ${coin} to continue.`)).toBeVisible();
      await setRefundAddress(page, coin);
    }
    let asked = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/user/deposit-address')) asked += 1;
    });
    await page.goto(`/deposit/${coin.toLowerCase()}`);
    const field = page.getByRole('textbox', { name: 'Deposit address' });
    await expect(field).toBeVisible();
    const address = await field.inputValue();
    await expect(field).not.toBeEditable();

    const picture = page.getByRole('img', { name: 'Deposit address QR code' });
    await expect(picture).toBeVisible();
    const expected = renderToStaticMarkup(
      createElement(QRCodeSVG, { value: address, level: 'M', marginSize: 4, size: 200 }),
    );
    const drawn = await picture
      .locator('path')
      .evaluateAll((paths) => paths.map((one) => one.getAttribute('d')));
    expect([...expected.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d)).toEqual(drawn);

    await page.getByRole('button', { name: 'Copy address' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
    const { confirmations } = await coinOf(page, coin);
    const facts = page.getByRole('region', { name: 'Before you send' });
    await expect(facts).toContainText(`Confirmations${confirmations}`);
    await expect(facts).toContainText('Minimum deposit');
    await expect(
      page.getByText(new RegExp(`Send only ${coin} to this address, and only on the .+ network`)),
    ).toBeVisible();
    await expectGoodPrivatePage(page, coin, [width, 360, 1920]);
    expect(asked).toBe(1);

    const before = await availableOf(page, coin);
    const paid = await sandbox(page, 'pay', { coin, amount });
    expect(paid.address).toBe(address);
    await sandbox(page, 'mine', { coin, blocks: confirmations });
    const after = toText(add(decimal(before), decimal(amount)));
    await expect.poll(() => availableOf(page, coin)).toBe(after);
    await expect(toasts(page).getByText(`Deposit of ${amount} ${coin} credited`)).toBeVisible();
    await page.getByRole('button', { name: '1 unread notification' }).click();
    await page.getByRole('link', { name: `Deposit of ${amount} ${coin} credited` }).click();
    await expect(page).toHaveURL(/\/deposit-history$/);
    await page.getByRole('link', { name: 'Wallet' }).first().click();
    await expect(new Wallet(page).row(coin)).toBeVisible();
    await page.goto(`/deposit/${coin}`);
    expect(await field.inputValue()).toBe(address);

    await test.step('a fresh address is shown from now on, and the old one stays valid (PRIVACY-01)', async () => {
      await expect(page.getByText('Older addresses keep working')).toBeVisible();
      await page.getByRole('button', { name: 'New address' }).click();
      await expect(toasts(page).getByText(`New ${coin} address created`)).toBeVisible();
      await expect(field).not.toHaveValue(address);
      const newest = await field.inputValue();
      await page.reload();
      await expect(field).toHaveValue(newest);
      await sandbox(page, 'pay', { coin, amount, address });
      await sandbox(page, 'mine', { coin, blocks: confirmations });
      const twice = toText(add(decimal(after), decimal(amount)));
      await expect.poll(() => availableOf(page, coin)).toBe(twice);
    });
  });
}

test('a deposit below the minimum shows why it failed, on its page and in the history (DEPOSIT-08)', async ({
  page,
}) => {
  const why = /Failed\s*Below the minimum deposit of \S+ BTC, so it was not credited\./;
  await newTrader(page);
  await page.goto('/deposit/BTC');
  const latest = page.getByRole('region', { name: 'Latest deposits' });
  await expect(page.getByRole('textbox', { name: 'Deposit address' })).toBeVisible();
  await expect(latest).toBeHidden();
  await sandbox(page, 'pay', { coin: 'BTC', amount: '0.00000001' });
  await page.reload();
  await expect(latest.getByRole('listitem')).toHaveText([why]);
  await expectGoodPrivatePage(page);
  await page.getByRole('link', { name: 'Deposit history' }).click();
  await expect(page.getByRole('table', { name: 'Deposit history' }).getByText(why)).toBeVisible();
});

test('a coin that is not there, or not to be deposited, leads back to the wallet (DEPOSIT-02, WALLET-02)', async ({
  page,
  guard,
}) => {
  await newTrader(page);
  guard.expect(/no icon/);
  await page.goto('/deposit/NOPE');
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(toasts(page).getByText('NOPE deposits are currently unavailable.')).toBeVisible();
  await page.route('**/coin/coins*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: { ticker: string; is_deposit_enabled: boolean }[] };
    for (const coin of body.items) coin.is_deposit_enabled = coin.ticker !== 'BTC';
    await route.fulfill({ json: body });
  });
  await page.goto('/deposit/BTC');
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(toasts(page).getByText('BTC deposits are currently unavailable.')).toBeVisible();
  await expect(new Wallet(page).move('BTC', 'Deposit')).toBeDisabled();
});

test('deposit: what can go wrong is shown, with a way forward (DEPOSIT-10)', async ({ page, guard }) => {
  guard.expect(/status of 4|: unreadable/);
  await newTrader(page);
  const main = page.getByRole('main');

  await test.step('no address returned', async () => {
    await page.route('**/user/deposit-address', (route) => route.fulfill({ json: {} }));
    await page.goto('/deposit/BTC');
    await expect(toasts(page).getByText('No address was returned')).toBeVisible();
    await expect(main.getByText('No address was returned')).toBeVisible();
    await page.unroute('**/user/deposit-address');
    await main.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('textbox', { name: 'Deposit address' })).toBeVisible();
  });
  await test.step('failed to create address, in the words of the server', async () => {
    await sandbox(page, 'fail', { call: 'createDepositAddress', status: 409 });
    await page.goto('/deposit/USDT');
    await expect(main.getByText('Failed to create a deposit address')).toBeVisible();
    await expect(main.getByText('The sandbox was told to answer 409 here.')).toBeVisible();
    await main.getByRole('link', { name: 'Back to wallet' }).click();
    await expect(page).toHaveURL(/\/wallet$/);
  });
  await test.step('failed to fetch coin info, then refund addresses; reload', async () => {
    await page.route('**/coin/coins*', (route) => route.fulfill({ json: { items: 7 } }));
    await page.goto('/deposit/BTC');
    await expect(main.getByText('Failed to fetch coin info')).toBeVisible();
    await expect(toasts(page).getByText('Failed to fetch coin info')).toBeVisible();
    await page.unroute('**/coin/coins*');
    await page.route('**/user/refund-address/status*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/deposit/BTC');
    await expect(main.getByText('Failed to fetch refund addresses')).toBeVisible();
    await page.unroute('**/user/refund-address/status*');
    await main.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('textbox', { name: 'Deposit address' })).toBeVisible();
  });
  await test.step('a fresh address that is refused, or lost (PRIVACY-01)', async () => {
    const field = page.getByRole('textbox', { name: 'Deposit address' });
    const button = main.getByRole('button', { name: 'New address' });
    await sandbox(page, 'fail', { call: 'freshDepositAddress', status: 429 });
    await button.click();
    await expect(main.getByText('The sandbox was told to answer 429 here.')).toBeVisible();

    guard.expect(/freshDepositAddress: |depositAddresses: |Failed to load resource/);
    await page.clock.install();
    watchRequests(page, /./);
    await page.reload();
    const address = await field.inputValue();
    await page.route('**/user/deposit-address/fresh', (route) => route.abort('connectionreset'));
    await button.click();
    await stopTime(page);
    await expect(main.getByRole('button', { name: 'Looking for your address…' })).toBeDisabled();
    await passAnswered(page, 60_000);
    await expect(main.getByText('No new address was created. Try again.')).toBeVisible();
    await page.route('**/user/deposit-address/list*', (route) => route.abort('connectionreset'));
    await button.click();
    await passAnswered(page, 60_000);
    await expect(main.getByText('The server did not confirm the new address.')).toBeVisible();
    await expect(field).toHaveValue(address);
    await page.unroute('**/user/deposit-address/fresh');
    await page.unroute('**/user/deposit-address/list*');
    await page.clock.resume();
  });
  await test.step('a copy that fails', async () => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('no')) },
      });
      document.execCommand = () => false;
    });
    await page.getByRole('button', { name: 'Copy address' }).click();
    await expect(toasts(page).getByText('Failed to copy to clipboard')).toBeVisible();
  });
});

test.describe('without streams, whose answers need no call (LIVE-07)', () => {
  test.use({ streams: false });

  test('wallet: a failure is a toast and an inline Retry; refund addresses that fail count as none (WALLET-05)', async ({
    page,
    guard,
  }) => {
    guard.expect(/status of 4|: unreadable/);
    await newTrader(page);
    await setRefundAddress(page, 'XMR');
    await page.route('**/user/balances', (route) => route.fulfill({ json: { balances: 'none' } }));
    await page.clock.install();
    await page.goto('/wallet');
    await expect(toasts(page).getByText('Failed to fetch wallet data')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText('Failed to fetch wallet data');
    await askAgain(page, main.getByRole('button', { name: 'Retry' }), () => page.unroute('**/user/balances'));
    const wallet = new Wallet(page);
    await expect(wallet.row('BTC')).toBeVisible();
    await expect(main.getByRole('alert')).toBeHidden();
    await expect(page.getByText('1 coin needs a refund address')).toBeVisible();

    await page.route('**/user/refund-address/status*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await expect(page.getByText('2 coins need a refund address')).toBeVisible();
    await expect(wallet.move('BTC', 'Deposit')).toHaveAttribute('href', '/deposit/BTC');
    await expect(wallet.move('XMR', 'Deposit')).toHaveAttribute('href', '/refund-addresses?coin=XMR');
  });
});

test('a server that is down takes the wallet to the maintenance page, which leads back', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 503|: server/);
  await newTrader(page);
  await page.route('**/coin/coins*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/deposit/BTC');
  await expect(page).toHaveURL(/\/maintenance$/);
  await page.unroute('**/coin/coins*');
  await expect(page).toHaveURL(/\/deposit\/BTC$/);
  await expect(page.getByRole('textbox', { name: 'Deposit address' })).toBeVisible();
});

test('refund addresses: add, edit, remove, and what the server or the coin’s rules refuse @story', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 4/);
  await newTrader(page);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Refund addresses' }).click();
  const xmr = new RefundRow(page, 'XMR');
  await expect(xmr.row).toContainText('Required');
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText('0 of 2 configured0%');
  const { address_example: example } = await coinOf(page, 'XMR');
  const { address_example: bitcoin } = await coinOf(page, 'BTC');

  await test.step('mistakes are shown one by one, and typed text stays', async () => {
    await xmr.button('Add').click();
    await expect(xmr.field).toBeFocused();
    for (const [text, words] of [
      ['  ', 'Enter an address.'],
      [bitcoin, 'This address is for BTC, not for XMR.'],
      [example.slice(0, -1), /too short or too long|damaged/],
    ] as const) {
      await xmr.save(text);
      await expect(xmr.row.getByRole('alert')).toHaveText(words);
      await expect(xmr.field).toHaveValue(text);
      await expect(xmr.field).toHaveAttribute('aria-invalid', 'true');
    }
    await xmr.field.press('End');
    await xmr.field.press('x');
    await expect(xmr.row.getByRole('alert')).toBeHidden();
    await expectGoodPrivatePage(page);
  });
  await test.step('the server refuses', async () => {
    await sandbox(page, 'fail', { call: 'setRefundAddress', status: 409 });
    await xmr.save(example);
    await expect(xmr.row.getByRole('alert')).toContainText('The sandbox was told to answer 409 here.');
    await expect(xmr.field).toHaveValue(example);
  });
  await test.step('saved, for a moment', async () => {
    await xmr.field.press('Enter');
    await expect(xmr.button('Saved')).toBeVisible();
    await expect(xmr.button('Edit')).toBeFocused();
    await expect(xmr.button('Saved')).toBeHidden();
    await expect(xmr.row).toContainText(example);
    await expect(xmr.row).toContainText('Configured');
    await expect(progress).toContainText('1 of 2 configured50%');
    await expectGoodPrivatePage(page);
  });
  await test.step('editing can be given up', async () => {
    await xmr.button('Edit').click();
    await expect(xmr.field).toHaveValue(example);
    await xmr.field.fill('something else');
    await xmr.button('Cancel').click();
    await expect(xmr.row).toContainText(example);
  });
  await test.step('the way to the deposit is open now', async () => {
    await xmr.row.getByRole('link', { name: 'Go to deposit' }).click();
    await expect(page.getByRole('textbox', { name: 'Deposit address' })).toBeVisible();
    await page.goBack();
  });
  await test.step('removing asks first', async () => {
    await xmr.button('Remove').click();
    const dialog = page.getByRole('dialog', { name: 'Remove refund address?' });
    await expect(dialog).toContainText(example);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await expect(dialog).toBeHidden();
    await expect(xmr.row).toContainText(example);
    await sandbox(page, 'fail', { call: 'removeRefundAddress', status: 409 });
    await xmr.button('Remove').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(xmr.row.getByRole('alert')).toContainText('The sandbox was told to answer 409 here.');
    await xmr.button('Remove').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(xmr.row).toContainText('Not set');
    await expect(xmr.button('Add')).toBeFocused();
    await expect(progress).toContainText('0 of 2 configured0%');
  });
});

test('GRIN: mistakes stay in the page, the cleaned slatepack is signed, finalized and credited @story', async ({
  page,
  context,
  guard,
}) => {
  guard.expect(/status of 4/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await newTrader(page);
  await setRefundAddress(page, 'GRIN');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/grin/receive')) sent.push(request.postData() ?? '');
  });
  await page.goto('/deposit/GRIN');
  const region = page.getByRole('region', { name: 'GRIN deposit' });
  const field = region.getByRole('textbox', { name: 'Slatepack message' });
  const submit = region.getByRole('button', { name: 'Submit slatepack' });

  await test.step('each mistake has its own words and keeps the text', async () => {
    await submit.click();
    await expect(region.getByText('Please paste a valid slatepack message')).toBeVisible();
    for (const [text, words] of [
      [slatepack('text-address'), 'This is a slatepack address.'],
      [slatepack('text-cut-end'), 'The end is missing.'],
      [slatepack('text-one-char-lost'), 'The message is damaged'],
      [slatepack('plain-s2'), 'This is a reply (step 2), not a payment.'],
      [slatepack('plain-s1'), 'is below the minimum of 1 GRIN'],
      ['x'.repeat(40_000), 'This text is too long for a slatepack.'],
    ] as const) {
      await field.fill(text);
      await expect(region.getByRole('status')).toContainText(words);
      await submit.click();
      await expect(region.getByRole('alert')).toContainText(words);
      await expect(field).toHaveValue(text.replaceAll('\r\n', '\n'));
    }
    await expectGoodPrivatePage(page);
    expect(sent).toEqual([]);
  });
  await test.step('a ninth decimal is not credited, and the page shows so before it is sent', async () => {
    const opened = openSlatepack(slatepack('plain-s1'));
    if (!opened.ok || !opened.slate) throw new Error('unreadable');
    const payload = writeSlate({ ...opened.slate, amount: 5_000_000_009n });
    await field.fill(armor(writeEnvelope({ ...opened.envelope, payload })));
    await expect(region.getByRole('status')).toContainText('You deposit 5.000000009 GRIN');
    await expect(region.getByRole('status')).toContainText('5 GRIN will be credited');
    await expect(region.getByRole('status')).toContainText('the ninth is not credited');
  });
  const payment = await sandbox(page, 'grin/send', { amount: '5' });
  const message = payment.slatepack_message ?? '';
  await test.step('a server that does not sign is heard, and the text stays', async () => {
    await field.fill(message);
    await sandbox(page, 'fail', { call: 'receiveGrinDeposit', status: 409 });
    await submit.click();
    await expect(region.getByText('Failed to process slatepack. Please fix and resubmit.')).toBeVisible();
    await expect(toasts(page).getByText('The sandbox was told to answer 409 here.')).toBeVisible();
    await expect(field).toHaveValue(message);
  });
  let signed = '';
  await test.step('text pasted with quotes and words around it is sent clean, and answered', async () => {
    sent.length = 0;
    await field.fill(`> ${message.replaceAll(' ', '\n> ')}\n\nregards`);
    await expect(region.getByRole('status')).toContainText('You deposit 5 GRIN');
    await expect(region.getByRole('status')).toContainText(payment.slate_id ?? '');
    await submit.click();
    const answer = region.getByRole('textbox', { name: 'Signed slatepack' });
    await expect(answer).toBeVisible();
    expect(sent).toEqual([JSON.stringify({ slatepack_message: message.trim() })]);
    signed = await answer.inputValue();
    expect(signed).toMatch(/^BEGINSLATEPACK\. .+\. ENDSLATEPACK\.\s*$/);
    await expect(field).not.toBeEditable();
    await expect(submit).toBeHidden();
    await expect(region.getByRole('timer')).toHaveText(/^(\d:)?\d\d:\d\d$/);
    await region.getByRole('button', { name: 'Copy', exact: true }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(signed);
    await expect(toasts(page).getByText('Copied to clipboard')).toBeVisible();
    await expectGoodPrivatePage(page);
  });
  await test.step('the signed slatepack pasted back is recognised, and the next step shown', async () => {
    await region.getByRole('button', { name: 'Make another deposit' }).click();
    await expect(field).toHaveValue('');
    sent.length = 0;
    await field.fill(signed);
    await expect(region.getByRole('status')).toContainText('This is the signed slatepack that we gave you.');
    await submit.click();
    await expect(region.getByRole('alert')).toContainText('Paste it into your wallet and finalize it there.');
    expect(sent).toEqual([]);
  });
  await test.step('the same message again gets the same answer', async () => {
    await field.fill(message);
    await submit.click();
    await expect(region.getByRole('textbox', { name: 'Signed slatepack' })).toHaveValue(signed);
  });
  await test.step('finalized in the wallet, mined, credited', async () => {
    const before = await availableOf(page, 'GRIN');
    await sandbox(page, 'grin/finalize', { slatepack_message: signed });
    // Nothing is left to finalize.
    const state = region.getByRole('status').filter({ hasText: 'Your payment was posted.' });
    await expect(state).toContainText(/Pending|Processing/);
    await expect(region.getByRole('timer')).toBeHidden();
    await expect(region.getByText('finalize it there')).toBeHidden();
    await expectGoodPrivatePage(page);
    await sandbox(page, 'mine', { coin: 'GRIN', blocks: 31 });
    await expect(state).toContainText('Completed');
    await expect.poll(() => availableOf(page, 'GRIN')).toBe(toText(add(decimal(before), decimal('5'))));
  });
});
