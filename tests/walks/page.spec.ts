import type { Page, Route } from '@playwright/test';
import type { AppSnapshot } from '../../src/machines/app/app.machine.ts';
import { appModel } from '../models/app.model.ts';
import { noticesModel } from '../models/notices.model.ts';
import { HISTORIES } from '../e2e/support/histories.ts';
import { goInPage } from '../e2e/support/inPage.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';
import { hush } from '../e2e/support/toasts.ts';

// Whether the service is reachable, and the language.

/** Screens that need their list; each is opened once. */
const LISTS = ['deposits', 'withdrawals', 'trades', 'orders'] as const;

class Server {
  readonly #words = new Map<string, Route[] | 'told' | 'lacking'>();
  isDown = false;
  readonly #lists = [...LISTS];

  async start(page: Page): Promise<void> {
    await page.route('**/locales/*/*.json', (route) => this.#take(route));
    await page.route(/\/(deposit|withdrawal|order)\//, (route) =>
      this.isDown ? route.fulfill({ status: 503 }) : route.fulfill({ json: [] }),
    );
  }

  isAsked(language: string): boolean {
    return Array.isArray(this.#words.get(language));
  }

  async tell(language: string, how: 'told' | 'lacking'): Promise<void> {
    const waiting = this.#words.get(language);
    this.#words.set(language, how);
    if (Array.isArray(waiting)) await Promise.all(waiting.map((route) => this.#take(route)));
  }

  nextList(): string {
    const name = this.#lists.shift();
    if (!name) throw new Error('every list was opened');
    return HISTORIES[name].path;
  }

  hold(language: string): void {
    if (!this.isAsked(language)) this.#words.delete(language);
  }

  async #take(route: Route): Promise<void> {
    const [, language = ''] = /\/locales\/(\w+)\//.exec(route.request().url()) ?? [];
    const state = this.#words.get(language) ?? [];
    if (state === 'told') return route.continue();
    if (state === 'lacking') return route.fulfill({ status: 404, body: '' });
    this.#words.set(language, [...state, route]);
    return undefined;
  }
}

const servers = new WeakMap<Page, Server>();
function serverOf(page: Page): Server {
  const server = servers.get(page);
  if (!server) throw new Error('the page has no server');
  return server;
}

const OPENER = 'header button[popovertarget]';
/** Only there once the application runs. */
const OWN = 'header a[href="/dashboard"]';

const speaks = (snapshot: AppSnapshot, ...states: readonly ('spoken' | 'switching')[]): boolean =>
  states.some((language) => snapshot.matches({ language })) && snapshot.context.language === 'en';

const PART = 'no part of the page is known to break';
const FOLLOWS = 'the page that opens says it by itself, right after the screen that could not begin';

walkScreen({
  model: appModel,
  shows: (page) => page.locator('body'),
  calls: '**/api/markets',
  happens: (name, snapshot) => {
    if (name.endsWith('breaks') || name === 'loadWords: no words') return false;
    // A page without texts has nothing to press.
    if (/Words/.test(name)) return true;
    if (name === 'choose German') {
      return speaks(snapshot, 'spoken', 'switching') && snapshot.matches({ service: 'serving' });
    }
    if (name.startsWith('switchLanguage')) return true;
    if (name === 'choose Russian' || name === 'maintenance opens by itself') return false;
    if (name === 'maintenance opens' && !snapshot.matches({ service: 'serving' })) return false;
    return speaks(snapshot, 'spoken');
  },
  key: ({ value, context }) => [value, context.language],
  open: async (page) => {
    const server = new Server();
    servers.set(page, server);
    await server.start(page);
    await pretendSession(page, {});
    await page.clock.install();
    await page.goto('/fees', { waitUntil: 'commit' });
    await expect.poll(() => server.isAsked('en')).toBe(true);
  },
  gestures: {
    'choose German': async (page) => {
      serverOf(page).hold('de');
      await page.locator(OPENER).click();
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await expect.poll(() => serverOf(page).isAsked('de')).toBe(true);
    },
    'maintenance opens': (page) => goInPage(page, '/maintenance', { from: '/fees' }),
    'network back': (page) => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'maintenance closes': (page) => goInPage(page, '/fees'),
    'try again': (page) => page.getByRole('button', { name: 'Try again' }).click(),
    'a screen cannot begin': async (page) => {
      const server = serverOf(page);
      server.isDown = true;
      await goInPage(page, server.nextList());
      await expect
        .poll(
          async () => {
            await page.clock.runFor(1000);
            return new URL(page.url()).pathname;
          },
          { intervals: [100] },
        )
        .toBe('/maintenance');
      server.isDown = false;
    },
  },
  answers: {
    en: async (page) => {
      await serverOf(page).tell('en', 'told');
      await expect(page.locator(OWN)).toBeVisible();
      await stopTime(page);
    },
    de: (page) => serverOf(page).tell('de', 'told'),
    'no words': (page, _at, invokeId) =>
      serverOf(page).tell(invokeId === 'loadWords' ? 'en' : 'de', 'lacking'),
  },
  timers: { askPause: (page) => page.clock.runFor(7000) },
  facts: (snapshot) => {
    const { language } = snapshot.context;
    const isUp = language !== null;
    const isAway = isUp && snapshot.matches({ service: 'maintenance' });
    return {
      language,
      isUnavailable: snapshot.matches({ language: 'wordless' }),
      isSwitching: snapshot.matches({ language: 'switching' }),
      isAway,
      mayTryAgain: isAway ? snapshot.matches({ service: { maintenance: 'waiting' } }) : null,
    };
  },
  read: (page) =>
    page.evaluate(
      ([own, opener]) => {
        const isUp = document.querySelector(own) !== null;
        const isAway = isUp && location.pathname === '/maintenance';
        const retry = document.querySelector<HTMLButtonElement>('main button');
        return {
          language: isUp ? document.documentElement.lang : null,
          isUnavailable: document.querySelector<HTMLElement>('#unavailable')?.hidden === false,
          isSwitching: isUp && document.querySelector(opener)?.getAttribute('aria-busy') === 'true',
          isAway,
          mayTryAgain: isAway ? retry?.disabled === false : null,
        };
      },
      [OWN, OPENER] as const,
    ),
  unreachable: {
    'app.language.loading | xstate.error.actor.loadWords#0 -> app.language.wordless':
      'the scripts bring English',
    'app | xstate.error.actor.notices#0 -> (stay)': PART,
    'app | xstate.error.actor.session#0 -> (stay)': PART,
    'app | xstate.error.actor.socket#0 -> (stay)': PART,
    'app.service.maintenance | maintenance.entered#0 -> (stay)': FOLLOWS,
  },
});

// These replace the model's messages.

const ANOTHER_USER = 'tests/e2e/session.spec.ts signs another user in';

const SAID: Readonly<Record<string, string>> = {
  'toast.copied': 'Copied to clipboard',
  'toast.wait 3': 'Failed to copy to clipboard',
};
const wordsOf = ({ key, values }: { key?: string; values?: object }): string =>
  SAID[[key, ...Object.values(values ?? {})].join(' ')] ?? '';

async function copy(page: Page, isAllowed: boolean): Promise<void> {
  await page.evaluate((value) => Object.assign(globalThis, { isAllowed: value }), isAllowed);
  await page.getByRole('button', { name: 'Copy email' }).click();
}

const dismiss =
  (id: number) =>
  async (page: Page, { snapshot }: { snapshot: NoticesSnapshot }) => {
    const toast = snapshot.context.toasts.find((one) => one.id === id);
    const region = page.getByRole('region', { name: 'Notifications' });
    // Not by the pointer: an arriving toast does not move while the clock is stopped.
    await region
      .locator('.mantine-Notification-root')
      .filter({ hasText: wordsOf(toast ?? {}) })
      .getByRole('button', { name: 'Dismiss' })
      .dispatchEvent('click');
    await page.clock.runFor(400);
  };
type NoticesSnapshot = Parameters<NonNullable<typeof noticesModel.key>>[0];

walkScreen({
  model: noticesModel,
  shows: (page) => page.getByRole('region', { name: 'Notifications' }),
  // Only a shown toast has a button.
  happens: (name, { context }) => {
    // Two toasts are enough.
    if (name === 'say wait 2') return false;
    // The session emits these.
    if (['say switched', 'say ended', 'say elsewhere', 'other user', 'no user'].includes(name)) return false;
    if (['say bought', 'read 1', 'read all'].includes(name)) return false;
    return !name.startsWith('close') || context.toasts.some(({ id }) => name === `close ${id}`);
  },
  key: ({ value, context: { toasts, lastId } }) => [
    value,
    toasts.map(({ id, times, key }) => [id, key, times > 1]),
    Math.min(lastId, 2),
  ],
  open: async (page) => {
    await pretendSession(page, {});
    await page.route(/\/(user|order)\//, (route) => route.fulfill({ json: [] }));
    await page.addInitScript(() => {
      const writeText = (): Promise<void> =>
        (globalThis as unknown as { isAllowed: boolean }).isAllowed
          ? Promise.resolve()
          : Promise.reject(new Error('not allowed'));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
      document.execCommand = () => false;
    });
    await page.clock.install();
    await page.goto('/dashboard');
    // Toasts are a lazy part.
    await copy(page, true);
    await expect(page.getByText('Copied to clipboard')).toBeVisible();
    await stopTime(page);
    await hush(page);
  },
  gestures: {
    'say copied': (page) => copy(page, true),
    'say wait 3': (page) => copy(page, false),
    'close 1': dismiss(1),
    'close 2': dismiss(2),
  },
  unreachable: {
    'notices | news.read#0 -> (stay)':
      'saidParts.test.ts follows the list of the header and marks it as read',
    'notices.quiet | user.changed#0 -> (stay)': ANOTHER_USER,
    'notices.quiet | user.left#0 -> (stay)': ANOTHER_USER,
    'notices.speaking | user.changed#0 [isChangeSaid] -> (stay)': ANOTHER_USER,
    'notices.speaking | user.changed#1 -> notices.quiet': ANOTHER_USER,
    'notices.speaking | user.left#0 [isChangeSaid] -> (stay)': ANOTHER_USER,
    'notices.speaking | user.left#1 -> notices.quiet': ANOTHER_USER,
  },
  facts: ({ context }) => ({
    said: context.toasts
      .map((toast) => `${wordsOf(toast)}${toast.times > 1 ? `${toast.times} times` : ''}`)
      .sort()
      .join(' | '),
  }),
  read: (page) =>
    page.evaluate(() => {
      const region = document.querySelector('section[aria-label="Notifications"]');
      const texts = [...(region?.querySelectorAll('.mantine-Notification-description') ?? [])].map(
        ({ textContent }) => textContent,
      );
      return { said: texts.sort().join(' | ') };
    }),
});
