import { expect, type Locator, type Page } from '@playwright/test';

/** By roles and names, which are fixed. */
export class Wallet {
  readonly table: Locator;
  readonly region: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.region = page.getByRole('region', { name: 'Your portfolio' });
    this.table = this.region.getByRole('table', { name: 'Portfolio' });
  }

  async open(): Promise<void> {
    await this.#page.goto('/wallet');
    await expect(this.row('BTC')).toBeVisible();
  }

  row(coin: string): Locator {
    return this.table.getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name: coin }) });
  }

  /** Links, or buttons where the venue has disabled them. */
  move(coin: string, way: 'Deposit' | 'Withdraw'): Locator {
    const row = this.row(coin);
    return row.getByRole('link', { name: way }).or(row.getByRole('button', { name: way }));
  }

  toggle(name: 'Hide zero balances' | 'Show balances'): Locator {
    return this.region.getByRole('checkbox', { name });
  }
}

export class RefundRow {
  readonly row: Locator;
  readonly field: Locator;

  constructor(page: Page, coin: string) {
    this.row = page
      .getByRole('table', { name: 'Refund addresses' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: coin }) });
    this.field = this.row.getByRole('textbox', { name: `Refund address for ${coin}` });
  }

  button(name: string): Locator {
    return this.row.getByRole('button', { name, exact: true });
  }

  async save(address: string): Promise<void> {
    await this.field.fill(address);
    await this.button('Save').click();
  }
}

interface CoinAnswer {
  readonly ticker: string;
  readonly address_example: string;
  readonly confirmations: number;
}

export async function coinOf(page: Page, ticker: string): Promise<CoinAnswer> {
  const answer = await page.request.get('/coin/coins');
  const { items } = (await answer.json()) as { items: CoinAnswer[] };
  const found = items.find((coin) => coin.ticker === ticker);
  if (!found) throw new Error(`the venue does not list ${ticker}`);
  return found;
}

/** As the signed-in user. */
export async function sandbox(page: Page, call: string, data: object = {}): Promise<Record<string, string>> {
  const answer = await page.request.post(`/sandbox/${call}`, { data });
  if (!answer.ok()) throw new Error(`/sandbox/${call}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

/** Its example address. */
export async function setRefundAddress(page: Page, ticker: string): Promise<string> {
  const { address_example: address } = await coinOf(page, ticker);
  const answer = await page.request.post('/user/refund-address', { data: { coin_ticker: ticker, address } });
  if (!answer.ok()) throw new Error(`refund address of ${ticker}: ${answer.status()} ${await answer.text()}`);
  return address;
}

export async function availableOf(page: Page, ticker: string): Promise<string> {
  const answer = await page.request.get('/user/balances');
  const body = (await answer.json()) as
    | { currency: string; available: string }[]
    | { balances: { currency: string; available: string }[] };
  const list = Array.isArray(body) ? body : body.balances;
  return list.find(({ currency }) => currency === ticker)?.available ?? '0';
}
