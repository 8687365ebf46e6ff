import { decimal, floorToStep, percentOf, toText } from '../../src/domain/decimal.ts';
import { TradePage } from './support/tradePage.ts';
import { openSettled } from './support/openRequests.ts';
import { expect, test } from './support/test.ts';
import { signUp } from './support/trader.ts';

interface Balance {
  readonly currency: string;
  readonly in_orders: string;
}

/** On the pair's ticks. */
const priceAt = (price: string, percent: string): string =>
  toText(floorToStep(percentOf(decimal(price), decimal(percent)), decimal('0.000001')));

test('a trader registers, watches, trades, sees the fill and cancels the rest @story', async ({
  page,
  venue,
}) => {
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await signUp(page);

  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await test.step('the book moves by itself', async () => {
    const before = await tradePage.book.innerText();
    await expect.poll(() => tradePage.book.innerText()).not.toBe(before);
  });

  const { bids, asks } = await venue.book('XMR-BTC');
  const resting = priceAt(bids[0]?.[0] ?? '', '95');
  const matching = priceAt(asks[0]?.[0] ?? '', '102');

  await test.step('an order below the market rests', async () => {
    await tradePage.place('Buy', resting, '0.5');
    await tradePage.show('My orders');
    await expect(tradePage.rows('Buy', resting)).toHaveCount(1);
  });

  await test.step('an order above the best ask is filled at once', async () => {
    await tradePage.place('Buy', matching, '0.25');
    await tradePage.show('My trades');
    await expect(tradePage.rows('Buy', '0.25').first()).toBeVisible();
  });

  await test.step('the resting order is cancelled, and nothing stays locked', async () => {
    await tradePage.show('My orders');
    await tradePage.rows('Buy', resting).getByRole('button', { name: 'Cancel order' }).click();
    await expect(tradePage.rows('Buy', resting)).toHaveCount(0);
    const balances = (await (await page.request.get('/user/balances')).json()) as
      | { balances?: Balance[] }
      | Balance[];
    const list = Array.isArray(balances) ? balances : (balances.balances ?? []);
    expect(list.find(({ currency }) => currency === 'BTC')).toMatchObject({ in_orders: '0' });
  });
});

test('a reload keeps the session, and another tab follows a sign-out @story', async ({ page, context }) => {
  await signUp(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  const other = await context.newPage();
  await openSettled(other, '/trade/XMR-BTC');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other.getByRole('button', { name: 'Log out' })).toBeHidden();
});

test('a visitor sees the market and is asked to sign in (ORDER-02, TRADE-07) @story', async ({ page }) => {
  const tradePage = new TradePage(page, 'XMR-BTC');
  await tradePage.open();
  await expect(tradePage.form('Buy').getByText('Log in to buy')).toBeVisible();
  await expect(tradePage.form('Sell').getByText('Log in to sell')).toBeVisible();
  for (const name of ['Price', 'Quantity'])
    await expect(tradePage.form('Buy').getByRole('textbox', { name })).toBeDisabled();
  for (const name of ['Chart', 'Markets', 'Market history'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await expect(tradePage.bids.getByRole('row').first()).toBeVisible();
});
