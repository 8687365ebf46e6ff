import { expect, type Locator, type Page } from '@playwright/test';
import { codeOf } from '../../venue/accounts/codes.ts';

/** Opens a row of the security page (ACCOUNT-11). */
export async function openRow(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name, exact: true }).locator('details:not([open]) > summary').click();
}

/** By roles and names, which are fixed. */
export class Security {
  readonly passwordForm: Locator;
  readonly section: Locator;
  readonly code: Locator;
  readonly password: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.passwordForm = page.getByRole('form', { name: 'Change password' });
    this.section = page.getByRole('region', { name: 'Two-factor authentication' });
    this.password = this.section.getByLabel('Current password', { exact: true });
    this.code = this.section.getByRole('textbox', { name: 'Verification code' });
  }

  async open(): Promise<void> {
    await this.#page.goto('/security');
    await openRow(this.#page, 'Change password');
    await openRow(this.#page, 'Two-factor authentication');
  }

  button(name: string): Locator {
    return this.section.getByRole('button', { name });
  }

  async changePassword(from: string, to: string, confirmation = to): Promise<void> {
    const form = this.passwordForm;
    await form.getByLabel('Current password', { exact: true }).fill(from);
    await form.getByLabel('New password', { exact: true }).fill(to);
    await form.getByLabel('Confirm new password', { exact: true }).fill(confirmation);
    await form.getByRole('button', { name: 'Change password' }).click();
  }

  /** @returns the secret as typed into an app */
  async showSecret(): Promise<string> {
    await this.button('Set up two-factor').click();
    await expect(this.section.getByRole('img', { name: 'QR code of the two-factor secret' })).toBeVisible();
    return (await this.section.locator('code').innerText()).replaceAll(/\s/g, '');
  }

  /** @param password where the server asks for it. */
  async verify(code: string, password?: string): Promise<void> {
    await this.#fill(code, password);
    await this.button('Verify code').click();
  }

  /** @param password where the server asks for it. */
  async disable(code: string, password?: string): Promise<void> {
    await this.#fill(code, password);
    await this.button('Disable two-factor').click();
  }

  /** New recovery codes. */
  async makeCodes(code: string, password: string): Promise<void> {
    await this.#fill(code, password);
    await this.button('Create ten new codes').click();
  }

  /** @returns the recovery codes that are shown, and continues. */
  async keepCodes(): Promise<string[]> {
    await expect(this.button('Continue')).toBeVisible();
    const codes = await this.section.getByRole('listitem').allInnerTexts();
    await this.section.getByRole('checkbox', { name: 'I have saved these codes' }).check();
    await this.button('Continue').click();
    return codes;
  }

  async #fill(code: string, password?: string): Promise<void> {
    if (password !== undefined) await this.password.fill(password);
    await this.code.fill(code);
  }
}

/** The venue accepts each time step once, and one step to either side: three codes in half a minute. */
export class Authenticator {
  readonly #secret: string;
  #lastStep = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The oldest code that is valid for at least 5 s. */
  next(): string {
    this.#lastStep = Math.max(this.#lastStep + 1, Math.floor((Date.now() + 5000) / 30_000) - 1);
    return codeOf(this.#secret, this.#lastStep * 30_000);
  }

  wrong(): string {
    const near = new Set(
      [-2, -1, 0, 1, 2, 3].map((step) => codeOf(this.#secret, Date.now() + step * 30_000)),
    );
    const candidates = ['000000', '111111', '222222', '333333', '444444', '555555', '666666'];
    return candidates.find((code) => !near.has(code)) ?? '777777';
  }
}
