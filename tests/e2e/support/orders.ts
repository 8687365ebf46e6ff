import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';
import { BUILT } from './venueProcess.ts';

interface WireOrder {
  readonly id: string;
  readonly state: string;
  readonly price: string;
  readonly quantity: string;
}

export async function ordersAtVenue(page: Page, pair: string): Promise<readonly WireOrder[]> {
  const answer = await page.request.get(`/order/orders?pair=${pair}&limit=100`);
  expect(answer.status()).toBe(200);
  const body = (await answer.json()) as { orders?: WireOrder[] } | WireOrder[];
  return Array.isArray(body) ? body : (body.orders ?? []);
}

/** Notes the `Idempotency-Key` of every sent order. */
export function watchSentOrders(page: Page): readonly string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !/\/order\/orders\//.test(request.url())) return;
    keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}

/** For the page's user alone. */
export async function failNext(page: Page, body: object): Promise<void> {
  const answer = await page.request.post('/sandbox/fail', { data: body });
  expect(answer.status()).toBe(200);
}

/** Lists are switched off by an empty one. */
export type Features = Partial<
  Readonly<Record<'marketOrders' | 'idempotencyKeys' | 'timeInForce' | 'postOnly' | 'amend', boolean>>
> & { readonly orderTypes?: readonly string[] };

const withFeatures = (html: string, features: Features): string =>
  Object.entries(features).reduce(
    (changed, [name, value]) =>
      changed.replace(
        new RegExp(`("${name}":\\s*)("[^"]*"|true|false|\\[[^\\]]*\\])`),
        `$1${JSON.stringify(value)}`,
      ),
    html,
  );

/** Only with a scripted socket: the browser lets a page that a test answered open no other. */
export async function switchFeatures(page: Page, features: Features): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/trade/'),
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: withFeatures(await answer.text(), features) });
    },
  );
}

/** As an operator would, in a copy of the build. @returns its folder */
export async function switchedClient(features: Features): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quietbook-client-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await cp(path.join(process.env[BUILT] ?? '', 'client'), folder, { recursive: true });
  const page = path.join(folder, 'index.html');
  await writeFile(page, withFeatures(await readFile(page, 'utf8'), features));
  for (const ending of ['.br', '.gz']) await rm(page + ending, { force: true });
  return folder;
}

/** By Tab. @param onStop after every press */
export async function tabTo(
  page: Page,
  target: Locator,
  most = 120,
  onStop: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return;
    await page.keyboard.press('Tab');
    await onStop();
  }
  await expect(target).toBeFocused();
}
