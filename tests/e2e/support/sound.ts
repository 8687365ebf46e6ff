import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';

/** Width by height, from the narrowest phone to a large desktop. */
const NARROW = [
  [320, 640],
  [360, 780],
] as const;
const WIDE = [
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

/** A narrow trade screen shows one panel at a time. */
const TABS = ['Chart', 'Book', 'Trades', 'Orders'] as const;

/**
 * No sideways scroll at any width, and axe at a narrow and a wide one, which change from state to state.
 * @param nth number of the state on its screen
 * @param hasTabs whether it is the trade screen, half of whose panels is checked on each phone
 */
export async function expectSound(
  page: Page,
  state: string,
  nth: number,
  { hasTabs = false } = {},
): Promise<void> {
  for (const [index, [width, height]] of NARROW.entries()) {
    await page.setViewportSize({ width, height });
    const tabs = hasTabs ? TABS.filter((_, at) => at % 2 === (nth + index) % 2) : [null];
    for (const [at, tab] of tabs.entries()) {
      if (tab !== null) await page.getByRole('tab', { name: tab, exact: true }).click();
      const where = `${state}, ${width} px${tab === null ? '' : `, ${tab}`}`;
      await expectNoSidewaysScroll(page, where);
      const isLookedAt = index === nth % NARROW.length && at === Math.floor(nth / 2) % tabs.length;
      if (isLookedAt) await expectAccessible(page, where);
    }
  }
  for (const [index, [width, height]] of WIDE.entries()) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, `${state}, ${width} px`);
    if (index === nth % WIDE.length) await expectAccessible(page, `${state}, ${width} px`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
