import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { watch, type Guard } from './guard.ts';
import { hideServerDate, standingText } from './time.ts';
import { VenueProcess } from './venueProcess.ts';

interface WorkerParts {
  /** For all tests of a worker, which use their own pairs and accounts. */
  readonly sharedVenue: VenueProcess;
}

interface TestParts {
  readonly venue: VenueProcess;
  readonly origins: Set<string>;
  readonly guard: Guard;
  readonly venues: VenueProcess[];
  /** Market makers are off unless `env` turns them on. */
  readonly ownVenue: (env?: Readonly<Record<string, string>>) => Promise<VenueProcess>;
  /** With its own storage. */
  readonly otherPage: () => Promise<Page>;
  /** False: pages of a server without live streams, which read everything but the book (LIVE-07). */
  readonly streams: boolean;
}

/** The walks run in a document of the test's process, too (tests/walks/browser). */
export const IN_CHROMIUM: boolean = true;

/** Passkeys are for names. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

export const test = base.extend<TestParts, WorkerParts>({
  sharedVenue: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the parts from this pattern.
    async ({}, use) => {
      const venue = new VenueProcess({ MAKERS_RATE: '5' });
      await venue.start();
      await use(venue);
      await venue.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  venue: async ({ sharedVenue }, use) => {
    sharedVenue.expectAlive();
    await use(sharedVenue);
    sharedVenue.expectAlive();
  },

  baseURL: async ({ venue }, use) => {
    await use(venue.url);
  },

  origins: async ({ venue }, use) => {
    await use(new Set([venue.url, named(venue.url)]));
  },

  // The browser ends before the venues that its pages use.
  context: async ({ venues, streams, context }, use) => {
    if (!streams) await context.addInitScript(withoutStreams);
    await use(context);
    for (const venue of venues) venue.expectAlive();
  },

  guard: [
    async ({ context, origins }, use) => {
      const guard = await watch(context, origins);
      await use(guard);
      expect(guard.findings, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the parts from this pattern.
  venues: async ({}, use) => {
    const started: VenueProcess[] = [];
    await use(started);
    for (const venue of started) {
      venue.expectAlive();
      await venue.stop();
    }
  },

  ownVenue: async ({ origins, venues }, use) => {
    await use(async (env = {}) => {
      const venue = new VenueProcess({ MAKERS: 'off', ...env });
      venues.push(venue);
      await venue.start();
      origins.add(venue.url).add(named(venue.url));
      return venue;
    });
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) opensAlive(page);
    scriptsItself(page);
    await use(page);
  },

  streams: [true, { option: true }],

  otherPage: async ({ venues, streams, browser, baseURL, origins }, use) => {
    const opened: { context: BrowserContext; guard: Guard }[] = [];
    await use(async () => {
      const context = await browser.newContext({
        ...(baseURL === undefined ? {} : { baseURL }),
        viewport: { width: 1440, height: 900 },
      });
      if (!streams) await context.addInitScript(withoutStreams);
      opened.push({ context, guard: await watch(context, origins) });
      const other = await context.newPage();
      opensAlive(other);
      scriptsItself(other);
      return other;
    });
    for (const { context, guard } of opened) {
      await context.close();
      expect(guard.findings, 'what the other browser complained of').toEqual([]);
    }
    for (const venue of venues) venue.expectAlive();
  },
});

/** Takes the capabilities out of the page before its scripts run. */
function withoutStreams(): void {
  document.addEventListener('readystatechange', () => {
    // Of the text only: the policy of the page forbids to set that of the element.
    const text = document.getElementById('configuration')?.firstChild;
    if (document.readyState === 'interactive' && text?.nodeValue)
      text.nodeValue = text.nodeValue.replaceAll(/"live[A-Z]\w*":\s*true/g, '"none": false');
  });
}

/** For pages whose socket or time a test scripts, which it cannot in a worker. Call it before the page is opened. */
export function withoutWorker(page: Pick<Page, 'addInitScript'>): Promise<unknown> {
  return page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Worker');
  });
}

function scriptsItself(page: Page): void {
  const { clock } = page;
  const [route, install] = [page.routeWebSocket.bind(page), clock.install.bind(clock)];
  const setFixedTime = clock.setFixedTime.bind(clock);
  page.routeWebSocket = async (url, handler) => {
    await withoutWorker(page);
    return route(url, handler);
  };
  clock.install = async (options) => {
    await withoutWorker(page);
    await hideServerDate(page);
    return install(options);
  };
  clock.setFixedTime = async (time) => {
    await hideServerDate(page);
    return setFixedTime(time);
  };
}

/** A prerendered page ignores gestures, so wait for its screen; `waitUntil` chooses another moment. */
function opensAlive(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil === undefined) await expect(standingText(page)).toHaveCount(0);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await expect(standingText(page)).toHaveCount(0);
    return answer;
  };
}

export { expect };
