import type { Page } from '@playwright/test';
import type { Failure } from '../../src/domain/failure.ts';
import { selectLadderStage } from '../../src/machines/orderForm/orderLadder.machine.ts';
import { english } from '../e2e/support/english.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { answerSearches, looksAgain } from '../e2e/support/searches.ts';
import { untilRulesRead } from '../e2e/support/asks.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';
import { execution } from '../models/orderForm.model.ts';
import { orderLadderModel } from '../models/orderLadder.model.ts';

const say = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  english('trade', path, values);
const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });

/** An order, or the lists in which it is looked for. */
const CALLS = /\/order\/orders(\/limit$|.*[?&]limit=100(&|$))/;

const press =
  (
    typed: Partial<Record<'First price' | 'Last price' | 'Number of orders' | 'Total quantity', string>> = {},
  ) =>
  async (page: Page) => {
    const all = {
      'First price': '0.006',
      'Last price': '0.008',
      'Number of orders': '2',
      'Total quantity': '3.01',
      ...typed,
    };
    for (const [name, text] of Object.entries(all))
      await dialogOf(page).getByRole('textbox', { name, exact: true }).fill(text);
    await button(page, 'Review orders').click();
  };

const rules = {
  pair: { symbol: 'XMR-BTC', is_active: true },
  settings: {
    is_enabled: true,
    price_precision: 6,
    quantity_precision: 2,
    min_price_increment: '0.001',
    min_quantity_increment: '0.01',
    min_order_size: '0.1',
    maker_fee_percent: null,
    taker_fee_percent: null,
  },
};

const BUTTONS: Readonly<Record<string, string>> = {
  editing: 'Review orders, Close',
  asking: 'Place 2 orders, Keep editing',
  placing: 'Stop',
  looking: 'Leave it',
};

const reasonOf = ({ text, serverCode, retryAfter, code }: Failure): string => {
  if (serverCode === 'CANCELED_AT_ONCE') return say('form.toast.canceled');
  const words = text ?? english('common', `failure.${code}`);
  return retryAfter === undefined ? words : `${words} Wait ${retryAfter} seconds.`;
};

walkScreen({
  model: orderLadderModel,
  calls: CALLS,
  // A 401 leaves the page, a visitor has no ladder, and the screen has read the rules of an open pair.
  happens: (name) => !/401|visitor|closed|without rules/.test(name),
  open: async (page) => {
    await pretendSession(page, {});
    await page.clock.install();
    await page.route(/\/user\/balances/, (route) => route.fulfill({ json: [] }));
    await page.route(/\/pair\/pairs\/XMR-BTC$/, (route) => route.fulfill({ json: rules }));
    await page.route(/\/order\/orders.*limit=10$/, (route) => route.fulfill({ json: [] }));
    // So many trades that there may be more: the lists are read before an order.
    const trades = Array.from({ length: 10 }, (_, index) => ({
      ...execution(`x-${index}`),
      created_at: new Date().toISOString(),
    }));
    await page.route(/\/history\/executions.*limit=10$/, (route) => route.fulfill({ json: trades }));
    await page.addInitScript(() => localStorage.setItem('chart_parts', 'fills'));
    await page.goto('/trade/XMR-BTC');
    await untilRulesRead(page);
    const form = page.getByRole('form', { name: 'Sell XMR' });
    await form.getByRole('combobox', { name: 'Order type' }).selectOption('Ladder…');
    await expect(button(page, 'Review orders')).toBeVisible();
    await stopTime(page);
  },
  gestures: {
    press: press(),
    'no first price': press({ 'First price': '' }),
    'last price off the tick': press({ 'Last price': '0.0085' }),
    'one order': press({ 'Number of orders': '1' }),
    'too narrow': press({ 'Number of orders': '4' }),
    'too small': press({ 'Total quantity': '0.19' }),
    edit: (page) => dialogOf(page).getByRole('textbox', { name: 'Number of orders' }).fill('3'),
    confirm: (page) => button(page, 'Place 2 orders').click(),
    decline: (page) => button(page, 'Keep editing').click(),
    stop: (page) => page.keyboard.press('Escape'),
    leave: (page) => button(page, 'Leave it').click(),
    'check again': async (page) => {
      looksAgain(page);
      await button(page, 'Check again').click();
    },
  },
  answers: answerSearches(CALLS, [
    'lists',
    'must wait',
    'unread',
    'it rests',
    'it is nowhere',
    'only the one before it',
    'cannot be read',
  ]),
  facts: (snapshot) => {
    const { results, rungs } = snapshot.context;
    const stage = selectLadderStage(snapshot);
    const last = results.at(-1);
    return {
      buttons: BUTTONS[stage] ?? (last?.outcome === 'unknown' ? 'Check again, Close' : 'Close'),
      faulty: snapshot.context.fault !== null,
      orders: stage === 'editing' ? 0 : rungs.length,
      last: last
        ? say(`ladder.outcome.${last.outcome}`) + (last.failure ? reasonOf(last.failure) : '')
        : null,
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const all = (selector: string): Element[] => [
        ...document.querySelectorAll(`[role="dialog"] ${selector}`),
      ];
      const told = all('li [data-outcome]')
        .filter((one) => !/^(sending|unsent)$/.test(one.getAttribute('data-outcome') ?? ''))
        .map(({ textContent }) => textContent);
      return {
        buttons: all('button')
          .map(({ textContent }) => textContent)
          .join(', '),
        faulty: all('input[aria-invalid="true"]').length > 0,
        orders: all('li').length,
        last: told.at(-1) ?? null,
      };
    }),
});
