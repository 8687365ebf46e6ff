// A page of the benches with its processor slowed down.

/**
 * @param {import('@playwright/test').BrowserContext} context
 * @param {number} slowdown
 * @param {() => void} observe runs in the page before its own scripts
 */
export async function slowedPage(context, slowdown, observe) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  return { page, session };
}
