// How soon the trade page shows the user's fills and the orders of another tab, and whether its last prices agree. A
// real venue in memory; the user's other tab and the other traders are requests of this process.
import { chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, requireBrowser } from '../../scripts/browser.ts';
import { pause, print, quantile, round } from './figures.ts';
import { startVenue } from './venue-process.ts';

const PAIR = 'XMR-BTC';
const ORDERS = 200;
const SAMPLES = 1000;
const PROMISED = { fill: 250, order: 300 };

type Call = (method: string, path: string, body?: object) => Promise<Response>;

interface Observed {
  live: { waited: string | null; seen: (at: number) => void; wrong: string[]; samples: number };
}

interface Account {
  readonly email: string;
  readonly password: string;
}
/** Every sandbox has it. */
const OWN: Account = { email: 'trader@quietbook.test', password: 'Quietbook1' };
const COUNTERPARTY: Account = { email: 'counterparty@example.org', password: 'Correct-Horse-7' };

async function signIn(url: string, { email, password }: Account): Promise<{ call: Call; cookie: string }> {
  let cookie = '';
  const call: Call = async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
    cookie =
      answer.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ') || cookie;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  await call('POST', '/auth/login', { email, password });
  return { call, cookie };
}

async function register(url: string, account: Account): Promise<void> {
  const body = { ...account, username: 'counterparty', confirm_password: account.password };
  const headers = { 'content-type': 'application/json', origin: url };
  const answer = await fetch(`${url}/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The counterparty was not registered: ${await answer.text()}`);
}

/** Runs in the page: reports when a text is painted in the panel of own trades and orders. */
function observe(): void {
  const live: Observed['live'] = { waited: null, seen: () => undefined, wrong: [], samples: 0 };
  Object.assign(globalThis, { live });
  document.addEventListener('DOMContentLoaded', () => {
    const channel = new MessageChannel();
    let painted: (() => void) | null = null;
    channel.port1.onmessage = () => painted?.();
    new MutationObserver(() => {
      const { waited } = live;
      if (waited === null) return;
      const isAbsent = waited.startsWith('!');
      const panel = document.querySelector('#mine-panel')?.textContent ?? '';
      if (panel.includes(isAbsent ? waited.slice(1) : waited) === isAbsent) return;
      live.waited = null;
      // The message comes after the frame is painted.
      requestAnimationFrame(() => {
        painted = () => live.seen(performance.timeOrigin + performance.now());
        channel.port2.postMessage(0);
      });
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** @returns milliseconds from sending the request of `act` to the paint that shows its effect. */
async function timed(page: Page, text: string, act: () => Promise<unknown>): Promise<number> {
  const handle = await page.evaluateHandle((wanted) => {
    const { live } = globalThis as unknown as Observed;
    live.waited = wanted;
    return { at: new Promise<number>((resolve) => void (live.seen = resolve)) };
  }, text);
  const sent = performance.timeOrigin + performance.now();
  const [at] = await Promise.all([handle.evaluate(({ at: shown }) => shown), act()]);
  await handle.dispose();
  return at - sent;
}

const order = (operation: 'BUY' | 'SELL', price: string, quantity: string) => ({
  pair: PAIR,
  type: 'LIMIT',
  operation,
  price,
  quantity,
});

function rowOf(name: string, list: readonly number[], promised: number) {
  return {
    what: name,
    times: list.length,
    'p50 ms': round(quantile(list, 0.5)),
    'p99 ms': round(quantile(list, 0.99)),
    'longest ms': round(Math.max(...list)),
    'promised ms': promised,
  };
}

/** Runs in the page: compares the prices in all places in every frame. */
function compareEachFrame(most: number): void {
  const { live } = globalThis as unknown as Observed;
  const textOf = (found: Element | null | undefined) => found?.textContent?.trim() ?? '';
  const look = () => {
    const tape = textOf(document.querySelector('section[aria-label="Market history"] tbody td'));
    const legend = [...document.querySelectorAll('section[aria-label="Chart"] dl dt')];
    const close = legend.find((name) => name.getAttribute('title') === 'Close')?.nextElementSibling;
    const shown = {
      header: textOf(document.querySelector('p[data-direction] strong')),
      title: document.title,
      tape,
      candle: textOf(close),
      book: textOf(document.querySelector('[data-cell="last"]')),
      list: textOf(document.querySelector('section[aria-label="Markets"] tr[data-current="true"] td')),
    };
    const numbers = Object.values(shown).map((text) => Number(/\d+\.\d+/.exec(text)?.[0]));
    if (new Set(numbers).size !== 1) live.wrong.push(JSON.stringify(shown));
    live.samples += 1;
    if (live.samples < most) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** @param fills how many fills are timed. */
export async function run(fills: number) {
  const venue = await startVenue({ LIMIT_SOCKET_POINTS: '1000000', LIVE_STREAMS: 'on' });
  const browser = await chromium.launch({ executablePath: await requireBrowser(), args: BROWSER_FLAGS });
  try {
    await register(venue.url, COUNTERPARTY);
    const own = await signIn(venue.url, OWN);
    const other = await signIn(venue.url, COUNTERPARTY);
    const place = (who: Call, ...sent: Parameters<typeof order>) =>
      who('POST', '/order/orders/limit', order(...sent));
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(`${venue.url}/login`);
    await page.getByRole('textbox', { name: 'Email' }).fill(OWN.email);
    await page.getByLabel('Password', { exact: true }).fill(OWN.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.goto(`${venue.url}/trade/${PAIR}`);
    const panel = page.getByRole('region', { name: 'My trades and orders' });
    await panel.getByRole('tab', { name: /orders/i }).click();
    await pause(4000);

    const shown: number[] = [];
    const gone: number[] = [];
    for (let index = 0; index < ORDERS; index += 1) {
      const price = `0.00${String(3400 + index)}`;
      let id = '';
      const placing = async () => {
        ({ id } = (await (await place(own.call, 'BUY', price, '0.02')).json()) as { id: string });
      };
      shown.push(await timed(page, price, placing));
      gone.push(await timed(page, `!${price}`, () => own.call('DELETE', `/order/cancel/${id}`)));
    }

    await panel.getByRole('tab', { name: /trades/i }).click();
    const filled: number[] = [];
    for (let index = 0; index < fills; index += 1) {
      const price = `0.00${String(3880 + (index % 40))}`;
      const [maker, taker] = index % 2 === 0 ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const);
      await place(own.call, maker, price, '0.02');
      filled.push(await timed(page, price, () => place(other.call, taker, price, '0.02')));
    }

    await page.evaluate(compareEachFrame, SAMPLES);
    const isDone = () => page.evaluate(() => (globalThis as unknown as Observed).live.samples);
    for (let index = 0; (await isDone()) < SAMPLES; index += 1) {
      const price = `0.0039${String(10 + ((index * 7) % 80))}`;
      const [maker, taker] = index % 2 === 0 ? (['SELL', 'BUY'] as const) : (['BUY', 'SELL'] as const);
      await place(own.call, maker, price, '0.02');
      await place(other.call, taker, price, '0.02');
    }
    const wrong = await page.evaluate(() => (globalThis as unknown as Observed).live.wrong);
    print('From sending to the paint on the trade page', [
      rowOf('own fill', filled, PROMISED.fill),
      rowOf('order of another tab', shown, PROMISED.order),
      rowOf('cancellation of another tab', gone, PROMISED.order),
    ]);
    print('Header, title, tape, candle, book and market list in each frame while prices move', [
      { samples: SAMPLES, agree: SAMPLES - wrong.length },
    ]);
    for (const text of wrong.slice(0, 3)) console.log(text);
  } finally {
    await browser.close();
    await venue.stop();
  }
}
