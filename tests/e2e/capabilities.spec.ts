// Servers with and without each capability.
import type { Page } from '@playwright/test';
import { type CaptchaService, startCaptcha } from './support/captchaService.ts';
import { TradePage } from './support/tradePage.ts';
import { configuredClient, serveSite } from './support/site.ts';
import { expect, test } from './support/test.ts';
import { newTrader } from './support/trader.ts';
import type { VenueProcess } from './support/venueProcess.ts';

const PAIR = 'XMR-BTC';

test('served from elsewhere without capabilities, it sends what is documented and hides the rest (CALL-07, NAV-11)', async ({
  page,
  ownVenue,
  origins,
}) => {
  const site = await serveSite();
  try {
    origins.add(site.url);
    const venue = await ownVenue({ ALLOWED_ORIGINS: site.url, MAKERS: 'off' });
    await site.configure({ apiBase: venue.url });
    await newTrader(page, venue.url);
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    // Nothing is revealed about an existing account (LOGIN-18).
    await page.goto(`${site.url}/register`);
    await page.getByRole('textbox', { name: 'Email' }).fill('elsewhere@example.org');
    await page.getByRole('textbox', { name: 'Username' }).fill('elsewhere');
    await page.getByLabel('Password', { exact: true }).fill('Correct horse 1');
    await page.getByLabel('Confirm password', { exact: true }).fill('Correct horse 1');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Account created successfully!')).toHaveText(
      'Account created successfully! Please sign in.',
    );

    await page.goto(`${site.url}/robots.txt`);
    await page.evaluate((entries) => Object.assign(localStorage, entries), stored);

    const calls: { readonly line: string; readonly headers: readonly string[] }[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(venue.url)) return;
      const line = `${request.method()} ${new URL(request.url()).pathname}`;
      calls.push({ line, headers: Object.keys(request.headers()) });
    });
    const notices = page.getByRole('region', { name: 'Notices' });
    for (const screen of ['/', '/markets', '/wallet', '/refund-addresses', '/deposit/BTC', '/faq', '/logs']) {
      await page.goto(site.url + screen);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(notices).not.toContainText('Sandbox');
    }
    // No page, and no way to it (SOLVENCY-06).
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Solvency' })).toHaveCount(0);
    await page.goto(`${site.url}/solvency`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await page.goto(`${site.url}/trade/${PAIR}`);
    const tradePage = new TradePage(page, PAIR);
    await tradePage.place('Buy', '0.001', '1');
    await expect.poll(() => calls.map(({ line }) => line)).toContain('POST /order/orders/limit');

    expect(calls.filter(({ line }) => /sandbox|btc-usd|solvency/.test(line))).toEqual([]);
    const extra = calls.flatMap(({ headers }) => headers.filter((name) => /^(x-|idempotency)/.test(name)));
    expect(extra).toEqual([]);
  } finally {
    await site.close();
  }
});

test('the venue lists its capabilities in its page, and only then the mark of a sandbox is there (CALL-07, NAV-11)', async ({
  page,
  venue,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const mark = page.getByRole('banner').getByTitle('Sandbox: coins have no value');
  for (const path of [
    '/',
    '/markets',
    '/trade/XMR-BTC',
    '/fees',
    '/login',
    '/maintenance',
    '/no/such/page',
  ]) {
    await page.goto(path);
    await expect(mark).toBeVisible();
  }
  expect(asked.filter((path) => path.startsWith('/sandbox'))).toEqual([]);
  await page.goto(`${venue.url}/faq#blocked`);
  await expect(page.getByText('they pause for 24 hours')).toBeVisible();
});

test('where strangers have used up the tries, the browser works off the next one under the policy (LOGIN-21)', async ({
  page,
  context,
  ownVenue,
  guard,
}) => {
  guard.expect(/status of (401|429)|^policy: require-trusted-types-for|'TrustedScriptURL' assignment/);
  const venue = await ownVenue({ LIMIT_ATTEMPTS: '2', WORK_DIFFICULTY: '6' });
  const owner = { email: 'owner@quietbook.test', password: 'Quiet-owner-1' };
  const post = (call: string, data: object) => page.request.post(`${venue.url}/auth/${call}`, { data });
  await post('register', { ...owner, username: 'owner', confirm_password: owner.password });
  const useUp = async (): Promise<void> => {
    for (let tries = 0; tries < 2; tries += 1) await post('login', { ...owner, password: 'Quiet-other-1' });
  };
  const submit = async (): Promise<void> => {
    await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
  /** Those of the login itself: the session that it opens starts the worker of the socket. */
  let working: readonly string[] = [];
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (!answer.url().endsWith('/auth/login')) return;
    statuses.push(answer.status());
    working = [...workers];
  });

  await useUp();
  await page.goto(`${venue.url}/login`);
  // No script becomes a worker by its address alone.
  const thrown = await page.evaluate(() => {
    try {
      new Worker('/assets/other.js').terminate();
      return 'nothing';
    } catch (error) {
      return error instanceof TypeError ? 'TypeError' : 'another error';
    }
  });
  expect(thrown).toBe('TypeError');
  await submit();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(statuses).toEqual([429, 200]);
  expect(working).toEqual([expect.stringMatching(/^\/assets\/worker-[\w-]+\.js$/)]);

  // Without workers the refusal is shown as it is.
  await context.clearCookies();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'));
  await useUp();
  await page.goto(`${venue.url}/login`);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await submit();
  await expect(page.getByRole('alert')).toContainText(/Too many attempts\. Try again in \d+ seconds?\./);
  await expect(page.getByRole('timer')).toContainText('You can try again in');
});

test.describe('a captcha', () => {
  let service: CaptchaService;
  test.beforeEach(async () => {
    service = await startCaptcha();
  });
  test.afterEach(() => service.close());

  async function openLogin(
    page: Page,
    origins: Set<string>,
    ownVenue: (env: Readonly<Record<string, string>>) => Promise<VenueProcess>,
  ): Promise<void> {
    origins.add(service.origin);
    const captcha = { mode: 'turnstile', siteKey: 'site-1', scriptUrl: `${service.origin}/api.js` };
    const venue = await ownVenue({
      CLIENT_DIR: await configuredClient({ captcha }),
      TURNSTILE_SECRET: 'planted',
      TURNSTILE_ORIGIN: service.origin,
      TURNSTILE_VERIFY_URL: `${service.origin}/siteverify`,
    });
    const person = { email: 'captcha@quietbook.test', password: 'Quiet-captcha-1' };
    const answer = await page.request.post(`${venue.url}/auth/register`, {
      data: { ...person, username: 'captcha', confirm_password: person.password },
    });
    expect(answer.status()).toBe(201);
    await page.goto(`${venue.url}/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
  }

  const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
  const human = (page: Page) => page.getByRole('button', { name: 'I am human' });

  test('is asked for before anything is sent, and then lets in, under the policy of the venue (LOGIN-01, LOGIN-15)', async ({
    page,
    origins,
    ownVenue,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(service.origin)) loaded.push(request.url());
    });
    await openLogin(page, origins, ownVenue);
    await expect(human(page)).toBeVisible();
    await signIn(page).click();
    await expect(page.getByText('Complete the captcha, then log in.')).toBeVisible();
    expect(service.asked).toEqual([]);
    await human(page).click();
    await signIn(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(service.asked).toEqual(['good-site-1-1']);
    for (const path of ['/faq', '/register', '/security']) {
      await page.goto(new URL(path, page.url()).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(loaded).toEqual([`${service.origin}/api.js`]);
  });

  test('that cannot be loaded gives advice, and can be loaded again', async ({
    page,
    origins,
    ownVenue,
    guard,
  }) => {
    guard.expect(/status of 404.*api\.js/);
    service.isUp = false;
    await openLogin(page, origins, ownVenue);
    const host = new URL(service.origin).host;
    await expect(page.getByText(`Allow ${host} in your browser`)).toBeVisible();
    service.isUp = true;
    await page.getByRole('button', { name: 'Reload the captcha' }).click();
    await human(page).click();
    await signIn(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
