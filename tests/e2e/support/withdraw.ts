import { expect, type Locator, type Page } from '@playwright/test';
import { sandbox } from './coins.ts';

/** By roles and names, which are fixed. */
export class Wizard {
  readonly main: Locator;
  readonly address: Locator;
  readonly amount: Locator;
  readonly message: Locator;
  readonly reply: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.main = page.getByRole('main');
    this.address = this.main.getByRole('textbox', { name: 'Address' });
    this.amount = this.main.getByRole('textbox', { name: 'Amount' });
    this.message = this.main.getByRole('textbox', { name: 'Slatepack message' });
    this.reply = this.main.getByRole('textbox', { name: 'Signed slatepack' });
  }

  /** Without the live fee nothing can be typed. */
  async open(coin: string): Promise<void> {
    await this.#page.goto(`/withdraw/${coin}`);
    await expect(this.amount).toBeEnabled();
  }

  button(name: string): Locator {
    return this.main.getByRole('button', { name, exact: true });
  }

  heading(name: string): Locator {
    return this.main.getByRole('heading', { name, exact: true });
  }

  async fill(amount: string, address?: string): Promise<void> {
    if (address !== undefined) await this.address.fill(address);
    await this.amount.fill(amount);
    await this.button('Continue').click();
  }

  row(name: string): Locator {
    return this.main.locator('dl > div').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  /** The reply of the user's wallet to the message. */
  async walletReply(): Promise<string> {
    const answer = await sandbox(this.#page, 'grin/receive', {
      slatepack_message: await this.message.inputValue(),
    });
    return answer.slatepack_message ?? '';
  }
}

export async function offerAt(page: Page, capabilities: object, path = '/withdraw/'): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith(path),
    async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const body = html.replace(/("capabilities":\s*)\{[^}]*\}/, `$1${JSON.stringify(capabilities)}`);
      await route.fulfill({ response: answer, body });
    },
  );
}
