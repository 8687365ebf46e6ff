import { expectGoodPage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { noteToasts } from './support/toasts.ts';
import { newTrader } from './support/trader.ts';
import { TradePage } from './support/tradePage.ts';

const PAIR = 'XMR-BTC';

test('ALERT-02 to ALERT-05 a trade at the price is announced on another page, once for two tabs; the logout removes alerts @story', async ({
  page,
  otherPage,
  ownVenue,
}) => {
  const venue = await ownVenue();
  await newTrader(page, venue.url);
  await page.goto(`${venue.url}/trade/${PAIR}`);
  await page.getByRole('button', { name: 'Price alerts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price alerts' });
  const field = dialog.getByRole('textbox', { name: 'Price of XMR/BTC' });
  await expect(dialog.getByText(/^Last price: 0\.00/)).toBeVisible();
  await expect(dialog.getByText('No alerts yet.')).toBeVisible();
  await field.fill('1.2.3');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Enter a valid price: this is not a number/);
  await expect(field).toHaveValue('1.2.3');
  await expectGoodPage(page);
  await field.fill('0.0061');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('row', { name: /XMR\/BTC ≥ 0\.0061 BTC Waiting/ })).toBeVisible();
  await expect(field).toHaveValue('');

  const tab = await page.context().newPage();
  await tab.goto(`${venue.url}/fees`);
  await page.goto(`${venue.url}/faq`);
  const heard = [await noteToasts(page), await noteToasts(tab)];
  const counter = await otherPage();
  await newTrader(counter, venue.url);
  const trade = new TradePage(counter, PAIR);
  await trade.open(venue.url);
  await trade.place('Sell', '0.0061', '1.5');
  await trade.show('My orders');
  await expect(trade.rows('0.0061')).toHaveCount(1);
  const bought = await page.request.post(`${venue.url}/order/orders/limit`, {
    data: { type: 'LIMIT', pair: PAIR, operation: 'BUY', quantity: '0.5', price: '0.0061' },
  });
  expect(bought.ok(), await bought.text()).toBe(true);

  // Each tab also announces the purchase (TRADE-35).
  const told = async () =>
    (await Promise.all(heard.map((one) => one()))).flat().filter((text) => !text.startsWith('Bought'));
  await expect.poll(told).toEqual(['XMR/BTC has risen to 0.0061 BTC.']);
  const kept = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('alerts'));
  await expect.poll(kept).toMatch(/^XMR-BTC>0\.0061@\d{13}:\d{13}!$/);
  expect(await told()).toHaveLength(1);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(kept).toBeNull();
});

test('ALERT-03 the tone sounds when an alert is reached, where the user has chosen it', async ({ page }) => {
  await page.addInitScript(() => {
    const started: string[] = [];
    Object.assign(globalThis, { started });
    class Heard extends OscillatorNode {
      override start(when?: number): void {
        started.push(this.type);
        super.start(when);
      }
    }
    AudioContext.prototype.createOscillator = function () {
      return new Heard(this);
    };
    localStorage.setItem('alerts', 'BTC-USDT>1@1 BTC-USDT<1@1');
    localStorage.setItem('alertSound', 'true');
  });
  await page.goto('/fees');
  await expect(page.getByText('BTC/USDT has risen to 1 USDT.')).toBeVisible();
  expect(await page.evaluate(() => (globalThis as unknown as { started: string[] }).started)).toEqual([
    'sine',
  ]);
  expect(await page.evaluate(() => localStorage.getItem('alerts'))).toMatch(
    /^BTC-USDT>1@1:\d+! BTC-USDT<1@1$/,
  );
});

test('TRADE-36, NOTICE-04 notifications are asked for on a press, and a hidden page shows one that names no price', async ({
  page,
  ownVenue,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Notices {
      static permission = 'default';
      static requestPermission = () => {
        Notices.permission = shown.length === 0 ? 'denied' : 'granted';
        shown.push(`asked: ${Notices.permission}`);
        return Promise.resolve(Notices.permission);
      };
      constructor(title: string, { body }: NotificationOptions = {}) {
        if (title !== '') shown.push(`${title}: ${body}`);
      }
      close(): void {
        // As the browser does.
      }
    }
    Object.assign(globalThis, { shown, Notification: Notices });
  });
  const shown = () => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  const venue = await ownVenue();
  await newTrader(page, venue.url);
  await page.goto(`${venue.url}/trade/${PAIR}`);
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.getByText('Sounds and browser notifications').click();
  const notify = page.getByRole('checkbox', { name: /while this page is hidden/ });
  await expect(notify).not.toBeChecked();
  expect(await shown()).toEqual([]);
  await notify.click();
  await expect(page.getByText('Your browser does not allow notifications')).toBeVisible();
  await expect(notify).not.toBeChecked();
  await notify.click();
  await expect(notify).toBeChecked();
  await expect(page.getByText('Your browser does not allow notifications')).toBeHidden();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    // As another tab would set it.
    const alerts = 'BTC-USDT>1@1';
    localStorage.setItem('alerts', alerts);
    dispatchEvent(new StorageEvent('storage', { key: 'alerts', newValue: alerts }));
  });
  await expect
    .poll(shown)
    .toEqual(['asked: denied', 'asked: granted', 'Quietbook: A price alert was reached.']);
  expect(await page.evaluate(() => localStorage.getItem('hiddenNotices'))).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hiddenNotices'))).toBeNull();
});

test.describe('a server without streams', () => {
  test.use({ streams: false });

  test('ALERT-05 the dialog shows where the markets cannot be read, and refuses an unknown pair', async ({
    page,
    guard,
  }) => {
    guard.expect(/404 .*\/api\/markets/);
    let answer: object | null = null;
    await page.route('**/api/markets', (route) =>
      answer === null ? route.fulfill({ status: 404, json: {} }) : route.fulfill({ json: answer }),
    );
    await page.goto(`/trade/${PAIR}`);
    await page.getByRole('button', { name: 'Price alerts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Price alerts' });
    await expect(dialog.getByText('Prices are not available right now.')).toBeVisible();
    answer = { 'BTC-USDT': { last_price: '1', percent_change: '0', base_volume: '1', quote_volume: '1' } };
    await page.reload();
    await page.getByRole('button', { name: 'Price alerts' }).click();
    await expect(dialog.getByText('The last price is not available right now.')).toBeVisible();
    await dialog.getByRole('textbox').fill('1');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/The last price of this pair is unknown/)).toBeVisible();
    await expect(dialog.getByRole('textbox')).toHaveValue('1');
  });
});
