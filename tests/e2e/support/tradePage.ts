import { expect, type Locator, type Page } from '@playwright/test';
import { decimal, toText } from '../../../src/domain/decimal.ts';

/** By roles and names, which are fixed. */
export class TradePage {
  readonly book: Locator;
  readonly bids: Locator;
  readonly asks: Locator;
  readonly mine: Locator;
  readonly #page: Page;
  readonly #base: string;
  readonly #pair: string;

  constructor(page: Page, pair: string) {
    this.#page = page;
    this.#pair = pair;
    this.#base = pair.split('-')[0] ?? pair;
    this.book = page.getByRole('region', { name: 'Order book' });
    this.bids = this.book.getByRole('table', { name: 'Bids' });
    this.asks = this.book.getByRole('table', { name: 'Asks' });
    this.mine = page.getByRole('region', { name: 'My trades and orders' });
  }

  /** Waits for a live book and the pair's rules. @param origin of another venue */
  async open(origin = ''): Promise<void> {
    await this.#page.goto(`${origin}/trade/${this.#pair}`);
    await this.expectStatus('Live');
    await expect(this.#page.locator('form[aria-busy="true"]')).toHaveCount(0);
  }

  async expectStatus(
    status: 'Live' | 'Disconnected' | 'Connection failed' | 'Stale' | RegExp,
  ): Promise<void> {
    const text =
      typeof status === 'string' ? this.book.getByText(status, { exact: true }) : this.book.getByText(status);
    await expect(text.first()).toBeVisible();
  }

  /** Milliseconds until the book shows a status, measured in the page itself. */
  async timeTo(status: 'Stale' | 'Disconnected', happen: () => void | Promise<void>): Promise<number> {
    const told = await this.book.evaluateHandle((panel, words) => {
      const at = new Promise<number>((resolve) => {
        const look = (): void => {
          const texts = [...panel.querySelectorAll('*')].map(({ textContent }) => textContent);
          if (texts.includes(words)) resolve(Date.now());
        };
        new MutationObserver(look).observe(panel, { childList: true, characterData: true, subtree: true });
        look();
      });
      return { at };
    }, status);
    const happened = Date.now();
    await happen();
    return (await told.evaluate(({ at }) => at)) - happened;
  }

  form(side: 'Buy' | 'Sell'): Locator {
    return this.#page.getByRole('form', { name: `${side} ${this.#base}` });
  }

  /** Before, a press only waits for the pair's rules. */
  async expectReady(side: 'Buy' | 'Sell'): Promise<void> {
    await expect(this.form(side)).toHaveAttribute('aria-busy', 'false');
  }

  async place(side: 'Buy' | 'Sell', price: string, quantity: string): Promise<void> {
    const form = this.form(side);
    await this.expectReady(side);
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
    await form.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
    await form.getByRole('button', { name: `${side} ${this.#base}`, exact: true }).click();
  }

  async show(tab: 'My trades' | 'My orders'): Promise<void> {
    await this.mine.getByRole('tab', { name: tab }).click();
  }

  rows(...texts: readonly string[]): Locator {
    let rows = this.mine.getByRole('row');
    for (const text of texts) rows = rows.filter({ hasText: text });
    return rows;
  }

  /** Plain decimal text, best first. */
  async prices(side: 'bids' | 'asks'): Promise<string[]> {
    const texts = await this[side].getByRole('row').allInnerTexts();
    const prices = texts.flatMap((text) => /\d+\.\d{2,}/.exec(text.replaceAll(',', ''))?.[0] ?? []);
    const plain = prices.map((price) => toText(decimal(price)));
    const isRising = plain.length < 2 || decimalLess(plain[0] ?? '', plain.at(-1) ?? '');
    return side === 'asks' ? (isRising ? plain : plain.toReversed()) : isRising ? plain.toReversed() : plain;
  }
}

const decimalLess = (a: string, b: string): boolean => {
  const [left, right] = [decimal(a), decimal(b)];
  const scale = Math.max(left.scale, right.scale);
  return left.units * 10n ** BigInt(scale - left.scale) < right.units * 10n ** BigInt(scale - right.scale);
};
