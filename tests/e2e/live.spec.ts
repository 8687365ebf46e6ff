import type { Page } from '@playwright/test';
import { TradePage } from './support/tradePage.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';

const READS = /\/(api\/markets|order\/orders|order\/trades|user\/balances|stats\/chartx)/;

/** Reads of what streams bring, from the call on. */
function countReads(page: Page): () => string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isRead = request.method() === 'GET' || pathname === '/stats/chartx';
    if (isRead && READS.test(pathname)) reads.push(pathname);
  });
  return () => reads;
}

/** When each stream has sent its first frame. */
function streamsOf(page: Page): () => Set<string> {
  const begun = new Set<string>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const [, name] = /"type":"(\w+)_snapshot"/.exec(String(payload)) ?? [];
      if (name !== undefined) begun.add(name);
    }),
  );
  return () => begun;
}

test('an order, a fill and a cancellation of one tab show in another, which reads nothing (LIVE-05, LIVE-07) @story', async ({
  page,
  context,
  ownVenue,
}) => {
  const venue = await ownVenue({ LIVE_STREAMS: 'on' });
  await newTrader(page, venue.url);
  const here = new TradePage(page, 'XMR-BTC');
  await here.open(venue.url);
  const other = await context.newPage();
  const begun = streamsOf(other);
  const there = new TradePage(other, 'XMR-BTC');
  await there.open(venue.url);
  await there.show('My orders');
  await expect
    .poll(() => [...begun()].sort())
    .toEqual(expect.arrayContaining(['account', 'markets', 'trades']));
  await expect(there.rows('Buy', '0.0031')).toHaveCount(0);

  const reads = countReads(other);
  await here.place('Buy', '0.0031', '1.5');
  await expect(there.rows('Buy', '1.5')).toHaveCount(1);
  await here.show('My orders');
  await here.rows('Buy', '1.5').getByRole('button', { name: 'Cancel order' }).click();
  await expect(there.rows('Buy', '1.5')).toHaveCount(0);
  expect(reads()).toEqual([]);
});

test('without a network the order form reports it, and nothing is sent when it is back (LIVE-10) @story', async ({
  page,
  context,
  guard,
}) => {
  guard.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|unreachable/);
  await newTrader(page);
  const trade = new TradePage(page, 'XMR-BTC');
  await trade.open();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/order/orders')) sent.push(request.url());
  });
  await context.setOffline(true);
  const words = 'You are offline. Nothing was sent. Try again when you are back online.';
  await expect(trade.form('Buy').getByText(words)).toBeVisible();
  await trade.form('Buy').getByRole('textbox', { name: 'Price' }).fill('0.0031');
  const quantity = trade.form('Buy').getByRole('textbox', { name: 'Quantity' });
  await quantity.fill('1.5');
  await quantity.press('Enter');
  await context.setOffline(false);
  await expect(trade.form('Buy').getByText(words)).toHaveCount(0);
  await trade.expectStatus('Live');
  expect(sent).toEqual([]);
  await trade.form('Buy').getByRole('button', { name: 'Buy XMR', exact: true }).click();
  await expect.poll(() => sent.length).toBe(1);
});
