import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { STATIC_PAGES } from '../../../src/app/prerender/pages.ts';
import { expect } from './test.ts';

/** Prerendered pages and outlines have one style, which their policy names; others have none. */
export async function expectOwnStyleOnly(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  const answer = await page.request.get(pathname, { headers: { accept: 'text/html' } });
  const policy = answer.headers()['content-security-policy'] ?? '';
  const styles = await page.locator('style').allTextContents();
  const digests = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain(`style-src ${["'self'", ...digests].join(' ')};`);
  const isPrerendered = STATIC_PAGES.some(({ path }) => path === pathname) || pathname.startsWith('/trade/');
  expect(styles).toHaveLength(isPrerendered ? 1 : 0);
}
