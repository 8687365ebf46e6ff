import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Trader {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** Registers a new account through the screen; ends on the login page with its notice. */
export async function createTrader(page: Page, origin = ''): Promise<Trader> {
  const name = `t${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const trader = { email: `${name}@quietbook.test`, username: name, password: `Quiet-${name}-1` };
  await page.goto(`${origin}/register`);
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(trader.username);
  await page.getByLabel('Password', { exact: true }).fill(trader.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(trader.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Account created successfully! Please sign in.')).toBeVisible();
  return trader;
}

/** Signs in through the login page and waits until the header says so. */
export async function signIn(page: Page, trader: Pick<Trader, 'email' | 'password'>): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByLabel('Password', { exact: true }).fill(trader.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

/** A new account, signed in. @param origin of another venue than the test's */
export async function newTrader(page: Page, origin = ''): Promise<Trader> {
  const trader = await createTrader(page, origin);
  await signIn(page, trader);
  return trader;
}
