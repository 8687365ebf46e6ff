import type { Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { readRules, type ReadName } from '../../src/machines/resource/resource.reads.ts';
import { readStatus, type resourceMachine } from '../../src/machines/resource/resource.machine.ts';
import { resourceModel } from '../models/resource.model.ts';
import { ID, TEXT, wireTicket } from '../models/ticket.model.ts';
import { goInPage } from '../e2e/support/inPage.ts';
import { isAsking, watchRequests } from '../e2e/support/openRequests.ts';
import { sayNetwork, turnPage } from '../e2e/support/pageFacts.ts';
import { ScriptedStream } from '../e2e/support/scriptedStream.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { lookOf, type StateName } from '../e2e/support/stateNames.ts';
import { Support } from '../e2e/support/tickets.ts';
import { letPageHear, openStopped } from '../e2e/support/time.ts';

// A read on two screens: the markets, which are polled, and the support tickets, which the user can refresh.

type Snapshot = SnapshotFrom<typeof resourceMachine>;
const [polled, returning] = resourceModel.variants;
const streamed = resourceModel.variants.find(({ name }) => name === 'brought by a stream');
if (!polled || !returning || !streamed) throw new Error('the model has no variants');
const STREAMED = 'the markets, brought by a stream';
const variantOf = (name: string, read: ReadName, variant: typeof polled): typeof polled => ({
  ...variant,
  name,
  input: { name: read, params: undefined, policy: readRules[read].policy },
});

interface Look {
  readonly shows: 'nothing' | 'loading' | 'failure' | 'data';
  readonly isAsked: boolean;
}

/** While something shows the read. */
const LOOKS: Readonly<Record<StateName<Snapshot['value']>, Look>> = {
  idle: { shows: 'nothing', isAsked: false },
  failed: { shows: 'failure', isAsked: false },
  fresh: { shows: 'data', isAsked: false },
  'stale.shown': { shows: 'data', isAsked: false },
  'stale.unwatched': { shows: 'nothing', isAsked: false },
  'reading.sending': { shows: 'data', isAsked: true },
  'reading.pausing': { shows: 'data', isAsked: false },
  'live.current': { shows: 'data', isAsked: false },
  'live.renewing': { shows: 'data', isAsked: false },
};

/** Lists of twenty tickets are another read. */
const CALLS = /\/api\/markets$|\/support\/tickets\/list\?limit=5&/;
const OTHER_LIST = /\/support\/tickets\/list\?limit=20&/;

// Opened and left once, so that lazy parts are loaded.

async function openMarkets(page: Page): Promise<void> {
  await openStopped(page, '/markets', page.getByRole('searchbox', { name: 'Search markets' }));
  await goInPage(page, '/faq');
}

async function openTickets(page: Page): Promise<void> {
  await pretendSession(page, {});
  await page.route(OTHER_LIST, (route) => route.fulfill({ json: TICKET_LIST }));
  await page.route(/\/tickets\/get\//, (route) => route.fulfill({ json: wireTicket() }));
  await page.route(/\/tickets\/comments\//, (route) => route.fulfill({ json: { items: [], total: 0 } }));
  await page.route(/\/tickets\/comment\//, (route) => route.fulfill({ status: 201, json: {} }));
  await openStopped(page, `/support/${ID}`, new Support(page).reply);
  await lookAt(page, '20');
}

const lookAt = async (page: Page, size: '5' | '20'): Promise<void> => {
  await new Support(page).choose('Per page', size);
};

const TICKET_LIST = { items: [wireTicket()], total: 1 };
const MARKET_LIST = {
  'XMR-BTC': { last_price: '0.003', percent_change: '0', base_volume: '1', quote_volume: '1' },
};

/** A change of the user's own. */
async function write(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/tickets\/comment\//);
  await new Support(page).send(TEXT);
  await answered;
  await letPageHear(page);
}

function happensToMarkets(name: string, snapshot: Snapshot): boolean {
  const { failure } = snapshot.context;
  if (name === 'data.outdated') return false;
  // Retry is shown once the failure is.
  if (name === 'user.refresh') return failure !== null && readStatus(snapshot) !== 'loading';
  return true;
}

/** Only what the markets do not show. */
function happensToTickets(name: string, snapshot: Snapshot): boolean {
  if (name === 'reader.left') return snapshot.matches('fresh');
  return /^(reader.came|data.outdated|user.refresh|read: .*|after (retryPause|discardPause))$/.test(name);
}

const streams = new WeakMap<Page, ScriptedStream>();
function streamOf(page: Page): ScriptedStream {
  const stream = streams.get(page);
  if (!stream) throw new Error('the page has no stream');
  return stream;
}

/** Differences from a server without the stream. */
function happensToStream(name: string, snapshot: Snapshot): boolean {
  if (name === 'channel.lost' || name === 'reader.left') return snapshot.matches('live');
  return /^(reader.came|channel.data confirmed|read: trades)$/.test(name);
}

const isMarkets = ({ context }: Snapshot): boolean => context.name === 'markets';

walkScreen({
  model: {
    ...resourceModel,
    variants: [
      variantOf('the markets', 'markets', polled),
      variantOf('the support tickets', 'supportTickets', returning),
      variantOf(STREAMED, 'markets', streamed),
    ],
  },
  takes: 'transitions',
  calls: CALLS,
  streamed: [STREAMED],
  happens: (name, snapshot, variant) => {
    if (variant.name === STREAMED) return happensToStream(name, snapshot);
    // Other failures look the same. A ticket page that failed finally leads to maintenance.
    if (name === 'read: server down') return snapshot.context.attempt === 0;
    if (name.startsWith('read: ')) return name === 'read: trades' || name === 'read: refused';
    return isMarkets(snapshot) ? happensToMarkets(name, snapshot) : happensToTickets(name, snapshot);
  },
  open: async (page, { name, input }) => {
    watchRequests(page, CALLS);
    if (name === STREAMED) {
      const stream = new ScriptedStream(page, 'markets');
      streams.set(page, stream);
      await stream.start();
    }
    await (input?.name === 'markets' ? openMarkets(page) : openTickets(page));
  },
  unreachable: {
    ...Object.fromEntries(
      [
        'resource.live.current | user.refresh#0 -> resource.live.renewing',
        'resource.live.current | data.outdated#0 -> resource.live.renewing',
        'resource.live.renewing | data.outdated#0 -> resource.live.renewing',
        'resource.live.renewing | channel.data#0 [isConfirmed] -> resource.live.current',
        'resource.live.renewing | xstate.after.renewLimit.resource.live.renewing#0 -> resource.reading',
      ].map((transition) => [
        transition,
        'live markets have no refresh and nobody changes them; `tests/e2e/live.spec.ts` changes orders',
      ]),
    ),
    ...Object.fromEntries(
      [
        'resource.fresh | channel.lost#0 -> resource.reading',
        'resource.stale.shown | channel.lost#0 -> resource.reading',
        'resource.reading | channel.lost#0 [isKnown] -> resource.reading.sending',
      ].map((transition) => [transition, 'looks like a read that begins for any other reason']),
    ),
  },
  gestures: {
    'reader.came': (page, { snapshot }) =>
      isMarkets(snapshot) ? goInPage(page, '/markets') : lookAt(page, '5'),
    'reader.left': (page, { snapshot }) =>
      isMarkets(snapshot) ? goInPage(page, '/faq') : lookAt(page, '20'),
    'user.refresh': (page, { snapshot }) =>
      page
        .getByRole('main')
        .getByRole('button', { name: isMarkets(snapshot) ? 'Retry' : 'Refresh', exact: true })
        .click(),
    'data.outdated': (page) => write(page),
    'page.hidden': (page) => turnPage(page, 'hidden'),
    'page.visible': (page) => turnPage(page, 'visible'),
    'page.online': (page) => sayNetwork(page, 'online'),
    'channel.data confirmed': (page) => streamOf(page).bring({ markets: MARKET_LIST }),
    'channel.lost': (page) => streamOf(page).skip({ markets: MARKET_LIST }),
  },
  answers: {
    trades: (_page, { snapshot, network }) =>
      network.answer({ status: 200, body: isMarkets(snapshot) ? MARKET_LIST : TICKET_LIST }),
  },
  timers: {
    retryPause: (page) => page.clock.fastForward(1250),
    staleAge: (page) => page.clock.fastForward(60_000),
    discardPause: (page) => page.clock.fastForward(300_000),
  },
  facts: (snapshot) => {
    const { context } = snapshot;
    const look = lookOf(snapshot, LOOKS);
    const shows = readStatus(snapshot) === 'loading' ? 'loading' : look.shows;
    const isShown = context.isWatched;
    return {
      shows: isShown ? shows : 'nothing',
      isAsked: look.isAsked,
      isOld: isShown && shows === 'data' && context.failure !== null,
    };
  },
  read: async (page) => ({ ...(await page.evaluate(readScreen)), isAsked: isAsking(page) }),
});

/** Runs in the page. */
function readScreen(): Pick<Look, 'shows'> & { readonly isOld: boolean } {
  const main = document.querySelector('main');
  const text = main?.textContent ?? '';
  const has = (selector: string): boolean => (main?.querySelector(selector) ?? null) !== null;
  const size = main?.querySelector<HTMLSelectElement>('section select:has(option[value="5"])')?.value;
  if (location.pathname === '/faq' || size === '20') return { shows: 'nothing', isOld: false };
  const hasFailed = size === undefined ? has('[role="alert"]') : text.includes('could not be loaded');
  const isLoading = has('[aria-busy="true"]') || text.includes('Loading tickets');
  return {
    shows: hasFailed ? 'failure' : isLoading ? 'loading' : 'data',
    isOld: has('[data-old="true"]') || text.includes('could not be refreshed'),
  };
}
