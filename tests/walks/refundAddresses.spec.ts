import type { Page, Response } from '@playwright/test';
import { coinOf, refundOf } from '../models/deposit.model.ts';
import { NEW as NEW_ADDRESS, refundAddressModel } from '../models/refundAddress.model.ts';
import { LISTS, refundAddressesModel } from '../models/refundAddresses.model.ts';
import { answerTheRest, CoinLists, coinsAnswer, refundsAnswer } from '../e2e/support/coinLists.ts';
import { RefundRow } from '../e2e/support/coins.ts';
import { wordsOf } from '../e2e/support/failureWords.ts';
import { isAsking, watchRequests } from '../e2e/support/openRequests.ts';
import { readButtons, readLocked, readTexts } from '../e2e/support/reading.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { SOON } from '../e2e/support/soon.ts';
import { expect } from '../e2e/support/test.ts';
import { letPageHear, openStopped } from '../e2e/support/time.ts';

/** `settled` when the last save's answer was handled. */
interface Stored {
  btc: string | null;
  settled: Promise<void>;
}

const heldLists = new WeakMap<Page, CoinLists>();
const listsOf = (page: Page): CoinLists => heldLists.get(page) ?? new CoinLists();
const storedBy = new WeakMap<Page, Stored>();

const MAINTENANCE = 'the maintenance page takes over: the end-to-end tests of the wallet see it';

const XMR_ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

async function touchList(page: Page): Promise<void> {
  const xmr = new RefundRow(page, 'XMR');
  await xmr.row.getByRole('button', { name: /^(Add|Edit)$/ }).click();
  await xmr.save(XMR_ADDRESS);
  await expect(xmr.field).toBeHidden();
}

/** XMR is saved at once; other coins wait. */
async function storeXmr(page: Page): Promise<void> {
  await page.route('**/user/refund-address', (route) => {
    const body = route.request().postDataJSON() as { coin_ticker: string };
    return body.coin_ticker === 'XMR' ? route.fulfill({ json: {} }) : route.fallback();
  });
}

const listed = (name: keyof typeof LISTS) => async (page: Page) => {
  await listsOf(page).answerCoins({ json: coinsAnswer([coinOf('BTC'), coinOf('XMR')]) }, false);
  if (!listsOf(page).isRefundsAwaited && (await page.getByRole('table').count()) > 0) await touchList(page);
  await listsOf(page).answerRefunds({ json: refundsAnswer(LISTS[name]) });
};

walkScreen({
  model: refundAddressesModel,
  happens: (name, snapshot) => {
    if (name === 'down') return false;
    if (name === 'refused') return snapshot.matches('gating');
    if (name === 'reload') return snapshot.context.failure !== null;
    if (name === 'one set, but old') return snapshot.matches('listed');
    return !snapshot.matches('unloaded');
  },
  open: async (page) => {
    const held = new CoinLists();
    heldLists.set(page, held);
    await pretendSession(page, {});
    await answerTheRest(page);
    await held.start(page);
    await storeXmr(page);
    await page.goto('/refund-addresses');
  },
  gestures: {
    'nothing set': listed('nothing set'),
    'one set': listed('one set'),
    'one set, but old': async (page, { snapshot }) => {
      const isOneSet = snapshot.context.rows?.some(({ address }) => address !== null) ?? false;
      if (!isOneSet) await listed('one set')(page);
      if (!listsOf(page).isRefundsAwaited) await touchList(page);
      await listsOf(page).answerRefunds({ status: 404, json: { message: 'No such page' } });
    },
    refused: async (page) => {
      await listsOf(page).answerCoins({ status: 404, json: { message: 'No such page' } });
    },
    reload: (page) => page.getByRole('button', { name: 'Reload' }).click(),
  },
  facts: (snapshot) => ({
    waits: snapshot.matches('gating'),
    failed: snapshot.matches('unloaded'),
    isOld: snapshot.matches('listed') && snapshot.context.failure !== null,
    progress: snapshot.context.rows
      ? `${snapshot.context.rows.filter(({ address }) => address !== null).length} of 2 configured`
      : null,
  }),
  read: (page) =>
    page
      .getByRole('main')
      .evaluate((main) => ({
        waits: main.querySelector('p[role="status"]') !== null,
        failed: main.querySelector('[data-kind="failure"]') !== null,
        isOld: main.querySelector('[data-kind="warning"]') !== null,
        progress: /\d of 2 configured/.exec(main.textContent)?.[0] ?? null,
      })),
  unreachable: {
    'refundAddresses.gating | list.failed#0 [isOutage] -> refundAddresses.unloaded': MAINTENANCE,
  },
});

const storedOf = (page: Page): Stored => storedBy.get(page) ?? { btc: null, settled: Promise.resolve() };

/** An unreadable answer changes nothing. */
async function noteStored(stored: Stored, response: Response): Promise<void> {
  const request = response.request();
  if (request.method() === 'DELETE') {
    stored.btc = null;
    return;
  }
  const sent = request.postDataJSON() as { coin_ticker: string; address: string };
  const answer = (await response.json()) as { address?: string; data?: { refund_address: string } };
  if (sent.coin_ticker !== 'BTC' || answer.address !== undefined) return;
  stored.btc = answer.data?.refund_address ?? sent.address;
}

const told = (address: string | null) => async (page: Page) => {
  storedOf(page).btc = address;
  let isHeard = false;
  const isRead = page.waitForResponse(/\/user\/refund-address\/status/).then(() => {
    isHeard = true;
  });
  if ((await page.getByRole('dialog').count()) > 0) {
    // A dialog covers the page, but after sleep the list is stale.
    await page.clock.fastForward(31_000);
    // Repeated, because sleep may end a read.
    const said = async (): Promise<boolean> => {
      if (!isHeard) await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await letPageHear(page);
      return isHeard;
    };
    await expect.poll(said, { intervals: [100] }).toBe(true);
  } else {
    await touchList(page);
  }
  await isRead;
};

const OLD_ADDRESS = refundAddressModel.variants[1]?.input?.address ?? null;
const OTHER_FORM = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const UNREADABLE = 'reads that fail follow one another by the page’s clock: walked on the actor';

const STATUS = /\/user\/refund-address\/status/;
/** Time passes only while no request is open. */
const search =
  (change: (stored: Stored) => unknown) =>
  async (page: Page): Promise<void> => {
    change(storedOf(page));
    const isOver = async (): Promise<boolean> => {
      await letPageHear(page);
      if ((await row(page).row.getByText('Checking whether').count()) === 0) return true;
      if (!isAsking(page)) await page.clock.runFor(1000);
      return false;
    };
    await expect.poll(isOver, SOON).toBe(true);
  };
const row = (page: Page): RefundRow => new RefundRow(page, 'BTC');
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

walkScreen({
  model: refundAddressModel,
  calls: /\/user\/refund-address(\/BTC)?$/,
  happens: (name, snapshot) => {
    // Time passes when another row is saved, and removes the mark; a dialog covers an open request.
    if (name.startsWith('told')) {
      return (
        !snapshot.matches({ resting: 'saved' }) &&
        !snapshot.matches('saving') &&
        !snapshot.matches('removing')
      );
    }
    // A code is asked for where the server offers it: see reauthentication.spec.ts.
    if (name === 'save with a code' || name === 'change: code missing') return false;
    // What the list already has is found there.
    if (name === 'change: not saved') return snapshot.context.address === null;
    // Failed reads follow each other by the page's clock: see the actor's walk and plainOnce.spec.ts.
    return name !== 'change: cannot be read';
  },
  key: ({ value, context }) => [
    value,
    context.address === null,
    context.mistake?.code,
    context.failure !== null,
    context.lost,
  ],
  open: async (page, { input }) => {
    const stored: Stored = { btc: input?.address ?? null, settled: Promise.resolve() };
    storedBy.set(page, stored);
    await pretendSession(page, {});
    await answerTheRest(page);
    await storeXmr(page);
    await page.route(/\/coin\/coins\?/, (route) =>
      route.fulfill({ json: coinsAnswer([coinOf('BTC', { network: 'Bitcoin' }), coinOf('XMR')]) }),
    );
    await page.route(/\/user\/refund-address\/status/, async (route) => {
      await stored.settled;
      await route.fulfill({ json: refundsAnswer([refundOf('BTC', stored.btc), refundOf('XMR', null)]) });
    });
    page.on('response', (response) => {
      const isOfBtc = /\/user\/refund-address(\/BTC)?$/.test(response.url());
      if (isOfBtc && response.ok()) stored.settled = noteStored(stored, response);
    });
    watchRequests(page, STATUS);
    await openStopped(page, '/refund-addresses', row(page).row);
  },
  gestures: {
    edit: (page) =>
      row(page)
        .row.getByRole('button', { name: /^(Add|Edit)$/ })
        .click(),
    type: async (page) => {
      await row(page).field.press('End');
      await row(page).field.press('x');
    },
    cancel: (page) => row(page).button('Cancel').click(),
    save: (page) => row(page).save(` ${NEW_ADDRESS.toUpperCase()} `),
    'save blank': (page) => row(page).save(' \u200b'),
    'save damaged': (page) => row(page).save(NEW_ADDRESS.replace('w508', 'w509')),
    remove: (page) => row(page).button('Remove').click(),
    keep: (page) => dialogButton(page, 'Keep').click(),
    confirm: (page) => dialogButton(page, 'Remove').click(),
    'told none': told(null),
    'told old': told(OLD_ADDRESS),
    'told new': told(NEW_ADDRESS),
  },
  answers: {
    saved: search((stored) => (stored.btc = NEW_ADDRESS)),
    'saved in another form': search((stored) => (stored.btc = OTHER_FORM)),
    gone: search((stored) => (stored.btc = null)),
    'not saved': search(() => undefined),
    'not removed': search(() => undefined),
  },
  unreachable: {
    'refundAddress.saving | change.unknown#0 -> refundAddress.editing': UNREADABLE,
    'refundAddress.removing | change.unknown#0 -> refundAddress.resting': UNREADABLE,
  },
  timers: { savedShown: (page) => page.clock.runFor(2000) },
  facts: (snapshot) => {
    const { address, mistake, failure, lost } = snapshot.context;
    const isTyping = snapshot.matches('editing') || snapshot.matches('saving');
    const mistakes: Readonly<Record<string, string>> = {
      EMPTY: 'Enter an address.',
      CHECKSUM: 'The address is damaged: a character is wrong or missing. Copy it again.',
    };
    const verb = isTyping ? 'saved' : 'removed';
    const isChecking = snapshot.matches({ saving: 'looking' }) || snapshot.matches({ removing: 'looking' });
    const lostWords = {
      absent: `The server did not confirm it, and the address was not ${verb}. You can ${isTyping ? 'save' : 'remove'} it again.`,
      unknown: `The server did not confirm it, and the list could not be loaded. Reload the page to see whether the address was ${verb}.`,
    };
    const failed = lost
      ? lostWords[lost]
      : failure && `The refund address could not be ${verb}. ${wordsOf(failure)}`;
    const off = isChecking ? ' (disabled)' : '';
    const isSending = snapshot.matches({ saving: 'sending' }) || snapshot.matches({ removing: 'sending' });
    const isAsking = snapshot.matches('asking') || snapshot.matches({ removing: 'sending' });
    const dialogOff = isSending ? ' (disabled)' : '';
    return {
      checks: isChecking ? `The server did not confirm it. Checking whether the address was ${verb}…` : null,
      address: isTyping ? null : (address ?? 'Not set'),
      buttons: isTyping
        ? `${snapshot.matches('saving') ? 'Saving… (disabled)' : 'Save'}, Cancel${isSending ? ' (disabled)' : ''}`
        : `${snapshot.matches({ resting: 'saved' }) ? 'Saved (disabled), ' : ''}${address === null ? `Add${off}` : `Edit${off}, Remove${off}`}`,
      dialog: isAsking ? `Keep${dialogOff}, ${isSending ? 'Removing…' : 'Remove'}${dialogOff}` : '',
      asked: isAsking
        ? [
            'Remove refund address?',
            'This refund address for BTC will be removed:',
            address,
            'Without one, you cannot deposit or withdraw BTC.',
          ].join(' | ')
        : '',
      locked: snapshot.matches('saving') ? 'Refund address for BTC' : '',
      status: address === null ? 'Required' : 'Configured',
      fault: mistake ? (mistakes[mistake.code] ?? null) : isChecking ? null : failed,
    };
  },
  read: async (page) => {
    const line = row(page).row;
    return {
      ...(await line.evaluate((one) => {
        const cell = one.querySelector('td');
        return {
          address: cell?.querySelector('input') ? null : (cell?.querySelector('span')?.textContent ?? null),
          checks: cell?.querySelector('[role="status"]')?.textContent ?? null,
          fault: cell?.querySelector('[role="alert"]')?.textContent ?? null,
          status: one.querySelector('[data-label="Status"] span')?.textContent ?? null,
        };
      })),
      buttons: await line.locator('td > span').evaluateAll(readButtons),
      dialog: await page.locator('[role="dialog"]').evaluateAll(readButtons),
      asked: await page.locator('[role="dialog"]').evaluateAll(readTexts),
      locked: await line.evaluateAll(readLocked),
    };
  },
});
