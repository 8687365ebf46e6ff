// Runs the files of docs/deployment in a real nginx in front of the built venue: answers through it must equal
// the venue's own, header for header and byte for byte, and slow clients must not block others.
import assert from 'node:assert/strict';
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from '../../scripts/browser.ts';
import { freePort } from '../../scripts/process.ts';
import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { calls } from '../../src/services/contract/index.ts';
import * as checks from './nginx/checks.ts';
import { NAME, startNginx } from './nginx/server.ts';
import { comparable, straightTo, throughNginx } from './nginx/ways.ts';
import { startVenue } from './venue-process.ts';

const ORIGIN = `https://${NAME}`;
const SETTINGS = {
  PUBLIC_ORIGIN: ORIGIN,
  LIMIT_ATTEMPTS: '1000',
  // The check with invented addresses reaches the limit; the checks before make fewer attempts.
  LIMIT_SOURCE_ATTEMPTS: '60',
};

/** A Chromium that finds this nginx under its name. */
async function openBrowser(port: number) {
  const browser = await chromium.launch({
    executablePath: await requireBrowser(),
    args: [...BROWSER_FLAGS, `--host-resolver-rules=MAP ${NAME}:443 127.0.0.1:${port}`],
  });
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints, close: () => browser.close() };
}

/** @throws AssertionError naming what differs */
export async function run() {
  const ports = { venue: await freePort(), http: await freePort(), https: await freePort() };
  const settings = { ...SETTINGS, PORT: String(ports.venue) };
  let venue = await startVenue(settings);
  // It prints the public address, so this one is built from the port.
  const straight = `http://127.0.0.1:${ports.venue}`;
  const nginx = await startNginx({ venues: [straight], http: ports.http, https: ports.https });
  const browser = await openBrowser(ports.https);
  try {
    const target = { port: ports.https, ca: nginx.certificate };
    const ways = { nginx: throughNginx(target.port, target.ca), venue: straightTo(straight) };
    const paths = [
      ...STATIC_PAGES.map(({ path }) => path),
      '/trade/XMR-BTC',
      '/login',
      '/dashboard',
      '/support/42',
      '/nowhere',
    ];

    const all: [string, () => Promise<string>][] = [
      ['http leads to https on the same host', () => redirected(ports.http, ways)],
      ['files, plain and compressed', () => checks.files(ways)],
      ['pages, in every language', () => checks.pages(ways, paths, LANGUAGES)],
      ['every call of the contract', () => checks.everyCall(ways, calls)],
      ['trading through it', () => checks.trading(ways.nginx, target)],
      ['its own refusals', () => checks.refusals(ways, target)],
      ['Chromium: the trade page', () => live(browser)],
      ['slow clients', () => checks.slowClients(ways.nginx, target)],
      ['made-up addresses', () => checks.attempts(ways.nginx)],
      [
        'Chromium: the venue is away, and comes back',
        async () => {
          const result = await away(browser, ways, () => venue.stop());
          venue = await startVenue(settings);
          await browser.page.goto(`${ORIGIN}/trade/XMR-BTC`);
          await browser.page.getByText('Live', { exact: true }).first().waitFor();
          return result;
        },
      ],
      ['its logs name nobody', async () => noAddresses(await nginx.log())],
    ];
    let failed = 0;
    for (const [name, check] of all) {
      try {
        console.log(`passed  ${name}: ${await check()}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (failed > 0) throw new Error(`${failed} of ${all.length} checks failed\n${await nginx.log()}`);
  } finally {
    await browser.close();
    await nginx.stop();
    await venue.stop();
  }
}

async function redirected(port: number, ways: checks.Ways) {
  const answer = await straightTo(`http://127.0.0.1:${port}`)('/trade/XMR-BTC?a=1');
  assert.equal(answer.status, 301);
  assert.equal(answer.headers.location, `${ORIGIN}/trade/XMR-BTC?a=1`);
  const policy = 'content-security-policy';
  assert.equal(answer.headers[policy], (await ways.venue('/healthz')).headers[policy]);
  return '301';
}

async function live({ page, complaints }: Awaited<ReturnType<typeof openBrowser>>) {
  await page.goto(`${ORIGIN}/trade/XMR-BTC`);
  await page.getByText('Live', { exact: true }).first().waitFor();
  const protocol = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).nextHopProtocol,
  );
  assert.equal(protocol, 'h2');
  assert.deepEqual(complaints, [], 'what the browser complained of');
  return `live over ${protocol}, no violation of the policy`;
}

async function away(
  { page }: Awaited<ReturnType<typeof openBrowser>>,
  ways: checks.Ways,
  stop: () => Promise<void>,
) {
  const strict = comparable(await ways.venue('/healthz'));
  await stop();
  const call = await ways.nginx('/api/markets');
  assert.equal(call.status, 502);
  assert.deepEqual({ ...comparable(call), status: 200 }, strict);
  assert.match(call.body.toString(), /"code":"UNAVAILABLE"/);
  await page.goto(`${ORIGIN}/trade/XMR-BTC`);
  await page.waitForURL(`${ORIGIN}/maintenance`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return '502 with all headers for calls, the maintenance page for people; live again afterwards';
}

async function noAddresses(log: string) {
  assert.doesNotMatch(log, /client: |127\.0\.0\.2/);
  return `${log.split('\n').filter(Boolean).length} lines`;
}
