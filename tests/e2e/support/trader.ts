import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Trader {
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

function newcomer(): Trader {
  const name = `t${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  return { email: `${name}@quietbook.test`, username: name, password: `Quiet-${name}-1` };
}

/** Ends on the login page. */
export async function createTrader(page: Page): Promise<Trader> {
  const trader = newcomer();
  await page.goto('/register');
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(trader.username);
  await page.getByLabel('Password', { exact: true }).fill(trader.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(trader.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Account created successfully! Please sign in.')).toBeVisible();
  return trader;
}

export async function signIn(page: Page, trader: Pick<Trader, 'email' | 'password'>): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(trader.email);
  await page.getByLabel('Password', { exact: true }).fill(trader.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
}

/** Through the screens; ends on the dashboard. */
export async function signUp(page: Page): Promise<Trader> {
  const trader = await createTrader(page);
  await signIn(page, trader);
  return trader;
}

/**
 * By calls, for tests of something else; no screen is opened.
 * @param origin of another venue
 * @param bare address of a page without scripts, because storage belongs to an origin
 */
export async function newTrader(page: Page, origin = '', bare = `${origin}/robots.txt`): Promise<Trader> {
  const { email, username, password } = newcomer();
  await post(page, `${origin}/auth/register`, { email, username, password, confirm_password: password });
  const { expires_in: seconds, ...user } = await post(page, `${origin}/auth/login`, { email, password });
  await page.goto(bare, { waitUntil: 'load' });
  await page.evaluate(
    ([text, length]) => {
      localStorage.setItem('user', text);
      localStorage.setItem('expires_at', String(Date.now() + length * 1000));
    },
    [JSON.stringify(user), Number(seconds)] as const,
  );
  return { email, username, password };
}

async function post(page: Page, url: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(url, { data });
  expect(answer.ok(), `${url}: ${answer.status()}`).toBe(true);
  const text = await answer.text();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
