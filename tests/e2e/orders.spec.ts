import type { Locator, Page } from '@playwright/test';
import { TradePage } from './support/tradePage.ts';
import { hold } from './support/hold.ts';
import {
  failNext,
  ordersAtVenue,
  switchedClient,
  switchFeatures,
  tabTo,
  watchSentOrders,
} from './support/orders.ts';
import { passAnswered, watchRequests } from './support/openRequests.ts';
import { ScriptedFeed, type Sides } from './support/scriptedFeed.ts';
import { expect, test } from './support/test.ts';
import { stopTime } from './support/time.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';
/** Far below the market, so it rests. */
const LOW = '0.001';
const BUY = { name: 'Buy XMR', exact: true } as const;

/** Filled in but not sent. */
async function filledDesk(page: Page): Promise<TradePage> {
  await newTrader(page);
  const tradePage = new TradePage(page, PAIR);
  await tradePage.open();
  await fillIn(tradePage);
  return tradePage;
}

async function fillIn(tradePage: TradePage, price = LOW): Promise<void> {
  const form = tradePage.form('Buy');
  await form.getByRole('textbox', { name: 'Price' }).fill(price);
  await form.getByRole('textbox', { name: 'Quantity' }).fill('0.5');
}

async function expectOneOrder(page: Page, tradePage: TradePage): Promise<void> {
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy', LOW)).toHaveCount(1);
  const orders = await ordersAtVenue(page, PAIR);
  expect(orders.map(({ price, quantity, state }) => ({ price, quantity, state }))).toEqual([
    {
      price: expect.stringMatching(/^0\.0010*$/),
      quantity: expect.stringMatching(/^0\.50*$/),
      state: 'OPENED',
    },
  ]);
}

/** Long presses: the order must still be sent once. */
const HELD: readonly [what: string, press: (page: Page, button: Locator, field: Locator) => Promise<void>][] =
  [
    [
      'of a double click, and of five clicks',
      async (_page, button) => {
        // A quick answer in between disables the button with a question.
        await button.dblclick();
        await button.click({ clickCount: 3, force: true });
      },
    ],
    ['of Enter held down', (page, _button, field) => holdKey(page, field, 'Enter')],
    // One key press at a time: on a slow machine both together take longer than the repeat guard.
    ['of the button held down by the keyboard, Enter', (page, button) => holdKey(page, button, 'Enter')],
    ['of the button held down by the keyboard, Space', (page, button) => holdKey(page, button, 'Space')],
  ];

async function holdKey(page: Page, target: Locator, key: string): Promise<void> {
  await target.focus();
  for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test.describe('exactly one order', () => {
  test('repeated presses: clicks, Enter in the form, and the keys of the button @story', async ({ page }) => {
    const tradePage = await filledDesk(page);
    const sent = watchSentOrders(page);
    const form = tradePage.form('Buy');
    await tradePage.show('My orders');
    for (const [nth, [what, press]] of HELD.entries()) {
      await test.step(what, async () => {
        // A different price each time, because a repeat would be questioned.
        const price = `0.001${nth + 1}`;
        await fillIn(tradePage, price);
        await press(page, form.getByRole('button', BUY), form.getByRole('textbox', { name: 'Quantity' }));
        await expect(tradePage.rows('Buy', price)).toHaveCount(1);
        const orders = await ordersAtVenue(page, PAIR);
        expect(orders).toHaveLength(nth + 1);
        expect(orders.map((order) => order.price).join(' ')).toContain(price);
        expect(sent).toHaveLength(nth + 1);
      });
    }
  });

  test('with two tabs: the other one shows it and sends nothing', async ({ page, context }) => {
    await page.clock.install();
    const tradePage = await filledDesk(page);
    const tab = await context.newPage();
    const second = new TradePage(tab, PAIR);
    await second.open();
    await fillIn(second);
    const [sent, sentElsewhere] = [watchSentOrders(page), watchSentOrders(tab)];
    await tradePage.form('Buy').getByRole('button', BUY).dblclick();
    await expectOneOrder(page, tradePage);
    await second.show('My orders');
    await tab.clock.runFor(15_000);
    await expect(second.rows('Buy', LOW)).toHaveCount(1);
    expect([sent.length, sentElsewhere.length]).toEqual([1, 0]);
  });

  for (const [what, status] of [
    ['the answer is lost after the venue acted', 'drop'],
    ['the connection is cut before the venue acted', 'refuse'],
  ] as const) {
    test(`when ${what} (LOST-01, LOST-04, ORDER-06)`, async ({ page, guard }) => {
      guard.expect(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|placeLimitOrder: unreachable|Failed to load resource/);
      await page.clock.install();
      watchRequests(page, /\/(order|user)\//);
      const tradePage = await filledDesk(page);
      const sent = watchSentOrders(page);
      // Often, because the browser retries by itself on an older connection.
      await failNext(page, { call: 'placeLimitOrder', status, times: 100 });
      const button = tradePage.form('Buy').getByRole('button', BUY);
      await button.click();
      await expect(tradePage.form('Buy').getByText(/^No response from the server\. Checking/)).toBeVisible();
      const notice = page
        .getByRole('region', { name: 'Notices' })
        .getByText(/^We could not confirm whether your \S+ order/);
      await expect(notice).toBeVisible();
      await button.click({ force: true });
      await page.request.post('/sandbox/reset-limits');
      if (status === 'refuse') {
        // The lists are read for half a minute before the user may send again.
        const again = tradePage.form('Buy').getByRole('button', { name: 'Send again' });
        await stopTime(page);
        await passAnswered(page, 31_000);
        await page.clock.resume();
        await expect(again).toBeVisible();
        await expect(page.getByText('it will be placed only once')).toBeVisible();
        expect(sent).toHaveLength(1);
        await again.click();
      }
      await expect(page.getByText('Buy order placed')).toBeVisible();
      await expect(tradePage.form('Buy').getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.5');
      await expect(notice).toBeHidden();
      await expectOneOrder(page, tradePage);
      expect(sent).toHaveLength(status === 'refuse' ? 2 : 1);
      expect(new Set(sent).size).toBe(1);
      expect(sent).not.toContain('none');
    });
  }

  test('on a busy line: a late answer is waited for', async ({ page }) => {
    const tradePage = await filledDesk(page);
    const sent = watchSentOrders(page);
    await failNext(page, { call: 'placeLimitOrder', status: 'delay', delay_ms: 3000 });
    const button = tradePage.form('Buy').getByRole('button', BUY);
    await button.click();
    await expect(tradePage.form('Buy').getByText('Sending order…')).toBeVisible();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.click({ force: true });
    await expect(page.getByText('Buy order placed')).toBeVisible();
    await expectOneOrder(page, tradePage);
    expect(sent).toHaveLength(1);
  });
});

test('an order twice, a cancellation, two of them, and all: each is asked or reported, and done once @story', async ({
  page,
  guard,
}) => {
  guard.expect(/ERR_EMPTY_RESPONSE|cancelOrder: unreachable|Failed to load resource/);
  const tradePage = await filledDesk(page);
  const form = tradePage.form('Buy');
  await test.step('the same order again is asked about, and "Keep editing" places nothing', async () => {
    await form.getByRole('button', BUY).click();
    await expect(page.getByText('Buy order placed')).toBeVisible();
    // The form keeps the quantity (ORDER-06).
    await expect(form.getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.5');
    await form.getByRole('button', BUY).click();
    await expect(form.getByText('You placed the same order a moment ago. Place it again?')).toBeVisible();
    await form.getByRole('button', { name: 'Keep editing' }).click();
    await expectOneOrder(page, tradePage);
  });
  await test.step('a cancellation whose answer is lost cancels once and reports it', async () => {
    await failNext(page, { call: 'cancelOrder', status: 'drop' });
    const row = tradePage.rows('Buy', LOW);
    const release = await hold(page, '**/order/cancel/**');
    await row.getByRole('button', { name: 'Cancel order' }).click();
    await expect(row.getByRole('button', { name: 'Cancelling…' })).toBeDisabled();
    release();
    // The browser itself may send it again on another connection; its key is then answered as before (CANCEL-10).
    await expect(page.getByText(/^Order (cancelled|cancellation requested)$/)).toBeVisible();
    await expect(tradePage.rows('Buy', LOW)).toHaveCount(0);
    expect((await ordersAtVenue(page, PAIR)).map(({ state }) => state)).toEqual(['CANCELED']);
  });
  await test.step('a double click cancels one order, however soon its row makes way for the next', async () => {
    for (const price of ['0.0011', '0.0012']) await tradePage.place('Buy', price, '0.5');
    await expect(tradePage.rows('Buy')).toHaveCount(2);
    const button = tradePage.mine.getByRole('button', { name: 'Cancel order' });
    const box = await button.first().boundingBox();
    if (!box) throw new Error('there is no button');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const click = async (clickCount: number): Promise<void> => {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    await click(1);
    await expect(tradePage.rows('Buy')).toHaveCount(1);
    await expect(button).toBeEnabled();
    // The second click of a double click hits what has moved up.
    await click(2);
    await expect(button).toBeEnabled();
    const states = (await ordersAtVenue(page, PAIR)).map(({ state }) => state);
    expect(states.toSorted((a, b) => a.localeCompare(b))).toEqual(['CANCELED', 'CANCELED', 'OPENED']);
    await click(1);
    await expect(tradePage.rows('Buy')).toHaveCount(0);
  });
  await test.step('cancel all asks, cancels every order of the pair, and reports each', async () => {
    for (const price of ['0.0013', '0.0014', '0.0015']) await tradePage.place('Buy', price, '0.5');
    await expect(tradePage.rows('Buy')).toHaveCount(3);
    await tradePage.mine.getByRole('button', { name: 'Cancel all XMR/BTC orders' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel all 3 orders?' });
    await question.getByRole('button', { name: 'Keep orders' }).click();
    await expect(question).toHaveCount(0);
    await expect(tradePage.rows('Buy')).toHaveCount(3);
    await tradePage.mine.getByRole('button', { name: 'Cancel all XMR/BTC orders' }).click();
    await question.getByRole('button', { name: 'Cancel 3 orders' }).click();
    const told = page.getByRole('dialog', { name: 'Cancel orders' });
    await expect(told.getByText('Orders no longer open: 3 of 3.')).toBeVisible();
    await expect(told.getByText('Cancelled', { exact: true })).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(told).toHaveCount(0);
    await expect(tradePage.mine.getByText('No open orders in this pair')).toBeVisible();
  });
});

test.describe('market orders, switched on', () => {
  const TOP: Sides = { bids: [['0.0050', '1.5']], asks: [['0.0051', '0.25']] };

  test('an answer FILLED, CANCELED and OPENED', async ({ page, guard }) => {
    guard.expect(/status of 404.*orderbook/);
    await newTrader(page);
    await switchFeatures(page, { marketOrders: true, orderTypes: [] });
    const feed = new ScriptedFeed(page);
    await feed.start();
    let state = '';
    await page.route('**/order/orders/market', (route) =>
      route.fulfill({ json: { id: 'm1', pair_symbol: PAIR, operation: 'BUY', type: 'MARKET', state } }),
    );
    await page.goto(`/trade/${PAIR}`);
    await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
    feed.snapshot(TOP);
    const tradePage = new TradePage(page, PAIR);
    await tradePage.expectReady('Buy');
    const form = tradePage.form('Buy');
    await form.getByRole('combobox', { name: 'Order type' }).selectOption('Market');
    await expect(form.getByRole('textbox', { name: 'Price' })).toHaveCount(0);
    for (const [answer, words, total] of [
      ['FILLED', 'Market buy order executed', '0.01'],
      ['CANCELED', 'No liquidity: no matching orders at the moment', '0.02'],
      ['OPENED', 'Market buy order accepted', '0.03'],
    ] as const) {
      await test.step(answer, async () => {
        state = answer;
        await form.getByRole('textbox', { name: 'Total' }).fill(total);
        await form.getByRole('button', BUY).click();
        await expect(page.getByText(words).first()).toBeVisible();
        if (answer !== 'CANCELED') return;
        await expect(form.getByRole('alert')).toHaveText(words);
        await expect(form.getByRole('textbox', { name: 'Total' })).toHaveValue(total);
      });
    }
  });

  test('at the venue: nobody to trade with, so no best price (TYPE-05), then filled', async ({
    page,
    otherPage,
    ownVenue,
  }) => {
    const venue = await ownVenue({ CLIENT_DIR: await switchedClient({ marketOrders: true }) });
    await newTrader(page, venue.url);
    await page.goto(`${venue.url}/trade/${PAIR}`);
    const tradePage = new TradePage(page, PAIR);
    await tradePage.expectReady('Buy');
    const form = tradePage.form('Buy');
    await form.getByRole('combobox', { name: 'Order type' }).selectOption('Market');
    await form.getByRole('textbox', { name: 'Total' }).fill('0.001');
    await form.getByRole('button', BUY).click();
    await expect(form.getByRole('alert')).toHaveText(/^No market price right now/);

    const other = await otherPage();
    await newTrader(other, venue.url);
    await other.goto(`${venue.url}/trade/${PAIR}`);
    await new TradePage(other, PAIR).place('Sell', '0.006', '2');
    await expect.poll(() => tradePage.prices('asks')).toEqual(['0.006']);
    await form.getByRole('button', BUY).click();
    await expect(page.getByText('Market buy order executed')).toBeVisible();
    expect((await venue.book(PAIR)).asks).toEqual([['0.006', '1.84']]);
  });

  test('and switched off, there is no such choice, and no options', async ({ page, guard }) => {
    guard.expect(/status of 404.*orderbook/);
    await newTrader(page);
    await switchFeatures(page, { orderTypes: [], timeInForce: false, postOnly: false, amend: false });
    const feed = new ScriptedFeed(page);
    await feed.start();
    await page.goto(`/trade/${PAIR}`);
    await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
    feed.snapshot(TOP);
    const tradePage = new TradePage(page, PAIR);
    await tradePage.expectReady('Buy');
    await expect(tradePage.form('Buy').getByRole('combobox')).toHaveCount(0);
    await expect(tradePage.form('Buy').getByRole('checkbox')).toHaveCount(0);
    const sent = page.waitForRequest('**/order/orders/limit');
    await tradePage.place('Buy', LOW, '1');
    const names = Object.keys((await sent).postDataJSON() as object);
    expect(names).toEqual(['pair', 'type', 'operation', 'quantity', 'price']);
  });
});

test.describe('terms of an order', () => {
  test('IOC, FOK and post-only at the venue (TYPE-01, TYPE-06)', async ({
    page,
    guard,
    otherPage,
    ownVenue,
  }) => {
    guard.expect(/status of 409/);
    const venue = await ownVenue();
    await newTrader(page, venue.url);
    await page.goto(`${venue.url}/trade/${PAIR}`);
    const tradePage = new TradePage(page, PAIR);
    await tradePage.expectReady('Buy');
    const other = await otherPage();
    await newTrader(other, venue.url);
    await other.goto(`${venue.url}/trade/${PAIR}`);
    await new TradePage(other, PAIR).place('Sell', '0.006', '2');
    await expect.poll(() => tradePage.prices('asks')).toEqual(['0.006']);

    const form = tradePage.form('Buy');
    const time = form.getByRole('combobox', { name: 'Time in force' });
    const postOnly = form.getByRole('checkbox', { name: 'Post-only' });
    await postOnly.check();
    await tradePage.place('Buy', '0.006', '3');
    await expect(form.getByRole('alert')).toHaveText(/^This post-only order would trade at once/);
    // A post-only order rests, so the choice of another time takes it back.
    await time.selectOption('FOK');
    await expect(postOnly).not.toBeChecked();
    await form.getByRole('button', BUY).click();
    await expect(form.getByRole('alert')).toHaveText(/^The order could not be filled completely/);
    await time.selectOption('IOC');
    await form.getByRole('button', BUY).click();
    await expect(page.getByText('Buy order partially filled; the rest is cancelled')).toBeVisible();
    expect(await venue.book(PAIR)).toMatchObject({ asks: [], bids: [] });

    // The choice is restored after a reload.
    await page.reload();
    await expect(time).toHaveValue('IOC');
    await form.getByRole('button', { name: 'About order types' }).click();
    await expect(form.getByText('You never trade with yourself.')).toBeVisible();
  });

  test('a market order shows its worst price, and keeps it (TYPE-05)', async ({
    page,
    guard,
    otherPage,
    ownVenue,
  }) => {
    guard.expect(/status of 409/);
    const venue = await ownVenue();
    await newTrader(page, venue.url);
    await page.goto(`${venue.url}/trade/${PAIR}`);
    const tradePage = new TradePage(page, PAIR);
    await tradePage.expectReady('Buy');
    const form = tradePage.form('Buy');
    await form.getByRole('combobox', { name: 'Order type' }).selectOption('Market');
    await form.getByRole('textbox', { name: 'Total' }).fill('0.1');
    await form.getByRole('button', BUY).click();
    await expect(form.getByRole('alert')).toHaveText(/^No market price right now/);

    const other = await otherPage();
    await newTrader(other, venue.url);
    await other.goto(`${venue.url}/trade/${PAIR}`);
    const otherSide = new TradePage(other, PAIR);
    await otherSide.place('Sell', '0.006', '2');
    await expect.poll(() => tradePage.prices('asks')).toEqual(['0.006']);
    await otherSide.place('Sell', '0.0062', '2');
    await expect.poll(() => tradePage.prices('asks')).toHaveLength(2);
    await form.getByRole('combobox', { name: 'Price protection' }).selectOption('2');
    await expect(form.getByRole('textbox', { name: 'At most' })).toHaveValue('0.00612');
    await form.getByRole('button', BUY).click();
    await expect(page.getByText('Market buy order partially filled; the rest is cancelled')).toBeVisible();
    expect((await venue.book(PAIR)).asks).toEqual([['0.0062', '2']]);

    // By quantity, up to an own order (TYPE-10, ORDER-24).
    await form.getByRole('combobox', { name: 'Buy by total or quantity' }).selectOption('by quantity');
    const quantity = form.getByRole('textbox', { name: 'Quantity' });
    await quantity.fill('0.5');
    await expect(form.getByRole('textbox', { name: 'Max total' })).toHaveValue('0.00316200');
    await form.getByRole('button', BUY).click();
    await expect(page.getByText('Market buy order executed')).toBeVisible();
    await expect.poll(() => tradePage.prices('asks')).toEqual(['0.0062']);
    expect((await venue.book(PAIR)).asks).toEqual([['0.0062', '1.5']]);
    await tradePage.place('Sell', '0.00625', '0.4');
    await quantity.fill('1.6');
    const notes = form.getByRole('list', { name: 'Please note' }).getByRole('listitem');
    await expect(notes).toHaveText(['Would match your own order at 0.00625', 'may be rejected']);
    await form.getByRole('button', BUY).click();
    await expect(form.getByRole('alert')).toHaveText(/^This order would trade with your own order/);
  });
});

test('the whole order story by keyboard alone @story', async ({ page }) => {
  await newTrader(page);
  await page.goto('/markets');
  await expect(page.getByRole('table', { name: 'Markets' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('xmr/btc');
  await tabTo(page, page.getByRole('link', { name: 'Trade', exact: true }));
  await page.keyboard.press('Enter');
  const tradePage = new TradePage(page, PAIR);
  await tradePage.expectStatus('Live');
  const form = tradePage.form('Buy');
  await expect(form.getByRole('textbox', { name: 'Price' })).not.toHaveValue('');
  await tradePage.expectReady('Buy');

  await page.keyboard.press('b');
  await expect(form.getByRole('textbox', { name: 'Price' })).toBeFocused();
  await page.keyboard.type(LOW);
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Buy order placed')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(tradePage.rows('Buy', LOW)).toHaveCount(1);
  await tabTo(page, tradePage.rows('Buy', LOW).getByRole('button', { name: 'Cancel order' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Order cancellation requested')).toBeVisible();
  await expect(tradePage.rows('Buy', LOW)).toHaveCount(0);
});
