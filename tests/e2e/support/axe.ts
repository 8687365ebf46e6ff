import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './test.ts';

const MAX_LOOKS = 10;

/** @param where for the message. @param exempt rules that do not hold for this page. */
export async function expectAccessible(
  page: Page,
  where = '',
  exempt: readonly string[] = [],
): Promise<void> {
  // Contrast is wrong during a fade, so findings during one do not count.
  for (let look = 1; ; look += 1) {
    await expect.poll(() => isStill(page), 'the page stands still').toBe(true);
    const before = await fadesOf(page);
    const found = await violationsOf(page, exempt);
    if ((await fadesOf(page)) !== before && look < MAX_LOOKS) continue;
    expect(found, where).toEqual([]);
    return;
  }
}

/** In the page itself: `@axe-core/playwright` is loaded for every look and takes four times as long. */
async function violationsOf(page: Page, exempt: readonly string[]): Promise<string[]> {
  const { frames, isThere } = await page.evaluate(() => ({
    frames: document.querySelectorAll('iframe, frame, object').length,
    isThere: 'axe' in globalThis,
  }));
  expect(frames, 'frames, which axe would not look into').toBe(0);
  if (!isThere) await page.evaluate(axe.source);
  const rules = Object.fromEntries(exempt.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(async (options) => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await inPage.run(document, { resultTypes: ['violations'], rules: options });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}

function isStill(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isMoving = document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    const toasts = [...document.querySelectorAll('[class*="Notification-root"]')];
    return !isMoving && toasts.every((toast) => getComputedStyle(toast).opacity === '1');
  });
}

function fadesOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const counted = globalThis as unknown as { fades?: number };
    if (counted.fades === undefined) {
      counted.fades = 0;
      document.addEventListener('transitionrun', ({ propertyName }) => {
        if (propertyName === 'opacity') counted.fades = (counted.fades ?? 0) + 1;
      });
    }
    return counted.fades;
  });
}

export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `sideways scroll ${where}`).toBeLessThanOrEqual(0);
}

const looks = new WeakMap<Page, Map<string, number>>();

/**
 * No sideways scroll at any width, and axe at one of them, which changes from state to state. The viewport is reset.
 * @param where for the message
 */
export async function expectGoodPage(
  page: Page,
  where = '',
  widths: readonly number[] = [360, 1280, 768, 1920],
): Promise<void> {
  const screen = new URL(page.url()).pathname.split('/')[1] ?? '';
  const counted = looks.get(page) ?? new Map<string, number>();
  looks.set(page, counted);
  const before = counted.get(screen) ?? 0;
  counted.set(screen, before + 1);
  const chosen = widths[before % widths.length];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `${where} at ${width} px`);
    if (width === chosen) await expectAccessible(page, `${where} at ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Private pages are filled by scripts. No style is written into them but that of an outline, before its files' links. */
export async function expectGoodPrivatePage(...about: Parameters<typeof expectGoodPage>): Promise<void> {
  await expectGoodPage(...about);
  const written = about[0].locator('style:not(:has(+ link[rel="stylesheet"][disabled]))');
  await expect(written).toHaveCount(0);
}
