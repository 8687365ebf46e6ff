import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.mjs';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { baited, baitVenue, HOSTILE } from './support/baitedVenue.ts';
import { type Guard, watch } from './support/guard.ts';
import { serve } from './support/histories.ts';
import { contactsIn, netLogFlags } from './support/netLog.ts';
import { expect, test } from './support/test.ts';
import { standingText } from './support/time.ts';
import { everyScreen, goTo, RECORDS } from './support/tour.ts';

/** Does something in a browser of its own. @returns which other hosts than the given one it came to. */
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

/** Screens that show what others wrote, some of it as a hint only, so that the tour is known to have met the bait. */
const NAMING = new Set(
  `/ /markets /fees /wallet /refund-addresses /support /deposit-history /withdrawal-history
  /deposit/BTC /withdraw/BTC /deposit/GRIN /withdraw/GRIN`.split(/\s+/),
);

// Two tests and not six: a browser that writes down what it does is dear to start, and so is a user with something in
// every list.
for (const languages of [LANGUAGES.slice(0, 3), LANGUAGES.slice(3)]) {
  test(`a tour of all screens, ${languages.join(', ')}, comes to no host but its own, whatever the data name`, async ({
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
        for (const language of languages) await visit(visitor, language);
        const screens = await everyScreen(trader);
        for (const name of ['trades', 'deposits', 'withdrawals'] as const)
          await serve(trader, name, RECORDS[name].map(baited) as object[]);
        for (const language of languages) await trade(trader, screens, language);
      });
      expect(contacts).toEqual([]);
    } finally {
      await front.close();
    }
    const findings = guards.flatMap((guard) => guard.findings);
    expect(findings, 'what the browser complained of').toEqual([]);
  });
}

/** What only a visitor comes to, and a refusal in the words of the server. */
async function visit(page: Page, language: string): Promise<void> {
  await begin(page, '/tos', language);
  for (const screen of ['/', '/register', '/login']) await goTo(page, screen);
  await page.locator('input[type="email"]').fill('nobody@quietbook.test');
  await page.locator('input[type="password"]').fill('Nobody-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(HOSTILE);
}

/** Every screen of who is signed in. */
async function trade(page: Page, screens: readonly string[], language: string): Promise<void> {
  await begin(page, '/', language);
  for (const screen of screens) {
    await goTo(page, screen);
    const isNaming = NAMING.has(screen) || screen.startsWith('/support/');
    if (isNaming) await expect.poll(() => page.content()).toContain(HOSTILE);
  }
}

/** Loads a page anew, in a language. */
async function begin(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${path}?lng=${language}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(standingText(page)).toHaveCount(0);
}
