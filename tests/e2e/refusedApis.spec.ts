import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { createTrader, signIn } from './support/trader.ts';

type Mode = 'throws' | 'rejects' | 'absent';
type Api = readonly [name: string, mode: Mode];

const APIS: readonly Api[] = [
  ['BroadcastChannel', 'throws'],
  ['BroadcastChannel', 'absent'],
  ['locks', 'throws'],
  ['locks', 'rejects'],
  ['locks', 'absent'],
  ['indexedDB', 'throws'],
  ['indexedDB', 'absent'],
  ['localStorage', 'throws'],
  ['localStorage', 'absent'],
  ['sessionStorage', 'throws'],
  ['sessionStorage', 'absent'],
  ['Worker', 'throws'],
  ['Worker', 'absent'],
];

/** Runs in the page, before its scripts. */
function spoil({ name, mode }: { readonly name: string; readonly mode: Mode }): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const owner = name === 'locks' ? Navigator.prototype : globalThis;
  const isConstructor = name === 'BroadcastChannel' || name === 'Worker';
  const value =
    mode === 'absent'
      ? undefined
      : name === 'locks'
        ? { request: mode === 'rejects' ? () => Promise.reject(new Error('refused')) : refuse }
        : function Refusing() {
            refuse();
          };
  const isAttribute = mode === 'throws' && !isConstructor && name !== 'locks';
  if (mode === 'absent' && isConstructor) Reflect.deleteProperty(owner, name);
  else Object.defineProperty(owner, name, isAttribute ? { get: refuse } : { value });
}

/** That the application runs, and what it shows. */
const SHOWN: readonly (readonly [path: string, shows: (page: Page) => Promise<void>])[] = [
  [
    '/',
    (page) => expect(page.getByRole('table', { name: 'Markets' }).getByText('XMR').first()).toBeVisible(),
  ],
  [
    '/trade/XMR-BTC',
    (page) =>
      expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').nth(4)).toBeVisible(),
  ],
  ['/login', (page) => expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()],
];

for (const [name, mode] of APIS)
  test(`${name} ${mode}: public pages and the login are there (CALL-18)`, async ({ page }) => {
    await page.addInitScript(spoil, { name, mode });
    for (const [path, shows] of SHOWN) {
      await page.goto(path);
      await shows(page);
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

test('where all of them are refused, a user signs in and trades (CALL-18)', async ({ page }) => {
  const trader = await createTrader(page);
  for (const [name, mode] of APIS) if (mode === 'throws') await page.addInitScript(spoil, { name, mode });
  await page.goto('/login');
  await signIn(page, trader);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Markets' }).click();
  await expect(page.getByRole('table', { name: 'Markets' }).getByText('XMR').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});

test('where cookies are blocked, the login shows so before anything is typed (CALL-18)', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { value: false });
  });
  await page.goto('/login');
  await expect(page.getByText('Your browser blocks cookies for this site.')).toBeVisible();
});

test('texts that fail or never come: English at once, the language when it comes (NAV-18)', async ({
  page,
  guard,
}) => {
  guard.expect(/status of 503/);
  const signInAs = (name: string) => page.getByRole('button', { name, exact: true });
  await test.step('they fail', async () => {
    await page.route('**/locales/**', (route) => route.fulfill({ status: 503 }));
    await page.goto('/login?lng=fr', { waitUntil: 'commit' });
    await expect(signInAs('Sign in')).toBeVisible({ timeout: 5000 });
    await page.unroute('**/locales/**');
  });
  await test.step('they are late', async () => {
    let letCome = (): void => undefined;
    const come = new Promise<void>((resolve) => (letCome = resolve));
    await page.route('**/locales/fr/*', (route) => come.then(() => route.continue()));
    await page.goto('/login?lng=fr', { waitUntil: 'commit' });
    await expect(signInAs('Sign in')).toBeVisible({ timeout: 5000 });
    letCome();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(signInAs('Sign in')).toHaveCount(0);
  });
});
