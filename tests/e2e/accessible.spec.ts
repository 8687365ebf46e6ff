import type { Page } from '@playwright/test';
import { isPrivatePath, pages } from '../../src/domain/paths.ts';
import { expectAccessible, expectGoodPage } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { standingText } from './support/time.ts';
import { goTo } from './support/tour.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

// Everything that anybody can open; tests of the screens look at what users see. The widest is that of pages.spec.ts.
const WIDTHS = [360, 1280, 768];
/** Has the canonical link and the screen of `/terms`. */
const TWIN = '/tos';
const ROUTES = [
  ...[...pages].filter((path) => !isPrivatePath(path) && path !== TWIN && path !== '/maintenance'),
  '/trade/XMR-BTC',
  '/no/such/page',
];

const main = (page: Page) => page.getByRole('main');

test('an error of a page is found, also after another was found good', async ({ page }) => {
  await page.goto('/terms');
  await expectAccessible(page);
  const plant = (tag: string, id: string, style: Readonly<Record<string, string>> = {}): Promise<void> =>
    page.evaluate(
      ([name, key, look]) => {
        const planted = Object.assign(document.createElement(name), { id: key });
        Object.assign(planted.style, look);
        if (name !== 'button') planted.textContent = 'Pale';
        document.querySelector('main')?.append(planted);
      },
      [tag, id, style] as const,
    );
  await plant('button', 'planted');
  await expect(expectAccessible(page)).rejects.toThrow(/button-name: <button id=\S*planted/);
  await page.goto('/terms');
  await plant('p', 'pale', { color: 'rgb(90, 90, 90)', backgroundColor: 'rgb(80, 80, 80)' });
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast: <p id=\S*pale/);
});

test('every public route is accessible, and nothing lies beside it at three widths', async ({ page }) => {
  await page.goto('/');
  for (const path of ROUTES) {
    await goTo(page, path);
    await expectGoodPage(page, path, WIDTHS);
  }
});

const STATES: readonly [name: string, path: string, arrange: (page: Page) => Promise<void>][] = [
  [
    'no market matches',
    '/markets',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search markets' }).fill('doge');
      await expect(page.getByText('No markets match “doge”.')).toBeVisible();
    },
  ],
  [
    'a question is open',
    '/faq#refund',
    (page) => expect(page.getByText('Some blockchains do not show who sent a payment.')).toBeVisible(),
  ],
  [
    'no question matches',
    '/faq',
    async (page) => {
      await page.getByRole('searchbox', { name: 'Search questions' }).fill('qqq');
      await expect(page.getByText('No questions match “qqq”.')).toBeVisible();
    },
  ],
  [
    'a login with faults',
    '/login',
    async (page) => {
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(main(page).locator('[aria-invalid="true"]')).toHaveCount(2);
    },
  ],
  [
    'a refused login',
    '/login',
    async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@quietbook.test');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(main(page).getByRole('alert')).toBeVisible();
    },
  ],
  [
    'a registration with faults',
    '/register',
    async (page) => {
      // Left empty it is no fault (LOGIN-27).
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(main(page).locator('[aria-invalid="true"]')).toHaveCount(4);
    },
  ],
  [
    'an unknown market',
    '/trade/NOPE-BTC',
    (page) => expect(main(page).getByText('Home', { exact: true })).toBeVisible(),
  ],
  [
    'markets that do not answer yet',
    '/',
    async (page) => {
      await page.route('**/api/markets', () => undefined);
      await page.goto('/');
    },
  ],
  [
    'markets that cannot be read',
    '/markets',
    async (page) => {
      await page.route('**/api/markets', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto('/markets');
      await expect(page.getByRole('alert')).toContainText('Failed to fetch market data');
    },
  ],
  [
    'maintenance, while the server is away',
    '/maintenance',
    async (page) => {
      await page.route('**/api/markets', (route) => route.fulfill({ status: 503, body: '{}' }));
      await page.goto('/maintenance');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  ],
];

test('and so is every state of them', async ({ page, guard }) => {
  guard.expect(/status of (401|404|500|503)|markets/);
  for (const [name, path, arrange] of STATES) {
    await test.step(name, async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(path);
      await arrange(page);
      await expectGoodPage(page, name, WIDTHS);
    });
  }
  await test.step('the menu and the list of languages are open', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/');
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Language' }).click();
      await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible();
      await expectAccessible(page, `open at ${width} px`);
      await page.keyboard.press('Escape');
    }
  });
});

test('before any script the text is accessible as it was sent', async ({ page, guard }) => {
  guard.expect(/Failed to load resource/);
  // Only scripts of the page are blocked: axe is a script too.
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const path of ['/', '/fees', '/faq']) {
    await page.goto(path, { waitUntil: 'load' });
    await expect(standingText(page)).toBeVisible();
    await expectGoodPage(page, `${path} as text`, WIDTHS);
  }
});
