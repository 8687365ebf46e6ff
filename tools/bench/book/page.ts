// A page with its processor slowed down.

import type { BrowserContext } from '@playwright/test';

/** @param observe runs in the page before its own scripts. @param hasWorker whether the page may read its socket there */
export async function slowedPage(
  context: BrowserContext,
  slowdown: number,
  observe: () => void,
  hasWorker: boolean,
) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  if (!hasWorker) await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'Worker'));
  return { page, session };
}
