import type { Page } from '@playwright/test';
import type { OrderBookSnapshot, orderBookMachine } from '../../src/machines/orderBook/orderBook.machine.ts';
import { orderBookModel } from '../models/orderBook.model.ts';
import { CROSSED, EMPTY, FULL, PAIR } from '../models/orderBook.model.ts';
import { untilRulesRead } from '../e2e/support/asks.ts';
import { isAsking, watchRequests } from '../e2e/support/openRequests.ts';
import { sayNetwork } from '../e2e/support/pageFacts.ts';
import { walkScreen, type WalkContext } from '../e2e/support/screenWalk.ts';
import { ScriptedLine } from '../e2e/support/scriptedLine.ts';
import { lookOf, type StateName } from '../e2e/support/stateNames.ts';
import { expect } from '../e2e/support/test.ts';
import { openStopped } from '../e2e/support/time.ts';

type At = WalkContext<typeof orderBookMachine>;

const BOOK = 'a book';
const SILENT = 'a link that says nothing';

const [health, filters] = orderBookModel.variants;
if (!health || !filters) throw new Error('the model has no variants');
const choices = filters.events.filter(({ name }) => name.startsWith('user.filter'));
const variantOf = (name: string): typeof health => ({
  ...health,
  name,
  events: [...health.events, ...choices],
});

interface Look {
  readonly status?: string;
  readonly canPick?: boolean;
  readonly failure?: string;
  readonly isReading?: boolean;
  /** Whether a snapshot is owed; `open`: as soon as there is a link. */
  readonly isOwed?: boolean | 'open';
  readonly isLinked?: boolean;
  /** Whether a snapshot was requested again less than five seconds ago. */
  readonly isSpent?: boolean;
}

const waiting: Look = { status: 'waiting', isOwed: 'open' };
const live: Look = { status: 'live', canPick: true };
const empty: Look = { status: 'empty', canPick: true };
const stale: Look = { status: 'stale' };
const failed: Look = { status: 'failed' };

/** Alike states differ in what comes next: a doubtful book is compared sooner. */
const LOOKS: Readonly<Record<StateName<OrderBookSnapshot['value']>, Look>> = {
  'health.waiting.loading': { ...waiting, isReading: true },
  'health.waiting.preview': { ...waiting, canPick: true },
  'health.waiting.listening': waiting,
  'health.live.watching': live,
  'health.live.comparing': { ...live, isReading: true },
  'health.live.doubting': live,
  'health.empty.resting': empty,
  'health.empty.asking': { ...empty, isOwed: true },
  'health.stale.holding': stale,
  'health.stale.resyncing': { ...stale, isOwed: true },
  'health.stale.restoring': { ...stale, isOwed: true },
  'health.disconnected': { status: 'disconnected' },
  'health.failed.unreachable': {
    ...failed,
    failure: 'Unable to connect to server. Please check your connection.',
  },
  'health.failed.refused': { ...failed, failure: 'Failed to connect to server' },
  'link.closed': { isLinked: false },
  'link.open': { isLinked: true },
  'budget.free': { isSpent: false },
  'budget.spent': { isSpent: true },
};

const READ = /\/order\/orderbook\//;
const isOpen = (snapshot: OrderBookSnapshot): boolean => snapshot.matches({ link: 'open' });
const isFree = (snapshot: OrderBookSnapshot): boolean => snapshot.matches({ budget: 'free' });
const isWaiting = (snapshot: OrderBookSnapshot): boolean => snapshot.matches({ health: 'waiting' });
const isCut = (snapshot: OrderBookSnapshot): boolean => snapshot.matches({ health: 'disconnected' });

/** A silent link brings no book. As no try before succeeded, it is the last. */
function happensInSilence(name: string, snapshot: OrderBookSnapshot): boolean {
  if (name === 'link.opened') return isCut(snapshot);
  if (name === 'link.exhausted') return isOpen(snapshot);
  if (name === 'link.lost') return !isOpen(snapshot);
  return /^(firstBook|after)/.test(name);
}

function happensToBook(name: string, snapshot: OrderBookSnapshot): boolean {
  // The tries take longer than other waits, or than the five seconds.
  if (name === 'link.exhausted') return isCut(snapshot) && isFree(snapshot);
  if (name === 'user.reconnect') return isOpen(snapshot) || isFree(snapshot);
  if (name.startsWith('user.filter')) return snapshot.matches({ health: 'live' });
  if (name === 'book.broken by crossed sides') return !isWaiting(snapshot) || isFree(snapshot);
  return true;
}

/** In steps too short for a link to time out. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 10_000) {
    await page.clock.fastForward(Math.min(left, 10_000));
  }
}

async function failTries(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await new ScriptedLine(page).end();
    await page.clock.fastForward(20_000);
  }
}

async function lastTry(page: Page): Promise<void> {
  await sayNetwork(page, 'offline');
  await sayNetwork(page, 'online');
  await failTries(page);
}

const sequences = new WeakMap<Page, number>();
function frame(page: Page, sides: object, part: object = {}, isNumbered = true): object {
  const sequence = (sequences.get(page) ?? 0) + 1;
  sequences.set(page, sequence);
  const numbers = isNumbered ? { sequence } : {};
  return { type: 'orderbook_update', pair_symbol: PAIR, ...sides, ...numbers, ...part };
}
/** @param lost frames that got lost before it */
function change(page: Page, lost = 0): object {
  const sequence = (sequences.get(page) ?? 0) + lost;
  sequences.set(page, sequence);
  return frame(page, FULL, { delta: true, previous_sequence: sequence });
}

const synced =
  (sides: object, isNumbered: boolean) =>
  async (page: Page, { snapshot }: At): Promise<void> => {
    // Changes sent before the server knew of the request come first.
    const late = snapshot.matches({ health: { stale: 'resyncing' } }) ? [change(page)] : [];
    const whole = frame(page, sides, { type: 'orderbook_snapshot' }, isNumbered);
    await new ScriptedLine(page).say(...late, whole);
  };

/** Changes are shown a tenth of a second after the last one. */
const replaced =
  (sides: object) =>
  async (page: Page, { snapshot }: At): Promise<void> => {
    await new ScriptedLine(page).say(frame(page, sides, {}, snapshot.context.isNumbered));
    await page.clock.runFor(100);
  };

const broken =
  (...frames: readonly ((page: Page) => object)[]) =>
  (page: Page): Promise<void> =>
    new ScriptedLine(page).say(...frames.map((make) => make(page)));

const limit = (milliseconds: number) => async (page: Page) => {
  await pass(page, milliseconds);
  await new ScriptedLine(page).forgetQuestion();
};

const reconnect = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Order book' }).getByRole('button', { name: 'Reconnect' }).click();
const choose = (name: string) => (page: Page) =>
  page.getByRole('region', { name: 'Order book' }).getByRole('radio', { name, exact: true }).check();

const PROVED = 'a link over which a whole book came has proved to work: its loss is followed by another try';

walkScreen({
  model: { ...orderBookModel, variants: [BOOK, SILENT].map(variantOf) },
  shows: (page) => page.getByRole('region', { name: 'Order book' }),
  takes: 'transitions',
  calls: READ,
  happens: (name, snapshot, variant) => {
    // Silence takes ten seconds and looks like a server that is down.
    if (/silence|changed meanwhile|compare: refused/.test(name)) return false;
    // Longer waits end after the five seconds; a read has ten.
    if (name === 'after waitLimit' && snapshot.matches({ health: { waiting: 'loading' } })) return false;
    if (name.startsWith('after ') && name !== 'after resyncPause' && !isFree(snapshot)) return false;
    return variant.name === SILENT ? happensInSilence(name, snapshot) : happensToBook(name, snapshot);
  },
  // The age of rows and the side that is shown make no difference.
  key: ({ value, context: { hasData, isNumbered, isDoubted } }) => [value, hasData, isNumbered, isDoubted],
  open: async (page) => {
    const line = new ScriptedLine(page);
    await line.start();
    watchRequests(page, READ);
    await openStopped(page, `/trade/${PAIR}`, page.getByRole('region', { name: 'Order book' }));
    await untilRulesRead(page);
    await line.set({ answersPings: true });
  },
  gestures: {
    'link.opened': async (page, { variant }) => {
      const line = new ScriptedLine(page);
      if (variant.name === SILENT) await lastTry(page);
      else if ((await line.facts()).link === 'none') await sayNetwork(page, 'online');
      await line.accept();
    },
    'link.lost': async (page, { snapshot }) => {
      const line = new ScriptedLine(page);
      if (!isOpen(snapshot)) return sayNetwork(page, 'online');
      await line.say({ type: 'pong' });
      return line.end();
    },
    'link.exhausted': async (page, { snapshot }) => {
      if (!isOpen(snapshot)) await lastTry(page);
      await new ScriptedLine(page).end();
    },
    'book.synced, numbered': synced(FULL, true),
    'book.synced, not numbered': synced(FULL, false),
    'book.synced, empty, numbered': synced(EMPTY, true),
    'book.synced, empty, not numbered': synced(EMPTY, false),
    'book.emptied': replaced(EMPTY),
    'book.filled': replaced(FULL),
    'book.refused': (page) =>
      new ScriptedLine(page).say({ type: 'error', code: 'UNKNOWN_PAIR', message: 'No such pair' }),
    'book.broken by a gap': broken((page) => change(page, 1)),
    'book.broken by an early change': broken((page) => change(page)),
    'book.broken by crossed sides': broken(
      (page) => frame(page, CROSSED, { type: 'orderbook_snapshot' }),
      (page) => frame(page, CROSSED),
    ),
    'user.reconnect': async (page, { snapshot }) => {
      await reconnect(page);
      if (isOpen(snapshot)) return;
      const panel = page.getByRole('region', { name: 'Order book' });
      await expect(panel).toHaveAttribute(
        'data-status',
        snapshot.context.hasData ? 'disconnected' : 'waiting',
      );
      await failTries(page);
      await new ScriptedLine(page).end();
    },
    'user.filter all': choose('All'),
    'user.filter buy': choose('Buy'),
    'user.filter sell': choose('Sell'),
  },
  timers: {
    waitLimit: limit(15_000),
    snapshotLimit: limit(10_000),
    resyncPause: (page) => pass(page, 5000),
    comparePause: (page) => pass(page, 60_000),
    doubtPause: (page) => pass(page, 5000),
  },
  facts: (snapshot) => {
    const look = lookOf<Look>(snapshot, LOOKS);
    const { status = '', canPick = false, failure = null, isReading = false, isOwed = false } = look;
    const { isLinked = false, isSpent = false } = look;
    const { hasData, trustedUntil, filter } = snapshot.context;
    return {
      status,
      canPick,
      notice:
        failure ?? (hasData ? (status === 'empty' ? 'No Orders Available' : null) : 'Loading order book...'),
      isReading,
      isOwed: isOwed === 'open' ? isLinked : isOwed,
      isLinked,
      isSpent,
      isOld: !canPick && trustedUntil !== null,
      filter,
    };
  },
  read: async (page) => ({ ...(await page.evaluate(readPanel)), isReading: isAsking(page) }),
  unreachable: {
    'orderBook.health.live | link.exhausted#0 -> orderBook.health.failed.unreachable': PROVED,
    'orderBook.health.empty | link.exhausted#0 -> orderBook.health.failed.unreachable': PROVED,
  },
});

/** Runs in the page. */
function readPanel() {
  const panel = document.querySelector('section[aria-label="Order book"]');
  const { link, isBookAsked, isBookRenewed } = line.facts();
  const status = panel?.getAttribute('data-status') ?? null;
  const words = panel?.querySelector('[class*="notice"]');
  const notice = words?.querySelector('p')?.textContent ?? words?.textContent ?? null;
  const filter = panel?.querySelector('input:checked')?.closest('label')?.textContent.toLowerCase();
  return {
    status,
    canPick: panel?.querySelector('[data-pick]')?.getAttribute('data-pick') === 'true',
    // There may be no old rows.
    notice: notice === 'No Orders Available' && status !== 'empty' ? null : notice,
    isOwed: isBookAsked,
    isLinked: link === 'open',
    isSpent: isBookRenewed,
    isOld: (panel?.querySelector('[class*="since"]') ?? null) !== null,
    filter: filter ?? null,
  };
}
