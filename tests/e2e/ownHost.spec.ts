import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { baited, baitVenue, HOSTILE } from './support/baitedVenue.ts';
import { type Guard, watch } from './support/guard.ts';
import { serve } from './support/histories.ts';
import { contactsIn, netLogFlags } from './support/netLog.ts';
import { expect, test } from './support/test.ts';
import { standingText } from './support/time.ts';
import { everyScreen, goTo, RECORDS, switchLanguage } from './support/tour.ts';

/** @returns other hosts that the browser contacted */
async function contactsOf(own: string, act: (browser: Browser) => Promise<void>): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quietbook-net-'));
  const log = path.join(folder, 'net.json');
  const executablePath = findBrowser();
  try {
    const browser = await chromium.launch({
      ...(executablePath === null ? {} : { executablePath }),
      args: [...BROWSER_FLAGS, ...netLogFlags(log)],
    });
    try {
      await act(browser);
    } finally {
      await browser.close();
    }
    return await contactsIn(log, own);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const hostOf = (url: string): string => new URL(url).host;

test('the judge of the tour notices each way of a page to another host', async ({ venue }) => {
  const contacts = await contactsOf(hostOf(venue.url), async (browser) => {
    const page = await browser.newPage();
    await page.goto(venue.url);
    await page.goto('about:blank');
    const failures = ['http://picture.invalid/', 'http://127.0.0.1:81/', 'http://call.invalid/'].map((url) =>
      page.waitForEvent('requestfailed', (request) => request.url() === url),
    );
    await page.setContent('<img src="http://picture.invalid"><iframe src="http://127.0.0.1:81"></iframe>');
    await page.evaluate(async () => {
      await fetch('http://call.invalid').catch(String);
      const socket = new WebSocket('ws://socket.invalid');
      await new Promise((resolve) => {
        socket.addEventListener('close', resolve);
      });
    });
    await Promise.all(failures);
  });
  expect(contacts).toEqual([
    'asked 127.0.0.1:81',
    'asked call.invalid',
    'asked picture.invalid',
    'asked socket.invalid',
    'connected to 127.0.0.1:81',
    'looked up call.invalid',
    'looked up picture.invalid',
    'looked up socket.invalid',
  ]);
});

/** Screens that show data of others must have shown the bait. */
const NAMING = new Set(
  `/ /markets /fees /wallet /refund-addresses /support /deposit-history /withdrawal-history
  /deposit/BTC /withdraw/BTC /deposit/GRIN /withdraw/GRIN`.split(/\s+/),
);

// languages.spec.ts checks every screen in every language from inside the page; network logs are slow.
test('a tour of all screens, some in each language, reaches no foreign host, whatever the data name (CALL-08)', async ({
  venue,
}) => {
  const front = await baitVenue(venue.url);
  const guards: Guard[] = [];
  try {
    const contacts = await contactsOf(hostOf(front.url), async (browser) => {
      const open = async (): Promise<Page> => {
        const context = await browser.newContext({ baseURL: front.url });
        const guard = await watch(context, new Set([front.url]));
        guard.expect(/console: .*status of 401/);
        guards.push(guard);
        return context.newPage();
      };
      const [visitor, trader] = [await open(), await open()];
      await visit(visitor);
      const screens = await everyScreen(trader);
      for (const name of ['trades', 'deposits', 'withdrawals'] as const)
        await serve(trader, name, RECORDS[name].map(baited) as object[]);
      for (const [nth, language] of LANGUAGES.entries())
        await trade(trader, language, screensOf(screens, nth));
    });
    expect(contacts).toEqual([]);
  } finally {
    await front.close();
  }
  const findings = guards.flatMap((guard) => guard.findings);
  expect(findings, 'what the browser complained of').toEqual([]);
});

const screensOf = (screens: readonly string[], nth: number): readonly string[] =>
  screens.filter((_, index) => index % LANGUAGES.length === nth);

/** Pages for visitors only, and a refusal with the server's text. */
async function visit(page: Page): Promise<void> {
  await begin(page, '/tos', LANGUAGES[0] ?? '');
  for (const [nth, screen] of ['/', '/register', '/login'].entries()) {
    await goTo(page, screen);
    await switchLanguage(page, LANGUAGES[nth + 1] ?? '');
  }
  await page.locator('input[autocomplete="username"]').fill('nobody@quietbook.test');
  await page.locator('input[type="password"]').fill('Nobody-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(HOSTILE);
}

/** Preconnect and similar links, which no policy stops. */
const foreignHints = (page: Page): Promise<string[]> =>
  page
    .locator('link:is([rel~="preconnect"], [rel~="dns-prefetch"], [rel~="prefetch"], [rel~="preload"])')
    .evaluateAll((links) =>
      (links as HTMLLinkElement[])
        .map(({ href }) => href)
        .filter((href) => new URL(href).origin !== location.origin),
    );

async function trade(page: Page, language: string, screens: readonly string[]): Promise<void> {
  await begin(page, '/', language);
  for (const screen of screens) {
    await goTo(page, screen);
    expect(await foreignHints(page), screen).toEqual([]);
    const isNaming = NAMING.has(screen) || screen.startsWith('/support/');
    if (isNaming) await expect.poll(() => page.content()).toContain(HOSTILE);
  }
}

async function begin(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${path}?lng=${language}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(standingText(page)).toHaveCount(0);
}
