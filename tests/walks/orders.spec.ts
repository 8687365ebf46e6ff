import type { Page, Route } from '@playwright/test';
import { orderCancellationModel } from '../models/orderCancellation.model.ts';
import { orderCancellationsModel } from '../models/orderCancellations.model.ts';
import { cooldownModel } from '../models/cooldown.model.ts';
import { untilRulesRead } from '../e2e/support/asks.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { answerSearches } from '../e2e/support/searches.ts';
import { SOON } from '../e2e/support/soon.ts';
import { expect } from '../e2e/support/test.ts';
import { passUntilSeen, stopTime } from '../e2e/support/time.ts';
import { hush, wakeToasts } from '../e2e/support/toasts.ts';

const PAIR = 'XMR-BTC';
const panelOf = (page: Page) => page.getByRole('region', { name: 'My trades and orders' });

const wireOrder = (id: string, price: string): object => ({
  id,
  pair_symbol: PAIR,
  operation: 'SELL',
  type: 'LIMIT',
  price,
  quantity: '1',
  quantity_left: '1',
  state: 'OPENED',
  created_at: '2026-01-05T12:00:00Z',
});

/** The clock is stopped. */
async function openOrders(page: Page, orders: readonly object[]): Promise<void> {
  await pretendSession(page, {});
  await page.clock.install();
  await page.route(/\/user\/balances/, (route) => route.fulfill({ json: [] }));
  await page.route(/\/order\/orders\/history/, (route) => route.fulfill({ json: [] }));
  await page.route(/\/order\/orders\?.*state=/, (route) => route.fulfill({ json: orders }));
  await page.goto(`/trade/${PAIR}`);
  await panelOf(page).getByRole('tab', { name: 'My orders' }).click();
  await expect(panelOf(page).getByRole('button', { name: 'Cancel order' })).toHaveCount(orders.length);
  await wakeToasts(page);
  await untilRulesRead(page);
  await stopTime(page);
}

const readRows = (page: Page): Promise<Record<string, string>> =>
  panelOf(page).evaluate((panel) =>
    Object.fromEntries(
      [...panel.querySelectorAll('tbody tr')].map((row) => [
        row.querySelectorAll('td')[2]?.textContent ?? '',
        [...row.querySelectorAll('button')].at(-1)?.textContent ?? '',
      ]),
    ),
  );

/** By the final state. */
const SAID = {
  // Or requested: the machine's effects show it.
  requested: 'Order cancelled',
  cancelled: 'Order cancelled',
  filled: 'The order was already filled',
  gone: 'The order is no longer open',
} as const;
const STILL_OPEN = 'The order is still open. You can cancel it again.';
const UNRESOLVED = 'We could not confirm the cancellation. The order may still be open.';

/** Each tour cancels the next one. */
const ORDERS = Array.from({ length: 10 }, (_, index) => ({ id: `o/${index + 1}`, price: `${701 + index}` }));
const tours = new WeakMap<Page, number>();
const orderOf = (page: Page) => {
  const order = ORDERS[tours.get(page) ?? 0];
  if (!order) throw new Error('there are more tours than orders');
  return order;
};

/** The cancellation, or the list in which the order is looked for. */
const CANCEL_CALLS = /\/order\/cancel\/|\/order\/orders\?pair=XMR-BTC&skip=0&limit=100$/;

walkScreen({
  model: orderCancellationModel,
  shows: panelOf,
  calls: CANCEL_CALLS,
  // Silence takes half a minute; a 401 leaves the page.
  happens: (name) => !/silence|: 401$|signed out/.test(name),
  key: ({ value, context }) => [value, context.end, context.failure === null],
  open: (page) =>
    openOrders(
      page,
      ORDERS.map(({ id, price }) => wireOrder(id, price)),
    ),
  again: {
    come: async (page, { network }) => {
      await network.cut();
      await hush(page);
      tours.set(page, (tours.get(page) ?? 0) + 1);
    },
  },
  adapt: (page, { body, ...reply }) => ({
    ...reply,
    body: body && JSON.parse(JSON.stringify(body).replaceAll('"o/1"', JSON.stringify(orderOf(page).id))),
  }),
  gestures: {
    cancel: async (page) => {
      await hush(page);
      const row = panelOf(page)
        .getByRole('row')
        .filter({ hasText: orderOf(page).price });
      await row.getByRole('button', { name: 'Cancel order', exact: true }).click();
    },
  },
  answers: answerSearches(CANCEL_CALLS, [
    'canceled',
    'found filled',
    'not listed',
    'open',
    'partly filled',
    'of a state that nobody knows',
    'cannot be read',
  ]),
  timers: {
    askedPause: (page) => page.clock.runFor(5000),
    failureMemory: async (page) => {
      await page.clock.fastForward(60_000);
      await page.clock.runFor(1000);
    },
  },
  facts: (snapshot) => {
    const { end, failure } = snapshot.context;
    if (end) return { row: null, said: SAID[end] };
    const said = failure === null ? STILL_OPEN : (failure.text ?? 'Failed to cancel order');
    return {
      row: snapshot.hasTag('busy')
        ? 'Cancelling… (disabled)'
        : `Cancel order${snapshot.hasTag('held') ? ' (disabled)' : ''}${snapshot.hasTag('unknown') ? ' (may be open)' : ''}`,
      said: snapshot.matches('failed') ? said : snapshot.matches('unresolved') ? UNRESOLVED : null,
    };
  },
  read: (page) =>
    page.evaluate((price) => {
      const row = [...document.querySelectorAll('[role="tabpanel"] tbody tr')].find(({ textContent }) =>
        textContent.includes(price),
      );
      // The button before it is "Amend".
      const button = [...(row?.querySelectorAll('button') ?? [])].at(-1) ?? null;
      const said = document.querySelector(
        'section[aria-label="Notifications"] [role] [class*="description"]',
      );
      return {
        row:
          button &&
          `${button.textContent}${button.disabled ? ' (disabled)' : ''}${/may still be open/.test(row?.textContent ?? '') ? ' (may be open)' : ''}`,
        said: said?.textContent?.replace('Order cancellation requested', 'Order cancelled') ?? null,
      };
    }, orderOf(page).price),
});

const held = new WeakMap<Page, Map<string, Route>>();

async function answerCancel(page: Page, id: string, status: number): Promise<void> {
  const routes = held.get(page);
  await expect.poll(() => routes?.has(id), SOON).toBe(true);
  const route = routes?.get(id);
  routes?.delete(id);
  await route?.fulfill({ status, json: status === 200 ? { id, state: 'CANCELED' } : { message: 'No' } });
}

/** In no other figure of the panel. */
const PRICES = { a: '777', b: '888' } as const;
const rowOf = (page: Page, id: string) =>
  panelOf(page)
    .getByRole('row')
    .filter({ hasText: id === 'a' ? PRICES.a : PRICES.b });
const cancel =
  (id: string) => async (page: Page, at: { snapshot: { context: { running: readonly string[] } } }) => {
    if (at.snapshot.context.running.includes(id)) {
      // Only a failed cancellation offers to try again.
      await answerCancel(page, id, 400);
      await expect(rowOf(page, id).getByRole('button').last()).toHaveText('Cancel order');
    }
    await hush(page);
    await rowOf(page, id).getByRole('button', { name: 'Cancel order' }).click();
  };

walkScreen({
  model: orderCancellationsModel,
  shows: panelOf,
  // Only whether the order is closed matters here; the rest is walked above.
  happens: (name, { context }) => {
    if (name.startsWith('cancel ')) return !context.closed.includes(name.slice(-1));
    return /: (cancelled|failed)$/.test(name);
  },
  open: async (page) => {
    const routes = new Map<string, Route>();
    held.set(page, routes);
    await page.route('**/order/cancel/*', (route) => {
      routes.set(route.request().url().slice(-1), route);
    });
    await openOrders(page, [wireOrder('a', PRICES.a), wireOrder('b', PRICES.b)]);
  },
  gestures: { 'cancel a': cancel('a'), 'cancel b': cancel('b') },
  answers: {
    cancelled: (page, _at, child) => answerCancel(page, child.slice(-1), 200),
    // A failed one is remembered for a minute.
    failed: async (page, at, child) => {
      await answerCancel(page, child.slice(-1), 400);
      await expect(rowOf(page, child.slice(-1)).getByRole('button').last()).toHaveText('Cancel order');
      // The other order's request would time out, so it is answered and sent again.
      const other = at.snapshot.context.running.find((id) => id !== child.slice(-1));
      if (other !== undefined) {
        await answerCancel(page, other, 400);
        await expect(rowOf(page, other).getByRole('button').last()).toHaveText('Cancel order');
      }
      await page.clock.fastForward(60_000);
      if (other !== undefined) {
        await hush(page);
        await rowOf(page, other).getByRole('button', { name: 'Cancel order' }).click();
      }
    },
  },
  facts: ({ context }) => {
    const rowFor = (id: string): string | null => {
      if (context.closed.includes(id)) return null;
      return context.running.includes(id) ? 'Cancelling…' : 'Cancel order';
    };
    return { a: rowFor('a'), b: rowFor('b') };
  },
  read: async (page) => {
    const rows = Object.entries(await readRows(page));
    const rowFor = (price: string): string | null =>
      rows.find(([text]) => text.startsWith(price))?.[1] ?? null;
    return { a: rowFor(PRICES.a), b: rowFor(PRICES.b) };
  },
  unreachable: {
    'orderCancellations.listening | xstate.error.actor.orderCancellation.*#0 -> (stay)':
      'a defect of this client: no answer of a server leads there',
  },
});

const START = Date.UTC(2026, 0, 5, 12);
const reads = new WeakMap<Page, { isHeld: boolean; waiting: Route[]; count: number }>();

const refreshAt =
  (later: number) => async (page: Page, at: { snapshot: { matches(state: 'cooling'): boolean } }) => {
    const network = reads.get(page);
    if (!network) throw new Error('nothing is routed');
    network.isHeld = false;
    for (const route of network.waiting.splice(0)) await route.fulfill({ json: [] });
    // A request held too long is sent again after a pause.
    await passUntilSeen(page, panelOf(page).getByText('No trades in this pair yet'), 100);
    await hush(page);
    await page.clock.setSystemTime(START + later);
    const before = network.count;
    await panelOf(page).getByRole('button', { name: 'Refresh' }).click();
    if (at.snapshot.matches('cooling')) {
      // Toasts are a lazy part.
      await page.clock.runFor(500);
      const seconds = Math.max(1, Math.ceil((10_000 - later) / 1000));
      const words = `Wait ${seconds} second${seconds === 1 ? '' : 's'} before refreshing again.`;
      await expect(page.getByText(words)).toBeVisible();
      expect(network.count).toBe(before);
    } else {
      await expect.poll(() => network.count, SOON).toBe(before + 1);
    }
  };

walkScreen({
  model: cooldownModel,
  happens: (name, snapshot) =>
    name !== 'refresh while one runs' || (snapshot.matches('ready') && snapshot.context.until === 0),
  open: async (page) => {
    const network = { isHeld: true, waiting: [] as Route[], count: 0 };
    reads.set(page, network);
    await pretendSession(page, {});
    await page.clock.install({ time: START });
    await page.route(/\/user\/balances|\/order\/orders\?/, (route) => route.fulfill({ json: [] }));
    await page.route(/\/order\/orders\/history\/executions\?pair=/, async (route) => {
      network.count += 1;
      if (network.isHeld) network.waiting.push(route);
      else await route.fulfill({ json: [] });
    });
    await page.goto(`/trade/${PAIR}`);
    await expect.poll(() => network.waiting.length, SOON).toBe(1);
    await untilRulesRead(page);
    await stopTime(page);
    await page.clock.setSystemTime(START);
  },
  gestures: {
    refresh: refreshAt(0),
    'refresh 1 ms later': refreshAt(1),
    'refresh 3.2 s later': refreshAt(3200),
    'refresh 9.999 s later': refreshAt(9999),
    'refresh while one runs': async (page) => {
      await panelOf(page).getByRole('button', { name: 'Refresh' }).click();
      expect(reads.get(page)?.count).toBe(1);
      await expect(page.getByText(/^Wait/)).toHaveCount(0);
    },
  },
  timers: { cooldown: (page) => page.clock.fastForward(10_000) },
  facts: (snapshot) => ({ isCooling: snapshot.matches('cooling') }),
  read: async (page) => ({
    isCooling:
      (await panelOf(page).getByRole('button', { name: 'Refresh' }).getAttribute('data-cooling')) === 'true',
  }),
});
