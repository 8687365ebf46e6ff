import type { Page } from '@playwright/test';
import { coinOf, depositModel, lists, refundOf } from '../models/deposit.model.ts';
import { NOW, slatepackDepositModel } from '../models/slatepackDeposit.model.ts';
import { isOutcomeUnknown } from '../../src/domain/failure.ts';
import { answerTheRest, CoinLists, coinsAnswer, refundsAnswer } from '../e2e/support/coinLists.ts';
import { wordsOf } from '../e2e/support/failureWords.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { openStopped } from '../e2e/support/time.ts';

const heldLists = new WeakMap<Page, CoinLists>();
const listsOf = (page: Page): CoinLists => heldLists.get(page) ?? new CoinLists();

const MAINTENANCE = 'the maintenance page takes over: the end-to-end tests of the wallet see it';

const given =
  (key: keyof ReturnType<typeof lists>) => async (page: Page, at: { variant: { name: string } }) => {
    const { coins, refundAddresses } = lists(at.variant.name)[key].facts;
    await listsOf(page).answerCoins({ json: coinsAnswer(coins) });
    await listsOf(page).answerRefunds({ json: refundsAnswer(refundAddresses) });
  };

walkScreen({
  model: depositModel,
  calls: /\/user\/deposit-address(?:\/fresh|\/list\?.*)?$/,
  happens: (name, snapshot) => {
    if (name === 'coins down') return false;
    // They take half a minute each: wallet.spec.ts shows one.
    if (/^makeAddress: (the same|cannot be read)$/.test(name)) return false;
    // Coins are known and not read again; only refund addresses can fail once more.
    if (name === 'reload') return snapshot.context.problem?.what === 'coins';
    return (
      ['retry', 'another'].includes(name) || name.includes(': ') || snapshot.matches({ entering: 'gating' })
    );
  },
  key: ({ value, context }) => [
    value,
    context.problem?.what ?? null,
    context.unmade?.why ?? null,
    context.address?.address ?? null,
  ],
  open: async (page, { name }) => {
    const held = new CoinLists();
    heldLists.set(page, held);
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
    another: (page) => page.getByRole('button', { name: 'New address' }).click(),
  },
  facts: (snapshot, variant) => {
    const { problem, address, unmade } = snapshot.context;
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
      problem: problem
        ? `${titles[problem.what]}${problem.failure ? wordsOf(problem.failure) : ''}${buttons.replace(', ', '')}`
        : snapshot.matches({ showing: 'idle' }) && unmade && unmade.why !== 'unknown'
          ? unmade.why === 'absent'
            ? 'No new address was created. Try again.'
            : wordsOf(unmade.failure ?? { code: 'internal', retryable: false })
          : null,
      isUncertain: snapshot.matches({ showing: 'idle' }) && unmade?.why === 'unknown',
      fresh: snapshot.matches({ showing: { making: 'sending' } })
        ? 'Creating your address…'
        : snapshot.matches({ showing: { making: 'looking' } })
          ? 'Looking for your address…'
          : snapshot.matches('showing')
            ? 'New address'
            : null,
      address: address?.address ?? null,
      asksForSlatepack: snapshot.matches('exchanging') && variant.name === 'GRIN',
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const main = document.querySelector('main');
      const hasLeft = !location.pathname.startsWith('/deposit/');
      if (hasLeft) {
        return {
          hasLeft,
          waits: null,
          problem: null,
          isUncertain: false,
          fresh: null,
          address: null,
          asksForSlatepack: false,
        };
      }
      const area = [...(main?.querySelectorAll('textarea') ?? [])];
      const status = [...(main?.querySelectorAll(':is(p, .skeleton)[role="status"]') ?? [])].map(
        (one) => one.textContent,
      );
      return {
        hasLeft,
        waits: status[0] ?? null,
        problem: main?.querySelector('[data-kind="failure"]')?.textContent ?? null,
        isUncertain: (main?.textContent ?? '').includes('The server did not confirm the new address.'),
        fresh: main?.querySelector('[data-fresh]')?.textContent ?? null,
        address: area.find((one) => one.readOnly)?.value ?? null,
        asksForSlatepack: area.some((one) => !one.readOnly),
      };
    }),
  unreachable: {
    'deposit.entering | facts.failed#0 [isOutage] -> deposit.entering.unloaded': MAINTENANCE,
    ...Object.fromEntries(
      [
        'deposit.showing.making | makeAddress.absent#0 -> deposit.showing.idle',
        'deposit.showing.making | makeAddress.unknown#0 -> deposit.showing.idle',
      ].map((id) => [id, 'a search that finds nothing is seen on the screen by tests/e2e/wallet.spec.ts']),
    ),
  },
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Slatepack message' });
const submitText = (name: string) => async (page: Page) => {
  const one = slatepackDepositModel.variants[0]?.events.find((event) => event.name === name);
  const event = one?.event as { privateText: string };
  // All deposits of the model start at the same time.
  await page.clock.setSystemTime(NOW);
  await field(page).fill(event.privateText);
  await page.getByRole('button', { name: 'Submit slatepack' }).click();
};
const MINUTE = 60_000;
const RESUMED = {
  resuming: 'Loading your deposit…',
  unread: 'The status of your GRIN deposit could not be loaded.',
  settled: 'This deposit is no longer waiting for your wallet.',
};
const WAITING = { deposit_id: 'd1', currency: 'GRIN', state: 'CREATED', monitoring_state: 'NOT_CHECKED' };
/** The panel of a signed slatepack also asks for the deposit's status: it still waits. */
const signedPages = new WeakSet<Page>();

walkScreen({
  model: slatepackDepositModel,
  shows: (page) => page.getByRole('region', { name: 'GRIN deposit' }),
  calls: /\/deposit\/deposits\/(?:grin\/receive|d1\/status)$/,
  adapt: (page, reply) => {
    if (JSON.stringify(reply.body ?? '').includes('BEGINSLATEPACK')) signedPages.add(page);
    return reply;
  },
  open: async (page, { input }) => {
    const isResumed = typeof input?.resumed === 'string';
    await pretendSession(page, {});
    await answerTheRest(page);
    await page.route(/\/coin\/coins\?/, (route) =>
      route.fulfill({ json: coinsAnswer([coinOf('GRIN', { minDepositAmount: '0.1' })]) }),
    );
    await page.route(/\/user\/refund-address\/status/, (route) =>
      route.fulfill({ json: refundsAnswer([refundOf('GRIN', 'grin1')]) }),
    );
    await page.route('**/deposit/deposits/d1/status', (route) =>
      signedPages.has(page) ? route.fulfill({ json: WAITING }) : route.fallback(),
    );
    await page.route(/\/deposits\/user\/history\?/, (route) =>
      route.fulfill({ json: isResumed ? [{ ...WAITING, expires_at: NOW + 45 * MINUTE }] : [] }),
    );
    await openStopped(page, '/deposit/GRIN', field(page));
    if (!isResumed) return;
    await page.clock.setSystemTime(NOW);
    await page.getByRole('link', { name: 'Resume deposit' }).click();
  },
  gestures: {
    submit: submitText('submit'),
    'submit encrypted': submitText('submit encrypted'),
    'submit nothing': submitText('submit nothing'),
    'submit a reply': submitText('submit a reply'),
    'submit the answer': submitText('submit the answer'),
    'submit damaged': submitText('submit damaged'),
    edit: (page) => field(page).fill('x'),
    retry: (page) => page.getByRole('button', { name: 'Check again' }).click(),
    'start over': (page) => page.getByRole('button', { name: 'Make another deposit' }).click(),
    'half an hour passed': (page) => page.clock.fastForward(30 * MINUTE),
    'the window closed': (page) => page.clock.fastForward(45 * MINUTE),
    'woke after the end': (page) => page.clock.fastForward(61 * MINUTE),
  },
  facts: (snapshot) => {
    const { mistake, failure, signed, resumed } = snapshot.context;
    const hasForm = resumed === null;
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
      hasForm &&
      (isOutcomeUnknown(failure)
        ? 'The server did not confirm the deposit, but may have received it. Check the latest deposits below. Your message is still here.'
        : `Failed to process slatepack. Please fix and resubmit.${wordsOf(failure)}`);
    return {
      resumed:
        Object.entries(RESUMED).find(([state]) => snapshot.matches(state as keyof typeof RESUMED))?.[1] ??
        null,
      isLocked: hasForm ? !snapshot.matches('pasting') : null,
      button: signed || !hasForm ? null : snapshot.matches('submitting') ? 'Submitting…' : 'Submit slatepack',
      fault: mistake ? (mistakes[mistake.code] ?? null) : failed || null,
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
    page.getByRole('region', { name: 'GRIN deposit' }).evaluate((region, sayings) => {
      const message = region.querySelector<HTMLTextAreaElement>('form textarea');
      const signed = [...region.querySelectorAll('textarea')].find((one) => one !== message);
      const faults = [...region.querySelectorAll('[data-kind="failure"]')].map((one) => one.textContent);
      const clock = region.querySelector('[data-phase]')?.getAttribute('data-phase') ?? null;
      return {
        resumed: sayings.find((one) => region.textContent.includes(one)) ?? null,
        isLocked: message?.readOnly ?? null,
        button: region.querySelector('button[type="submit"]')?.textContent ?? null,
        fault: faults.join() === '' ? null : faults.join(),
        signed: signed?.value ?? null,
        window: clock ?? (signed ? 'closed' : null),
      };
    }, Object.values(RESUMED)),
});
