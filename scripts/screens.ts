// Pictures of the screens at eight widths, by default of a new venue with market makers:
//   npm run screens -- --out <folder> [--at <address>] [--only trade,login] [--widths 360,1440] [--language de]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from './browser.ts';
import { startBuiltVenue } from './builtVenue.ts';

const SIZES: Record<number, number> = {
  360: 780,
  390: 844,
  768: 1024,
  1280: 800,
  1366: 768,
  1440: 900,
  1920: 1080,
  2560: 1440,
};
const PUBLIC: Record<string, string> = {
  landing: '/',
  markets: '/markets',
  trade: '/trade/XMR-BTC',
  'trade-usdt': '/trade/BTC-USDT',
  fees: '/fees',
  faq: '/faq',
  api: '/api',
  terms: '/terms',
  privacy: '/privacy',
  logs: '/logs',
  bugbounty: '/bugbounty',
  solvency: '/solvency',
  login: '/login',
  register: '/register',
  maintenance: '/maintenance',
  'not-found': '/no/such/page',
};
const PRIVATE: Record<string, string> = {
  landing: '/',
  trade: '/trade/XMR-BTC',
  'trade-usdt': '/trade/BTC-USDT',
  dashboard: '/dashboard',
  security: '/security',
  wallet: '/wallet',
  'deposit-btc': '/deposit/BTC',
  'deposit-grin': '/deposit/GRIN',
  'withdraw-btc': '/withdraw/BTC',
  'withdraw-grin': '/withdraw/GRIN',
  refund: '/refund-addresses',
  'trading-history': '/trading-history',
  'deposit-history': '/deposit-history',
  'withdrawal-history': '/withdrawal-history',
  'active-orders': '/active-orders',
  'order-history': '/order-history',
  support: '/support',
  solvency: '/solvency',
};
const ACCOUNT = { email: 'trader@quietbook.test', password: 'Quietbook1' };

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '.tmp/screens' },
    at: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string' },
    language: { type: 'string', default: 'en' },
    settle: { type: 'string', default: '1500' },
  },
});

const only = values.only?.split(',');
const widths = values.widths?.split(',').map(Number) ?? Object.keys(SIZES).map(Number);
const venue = values.at
  ? { url: values.at, stop: async () => undefined }
  : await startBuiltVenue({ MAKERS_RATE: '20' });
const browser = await chromium.launch({ executablePath: await requireBrowser(), args: BROWSER_FLAGS });
mkdirSync(values.out, { recursive: true });
try {
  for (const [isSignedIn, routes] of [
    [false, PUBLIC],
    [true, PRIVATE],
  ] as const) {
    const wanted = Object.entries(routes).filter(([name]) => !only || only.includes(name));
    if (wanted.length === 0) continue;
    const context = await browser.newContext({ baseURL: venue.url, locale: 'en-GB', timezoneId: 'UTC' });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        console.log(`  console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => console.log(`  exception: ${error.message}`));
    if (isSignedIn) {
      await page.goto('/login');
      await page.getByRole('textbox', { name: 'Email' }).fill(ACCOUNT.email);
      await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
    }
    await page.goto(`/?lng=${values.language}`);
    for (const [name, route] of wanted) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: SIZES[width] ?? 900 });
        await page.goto(route);
        await page.waitForTimeout(Number(values.settle));
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        const file = path.join(values.out, `${name}-${width}${isSignedIn ? '-signed-in' : ''}.png`);
        await page.screenshot({ path: file, fullPage: true });
        console.log(file, overflow > 0 ? `SIDEWAYS SCROLL of ${overflow} px` : '');
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await venue.stop();
}
