import { expect, type Locator, type Page } from '@playwright/test';

export const HISTORIES = {
  trades: {
    path: '/trading-history',
    table: 'Trading history',
    // The ten newest are read on every page (TRADE-35).
    call: /\/order\/orders\/history\/executions\?.*limit=(?!10$)/,
  },
  deposits: { path: '/deposit-history', table: 'Deposit history', call: '**/deposit/deposits/user/history*' },
  withdrawals: {
    path: '/withdrawal-history',
    table: 'Withdrawal history',
    call: '**/withdrawal/withdrawals/user/history*',
  },
  orders: { path: '/active-orders', table: 'Active orders', call: /\/order\/orders\?/ },
  orderHistory: { path: '/order-history', table: 'Order history', call: /\/order\/orders\?/ },
} as const;

export type HistoryScreenName = keyof typeof HISTORIES;

/** By roles and names, which are fixed. */
export class History {
  readonly table: Locator;
  readonly summary: Locator;
  readonly refresh: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly #page: Page;
  readonly #name: HistoryScreenName;

  constructor(page: Page, name: HistoryScreenName) {
    this.#page = page;
    this.#name = name;
    this.table = page.getByRole('table', { name: HISTORIES[name].table });
    this.summary = page.getByRole('region', { name: /^Summary of/ });
    this.refresh = page.getByRole('button', { name: 'Refresh' });
    const pager = page.getByRole('navigation', { name: 'Pagination' });
    this.next = pager.getByRole('button', { name: 'Next' });
    this.previous = pager.getByRole('button', { name: 'Previous' });
  }

  async open(): Promise<void> {
    await this.#page.goto(HISTORIES[this.#name].path);
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText(HISTORIES[this.#name].table);
  }

  rows(...texts: readonly string[]): Locator {
    let rows = this.table.locator('tbody').getByRole('row');
    for (const text of texts) rows = rows.filter({ hasText: text });
    return rows;
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }

  heading(name: string): Locator {
    return this.table.getByRole('columnheader', { name });
  }

  cells(column: string): Promise<string[]> {
    return this.table.locator(`tbody td[data-column="${column}"]`).allInnerTexts();
  }

  async sum(name: string): Promise<string> {
    const item = this.summary
      .locator('dl > div')
      .filter({ has: this.#page.getByText(name, { exact: true }) });
    return (await item.locator('dd').innerText()).trim();
  }
}

export async function serve(
  page: Page,
  name: HistoryScreenName,
  records: readonly object[],
): Promise<string[]> {
  const asked: string[] = [];
  await page.route(HISTORIES[name].call, async (route) => {
    const { searchParams, search } = new URL(route.request().url());
    asked.push(search);
    const first = Number(searchParams.get('skip') ?? searchParams.get('offset') ?? 0);
    const limit = Number(searchParams.get('limit'));
    await route.fulfill({ json: records.slice(first, first + limit) });
  });
  return asked;
}

/** @returns the id */
export async function placeOrder(
  page: Page,
  order: {
    readonly pair: string;
    readonly operation: 'BUY' | 'SELL';
    readonly quantity: string;
    readonly price: string;
    readonly time_in_force?: 'IOC' | 'FOK';
    readonly post_only?: boolean;
  },
): Promise<string> {
  const answer = await page.request.post('/order/orders/limit', { data: { type: 'LIMIT', ...order } });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return ((await answer.json()) as { id: string }).id;
}
