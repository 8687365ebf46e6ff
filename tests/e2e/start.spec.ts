import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const ENTRY = /\/assets\/index-[^/]*\.js$/;

/** Failures before anything can be shown, and their console messages. */
const FAILURES: readonly (readonly [string, (page: Page) => Promise<unknown>, RegExp])[] = [
  [
    'the script is answered with a syntax error',
    (page) =>
      page.route(ENTRY, (route) => route.fulfill({ contentType: 'text/javascript', body: 'const = ;' })),
    /exception: Unexpected token/,
  ],
  [
    'there is no such script',
    (page) => page.route(ENTRY, (route) => route.fulfill({ status: 404 })),
    /status of 404/,
  ],
  [
    'a part of it is answered with a page',
    (page) =>
      page.route(/\/assets\/packages-[^/]*\.js$/, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<p>Blocked</p>' }),
      ),
    /MIME type/,
  ],
  [
    'the start throws',
    (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AbortController')),
    /AbortController|there are no words/,
  ],
];

for (const path of ['/login', '/trade/XMR-BTC'])
  for (const [what, prepare, complaint] of FAILURES)
    test(`${path}: ${what}: one sentence explains what is needed, within 3 s (PUBLIC-20)`, async ({
      page,
      guard,
    }) => {
      guard.expect(complaint);
      await prepare(page);
      await page.goto(path, { waitUntil: 'load' });
      const sentence = page.getByText('Firefox 115, Safari 16.4 or newer');
      await expect(sentence).toBeInViewport({ ratio: 1, timeout: 3000 });
      await expect(page.getByRole('link', { name: 'try again' })).toBeVisible();
    });

for (const [what, late] of [
  ['the script', ENTRY],
  ['a part of it', /\/assets\/packages-[^/]*\.js$/],
] as const)
  test(`while ${what} is awaited, one sentence shows within 3 s that the page is loading, and goes (PUBLIC-20)`, async ({
    page,
  }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(late, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    const sentence = page.getByText('This page is still loading.');
    await expect(sentence).toBeInViewport({ ratio: 1, timeout: 3000 });
    await expect(sentence.getByRole('link', { name: 'try again' })).toBeVisible();
    await expect(page.getByText('could not be loaded')).toBeHidden();
    release();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    await expect(sentence).toHaveCount(0);
  });

test('a browser that is too old gets a message, and others get none (PUBLIC-20)', async ({
  page,
  otherPage,
}) => {
  const sentence = (of: Page) => of.getByText('Firefox 115, Safari 16.4 or newer');
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await page.goto('/login');
  await expect(sentence(page)).toBeInViewport({ ratio: 1 });
  const other = await otherPage();
  await other.goto('/login');
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(sentence(other)).toHaveCount(0);
});
