import type { Page, Route } from '@playwright/test';
import type { AddressFault } from '../../src/domain/address/faults.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { usesSlatepacks } from '../../src/domain/depositGate.ts';
import {
  isGrinRunning,
  selectStep,
  selectView,
  type WithdrawalSnapshot,
} from '../../src/machines/withdrawal/withdrawal.machine.ts';
import {
  selectExchangeView,
  type SlatepackExchangeInput,
  type SlatepackExchangeSnapshot,
  type SlatepackExchangeView,
} from '../../src/machines/withdrawal/slatepackExchange.machine.ts';
import {
  differsFrom,
  faultsOf,
  feeOf,
  hasRunning,
  isTheRunningOne,
  judgeAgain,
  largestDraft,
} from '../../src/machines/withdrawal/withdrawal.rules.ts';
import type { HttpAnswer } from '../../src/services/http/port.ts';
import { createKeptWithdrawals } from '../../src/services/keptWithdrawals.ts';
import * as cases from '../models/withdrawal.model.ts';
import { withdrawalModel } from '../models/withdrawal.model.ts';
import { slatepackExchangeModel } from '../models/slatepackExchange.model.ts';
import { plantDrafts, setDrafts } from '../e2e/support/drafts.ts';
import { english } from '../e2e/support/english.ts';
import { goInPage } from '../e2e/support/inPage.ts';
import { offerAt } from '../e2e/support/withdraw.ts';
import { ScriptedFeed } from '../e2e/support/scriptedFeed.ts';
import {
  pretendSession,
  WALKER,
  walkScreen,
  type Facts,
  type WalkContext,
} from '../e2e/support/screenWalk.ts';
import { answerSearches, looksAgain } from '../e2e/support/searches.ts';
import { SOON } from '../e2e/support/soon.ts';
import { expect } from '../e2e/support/test.ts';
import { letPageHear, openStopped } from '../e2e/support/time.ts';

type At = WalkContext<typeof withdrawalModel.machine>;

interface Around {
  readonly feed: ScriptedFeed;
  readonly ticker: string;
  readonly held: Route[];
  facts: cases.FactsName | 'failing' | null;
}
const arounds = new WeakMap<Page, Around>();
function around(page: Page): Around {
  const found = arounds.get(page);
  if (!found) throw new Error('the page was not opened by the walk');
  return found;
}

/** Needed before the form opens. */
const READ_FIRST = ['/coin/coins', '/user/balances', '/user/refund-address/status'];

const areAllAsked = ({ held }: Around): boolean =>
  READ_FIRST.every((path) => held.some((route) => new URL(route.request().url()).pathname.endsWith(path)));

async function answerRead({ ticker, facts }: Around, route: Route): Promise<void> {
  if (facts === null) return;
  const url = route.request().url();
  if (facts === 'failing') {
    await route.fulfill({ status: 200, contentType: 'application/json', body: 'no JSON' });
  } else if (url.includes('/coin/coins')) {
    const coin = {
      ticker,
      name: ticker,
      decimal_places: 8,
      min_withdrawal_amount: '0.001',
      is_withdrawal_enabled: facts !== 'switched off',
      refund_address_required: facts === 'no refund address',
    };
    await route.fulfill({ json: { items: facts === 'no such coin' ? [] : [coin] } });
  } else if (url.includes('/user/balances')) {
    const available = cases.factsOf(ticker)[facts].balance;
    await route.fulfill({ json: [{ currency: ticker, available, in_orders: '0' }] });
  } else {
    await route.fulfill({ json: { coins: [] } });
  }
}

function sendFees({ feed, ticker, facts }: Around): void {
  const fee = facts === null || facts === 'failing' ? '0.0001' : cases.factsOf(ticker)[facts].fee;
  const known = { [ticker]: { priorities: { medium: { fee, price: '1', blocks: 3 } } } };
  feed.send({ type: 'fees', fees: fee === null ? {} : known });
}

async function tell(page: Page, facts: Around['facts']): Promise<void> {
  const here = around(page);
  const isFirst = here.facts === null || here.facts === 'failing';
  // The first reads must have arrived before later ones are answered at once.
  if (isFirst) await expect.poll(() => areAllAsked(here), SOON).toBe(true);
  here.facts = facts;
  await expect.poll(() => here.feed.sent, SOON).toContain('subscribe_fees');
  sendFees(here);
  if (isFirst) {
    for (const route of here.held.splice(0)) await answerRead(here, route);
  } else if (facts === 'poor' || facts === 'broke') {
    // Balances are read every half minute; an invisible change is awaited by its answer.
    const isRead = page.waitForEvent('requestfinished', (request) => /\/user\/balances/.test(request.url()));
    await page.clock.runFor(31_000);
    await isRead;
    await letPageHear(page);
  }
}

async function open(page: Page, { input }: At['variant']): Promise<void> {
  const { ticker = '', kept = null, chosen = null } = input ?? {};
  const feed = new ScriptedFeed(page);
  const here: Around = { feed, ticker, held: [], facts: null };
  arounds.set(page, here);
  const { takesCode = false } = input ?? {};
  await pretendSession(page, { two_factor_enabled: takesCode });
  await offerAt(page, {
    reauthentication: takesCode,
    idempotencyKeys: true,
    feeQuotes: input?.fixesFee ?? false,
    withdrawalCancel: input?.canCancel ?? false,
  });
  await feed.start();
  await page.route(/\/(coin\/coins|user\/balances|user\/refund-address\/status)/, async (route) => {
    if (here.facts === null) here.held.push(route);
    else await answerRead(here, route);
  });
  if (kept) {
    await plantDrafts(page, (drafts) => createKeptWithdrawals(drafts).keep(WALKER, kept));
  }
  if (chosen !== null) {
    // As the router keeps a link's state.
    await page.addInitScript((resume) => history.replaceState({ usr: { resume }, key: 'row' }, ''), chosen);
  }
  await openStopped(page, `/withdraw/${ticker}`, page.getByRole('list', { name: 'Steps' }), cases.NOW);
}

/** From another screen: reads are fresh, and only the variant's initial data is stored. */
async function comeAgain(page: Page, { variant: { input }, network }: Pick<At, 'variant' | 'network'>) {
  const { ticker = '', kept = null, chosen = null } = input ?? {};
  const here = around(page);
  await goInPage(page, '/no/such/page');
  // A link opened in between never had the subscription.
  const isFollowed = () =>
    here.feed.sent.lastIndexOf('subscribe_fees') > here.feed.sent.lastIndexOf('unsubscribe_fees');
  await expect.poll(isFollowed, SOON).toBe(false);
  await network.cut();
  await setDrafts(page, (drafts) => {
    if (kept) createKeptWithdrawals(drafts).keep(WALKER, kept);
  });
  here.facts = 'open';
  await goInPage(page, `/withdraw/${ticker}`, chosen === null ? null : { resume: chosen });
  await expect.poll(() => here.feed.sent.at(-1), SOON).toBe('subscribe_fees');
  sendFees(here);
}

const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
const box = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name, exact: true });

const proceed = (name: cases.TypedName) => async (page: Page) => {
  const { address, amount } = cases.TYPED[name];
  if (!usesSlatepacks(around(page).ticker)) await box(page, 'Address').fill(address);
  await box(page, 'Amount').fill(amount);
  await press('Continue')(page);
};
const reply =
  (name: cases.ReplyName) =>
  async (page: Page): Promise<void> => {
    await box(page, 'Signed slatepack').fill(cases.REPLIES[name]);
    await press('Finalize')(page);
  };
const typeCode = (page: Page): Promise<void> => box(page, 'Two-factor code').fill('123 456');
const confirm = (page: Page): Promise<void> =>
  // Without a known fee the button announces that it does nothing; pressing it all the same is walked too.
  page
    .getByRole('main')
    .getByRole('button', { name: 'Confirm withdrawal', exact: true })
    .click({ force: true });
const BUTTONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  resume: { form: 'Resume withdrawal', confirming: 'Resume withdrawal', failed: 'Back to the slatepack' },
  leave: {
    looking: 'Stop looking',
    notFound: 'Start over',
    unresolved: 'I have checked the history',
    resumeFailed: 'Back to the form',
  },
  retry: { factsFailed: 'Retry', form: 'Retry', resumeFailed: 'Check again' },
};
const pressOf =
  (gesture: string) =>
  (page: Page, { snapshot }: At): Promise<void> =>
    press(BUTTONS[gesture]?.[selectView(snapshot)] ?? '?')(page);

const PRESSES = new Set([
  'continue: nothing',
  'continue: private key',
  'continue: nine decimals',
  'continue: below the minimum',
  'continue: a unit too much',
  'continue: calm',
  'continue: the minimum',
  'continue: all of it',
]);
const ANSWERS =
  /: (taken|403 in parts|code used|message|taken without words|still awaited|broadcast|not broadcast|pending|cancelled|404|finalized|422 other slate)$/;
const READS = /^(readBefore|readGrinStatus): /;
/** Results of a look after a lost answer. An unanswered one is like a refused one. */
const LOOKS =
  /: look (finds (it|nothing|message|still awaited|broadcast|pending|cancelled)|meets (404|500))$/;

const canResume = ({ context }: WithdrawalSnapshot): boolean => hasRunning(context);
const isAnotherRunning = (snapshot: WithdrawalSnapshot): boolean =>
  canResume(snapshot) && !isTheRunningOne(snapshot.context);
const canSendAgain = ({ context }: WithdrawalSnapshot): boolean => context.confirmed !== null;
const hasMaximum = ({ context }: WithdrawalSnapshot): boolean => largestDraft(context) !== null;
const isOtherThanConfirmed = ({ confirmed, receipt, ticker }: WithdrawalSnapshot['context']): boolean =>
  confirmed !== null && receipt !== null && differsFrom(confirmed, ticker, receipt);
function happens(name: string, snapshot: WithdrawalSnapshot): boolean {
  const { context } = snapshot;
  const view = selectView(snapshot);
  if (name === 'facts fail') return context.facts === null && context.factsFailure === null;
  if (name.startsWith('facts: ')) return canTell(name.slice('facts: '.length), snapshot);
  if (name.startsWith('continue: ')) {
    return PRESSES.has(name) && context.facts?.fee === '0.0001' && context.facts.balance === '2';
  }
  if (name.startsWith('exchange: ')) return !/found|without/.test(name);
  // From elsewhere it would leave the wizard: there the entry of the form is the first.
  if (name === 'browser back')
    return view === 'confirming' || (view === 'failed' && !usesSlatepacks(context.ticker));
  if (name === 'browser forward') return context.draft !== null;
  if (name === 'resume') return view === 'confirming' ? isAnotherRunning(snapshot) : canResume(snapshot);
  if (name === 'edit') return context.facts?.fee !== null;
  if (name === 'send again') return canSendAgain(snapshot);
  if (name === 'back') return false;
  if (name === 'back to edit') return view === 'confirming';
  // The field shows that a code is missing, and nothing is sent.
  if (name === 'confirm') return !context.offers.takesCode;
  if (name === 'use the maximum') return hasFault(snapshot) && hasMaximum(snapshot);
  return name.includes(': ') ? isAnswered(name, snapshot) : true;
}

const isFinding = (value: WithdrawalSnapshot['value']): boolean =>
  typeof value === 'object' && 'finding' in value;

function isAnswered(name: string, snapshot: WithdrawalSnapshot): boolean {
  const { value } = snapshot;
  const isRepeated = snapshot.matches({ creating: 'resending' });
  if (name.includes(': look ')) return LOOKS.test(name);
  if (name.startsWith('readBefore: ')) return true;
  if (name.startsWith('findWaiting: ')) return !name.includes(': 429');
  const isRead = READS.test(name);
  if (/: 429/.test(name)) return value === 'resuming' || isFinding(value);
  if (name.endsWith(': no answer')) return !isRead || isFinding(value);
  if (name.endsWith(': 500')) return isRead;
  if (name.endsWith(': 409')) return isRepeated;
  if (!ANSWERS.test(name)) return false;
  if (isRepeated) return /: (taken|message|broadcast)$/.test(name);
  return true;
}

/** Lists are not read again while the form is shown. Reads held for a whole GRIN window were given up. */
function canTell(facts: string, { context, value }: WithdrawalSnapshot): boolean {
  if (context.facts === null) return context.factsFailure === null;
  if (['poor', 'broke', 'dearer'].includes(facts)) return value === 'confirming';
  return ['open', 'no fee'].includes(facts) && context.facts.balance === '2';
}

/** A press does nothing, but the button stays, and with it the place of the keyboard. */
const OFF = ' (off)';
const mayConfirm = (snapshot: WithdrawalSnapshot): boolean =>
  feeOf(snapshot.context) !== null && !isAnotherRunning(snapshot) && !hasFault(snapshot);

/** In their order. */
function buttonsOf(snapshot: WithdrawalSnapshot): string[] {
  const { context } = snapshot;
  const resumable = canResume(snapshot);
  switch (selectView(snapshot)) {
    case 'factsFailed':
      return ['Retry'];
    case 'form':
      return [
        ...(resumable ? ['Resume withdrawal'] : []),
        ...(context.facts?.fee === null
          ? ['Retry']
          : ['Decrease amount', 'Increase amount', 'Max', 'Continue']),
      ];
    case 'confirming':
      return [
        ...(hasFault(snapshot) && hasMaximum(snapshot) ? ['Use new maximum'] : []),
        ...(isAnotherRunning(snapshot) ? ['Resume withdrawal'] : []),
        mayConfirm(snapshot) ? 'Confirm withdrawal' : `Confirm withdrawal${OFF}`,
        'Back to edit',
      ];
    case 'submitting':
      return [`Sending…${OFF}`];
    case 'notFound':
      return [...(canSendAgain(snapshot) ? ['Send it again'] : []), 'Check again', 'Start over'];
    case 'unresolved':
      return ['Check again', 'I have checked the history'];
    case 'failed':
      return [...(resumable ? ['Back to the slatepack'] : []), 'Try again'];
    case 'resumeFailed':
      return ['Check again', 'Back to the form'];
    case 'exchanging':
      return [
        'Copy',
        'Finalize',
        ...(context.confirmed ? ['Back to edit'] : []),
        'Back',
        ...(context.offers.canCancel ? ['Cancel withdrawal'] : []),
      ];
    case 'cancelled':
      return ['New withdrawal'];
    case 'looking':
      return ['Stop looking'];
    case 'gating':
    case 'resuming':
    case 'submitted':
    case 'broadcast':
    case 'notBroadcast':
    case 'broadcastUnknown':
      break;
  }
  return [];
}

const HEADINGS: Partial<Record<ReturnType<typeof selectView>, string>> = {
  confirming: 'Check before you send',
  submitting: 'Check before you send',
  looking: 'Outcome unknown',
  notFound: 'Outcome unknown',
  unresolved: 'Outcome unknown',
  submitted: 'Withdrawal submitted',
  failed: 'Withdrawal failed',
  exchanging: 'Reply from your wallet',
  cancelled: 'Withdrawal cancelled',
  broadcast: 'Broadcasted successfully',
  notBroadcast: 'Submitted, broadcast failed',
  broadcastUnknown: 'Submitted, broadcast unknown',
};

function addressWords(fault: AddressFault | null): string | null {
  if (fault === null) return null;
  return fault.code === 'EMPTY'
    ? english('withdraw', 'fault.addressRequired')
    : english('faults', `address.${fault.code}`, { ...fault });
}

/** In the server's words where it sent some (WITHDRAW-09). */
function reasonOf(snapshot: WithdrawalSnapshot): string | null {
  const { failure } = snapshot.context;
  const view = selectView(snapshot);
  if (!failure || view !== 'failed') return null;
  if (failure.serverCode === 'NO_SLATEPACK') return english('withdraw', 'result.noSlatepack');
  if (failure.serverCode === 'WITHDRAWAL_ENDED') return english('withdraw', 'result.ended');
  if (failure.text !== undefined) {
    const { text, retryAfter } = failure;
    return retryAfter === undefined ? text : `${text} Wait ${retryAfter} seconds.`;
  }
  if (failure.code !== 'refused') return english('common', `failure.${failure.code}`);
  return english('withdraw', canResume(snapshot) ? 'result.finalizeFailed' : 'result.withdrawalFailed');
}

/** Message at the field of the code. */
function codeWords(failure: Failure | null): string | null {
  return failure && english('common', 'failure.codeUsed_other', { count: failure.retryAfter });
}

const hasFault = (snapshot: WithdrawalSnapshot): boolean =>
  Object.values(faultsOf(judgeAgain(snapshot.context))).some((fault) => fault !== null);
const isShowingReceipt = (snapshot: WithdrawalSnapshot): boolean =>
  ['submitted', 'broadcast', 'notBroadcast', 'broadcastUnknown'].includes(selectView(snapshot));

function factsOf(snapshot: WithdrawalSnapshot): Facts {
  const { faults, facts, ticker, failure } = snapshot.context;
  if (snapshot.matches('closed')) {
    const path = facts?.gate === 'refundAddressMissing' ? '/refund-addresses' : '/wallet';
    return { path };
  }
  const view = selectView(snapshot);
  return {
    path: `/withdraw/${ticker}`,
    step: String(selectStep(snapshot)),
    heading: HEADINGS[view] ?? null,
    buttons: buttonsOf(snapshot).join(', '),
    address: addressWords(faults.address),
    amount:
      faults.amount && english('withdraw', `fault.${faults.amount.code}`, { ...faults.amount, coin: ticker }),
    reply: null,
    code: snapshot.matches('confirming') ? codeWords(failure) : null,
    reason: reasonOf(snapshot),
    // A false alarm about money is a bug, too.
    alarms: isShowingReceipt(snapshot) && isOtherThanConfirmed(snapshot.context),
    warnsOfLeaving: isGrinRunning(snapshot),
  };
}

const read = (page: Page): Promise<Facts> =>
  page.evaluate(
    ([alarm, off]) => {
      const path = location.pathname;
      const main = document.querySelector('main [data-view]');
      if (!main) return { path };
      const errorOf = (field: Element | null): string | null => {
        if (field?.getAttribute('aria-invalid') !== 'true') return null;
        const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
        const told = ids.map((id) => document.querySelector(`[id="${id}"]`));
        return (
          told.find((one) => one?.id.endsWith('error') ?? false)?.textContent ??
          told.at(-1)?.textContent ??
          null
        );
      };
      const [address, amount, code] = ['Address', 'Amount', 'Two-factor code'].map(
        (name) =>
          [...main.querySelectorAll('label')].find((label) => label.textContent === name)?.control ?? null,
      );
      const leaving = new Event('beforeunload', { cancelable: true });
      dispatchEvent(leaving);
      return {
        path,
        step: main.querySelector('[aria-current="step"]')?.firstElementChild?.textContent ?? null,
        heading: main.querySelector('h2')?.textContent ?? null,
        buttons: [...main.querySelectorAll('button')]
          .filter((button) => !button.matches(':disabled'))
          .filter((button) => !/^Copy (withdrawal|transaction)/.test(button.getAttribute('aria-label') ?? ''))
          .map((button) => {
            const name = button.getAttribute('aria-label') ?? button.textContent;
            return button.getAttribute('aria-disabled') === 'true' ? `${name}${off}` : name;
          })
          .join(', '),
        address: errorOf(address ?? null),
        amount: errorOf(amount ?? null),
        code: errorOf(code ?? null),
        reply: errorOf(main.querySelector('textarea:not([readonly])')),
        reason: main.querySelector('h2[data-tone="bad"] + [role="alert"]')?.textContent ?? null,
        alarms: main.textContent.includes(alarm),
        warnsOfLeaving: leaving.defaultPrevented,
      };
    },
    [english('withdraw', 'result.differs'), OFF] as const,
  );

const cancelIt = async (page: Page): Promise<void> => {
  await press('Cancel withdrawal')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
};
const goodReply = async (page: Page, { variant }: At): Promise<void> => {
  if (variant.input?.takesCode === true) await typeCode(page);
  await reply('good')(page);
};
/** Steps of user and server that lead the exchange to its events. */
const answered =
  (gesture: (page: Page, at: At) => Promise<void>, { reply: told }: { readonly reply?: unknown }) =>
  async (page: Page, at: At): Promise<void> => {
    await gesture(page, at);
    await at.network.answer(told as HttpAnswer);
  };
const readStatus =
  (name: string) =>
  async (page: Page, { network }: Pick<At, 'network'>): Promise<void> => {
    if (!network.isAsked()) await page.clock.runFor(15_000);
    const told = cases.statusReplies.find((one) => one.name === name)?.reply;
    await network.answer(told as HttpAnswer);
  };
const EXCHANGED = {
  back: press('Back'),
  'back to edit': press('Back to edit'),
  'is broadcast': answered(goodReply, cases.BROADCAST),
  'is not broadcast': answered(goodReply, cases.NOT_BROADCAST),
  'is finalized': answered(goodReply, cases.FINALIZED),
  refused: answered(goodReply, cases.OTHER_SLATE),
  'is cancelled': answered(cancelIt, cases.CANCELLED),
  'not cancelled': answered(cancelIt, cases.SIGNED_ALREADY),
  left: async (page: Page, at: At) => {
    await goodReply(page, at);
    await at.network.answer('noAnswer');
    await press('Stop looking')(page);
    await press('Use another reply')(page);
  },
  ...Object.fromEntries(cases.statusReplies.map(({ name }) => [`reads ${name}`, readStatus(name)])),
};

const gates = Object.keys(cases.factsOf('BTC')) as cases.FactsName[];

/** One variant for each way of a withdrawal. */
const WALKED = new Set([
  'every gate, and news while the user is at it',
  'every check, both sides of every boundary',
  'BTC, every answer',
  'BTC, with a code',
  'BTC, reloaded while it was sent',
  'GRIN, every reply and every answer',
  'GRIN, every answer to the request',
  'GRIN, reloaded while the reply was awaited',
  'GRIN, reloaded, and another one is requested',
  'BTC, the fee moves while it is confirmed, at a server that charges what was shown',
  'GRIN, started elsewhere',
  'GRIN, with a code',
  'GRIN, chosen in the history',
  'GRIN, another one is typed while one waits',
]);

const ANOTHER = 'GRIN, reloaded, and another one is requested';

/** Sending, and looking for the outcome. */
const CALLS = /\/withdrawal\/withdrawals\//;

walkScreen({
  model: {
    ...withdrawalModel,
    variants: withdrawalModel.variants
      .filter(({ name }) => WALKED.has(name))
      .map((one) =>
        one.name === ANOTHER ? { ...one, outcomes: { readGrinStatus: [cases.MESSAGE_GIVEN] } } : one,
      ),
  },
  calls: CALLS,
  happens,
  key: ({ value, context }) => [
    value,
    context.facts && [context.facts.gate, context.facts.fee, context.facts.balance],
    context.factsFailure !== null,
    context.sending?.id ?? null,
    Boolean(context.receipt?.slatepack),
    context.draft?.amount ?? null,
    context.failure?.retryAfter ?? null,
    context.faults,
  ],
  open,
  gestures: {
    ...Object.fromEntries(gates.map((name) => [`facts: ${name}`, (page: Page) => tell(page, name)])),
    ...Object.fromEntries(
      (Object.keys(cases.TYPED) as cases.TypedName[]).map((name) => [`continue: ${name}`, proceed(name)]),
    ),
    'facts fail': (page) => tell(page, 'failing'),
    edit: (page) => box(page, 'Amount').fill('7'),
    confirm,
    'confirm with a code': async (page) => {
      await typeCode(page);
      await confirm(page);
    },
    'edit the code': (page) => box(page, 'Two-factor code').fill('7'),
    'browser back': (page) => page.goBack().then(() => undefined),
    'browser forward': (page) => page.goForward().then(() => undefined),
    'back to edit': press('Back to edit'),
    'try again': (page, { snapshot }) =>
      press(selectView(snapshot) === 'cancelled' ? 'New withdrawal' : 'Try again')(page),
    'use the maximum': press('Use new maximum'),
    'send again': press('Send it again'),
    'check again': async (page) => {
      looksAgain(page);
      await press('Check again')(page);
    },
    resume: pressOf('resume'),
    leave: pressOf('leave'),
    retry: async (page, at) => {
      if (selectView(at.snapshot) === 'factsFailed') around(page).facts = null;
      await pressOf('retry')(page, at);
    },
    ...Object.fromEntries(cases.statusReplies.map(({ name }) => [`status: ${name}`, readStatus(name)])),
  },
  answers: {
    ...answerSearches(CALLS, ['look finds it', 'look finds nothing', 'look meets 500']),
    ...EXCHANGED,
  },
  // Reads are held during pauses, and given up after a minute.
  longest: 40,
  again: { after: 'facts: open', come: comeAgain, isLast: (step) => /^facts: (?!open$)/.test(step) },
  facts: factsOf,
  read,
  unreachable: {
    ...Object.fromEntries(
      ['result', 'result.cancelled'].map((state) => [
        `withdrawal.${state} | browser.back#0 -> withdrawal.gating`,
        'walked on the actor, and in a browser by tests/e2e/withdraw.spec.ts',
      ]),
    ),
    'withdrawal.exchanging | user.back#0 -> (stay)': 'the exchange goes back at once',
    'withdrawal.exchanging | browser.back#0 -> (stay)':
      'walked on the actor, and in a browser by tests/e2e/withdraw.spec.ts',
    'withdrawal.exchanging | exchange.finalized#2 [endedUnpaid] -> withdrawal.result.failed':
      'found by a search: walked on the actor, and the search below',
    ...Object.fromEntries(
      ['form', 'confirming'].map((state) => [
        `withdrawal.${state} | waiting.read#0 -> (stay)`,
        'another page: walked on the actor, and read in tests/unit/app/followStatus.test.ts',
      ]),
    ),
    'withdrawal.gating | always#2 [mayConfirmAgain] -> withdrawal.confirming':
      'a reload: tests/e2e/withdraw.spec.ts',
    'withdrawal.factsFailed | always#0 [hasFacts] -> withdrawal.gating':
      'what failed is read again when the user asks for it',
    'withdrawal.form | always#0 [isClosed] -> withdrawal.gating':
      'coins and refund addresses are not read again while the form stands there',
    'withdrawal.confirming | always#0 [isClosed] -> withdrawal.gating':
      'coins and refund addresses are not read again while the form stands there',
    'withdrawal.confirming | xstate.after.feeQuote.withdrawal.confirming#0 [fixesFee] -> withdrawal.confirming':
      'nine minutes of the page: walked on the actor',
    'withdrawal.form | user.continue#0 [isWithoutFee] -> (stay)': 'the form is disabled then',
  },
});

/** The exchange of slatepacks, from a withdrawal that was confirmed on the same page. */
async function openExchange(
  page: Page,
  { input }: { readonly input?: SlatepackExchangeInput },
): Promise<void> {
  const { canCancel = false, takesCode = false, receipt } = input ?? {};
  await page.route(/\/user\/history/, (route) => route.fulfill({ json: { withdrawals: [] } }));
  const { reply: message } = receipt?.expiresAt ? cases.MESSAGE_GIVEN : cases.MESSAGE_BARE;
  await page.route(/\/withdrawals\/create$/, (route) =>
    route.fulfill({ json: (message as { body: unknown }).body }),
  );
  await open(page, { input: { ticker: 'GRIN', kept: null, canCancel, takesCode } } as At['variant']);
  await tell(page, 'open');
  await proceed('calm')(page);
  if (takesCode) await typeCode(page);
  await confirm(page);
}

function exchangeButtons({ context }: SlatepackExchangeSnapshot, view: SlatepackExchangeView): string[] {
  const buttons: Readonly<Record<SlatepackExchangeView, readonly string[]>> = {
    awaitingReply: ['Finalize', 'Back to edit', 'Back', ...(context.canCancel ? ['Cancel withdrawal'] : [])],
    cancelling: [`Cancelling…${OFF}`],
    finalizing: [`Finalizing…${OFF}`],
    finalizeLooking: ['Stop looking', `Finalizing…${OFF}`],
    finalizeUndecided: ['Check again', 'Use another reply'],
    finalizeStillAwaited: ['Check again', 'Use another reply', 'Finalize again'],
  };
  return ['Copy', ...buttons[view]];
}

const HEADING = 'Reply from your wallet';

walkScreen({
  model: {
    ...slatepackExchangeModel,
    variants: slatepackExchangeModel.variants.map((one) => ({
      ...one,
      input: { ...(one.input as SlatepackExchangeInput), mayEdit: true },
    })),
  },
  calls: /\/withdrawals\/(grin\/finalize-withdrawal|w-1\/(status|cancel))/,
  happens: (name, { context, value }) => {
    if (name === 'edit the code') return context.takesCode;
    if (name.startsWith('reply: '))
      return /: (good|nothing|the message itself|good, with a code)$/.test(name);
    if (name.startsWith('again: ')) return name !== 'again: nothing';
    if (name.startsWith('finalize: look ')) return LOOKS.test(name);
    if (name === 'finalize: 409') return JSON.stringify(value).includes('resending');
    return !/without|: 500$/.test(name);
  },
  key: ({ value, context }) => [
    value,
    context.isWindowOver,
    context.failure?.retryAfter ?? null,
    context.replyFault,
  ],
  open: openExchange,
  gestures: {
    ...Object.fromEntries(
      (Object.keys(cases.REPLIES) as cases.ReplyName[]).map((name) => [`reply: ${name}`, reply(name)]),
    ),
    'reply: good, with a code': async (page) => {
      await typeCode(page);
      await reply('good')(page);
    },
    'again: good': press('Finalize again'),
    'again: good, with a code': async (page) => {
      await typeCode(page);
      await press('Finalize again')(page);
    },
    'edit the reply': (page) => box(page, 'Signed slatepack').fill('x'),
    'edit the code': (page) => box(page, 'Two-factor code').fill('7'),
    back: press('Back'),
    'back to edit': press('Back to edit'),
    'cancel the withdrawal': cancelIt,
    'check again': async (page) => {
      looksAgain(page);
      await press('Check again')(page);
    },
    leave: (page, { snapshot }) =>
      press(snapshot.matches({ finalizing: 'looking' }) ? 'Stop looking' : 'Use another reply')(page),
    ...Object.fromEntries(cases.statusReplies.map(({ name }) => [`status: ${name}`, readStatus(name)])),
    'window closes': (page) => page.clock.fastForward(cases.EXPIRES - cases.NOW),
  },
  answers: answerSearches(CALLS, [
    'look finds message',
    'look finds still awaited',
    'look finds broadcast',
    'look finds pending',
    'look finds cancelled',
    'look meets 404',
    'look meets 500',
  ]),
  // Reads are held during pauses, and given up after a minute.
  longest: 40,
  facts: (snapshot) => {
    if (snapshot.matches('over')) return { isOver: true };
    const { replyFault, failure } = snapshot.context;
    return {
      step: '4',
      buttons: exchangeButtons(snapshot, selectExchangeView(snapshot)).join(', '),
      reply: replyFault && english('faults', `slatepack.${replyFault.code}`),
      code: snapshot.matches('awaiting') ? codeWords(failure) : null,
      warnsOfLeaving: true,
    };
  },
  read: async (page) => {
    const { step, heading, buttons, reply: fault, code, warnsOfLeaving } = await read(page);
    if (heading !== HEADING) return { isOver: true };
    return { step, buttons, reply: fault, code, warnsOfLeaving } as Facts;
  },
});
