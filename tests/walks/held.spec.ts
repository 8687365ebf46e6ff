import type { Page } from '@playwright/test';
import { addressBookModel } from '../models/addressBook.model.ts';
import { heldWithdrawalModel } from '../models/heldWithdrawal.model.ts';
import { History, serve } from '../e2e/support/histories.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { answerSearches } from '../e2e/support/searches.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';

// What waits: a withdrawal for its release, and addresses of the book.

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
    await expect(history.rows('Waiting for release by the exchange')).toHaveCount(1);
    await stopTime(page);
  },
  gestures: {
    cancel: async (page) => {
      await new History(page, 'withdrawals').button('Cancel withdrawal').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal', exact: true }).click();
    },
  },
  answers: answerSearches(CALLS, [
    'lost, cancelled',
    'lost, still waits',
    'lost, released',
    'lost, no answer',
  ]),
  facts: (snapshot) => ({ button: snapshot.hasTag('busy') ? 'Cancelling… (disabled)' : 'Cancel withdrawal' }),
  read: (page) =>
    page.getByRole('table').evaluate((table) => {
      const button = [...table.querySelectorAll('button')].find(({ textContent }) =>
        textContent.startsWith('Cancel'),
      );
      return { button: `${button?.textContent ?? ''}${button?.disabled === true ? ' (disabled)' : ''}` };
    }),
});

const BOOK = {
  is_on: false,
  off_at: null,
  addresses: [
    {
      id: 'b1',
      coin_ticker: 'BTC',
      address: WAITS.address,
      label: 'Hot',
      usable_at: '2026-01-05T12:00:00Z',
    },
  ],
};
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
    await expect(bookOf(page).getByText('Hot')).toBeVisible();
    await expect(field(page, 'Label')).toBeVisible();
  },
  gestures: {
    'switch on': async (page) => {
      await field(page, 'Password for the address book').fill('canary-Pass1');
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
    return {
      isBusy: snapshot.hasTag('busy'),
      isLost,
      password: !isLost && isPassword ? 'The current password is incorrect.' : null,
      refusal: isLost || isPassword ? null : (failure?.text ?? null),
    };
  },
  read: (page) =>
    bookOf(page).evaluate((section) => {
      const password = section.querySelector('input[autocomplete="current-password"]');
      const faultId = password?.getAttribute('aria-describedby')?.split(' ').at(-1);
      const isWrong = password?.getAttribute('aria-invalid') === 'true';
      return {
        isBusy: section.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled ?? false,
        isLost: section.querySelector('[data-kind="warning"]') !== null,
        password: isWrong ? (document.querySelector(`[id="${faultId}"]`)?.textContent ?? null) : null,
        refusal: section.querySelector('[data-kind="failure"]')?.textContent ?? null,
      };
    }),
});
