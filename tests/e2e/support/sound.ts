import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';

/** From the narrowest telephone to a large desk, width by height. */
const SIZES = [
  [320, 640],
  [360, 780],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const;

/** Below this one panel of the trade screen shows at a time. */
const NARROW = 768;
/** Here the panels follow the same rules as at 320 px, and are measured only. */
const MEASURED = 360;
const TABS = ['Chart', 'Book', 'Trades', 'Orders'] as const;

/**
 * Axe, and nothing beside the window, at every width. The page keeps the size of a desk.
 * @param state for the message
 * @param hasTabs whether it is the trade screen, of which each panel is looked at where it shows one at a time
 */
export async function expectSound(page: Page, state: string, { hasTabs = false } = {}): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const tabs = hasTabs && width < NARROW ? TABS : [null];
    for (const tab of tabs) {
      if (tab !== null) await page.getByRole('tab', { name: tab, exact: true }).click();
      const where = `${state}, ${width} px${tab === null ? '' : `, ${tab}`}`;
      await expectNoSidewaysScroll(page, where);
      if (tab === null || width !== MEASURED) await expectAccessible(page, where);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
