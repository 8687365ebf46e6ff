import type { Page } from '@playwright/test';
import {
  isAmending,
  selectAmendmentStage,
} from '../../src/machines/orderAmendment/orderAmendment.machine.ts';
import { orderAmendmentModel } from '../models/orderAmendment.model.ts';
import { untilRulesRead } from '../e2e/support/asks.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { answerSearches, looksAgain } from '../e2e/support/searches.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';
import { hush, wakeToasts } from '../e2e/support/toasts.ts';

/** The amendment, or the list in which the order is looked for. */
const CALLS = /\/order\/amend\/|\/order\/orders\?pair=XMR-BTC&skip=0&limit=100$/;
const ORDER = {
  id: 'o/1',
  pair_symbol: 'XMR-BTC',
  operation: 'SELL',
  type: 'LIMIT',
  price: '0.006',
  quantity: '2',
  quantity_left: '1',
  state: 'PARTIALLY_FILLED',
  created_at: '2026-01-05T12:00:00Z',
};

/** The order of each variant. */
const ORDERS: Readonly<Record<string, object>> = {
  'half filled': ORDER,
  'an iceberg': { ...ORDER, display_quantity: '0.02' },
  'a stop that waits': { ...ORDER, quantity_left: '2', stop_price: '0.0055', state: 'WAITING' },
  'a stop that spends a cost': {
    ...ORDER,
    operation: 'BUY',
    type: 'MARKET',
    price: null,
    quantity: '0',
    quantity_left: '0',
    stop_price: '0.0065',
    state: 'WAITING',
  },
};

const dialogOf = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialogOf(page).getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });

async function fill(page: Page, name: string, text: string): Promise<void> {
  if ((await field(page, name).count()) > 0) await field(page, name).fill(text);
}

const press =
  (price: string, quantity: string, stop = '0.0054') =>
  async (page: Page) => {
    for (const [name, text] of [
      ['Price', price],
      ['Quantity', quantity],
      ['Stop price', stop],
    ] as const) {
      // Other terms than before: the question about those is closed.
      await fill(page, name, '1');
      await fill(page, name, text);
    }
    await button(page, 'Amend order').click();
  };

const FAULTS: Readonly<Record<string, string>> = {
  priceInvalid: 'Enter a valid price',
  priceOffTick: 'Price must be a multiple of 0.000001: ',
  stopInvalid: 'Enter a valid stop price',
  quantityTooSmall: 'The minimum quantity is 0.01',
  displayTooSmall: 'The minimum visible quantity is 0.03 XMR',
  notAboveFilled: '1 XMR are filled already. Enter more, or cancel the order.',
  unchanged: 'Change the price or the quantity first.',
};
const FAR =
  'This order could fill more than 5% away from the median price of the last hour, or your orders today add up to that much. Confirm it with your second factor.';
const FILLED = 'The order was filled, so there is nothing left to amend.';
const NOTES: Readonly<Record<string, string>> = {
  sending: 'Sending amendment…',
  looking: 'No response from the server. Checking whether the order was amended…',
  absent:
    'No response from the server, and the order is unchanged. You can safely send the amendment again: it is carried out only once.',
  held: 'Slow Wait 20 seconds.',
  unresolved: 'We could not confirm the amendment. Check the order in My orders.',
};
const BUTTONS: Readonly<Record<string, string>> = {
  editing: 'Amend order, Discard changes',
  sending: 'Amend order (disabled), Discard changes (disabled)',
  held: 'Amend order (disabled), Discard changes',
  looking: 'Leave it',
  absent: 'Send again, Check again, Leave it',
  unresolved: 'Check again, Leave it',
};

walkScreen({
  model: orderAmendmentModel,
  calls: CALLS,
  // Silence takes half a minute; a 401 leaves the page. The panel has read the rules.
  happens: (name) => !/silence|: 401$|signed out|without rules/.test(name),
  key: ({ value, context: { fault, failure } }) => [value, fault?.code, failure?.text],
  open: async (page, variant) => {
    await pretendSession(page, {});
    await page.clock.install();
    await page.route(/\/user\/balances/, (route) => route.fulfill({ json: [] }));
    await page.route(/\/order\/orders\/history/, (route) => route.fulfill({ json: [] }));
    await page.route(/\/order\/orders\?.*state=/, (route) => route.fulfill({ json: [ORDERS[variant.name]] }));
    await page.goto('/trade/XMR-BTC');
    await page.getByRole('tab', { name: 'My orders' }).click();
    await expect(page.getByRole('button', { name: 'Amend', exact: true })).toBeVisible();
    await wakeToasts(page);
    await untilRulesRead(page);
    await stopTime(page);
  },
  gestures: {
    begin: async (page) => {
      await hush(page);
      await page.getByRole('button', { name: 'Amend', exact: true }).click();
    },
    edit: (page) => field(page, 'Quantity').fill('1.7'),
    press: press('0.007', '1.509'),
    'press with a code': async (page) => {
      await field(page, 'Two-factor code').fill('123 456');
      await button(page, 'Amend order').click();
    },
    'no price': press('', '1.5'),
    'off the tick': press('0.0065555', '1.5'),
    'too small': press('0.007', '0.005'),
    'no more than filled': press('0.007', '1.00'),
    'hides too much': press('0.007', '2.01'),
    'nothing new': press('0.00600', '2'),
    'no stop price': press('0.007', '1.5', ''),
    'stop price off the tick': press('0.007', '1.5', '0.0055555'),
    'nothing new of a stop': press('0.006', '2.0', '0.00550'),
    'send again': (page) => button(page, 'Send again').click(),
    'check again': async (page) => {
      looksAgain(page);
      await button(page, 'Check again').click();
    },
    dismiss: (page) => page.keyboard.press('Escape'),
  },
  answers: answerSearches(CALLS, [
    'amended',
    'amended and filled',
    'filled as it was',
    'not listed',
    'as it was',
    'cannot be read',
  ]),
  timers: { askedPause: (page) => page.clock.runFor(20_000) },
  facts: (snapshot) => {
    const { fault, failure, order } = snapshot.context;
    const isOpen = isAmending(snapshot);
    const stage = selectAmendmentStage(snapshot);
    const isStop = order?.stopPrice !== undefined;
    const { below = '', above = '' } = fault?.values ?? {};
    const neighbours = below === '' ? '' : `${below} or ${above}`;
    const words = fault && `${FAULTS[fault.code] ?? fault.code}${neighbours}`;
    const said = fault?.code === 'unchanged' && isStop ? 'Change something first.' : words;
    const isFar = failure?.serverCode === 'TWO_FACTOR_REQUIRED';
    const isFilled = failure?.serverCode === 'ORDER_FILLED';
    const answered = isFilled ? FILLED : (failure?.text ?? 'Failed to amend order');
    const reason = isFar ? FAR : answered;
    const refusal = stage === 'editing' && failure ? reason : null;
    return {
      title: !isOpen ? null : `Amend ${order?.side ?? ''} order, XMR/BTC`,
      fault: isFar ? 'Enter the code shown in your app.' : fault && fault.field !== 'form' ? said : null,
      note: !isOpen ? null : (NOTES[stage] ?? (fault?.field === 'form' ? said : refusal)),
      buttons: isOpen ? (BUTTONS[stage] ?? '') : '',
      mayType: isOpen && (stage === 'editing' || stage === 'held'),
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const dialog = document.querySelector('[role="dialog"]');
      const all = (selector: string): Element[] => [...(dialog?.querySelectorAll(selector) ?? [])];
      const notes = all('[role="status"], [role="alert"]').map(({ textContent }) => textContent);
      return {
        title: dialog?.querySelector('h2')?.textContent ?? null,
        fault: all('[class*="Input-error"]')[0]?.textContent ?? null,
        // Whether it keeps its place depends on the text alone.
        note: notes.find((text) => text !== '' && !/^The order (keeps|goes|waits)/.test(text)) ?? null,
        buttons: all('button')
          .map((one) => `${one.textContent}${(one as HTMLButtonElement).disabled ? ' (disabled)' : ''}`)
          .join(', '),
        mayType: all('input:not([disabled])').length > 0,
      };
    }),
});
