import { LANGUAGES } from '../../src/domain/languages.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';
/** A folder for pictures, to be looked at. */
const PICTURES = process.env.E2E_PICTURES;

test('the rows of own orders show what a stop waits for and an iceberg shows in every language, and no button covers a figure (CANCEL-11)', async ({
  page,
  otherPage,
  ownVenue,
}) => {
  const venue = await ownVenue();
  await newTrader(page, venue.url);
  await page.setViewportSize({ width: 1280, height: 800 });
  const trade = new TradePage(page, PAIR);
  await trade.open(venue.url);
  const sell = { pair: PAIR, type: 'LIMIT', operation: 'SELL', price: '0.0054', quantity: '12.25' };
  const other = await otherPage();
  await newTrader(other, venue.url);
  const last = { ...sell, price: '0.0053', quantity: '1' };
  await other.request.post(`${venue.url}/order/orders/limit`, { data: { ...last, operation: 'BUY' } });
  await page.request.post(`${venue.url}/order/orders/limit`, { data: last });
  for (const data of [
    sell,
    { ...sell, price: '0.0052', stop_price: '0.005275' },
    { ...sell, price: '0.0055', display_quantity: '0.25' },
    { ...sell, price: '0.0056', oco_stop_price: '0.005225' },
  ]) {
    const answer = await page.request.post(`${venue.url}/order/orders/limit`, { data });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  }
  const trailing = { pair: PAIR, operation: 'SELL', quantity: '12.25', trail_percent: '47.5' };
  const waits = await page.request.post(`${venue.url}/order/orders/market`, { data: trailing });
  expect(waits.status(), await waits.text()).toBeLessThan(300);
  for (const language of LANGUAGES) {
    await page.goto(`${venue.url}/trade/${PAIR}?lng=${language}`);
    const rows = page.locator('#mine-panel tbody tr');
    await expect(rows).toHaveCount(5);
    for (const width of [360, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 768) await page.getByRole('tab').nth(3).click();
      await expect(rows.filter({ hasText: '0.005275' })).toBeVisible();
      await expect(rows.filter({ hasText: '0.25' })).toBeVisible();
      await expect(rows.filter({ hasText: '0.005225' })).toBeVisible();
      await expect(rows.filter({ hasText: '47.5' })).toBeVisible();
      const faults = await rows.evaluateAll((all) =>
        all.flatMap((row) => {
          const cells = [...row.querySelectorAll('td')];
          const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth);
          const buttons = [...row.querySelectorAll('button')].map((one) => one.getBoundingClientRect());
          const covered = cells.filter((cell) => {
            if (cell.querySelector('button')) return false;
            const range = document.createRange();
            range.selectNodeContents(cell);
            // With the label of a card, which is no node.
            const { left, right, bottom } = range.getBoundingClientRect();
            const { top } = cell.getBoundingClientRect();
            return buttons.some((b) => b.left < right && b.right > left && b.top < bottom && b.bottom > top);
          });
          return [
            ...cut.map((cell) => `cut: ${cell.textContent}`),
            ...covered.map((c) => `covered: ${c.textContent}`),
          ];
        }),
      );
      expect(faults, `${language}, ${width} px`).toEqual([]);
      if (PICTURES !== undefined)
        await page.screenshot({ path: `${PICTURES}/rows-${language}-${width}.png` });
    }
  }
});
