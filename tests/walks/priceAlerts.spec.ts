import type { Page } from '@playwright/test';
import { alertsText } from '../../src/domain/priceAlert.ts';
import { priceAlertsModel } from '../models/priceAlerts.model.ts';
import { turnPage } from '../e2e/support/pageFacts.ts';
import { ScriptedStream } from '../e2e/support/scriptedStream.ts';
import { walkScreen } from '../e2e/support/screenWalk.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';
import { hush } from '../e2e/support/toasts.ts';

/** Of the first moment of the model, in milliseconds. */
const NOW = Date.UTC(2026, 0, 5, 12);
const RISE = `XMR-BTC>0.006@${NOW - 1000}`;
const LAST = '0.005';

const streams = new WeakMap<Page, ScriptedStream>();

async function bring(page: Page, last: string): Promise<void> {
  const stream = streams.get(page);
  if (!stream) throw new Error('the page has no stream');
  await stream.bring({ markets: { 'XMR-BTC': { last_price: last } } });
  await page.clock.setSystemTime(NOW);
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Price alerts' });
const type = (text: string) => (page: Page) => dialog(page).getByRole('textbox').fill(text);
const add = (page: Page) => dialog(page).getByRole('button', { name: 'Set alert' }).click();

/** @param price the pair's last price, which the tape repeats after it */
const reach = (price: string) => async (page: Page) => {
  await page.clock.setSystemTime(NOW);
  await bring(page, price);
  await bring(page, LAST);
};

const keepElsewhere = (text: string) => (page: Page) =>
  page.evaluate((value) => {
    localStorage.setItem('alerts', value);
    dispatchEvent(new StorageEvent('storage', { key: 'alerts' }));
  }, text);

const FAULTS: Readonly<Record<string, string>> = {
  empty: 'Enter a valid price',
  zero: 'Enter a price above 0.',
  atLast: 'This is the last price. Enter a higher or a lower one.',
  twice: 'You already have this alert.',
};

walkScreen({
  model: priceAlertsModel,
  streamed: ['a browser'],
  shows: dialog,
  happens: (name, { context, value }) => {
    const isNew = context.alerts.length === 0 && value.page === 'hidden';
    // Of the language and of a pair without trades; the actor's walk has them.
    if (/comma|0,006|without|when it was set|^move/.test(name)) return false;
    if (name === 'type 0' || name === 'type 0.005') return isNew && context.typed === '';
    if (name === 'type 0.004') return isNew;
    if (name === 'type 0.006') return context.typed !== '0.006';
    // One text at a time: the field and the list do not depend on each other.
    if (name === 'clear' && context.alerts.every(({ reachedAt }) => reachedAt === null)) return false;
    if (name === 'remove the rise' && context.alerts.every(({ side }) => side === 'below')) return false;
    if (/^(the price|another tab|remove|clear)/.test(name)) return context.typed === '';
    return true;
  },
  unreachable: {
    'priceAlerts | user.move#0 [isMove] -> (stay)':
      'the open dialog is over the chart; chartScreens.test.ts moves lines',
    'priceAlerts | user.move#1 -> (stay)':
      'the open dialog is over the chart; chartScreens.test.ts moves lines',
  },
  key: ({ value, context: { alerts, typed, fault } }) => [value, alerts, typed, fault],
  open: async (page) => {
    await page.clock.install({ time: NOW });
    const stream = new ScriptedStream(page, 'markets');
    streams.set(page, stream);
    await stream.start();
    await page.route(/\/order\/orderbook\//, (route) => route.fulfill({ status: 404, json: {} }));
    await page.route(/\/trades/, (route) =>
      route.fulfill({
        json: [
          {
            id: '1',
            pair: 'XMR-BTC',
            time: '2026-01-05T11:59:00Z',
            price: LAST,
            amount: '1',
            operation: 'BUY',
          },
        ],
      }),
    );
    await page.goto('/trade/XMR-BTC');
    await page.getByRole('button', { name: 'Price alerts' }).click();
    await expect(dialog(page)).toContainText('Last price: 0.005');
    await stopTime(page);
    await page.clock.setSystemTime(NOW);
    await bring(page, LAST);
    await turnPage(page, 'hidden');
  },
  gestures: {
    'type 0.006': type('0.006'),
    'type 0.004': type('0.004'),
    'type 0.005': type(LAST),
    'type 0': type('0'),
    add,
    'the price is 0.006': reach('0.006'),
    'the price is 0.005': reach(LAST),
    'the price is 0.004': reach('0.004'),
    'another tab keeps nothing': keepElsewhere(''),
    'another tab keeps a rise': keepElsewhere(RISE),
    'another tab keeps a reached one': keepElsewhere(`${RISE}:${NOW}`),
    'remove the rise': (page) =>
      dialog(page).getByRole('button', { name: 'Remove the alert for XMR/BTC at 0.006' }).click(),
    clear: (page) => dialog(page).getByRole('button', { name: 'Remove reached alerts' }).click(),
    'the page is seen': async (page) => {
      await turnPage(page, 'visible');
      await hush(page);
    },
    'the page is hidden': (page) => turnPage(page, 'hidden'),
  },
  facts: ({ context: { alerts, typed, fault } }) => ({
    alerts: alerts
      .map(({ price, side, reachedAt }) => {
        const sign = side === 'above' ? '≥' : '≤';
        return `XMR/BTC ${sign} ${price} BTC ${reachedAt === null ? 'Waiting' : 'Reached 2026-01-05 12:00'}`;
      })
      .join(', '),
    typed,
    fault: fault === null ? null : `${FAULTS[fault]}`,
    // The page's clock runs while a stream is requested.
    kept: alertsText(alerts).replaceAll(/\d{13}/g, ''),
  }),
  read: (page) =>
    page.evaluate(() => {
      const box = document.querySelector('[role="dialog"]');
      return {
        alerts: [...(box?.querySelectorAll('tbody tr') ?? [])]
          .map((row) =>
            [...row.children]
              .slice(0, 3)
              .map(({ textContent }) => textContent)
              .join(' '),
          )
          .join(', '),
        typed: box?.querySelector('input')?.value ?? null,
        fault: box?.querySelector('[class*="error"]')?.textContent ?? null,
        kept: (localStorage.getItem('alerts') ?? '').replaceAll(/\d{13}/g, ''),
      };
    }),
});
