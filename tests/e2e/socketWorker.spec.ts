import type { Page } from '@playwright/test';
import { expect, test, withoutWorker } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

/** Sockets that the page itself has opened. */
async function countSockets(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { socketsHere: number };
    counted.socketsHere = 0;
    globalThis.WebSocket = new Proxy(WebSocket, {
      construct(target, given: ConstructorParameters<typeof WebSocket>) {
        counted.socketsHere += 1;
        return new target(...given);
      },
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { socketsHere: number }).socketsHere);
}

const workersOf = (page: Page): string[] => page.workers().map((worker) => new URL(worker.url()).pathname);
const WORKER = /^\/assets\/worker-[\w-]+\.js$/;
const WORKER_FILE = /\/assets\/worker-/;

async function expectTrading(page: Page): Promise<void> {
  const trade = new TradePage(page, 'XMR-BTC');
  await trade.open();
  await trade.show('My orders');
  await trade.place('Buy', '0.0031', '1.25');
  await expect(trade.rows('Buy', '1.25')).toHaveCount(1);
  await trade.rows('Buy', '1.25').getByRole('button', { name: 'Cancel order' }).click();
  await expect(trade.rows('Buy', '1.25')).toHaveCount(0);
  // The session of the link ends with the user's; the book continues over another one.
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await trade.open();
}

test.describe('the socket and the order book (BOOK-15)', () => {
  test('run in a worker, and the page opens no socket @story', async ({ page }) => {
    await newTrader(page);
    const socketsHere = await countSockets(page);
    await expectTrading(page);
    expect(workersOf(page)).toEqual([expect.stringMatching(WORKER)]);
    expect(await socketsHere()).toBe(0);
  });

  test('run in the page where there are no workers @story', async ({ page }) => {
    await newTrader(page);
    await withoutWorker(page);
    const socketsHere = await countSockets(page);
    await expectTrading(page);
    expect(workersOf(page)).toEqual([]);
    expect(await socketsHere()).toBeGreaterThan(0);
  });

  test('run in the page where the policy of the operator knows no such worker', async ({ page }) => {
    // As a browser answers where the page's policy has no such name.
    await page.addInitScript(() => {
      const { trustedTypes: factory } = globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => object };
      };
      const create = factory.createPolicy.bind(factory);
      factory.createPolicy = (name, rules) => {
        if (name === 'socket') throw new TypeError('Policy "socket" disallowed.');
        return create(name, rules);
      };
    });
    const socketsHere = await countSockets(page);
    await new TradePage(page, 'XMR-BTC').open();
    expect(workersOf(page)).toEqual([]);
    expect(await socketsHere()).toBe(1);
  });

  test('run in the page where the file of the worker does not come', async ({ page, guard }) => {
    guard.expect(/ERR_FAILED/);
    await page.route(WORKER_FILE, (route) => route.abort());
    const socketsHere = await countSockets(page);
    await new TradePage(page, 'XMR-BTC').open();
    expect(workersOf(page)).toEqual([]);
    expect(await socketsHere()).toBe(1);
  });

  for (const [way, kill] of [
    ['fails', 'setTimeout(() => { throw new Error("dead"); })'],
    ['ends without a word', 'self.close()'],
  ] as const) {
    test(`continue in the page, without a reload, when the worker ${way} (BOOK-18)`, async ({
      page,
      guard,
    }) => {
      guard.expect(/its worker died|dead/);
      await newTrader(page);
      const socketsHere = await countSockets(page);
      const trade = new TradePage(page, 'XMR-BTC');
      await trade.open();
      const opened = await page.evaluate(() => performance.timeOrigin);
      expect(await socketsHere()).toBe(0);
      const [worker] = page.workers();
      await worker?.evaluate(kill);
      await expect.poll(socketsHere, { timeout: 20_000 }).toBe(1);
      await trade.expectStatus('Live');
      expect(workersOf(page)).toEqual([]);
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened);
      await trade.show('My orders');
      await trade.place('Buy', '0.0031', '1.25');
      await expect(trade.rows('Buy', '1.25')).toHaveCount(1);
      const shown = await trade.bids.innerText();
      await expect.poll(() => trade.bids.innerText()).not.toBe(shown);
    });
  }
});
