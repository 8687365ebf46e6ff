import type { Page } from '@playwright/test';
import type { BookChange } from '../../src/machines/addressBook/addressBook.machine.ts';
import { addressBookModel } from '../models/addressBook.model.ts';
import { heldWithdrawalModel } from '../models/heldWithdrawal.model.ts';
import { english } from '../e2e/support/english.ts';
import { History, serve } from '../e2e/support/histories.ts';
import { readButtons, readTexts } from '../e2e/support/reading.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { answerSearches } from '../e2e/support/searches.ts';
import { openRow } from '../e2e/support/account.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';

// Waiting things: a withdrawal for its release, and addresses of the book.

const WAITS = {
  withdrawal_id: 'w1',
  coin_ticker: 'BTC',
  amount: '3',
  fee: '0.0001',
  state: 'CREATED',
  awaits_release: true,
  address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  created_at: '2026-01-05T12:00:00Z',
};
const CALLS = /\/withdrawals\/w1\/(cancel|status)$/;

walkScreen({
  model: heldWithdrawalModel,
  calls: CALLS,
  open: async (page) => {
    await pretendSession(page, {});
    await page.clock.install();
    await serve(page, 'withdrawals', [WAITS]);
    const history = new History(page, 'withdrawals');
    await history.open();
    await expect(history.rows('Under manual review')).toHaveCount(1);
    await stopTime(page);
  },
  gestures: {
    cancel: async (page) => {
      await new History(page, 'withdrawals').button('Cancel withdrawal').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal', exact: true }).click();
    },
  },
  answers: answerSearches(CALLS, ['found cancelled', 'still waits', 'released', 'cannot be read']),
  facts: (snapshot) => ({
    button: snapshot.hasTag('busy') ? 'Cancelling… (disabled)' : 'Cancel withdrawal',
    isUncertain: snapshot.hasTag('unknown'),
  }),
  read: (page) =>
    page.getByRole('table').evaluate((table) => {
      const button = [...table.querySelectorAll('button')].find(({ textContent }) =>
        textContent.startsWith('Cancel'),
      );
      return {
        button: `${button?.textContent ?? ''}${button?.disabled === true ? ' (disabled)' : ''}`,
        isUncertain: table.textContent.includes('may not be cancelled yet'),
      };
    }),
});

const BOOK = {
  is_on: false,
  off_at: null,
  addresses: [
    { id: 'b1', coin_ticker: 'BTC', address: WAITS.address, label: 'Hot', usable_at: '2026-01-05T12:00:00Z' },
  ],
};
const say = (key: string): string => english('account', `security.book.${key}`);
const bookOf = (page: Page) => page.getByRole('region', { name: 'Address book' });
const field = (page: Page, name: string) => bookOf(page).getByLabel(name, { exact: true });

walkScreen({
  model: addressBookModel,
  shows: bookOf,
  calls: /\/user\/address-book\/(switch|addresses)/,
  // Codes, and a book that is on, are seen in held.spec.ts.
  happens: (name) => !/with a code$|^keep/.test(name),
  open: async (page) => {
    await pretendSession(page, {});
    await page.route(/\/user\/address-book$/, (route) => route.fulfill({ json: BOOK }));
    await page.goto('/security');
    await openRow(page, 'Address book');
    await expect(bookOf(page).getByText('Hot')).toBeVisible();
    await expect(field(page, 'Label')).toBeVisible();
  },
  gestures: {
    'switch on': async (page) => {
      await field(page, 'Your password').fill('canary-Pass1');
      await bookOf(page).getByRole('button', { name: 'Switch on' }).click();
    },
    add: async (page) => {
      await field(page, 'Coin').selectOption('BTC');
      await field(page, 'Label').fill('Cold');
      await field(page, 'Address').fill(WAITS.address);
      await bookOf(page).getByRole('button', { name: 'Add address' }).click();
    },
    remove: (page) => bookOf(page).getByRole('button', { name: 'Remove Hot' }).click(),
    edit: (page) => field(page, 'Label').pressSequentially('x'),
  },
  facts: ({ context: { kind, failure, isLost }, ...snapshot }) => {
    const isPassword = kind === 'switch' && failure?.serverCode === 'WRONG_PASSWORD';
    const refusal =
      failure && !isLost ? (isPassword ? 'The current password is incorrect.' : failure.text) : '';
    const saidTo = (form: BookChange['kind']): string => (kind === form ? (refusal ?? '') : '');
    return {
      buttons: ['Switch on', 'Add address', 'Remove Hot']
        .map((name) => (snapshot.hasTag('busy') ? `${name} (disabled)` : name))
        .join(', '),
      texts: [
        'Address book',
        say('lead'),
        isLost ? say('lost') : '',
        'Off',
        say('offText'),
        saidTo('switch'),
        'New address',
        saidTo('add'),
        saidTo('remove'),
        `Hot BTC${WAITS.address}`,
      ]
        .filter((text) => text !== '')
        .join(' | '),
    };
  },
  read: async (page) => ({
    buttons: await bookOf(page).evaluateAll(readButtons),
    texts: await bookOf(page).evaluateAll(readTexts),
  }),
});
