import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { STATIC_PAGES } from '../../../src/app/prerender/pages.ts';
import { expect } from './test.ts';

/**
 * Where the page was loaded as text it holds the one style that it came with, which its policy names by its digest;
 * where scripts fill it, none. Any other the policy would refuse if it were made by the page itself.
 */
export async function expectOwnStyleOnly(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  const answer = await page.request.get(pathname, { headers: { accept: 'text/html' } });
  const policy = answer.headers()['content-security-policy'] ?? '';
  const styles = await page.locator('style').allTextContents();
  const digests = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain(`style-src ${["'self'", ...digests].join(' ')};`);
  expect(styles).toHaveLength(STATIC_PAGES.some(({ path }) => path === pathname) ? 1 : 0);
}
