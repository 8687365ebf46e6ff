// A page with its processor slowed down.

import type { BrowserContext } from '@playwright/test';

/** @param observe runs in the page before its own scripts */
export async function slowedPage(context: BrowserContext, slowdown: number, observe: () => void) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  return { page, session };
}
