import { expect, type Page, type Request, type Response } from '@playwright/test';
import type { StoredSession } from '../../src/machines/session/session.machine.ts';
import { ANN, ANN_LONGER, BEN, HOUR, wire } from '../models/session.model.ts';
import { sessionModel } from '../models/session.model.ts';
import { keepPage } from '../e2e/support/pageFacts.ts';
import { answerEveryPage, walkScreen, type WalkContext } from '../e2e/support/screenWalk.ts';
import { letPageHear, stopTime } from '../e2e/support/time.ts';
import { IN_CHROMIUM } from '../e2e/support/test.ts';

type At = WalkContext<typeof sessionModel.machine>;

/** A protected page would ask about the session itself. */
async function goHome(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== '/markets') {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Markets' }).click();
    await expect(page).toHaveURL(/\/markets$/);
  }
  // The address changes before the screen does. On a locked page the heading is hidden.
  await expect(page.getByRole('heading', { level: 1, name: 'Markets', includeHidden: true })).toBeAttached();
}

/** It must lead back to the public page. */
async function logInAs(page: Page, { user }: StoredSession): Promise<void> {
  await page.clock.resume();
  await page.route('**/auth/login', (route) =>
    route.fulfill({ json: { ...wire(user), expires_in: HOUR / 1000 } }),
  );
  await page.evaluate(() => {
    history.pushState({ usr: { from: '/markets' }, key: 'walk', idx: 9 }, '', '/login');
  });
  await page.reload();
  await page.getByRole('textbox', { name: 'Email' }).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/markets$/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await stopTime(page);
}

/** No read may be on its way, because passing time would end it. */
async function restAtHome(page: Page): Promise<void> {
  await goHome(page);
  await letPageHear(page);
  await expect.poll(() => marketsUnderWay.get(page), { message: 'the last read of the markets' }).toBe(0);
  await letPageHear(page);
}

/** Stores the session, and notifies other tabs. */
async function sayAsOtherTab(
  page: Page,
  session: StoredSession,
  isKnown: boolean,
  type: 'signedIn' | 'signedOut' | 'sessionEnded' = 'signedIn',
): Promise<void> {
  await goHome(page);
  await page.evaluate(
    async ([wired, plain, sameAgain, said]) => {
      const kept = localStorage.getItem('expires_at');
      if (said === 'signedIn' && !sameAgain) {
        localStorage.setItem('user', JSON.stringify(wired));
        // Another session ends at another time.
        const end = Date.now() + 3_000_000;
        localStorage.setItem('expires_at', String(String(end) === kept ? end + 1000 : end));
      }
      // Another one ended than the page has.
      const isOthers = said !== 'signedIn' && !sameAgain;
      const expiresAt = isOthers ? 1 : Number(localStorage.getItem('expires_at'));
      if (said !== 'signedIn' && sameAgain) {
        for (const key of ['user', 'expires_at']) localStorage.removeItem(key);
      }
      const channel = new BroadcastChannel('quietbook.session');
      // Messages reach listeners in their order, and the page's own was first.
      const listener = new BroadcastChannel('quietbook.session');
      const heard = new Promise((resolve) => {
        listener.addEventListener('message', resolve, { once: true });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel.postMessage({ type: said, session: { user: plain.user, expiresAt } });
      await heard;
      channel.close();
      listener.close();
    },
    [wire(session.user), session, isKnown, type] as const,
  );
}

/** Other tabs remove a session with an event of the storage. @param isHeard whether this page has got it yet. */
async function removeAsOtherTab(page: Page, isHeard: boolean): Promise<void> {
  await goHome(page);
  await page.evaluate((isTold) => {
    for (const key of ['user', 'expires_at']) localStorage.removeItem(key);
    if (isTold) window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  }, isHeard);
}

/** Ben has signed in elsewhere, and this page has not heard of it. */
async function keepUnheard(page: Page, { user }: StoredSession): Promise<void> {
  await goHome(page);
  await page.evaluate(
    (kept) => {
      localStorage.setItem('user', kept);
      localStorage.setItem('expires_at', String(Date.now() + 3_000_000));
    },
    JSON.stringify(wire(user)),
  );
}

/** The page ignores a session that it has. */
const isSame = ({ snapshot: { context } }: At, { user, expiresAt }: StoredSession): boolean =>
  context.session?.user.id === user.id &&
  context.session.user.username === user.username &&
  context.session.expiresAt === expiresAt;

/** The waiting call, or the next read of the markets. */
async function refuse(page: Page, { snapshot, network }: At): Promise<void> {
  const isAsked =
    snapshot.matches('checking') ||
    snapshot.matches('signingOut') ||
    snapshot.matches({ signedIn: 'validating' }) ||
    snapshot.matches({ signedIn: { locked: 'asking' } });
  if (isAsked) return network.answer({ status: 401, body: { message: 'Sign in first.' } });
  await restAtHome(page);
  let isHeard = false;
  const hear = (answer: Response): void => {
    if (MARKETS.test(answer.url()) && answer.status() === 401) isHeard = true;
  };
  page.on('response', hear);
  // Repeated, because passing time may end a read.
  await page.route(MARKETS, (route) => route.fulfill({ status: 401, json: {} }));
  const passed = async (): Promise<boolean> => {
    if (!isHeard && marketsUnderWay.get(page) === 0) await page.clock.fastForward(5000);
    await letPageHear(page);
    return isHeard;
  };
  await expect.poll(passed, { intervals: [100], message: 'a refused read of the markets' }).toBe(true);
  page.off('response', hear);
  await page.unroute(MARKETS);
}

const MARKETS = /\/api\/markets$/;

/** While one waits, no other is sent. */
const marketsUnderWay = new WeakMap<Page, number>();

function countMarkets(page: Page): void {
  const count = (change: number) => (request: Request) => {
    if (MARKETS.test(request.url())) marketsUnderWay.set(page, (marketsUnderWay.get(page) ?? 0) + change);
  };
  marketsUnderWay.set(page, 0);
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
}

walkScreen({
  model: sessionModel,
  shows: (page) => page.locator('body'),
  calls: /\/auth\/(me|logout)$/,
  // Silence looks like no answer; only visitors see the login form.
  happens: (name, snapshot) => {
    if (name.endsWith('silence') || name.endsWith('deleted') || name === 'deleting') return false;
    if (name.endsWith('says so')) return false;
    // The model has no clock for the second warning after sleep.
    if (name === 'slept') return !snapshot.matches({ signedIn: 'expiring' });
    return !name.startsWith('log in as') || snapshot.matches('visitor');
  },
  // Another tab may speak of the session before.
  key: ({ value, context }) => [value, context.session?.user.id, context.session?.expiresAt],
  open: async (page, { input }) => {
    countMarkets(page);
    await answerEveryPage(page);
    await page.clock.install();
    const session = input?.stored;
    if (session) {
      await page.addInitScript(
        (kept) => {
          if (sessionStorage.getItem('opened') !== null) return;
          sessionStorage.setItem('opened', 'yes');
          localStorage.setItem('user', kept);
          localStorage.setItem('expires_at', String(Date.now() + 3_600_000));
        },
        JSON.stringify(wire(session.user)),
      );
    }
    await page.goto('/markets');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await stopTime(page);
  },
  gestures: {
    'log in as Ann': (page) => logInAs(page, ANN),
    'log in as Ben': (page) => logInAs(page, BEN),
    'log out': (page, { snapshot }) =>
      (snapshot.hasTag('locked') ? page.getByRole('dialog') : page.getByRole('banner'))
        .getByRole('button', { name: 'Log out' })
        .click(),
    'protected screen': async (page) => {
      await goHome(page);
      const asked = page.waitForRequest('**/auth/me');
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await asked;
      await goHome(page);
    },
    '401': refuse,
    doubt: async (page) => {
      await goHome(page);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
    slept: async (page) => {
      await goHome(page);
      await keepPage(page, 'pageshow');
    },
    'ask again': (page) => page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click(),
    'ends soon': async (page) => {
      await restAtHome(page);
      const left = await page.evaluate(() => Number(localStorage.getItem('expires_at')) - Date.now());
      await page.clock.fastForward(left - 240_000);
    },
    over: async (page) => {
      await restAtHome(page);
      const left = await page.evaluate(() => Number(localStorage.getItem('expires_at')) - Date.now());
      await page.clock.fastForward(left + 1000);
    },
    'other tab: Ann': (page, at) => sayAsOtherTab(page, ANN, isSame(at, ANN)),
    'other tab: Ann, longer': (page, at) => sayAsOtherTab(page, ANN, isSame(at, ANN_LONGER)),
    'other tab: Ben': (page, at) => sayAsOtherTab(page, BEN, isSame(at, BEN)),
    'other tab: out': (page, at) => sayAsOtherTab(page, ANN, isSame(at, ANN), 'signedOut'),
    'other tab: gone': (page, at) => sayAsOtherTab(page, ANN, isSame(at, ANN), 'sessionEnded'),
    'removed elsewhere': (page) => removeAsOtherTab(page, true),
    '401, removed elsewhere': async (page, at) => {
      await removeAsOtherTab(page, false);
      await refuse(page, at);
    },
    '401, Ben elsewhere': async (page, at) => {
      await keepUnheard(page, BEN);
      await refuse(page, at);
    },
  },
  unreachable: {
    'session.signedIn | login.succeeded#0 -> session.signedIn': 'the form is shown to visitors only',
    'session.signedIn | account.deleted#0 -> session.visitor': 'tests/e2e/accountDeletion.spec.ts does it',
    'session.signedIn | server.unauthorized#1 [isSaidHere] -> session.visitor':
      'tests/e2e/passkeys.spec.ts does it',
    'session.signedIn.steady | account.deleting#0 -> session.signedIn.deleting':
      'tests/e2e/accountDeletion.spec.ts does it',
    'session.signedIn.validating | account.deleting#0 -> session.signedIn.deleting':
      'tests/e2e/accountDeletion.spec.ts does it',
    'session.signedIn.expiring | account.deleting#0 -> session.signedIn.deleting':
      'tests/e2e/accountDeletion.spec.ts does it',
    'session.signedIn.deleting | account.kept#0 -> session.signedIn':
      'tests/e2e/accountDeletion.spec.ts does it',
    'session.signedIn.deleting | xstate.after.deletionPatience.session.signedIn.deleting#0 -> session.signedIn':
      'a screen that was left during a deletion; the walk of the actors takes it',
  },
  timers: {
    explanationPatience: async (page) => {
      await restAtHome(page);
      await page.clock.runFor(1000);
    },
    signOutPatience: async (page) => {
      await restAtHome(page);
      await page.clock.runFor(5000);
    },
    confirmPause: async (page) => {
      await restAtHome(page);
      await page.clock.runFor(5000);
    },
  },
  facts: (snapshot) => ({
    mayLogIn: snapshot.matches('visitor'),
    mayLogOut: snapshot.matches('signedIn'),
    isLeaving: snapshot.matches('signingOut'),
    isWarned: snapshot.matches({ signedIn: 'expiring' }),
    lock: snapshot.matches({ signedIn: { locked: 'asking' } })
      ? 'asking'
      : snapshot.matches({ signedIn: { locked: 'unanswered' } })
        ? 'unanswered'
        : null,
    user: snapshot.matches('signingOut') ? null : (snapshot.context.session?.user.email ?? null),
  }),
  read: (page) =>
    page.evaluate((isInChromium) => {
      const header = document.querySelector('header');
      const logout = [...(header?.querySelectorAll('button') ?? [])].find(
        ({ textContent }) => textContent === 'Log out',
      );
      const kept = localStorage.getItem('user');
      const lock = document.querySelector('dialog[open]')?.textContent ?? '';
      const main = document.querySelector('main');
      const isMainSeen = main?.checkVisibility({ visibilityProperty: true }) ?? false;
      if (isInChromium && (lock === '') !== isMainSeen)
        throw new Error('the page is seen behind its lock, or hidden without one');
      return {
        mayLogIn: header?.querySelector('a[href="/login"]') !== null,
        mayLogOut: logout?.disabled === false,
        isLeaving: logout?.disabled === true,
        lock: lock.includes('This page was inactive.')
          ? 'asking'
          : lock.includes('The server has not responded yet.')
            ? 'unanswered'
            : null,
        isWarned: document.body.textContent.includes('Your session expires in a few minutes.'),
        user: kept === null ? null : (JSON.parse(kept) as { email: string }).email,
      };
    }, IN_CHROMIUM),
});
