import type { Page, Response } from '@playwright/test';
import { coinOf, depositModel, lists, refundOf } from '../../paths/deposit/deposit.model.ts';
import { feesFeedModel, frameOf } from '../../paths/feesFeed/feesFeed.model.ts';
import { refundAddressModel } from '../../paths/refundAddress/refundAddress.model.ts';
import { LISTS, refundAddressesModel } from '../../paths/refundAddresses/refundAddresses.model.ts';
import { NOW, slatepackDepositModel } from '../../paths/slatepackDeposit/slatepackDeposit.model.ts';
import { isOutcomeUnknown, type Failure } from '../../../src/domain/failure.ts';
import type { EventCase } from '../../paths/tools/explore.ts';
import { answerTheRest, CoinLists, coinsAnswer, refundsAnswer } from '../support/coinLists.ts';
import { RefundRow } from '../support/coins.ts';
import { FeeSocket } from '../support/feeSocket.ts';
import { isAsking, watchRequests } from '../support/openRequests.ts';
import { pretendSession, walkScreen } from '../support/screenWalk.ts';
import { SOON } from '../support/soon.ts';
import { expect } from '../support/test.ts';
import { letPageHear, openStopped } from '../support/time.ts';

const WORDS: Readonly<Record<string, string>> = {
  server: 'Server error. Try again in a moment.',
  unreachable: 'Cannot reach the server. Check your connection.',
  unreadable: 'The server sent a response that could not be read.',
};
const wordsOf = ({ text, code }: Failure): string => text ?? WORDS[code] ?? code;

/** What the server has stored of BTC; settled once the last saving's answer was looked at. */
interface Stored {
  btc: string | null;
  /** Its list cannot be read. */
  isDown?: boolean;
  settled: Promise<void>;
}

/** What a walk keeps beside the page: its other ends. */
const kept = new WeakMap<Page, { lists?: CoinLists; socket?: FeeSocket; stored?: Stored }>();
const listsOf = (page: Page): CoinLists => kept.get(page)?.lists ?? new CoinLists();
const socketOf = (page: Page): FeeSocket => kept.get(page)?.socket ?? new FeeSocket(page);

const MAINTENANCE = 'the maintenance page takes over: the end-to-end tests of the wallet see it';

// ---- the fees feed ----

const news = (name: string): EventCase<typeof feesFeedModel.machine> | undefined =>
  feesFeedModel.variants[0]?.events.find((one) => one.name === name);
const tell =
  (name: string) =>
  (page: Page): Promise<void> =>
    socketOf(page).send((number) => frameOf(news(name)?.event ?? { type: '' }, number));

walkScreen({
  model: feesFeedModel,
  open: async (page) => {
    const socket = new FeeSocket(page);
    kept.set(page, { socket });
    await socket.start();
    await openStopped(page, '/fees');
    await socket.subscribed();
  },
  gestures: {
    'all of one': tell('all of one'),
    'all of both': tell('all of both'),
    'news of another': tell('news of another'),
    'not available': (page) =>
      socketOf(page).send(() => ({ type: 'error', code: 'FEE_DATA_NOT_AVAILABLE', message: 'None yet' })),
    'link lost': (page) => socketOf(page).cut(),
    'link opened': async (page) => {
      await socketOf(page).cut();
      await socketOf(page).reopen();
    },
    retry: (page) => page.getByRole('button', { name: 'Try again' }).click(),
  },
  timers: { patience: (page) => page.clock.fastForward(10_000) },
  facts: ({ value, context }) => ({
    status: value,
    coins: Object.values(context.fees)
      .map(({ symbol, medium }) => `${symbol} ${medium.price}`)
      .sort()
      .join(),
  }),
  read: (page) =>
    page.getByRole('main').evaluate((main) => ({
      status: main.querySelector('[data-status]')?.getAttribute('data-status') ?? 'live',
      coins: [...main.querySelectorAll('li[aria-labelledby^="fees-"]')]
        .map((card) => {
          const price = [...card.querySelectorAll('dd')].map(
            (dd) => /^([\d.]+) sat\/vB/.exec(dd.textContent)?.[1],
          );
          return `${card.querySelector('h3')?.textContent} ${price.find((one) => one !== undefined)}`;
        })
        .sort()
        .join(),
    })),
});

// ---- the deposit page ----

const given =
  (key: keyof ReturnType<typeof lists>) => async (page: Page, at: { variant: { name: string } }) => {
    const { coins, refundAddresses } = lists(at.variant.name)[key].facts;
    await listsOf(page).answerCoins({ json: coinsAnswer(coins) });
    await listsOf(page).answerRefunds({ json: refundsAnswer(refundAddresses) });
  };

walkScreen({
  model: depositModel,
  calls: '**/user/deposit-address',
  happens: (name, snapshot) => {
    if (name === 'coins down') return false;
    // The coins are known then, and are not read again: only the refund addresses can fail once more.
    if (name === 'reload') return snapshot.context.problem?.what === 'coins';
    return name === 'retry' || name.includes(': ') || snapshot.matches({ entering: 'gating' });
  },
  key: ({ value, context }) => [value, context.problem?.what ?? null],
  open: async (page, { name }) => {
    const held = new CoinLists();
    kept.set(page, { lists: held });
    await pretendSession(page, {});
    await answerTheRest(page);
    await held.start(page);
    await page.goto(`/deposit/${name}`);
  },
  gestures: {
    open: given('open'),
    'needs none': given('unrequired'),
    'unknown coin': given('unknown'),
    'disabled, and no refund address': given('disabled'),
    'no refund address': given('missing'),
    'coins garbled': (page) => listsOf(page).answerCoins({ json: { items: 7 } }),
    'refunds garbled': async (page, { variant }) => {
      await listsOf(page).answerCoins({ json: coinsAnswer([coinOf(variant.name)]) });
      await listsOf(page).answerRefunds({ json: { coins: 7 } });
    },
    reload: (page) => page.getByRole('button', { name: 'Reload' }).click(),
    retry: (page) => page.getByRole('button', { name: 'Retry' }).click(),
  },
  facts: (snapshot, variant) => {
    const { problem, address } = snapshot.context;
    const titles = {
      coins: 'Failed to fetch coin info',
      refundAddresses: 'Failed to fetch refund addresses',
      noAddress: 'No address was returned',
      address: 'Failed to create a deposit address',
    };
    const buttons = snapshot.matches({ entering: 'unloaded' })
      ? 'Reload'
      : snapshot.matches('uncreated')
        ? 'Retry, Back to wallet'
        : '';
    return {
      hasLeft: snapshot.matches('leaving'),
      waits: snapshot.matches({ entering: 'gating' })
        ? 'Loading…'
        : snapshot.matches('requesting')
          ? 'Creating your address…'
          : null,
      problem:
        problem &&
        `${titles[problem.what]}${problem.failure ? wordsOf(problem.failure) : ''}${buttons.replace(', ', '')}`,
      address: address?.address ?? null,
      asksForSlatepack: snapshot.matches('exchanging') && variant.name === 'GRIN',
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      const hasLeft = !location.pathname.startsWith('/deposit/');
      if (hasLeft) {
        return { hasLeft, waits: null, problem: null, address: null, asksForSlatepack: false };
      }
      const area = [...(main?.querySelectorAll('textarea') ?? [])];
      const status = [...(main?.querySelectorAll('p[role="status"]') ?? [])].map((one) => one.textContent);
      return {
        hasLeft,
        waits: status[0] ?? null,
        problem: main?.querySelector('[data-kind="failure"]')?.textContent ?? null,
        address: area.find((one) => one.readOnly)?.value ?? null,
        asksForSlatepack: area.some((one) => !one.readOnly),
      };
    }),
  unreachable: {
    'deposit.entering | facts.failed#0 [isOutage] -> deposit.entering.unloaded': MAINTENANCE,
  },
});

// ---- the refund addresses page ----

const XMR_ADDRESS =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';

/** Another row is saved: the list is read anew. */
async function touchList(page: Page): Promise<void> {
  const xmr = new RefundRow(page, 'XMR');
  await xmr.row.getByRole('button', { name: /^(Add|Edit)$/ }).click();
  await xmr.save(XMR_ADDRESS);
  await expect(xmr.field).toBeHidden();
}

/** Savings of XMR succeed at once; all others go on to whoever holds them. */
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
    kept.set(page, { lists: held });
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
      // The list that is kept is the last one that came.
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
    page.getByRole('main').evaluate((main) => ({
      waits: main.querySelector('p[role="status"]') !== null,
      failed: main.querySelector('[data-kind="failure"]') !== null,
      isOld: main.querySelector('[data-kind="warning"]') !== null,
      progress: /\d of 2 configured/.exec(main.textContent)?.[0] ?? null,
    })),
  unreachable: {
    'refundAddresses.gating | list.failed#0 [isOutage] -> refundAddresses.unloaded': MAINTENANCE,
  },
});

// ---- the refund address of one coin ----

const storedOf = (page: Page): Stored => kept.get(page)?.stored ?? { btc: null, settled: Promise.resolve() };

/** What the list will say of BTC after an answer; one that cannot be read says nothing. */
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

/** The list says something else of BTC, and is read. */
const told = (address: string | null) => async (page: Page) => {
  storedOf(page).btc = address;
  let isHeard = false;
  const isRead = page.waitForResponse(/\/user\/refund-address\/status/).then(() => {
    isHeard = true;
  });
  if ((await page.getByRole('dialog').count()) > 0) {
    // The page behind the question cannot be touched; but a computer that slept reads what is old now.
    await page.clock.fastForward(31_000);
    // Said until it is heard: a read that the sleep has ended is not done with it at once.
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

const savedAddress = refundAddressModel.variants[0]?.outcomes?.['save']?.[0] as { done: { value: string } };
const OLD_ADDRESS = refundAddressModel.variants[1]?.input?.address ?? null;
const NEW_ADDRESS = savedAddress.done.value;
const OTHER_FORM = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const UNREADABLE = 'reads that fail follow one another by the page’s clock: walked on the actor';
const DEFECT = 'a defect of this client: no answer of a server leads there';

const STATUS = /\/user\/refund-address\/status/;
/** Lets time pass, a second at a time while nothing is on its way, until the search for a lost write has ended. */
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
    // Time passes where another row is saved, and the mark goes with it; a request that runs stands behind the question.
    if (name.startsWith('told')) {
      return (
        !snapshot.matches({ resting: 'saved' }) &&
        !snapshot.matches('saving') &&
        !snapshot.matches({ removing: 'sending' }) &&
        !snapshot.matches({ removing: 'finding' })
      );
    }
    // What the list says already is found there.
    if (name === 'reconcileWrite: not saved') return snapshot.context.address !== NEW_ADDRESS;
    // Reads that fail follow one another by the page's clock: walked on the actor, and seen in plainOnce.spec.ts.
    return name !== 'reconcileWrite: a defect' && name !== 'reconcileWrite: no answer';
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
    kept.set(page, { stored });
    await pretendSession(page, {});
    await answerTheRest(page);
    await storeXmr(page);
    await page.route(/\/coin\/coins\?/, (route) =>
      route.fulfill({ json: coinsAnswer([coinOf('BTC', { network: 'Bitcoin' }), coinOf('XMR')]) }),
    );
    await page.route(/\/user\/refund-address\/status/, async (route) => {
      await stored.settled;
      if (stored.isDown) return route.abort('connectionreset');
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
    'no answer': async (page, at, invokeId) => {
      if (invokeId !== 'reconcileWrite') return at.network.answer('noAnswer');
      storedOf(page).isDown = true;
      await search(() => undefined)(page);
      storedOf(page).isDown = false;
    },
  },
  unreachable: {
    'refundAddress.saving.finding | xstate.error.actor.reconcileWrite#0 -> refundAddress.editing': DEFECT,
    'refundAddress.removing.finding | xstate.error.actor.reconcileWrite#0 -> refundAddress.resting': DEFECT,
    'refundAddress.saving.finding | xstate.done.actor.reconcileWrite#2 -> refundAddress.editing': UNREADABLE,
    'refundAddress.removing.finding | xstate.done.actor.reconcileWrite#2 -> refundAddress.resting':
      UNREADABLE,
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
    const isChecking = snapshot.matches({ saving: 'finding' }) || snapshot.matches({ removing: 'finding' });
    const lostWords = {
      absent: `The server did not confirm it, and the address was not ${verb}. You can ${isTyping ? 'save' : 'remove'} it again.`,
      unknown: `The server did not confirm it, and the list cannot be read: it is not known whether the address was ${verb}.`,
    };
    const failed = lost
      ? lostWords[lost]
      : failure && `The refund address could not be ${verb}. ${wordsOf(failure)}`;
    return {
      checks: isChecking ? `The server did not confirm it. Checking whether the address was ${verb}…` : null,
      address: isTyping ? null : (address ?? 'Not set'),
      buttons: isTyping
        ? `${snapshot.matches('saving') ? 'Saving…' : 'Save'}, Cancel`
        : `${snapshot.matches({ resting: 'saved' }) ? 'Saved, ' : ''}${address === null ? 'Add' : 'Edit, Remove'}`,
      dialog:
        snapshot.matches('removing') && !isChecking
          ? `Keep, ${snapshot.matches({ removing: 'sending' }) ? 'Removing…' : 'Remove'}`
          : null,
      fault: mistake ? (mistakes[mistake.code] ?? null) : isChecking ? null : failed,
    };
  },
  read: (page) =>
    row(page).row.evaluate((line) => {
      const names = (root: Element | null): string[] =>
        [...(root?.querySelectorAll('button') ?? [])].map((button) => button.textContent);
      const dialog = line.querySelector('dialog');
      const asked = names(dialog);
      const all = names(line);
      const cell = line.querySelector('td');
      return {
        address: cell?.querySelector('input') ? null : (cell?.querySelector('span')?.textContent ?? null),
        buttons: all.slice(0, all.length - asked.length).join(', '),
        dialog: dialog ? asked.join(', ') : null,
        checks: cell?.querySelector('[role="status"]')?.textContent ?? null,
        fault: cell?.querySelector('[role="alert"]')?.textContent ?? null,
      };
    }),
});

// ---- a GRIN deposit ----

const field = (page: Page) => page.getByRole('textbox', { name: 'Slatepack message' });
const submitText = (name: string) => async (page: Page) => {
  const one = slatepackDepositModel.variants[0]?.events.find((event) => event.name === name);
  const event = one?.event as { privateText: string };
  // Every deposit of the model begins at the same hour.
  await page.clock.setSystemTime(NOW);
  await field(page).fill(event.privateText);
  await page.getByRole('button', { name: 'Submit slatepack' }).click();
};
const MINUTE = 60_000;

walkScreen({
  model: slatepackDepositModel,
  calls: '**/deposit/deposits/grin/receive',
  open: async (page) => {
    await pretendSession(page, {});
    await answerTheRest(page);
    await page.route(/\/coin\/coins\?/, (route) =>
      route.fulfill({ json: coinsAnswer([coinOf('GRIN', { minDepositAmount: '0.1' })]) }),
    );
    await page.route(/\/user\/refund-address\/status/, (route) =>
      route.fulfill({ json: refundsAnswer([refundOf('GRIN', 'grin1')]) }),
    );
    await page.route('**/deposit/deposits/d1/status', (route) =>
      route.fulfill({ json: { state: 'CREATED', monitoring_state: 'NOT_CHECKED' } }),
    );
    await openStopped(page, '/deposit/GRIN', field(page));
  },
  gestures: {
    submit: submitText('submit'),
    'submit encrypted': submitText('submit encrypted'),
    'submit nothing': submitText('submit nothing'),
    'submit a reply': submitText('submit a reply'),
    'submit the answer': submitText('submit the answer'),
    'submit damaged': submitText('submit damaged'),
    edit: (page) => field(page).fill('x'),
    'start over': (page) => page.getByRole('button', { name: 'Make another deposit' }).click(),
    'half an hour passed': (page) => page.clock.fastForward(30 * MINUTE),
    'the window closed': (page) => page.clock.fastForward(45 * MINUTE),
    'woke after the end': (page) => page.clock.fastForward(61 * MINUTE),
  },
  facts: (snapshot) => {
    const { mistake, failure, signed } = snapshot.context;
    const mistakes: Readonly<Record<string, string>> = {
      EMPTY: 'Slatepack message is required. Please paste a valid slatepack message.',
      WRONG_STAGE_REPLY:
        'This is a reply (step 2), not a payment. If you got it here, finalize it in your wallet. If it is the reply for your withdrawal, open the withdrawal page. To deposit, create a new payment with “send” and paste that message.',
      WRONG_STAGE_OWN:
        'This is the signed slatepack that we gave you. Paste it into your wallet and finalize it there. Nothing more is needed here.',
      CHECKSUM: 'The message is damaged: characters are missing or changed. Copy it again from your wallet.',
    };
    const failed =
      failure &&
      (isOutcomeUnknown(failure)
        ? 'The server did not confirm the deposit, but it may have received it: the latest deposits below show whether it did. Your message is still here.'
        : `Failed to process slatepack. Please fix and resubmit.${wordsOf(failure)}`);
    return {
      isLocked: !snapshot.matches('pasting'),
      button: signed ? null : snapshot.matches('submitting') ? 'Submitting…' : 'Submit slatepack',
      fault: mistake ? (mistakes[mistake.code] ?? null) : failed,
      signed: signed?.slatepack ?? null,
      window: snapshot.matches({ signed: 'safe' })
        ? 'safe'
        : snapshot.matches({ signed: 'closing' })
          ? 'closing'
          : signed
            ? 'closed'
            : null,
    };
  },
  read: (page) =>
    page.getByRole('region', { name: 'GRIN deposit' }).evaluate((region) => {
      const [message, signed] = region.querySelectorAll('textarea');
      const faults = [...region.querySelectorAll('[data-kind="failure"]')].map((one) => one.textContent);
      const clock = region.querySelector('[data-phase]')?.getAttribute('data-phase') ?? null;
      return {
        isLocked: message?.readOnly ?? false,
        button: region.querySelector('button[type="submit"]')?.textContent ?? null,
        fault: faults.join() === '' ? null : faults.join(),
        signed: signed?.value ?? null,
        window: clock ?? (signed ? 'closed' : null),
      };
    }),
});
