import type { Page, Route } from '@playwright/test';
import type { HistoryName } from '../../src/domain/history/types.ts';
import {
  hasNext,
  hasPrevious,
  selectPhase,
  type HistoryPhase,
  type HistorySnapshot,
} from '../../src/machines/history/history.machine.ts';
import type { HistoryExportSnapshot } from '../../src/machines/history/historyExport.machine.ts';
import { historyExportModel } from '../models/historyExport.model.ts';
import { historyModel } from '../models/history.model.ts';
import { History, HISTORIES, serve } from '../e2e/support/histories.ts';
import { goInPage } from '../e2e/support/inPage.ts';
import { passUntilAsked } from '../e2e/support/asks.ts';
import { pretendSession, WALKER, walkScreen, type WalkContext } from '../e2e/support/screenWalk.ts';
import { expect } from '../e2e/support/test.ts';
import { stopTime } from '../e2e/support/time.ts';
import { hush } from '../e2e/support/toasts.ts';

// The view of a history. Its read has a walk of its own, and is driven by answers and time.

type At = WalkContext<typeof historyModel.machine>;

const READS = /\/order\/orders(\/history\/executions)?\?|\/(deposits|withdrawals)\/user\/history\?/;
const SIZE = { trades: 20, orders: 20, orderHistory: 20, deposits: 10, withdrawals: 10 } as const;
/** Milliseconds until trades are stale, and until Refresh may be pressed again. */
const OLD = 15_000;
const COOLDOWN = 10_000;
/** Milliseconds until every list is stale. */
const ALL_OLD = 31_000;
/** Milliseconds until unused stale data is dropped, with a margin. */
const FORGOTTEN = 301_000;
/** Real milliseconds for a late request. More would use up its three tries. */
const LATE = 600;

const listOf = ({ snapshot }: At): HistoryName => snapshot.context.list;
const isAsked = (snapshot: HistorySnapshot): boolean => snapshot.matches({ refresh: 'asked' });

const record = (number: number): object => ({
  id: `r${number}`,
  // Another one for each, because trades of one order are one row (HISTORY-31).
  order_id: `order-7-${number}`,
  pair_symbol: 'XMR-BTC',
  operation: 'BUY',
  executed_price: '0.003',
  executed_quantity: '1',
  price: '0.003',
  quantity: '1',
  quantity_left: '1',
  state: 'FAILED',
  status: 'FAILED',
  coin_ticker: 'BTC',
  amount: '1',
  created_at: new Date(number).toISOString(),
});
const records = (count: number): object[] => Array.from({ length: count }, (_, number) => record(number));

/** A full page has one unreadable record. */
const shownOf = (sent: number, full: number): number => (sent === full ? full - 1 : sent);
const pageOf = (sent: number, full: number): object[] => {
  const readable = records(shownOf(sent, full));
  return sent === full ? [...readable, { id: 'unreadable' }] : readable;
};

/** A toast first, so that its lazy part is there; then from another history to this one. */
async function openList(page: Page, list: HistoryName, search?: string): Promise<void> {
  await pretendSession(page, {});
  await page.clock.install();
  const other = list === 'trades' ? 'deposits' : 'trades';
  await serve(page, other, []);
  await new History(page, other).open();
  await expect(page.getByText(/^No .* found$/)).toBeVisible();
  await new History(page, other).refresh.click();
  await expect(page.getByText('Updated', { exact: true })).toBeVisible();
  await hush(page);
  const asked = page.waitForRequest((request) => READS.test(request.url()));
  await goInPage(page, HISTORIES[list].path, search === undefined ? null : { search, searchOf: WALKER });
  await asked;
  await expect(new History(page, list).table).toHaveAttribute('aria-busy', 'true');
  await stopTime(page);
}

/** Data of a page that was left is dropped. A waiting request times out and is sent again. */
async function forgetLeft(page: Page, { snapshot, network }: At, look: () => Promise<void>): Promise<void> {
  const asked = page.waitForRequest((request) => READS.test(request.url()));
  await look();
  await asked;
  // A refresh is read to its end, even if nobody is waiting any more.
  if (isAsked(snapshot)) await network.answer({ status: 200, body: [] });
  await page.clock.fastForward(ALL_OLD);
  await passUntilAsked(page, READS, () => page.clock.fastForward(FORGOTTEN), LATE);
}

const isRead = ({ snapshot }: At): boolean => snapshot.context.page > 1 && snapshot.context.range === null;

async function hearEnd(page: Page, { snapshot }: At, words: RegExp): Promise<void> {
  const said = page.getByRole('region', { name: 'Notifications' }).getByText(words);
  if (isAsked(snapshot)) {
    await expect(said).toBeVisible();
    await hush(page);
  } else {
    await expect(said).toHaveCount(0);
  }
  await page.clock.runFor(COOLDOWN);
}

const FAILED = /^Failed to load /;

const arrives =
  (sent: number) =>
  async (page: Page, at: At): Promise<void> => {
    const full = SIZE[listOf(at)];
    if (at.snapshot.context.range === null) {
      await at.network.answer({ status: 200, body: pageOf(sent, full) });
    } else {
      // To a page that brings nothing new.
      await at.network.answer({ status: 200, body: records(sent) });
      await at.network.answer({ status: 200, body: [] });
    }
    await hearEnd(page, at, /^Updated$/);
  };

const fails = async (page: Page, at: At): Promise<void> => {
  await at.network.answer({ status: 404, body: { message: 'Not here' } });
  await hearEnd(page, at, FAILED);
};

const choose =
  (filter: string) =>
  async (page: Page, at: At): Promise<void> => {
    const press = () => page.getByRole('button', { name: filter, exact: true }).click();
    await (isRead(at) ? forgetLeft(page, at, press) : press());
  };

const DAY = '1970-01-01';

/** Refresh shows at once that data is read. */
function shownPhase(snapshot: HistorySnapshot): HistoryPhase {
  const phase = selectPhase(snapshot);
  if (!isAsked(snapshot) || phase === 'loading' || phase === 'refreshing') return phase;
  return phase === 'missing' ? 'loading' : 'refreshing';
}

/** Common parts of the four histories are walked on one of them, views where they differ. */
function happens(name: string, snapshot: HistorySnapshot): boolean {
  const { list, range, page, rows, search, sort, filter } = snapshot.context;
  const phase = selectPhase(snapshot);
  const full = SIZE[list];
  const isAlone = filter === 'all' && search === '';
  const isCurrent = phase === 'current' && !isAsked(snapshot);
  const isReading = phase === 'loading' || phase === 'refreshing';
  if (isAsked(snapshot) && !isReading) return name === (phase === 'missing' ? 'loading' : 'refreshing');
  const isWholeWalk = list === 'trades' && page === 1 && isAlone;
  const isPaged = list !== 'orders' && (isCurrent || (list === 'trades' && isAsked(snapshot)));
  switch (name) {
    case 'loading':
      return phase === 'missing';
    case 'refreshing':
      return isWholeWalk && rows === full;
    case 'missing':
    case 'outdated':
      return isWholeWalk;
    case 'refresh':
      return (
        phase === 'missing' || (isCurrent && rows === full && isAlone && range === null && list !== 'orders')
      );
    case 'sort by price':
      return isCurrent && !(sort.column === 'price' && sort.direction === 'descending');
    case 'filter buy':
      return page > 1 ? phase !== 'loading' : isCurrent && rows === full;
    case 'filter all':
      return isCurrent && page === 1;
    case 'search':
      if (list !== 'deposits') return false;
      return page > 1 ? phase !== 'loading' : isCurrent && isAlone;
    case 'dates':
      return range === null && phase !== 'loading' && page === 1;
    case 'no dates':
      return isCurrent && range !== null;
    case 'filter failed':
      return isCurrent && page > 1 && isAlone;
    case 'next':
      return hasNext(snapshot) && isAlone && isPaged && (list !== 'withdrawals' || range !== null);
    case 'previous':
      return hasPrevious(snapshot) && isAlone && isPaged;
    case `${full} arrived`:
      return isReading;
    case `${full - 1} arrived`:
      return isReading && list === 'trades' && page > 1;
    case `${full + 1} arrived`:
      return isReading && range !== null;
    default:
      return false;
  }
}

walkScreen({
  model: historyModel,
  calls: READS,
  happens,
  key: ({ value, context: { page, filter, search, sort, range, rows, list } }) => [
    value,
    page,
    filter,
    search,
    sort,
    range !== null,
    range === null ? rows >= SIZE[list] : rows,
  ],
  open: (page, { input }) => openList(page, input?.list ?? 'trades', input?.search),
  gestures: {
    // Back online, what failed is read again. After Retry it is already being read.
    loading: async (page, { snapshot }) => {
      if (!isAsked(snapshot)) await page.evaluate(() => dispatchEvent(new Event('online')));
    },
    refreshing: async (page, at) => {
      if (isAsked(at.snapshot)) return;
      await passUntilAsked(page, READS, () => page.clock.runFor(OLD - COOLDOWN), LATE);
    },
    ...Object.fromEntries([9, 10, 11, 19, 20, 21].map((sent) => [`${sent} arrived`, arrives(sent)])),
    missing: fails,
    outdated: fails,
    refresh: async (page, { snapshot }) => {
      const asked = page.waitForRequest((request) => READS.test(request.url()));
      await page.getByRole('button', { name: snapshot.context.failure ? 'Retry' : 'Refresh' }).click();
      await asked;
    },
    next: async (page, at) => {
      const press = () => new History(page, listOf(at)).next.click();
      await (at.snapshot.context.range === null ? forgetLeft(page, at, press) : press());
    },
    previous: async (page, at) => {
      const press = () => new History(page, listOf(at)).previous.click();
      await (isRead(at) ? forgetLeft(page, at, press) : press());
    },
    'filter buy': choose('Buy'),
    'filter all': choose('All'),
    'filter failed': choose('Failed'),
    search: async (page, at) => {
      const box = page.getByRole('searchbox', { name: 'Search the list' });
      // In the other case, so that the text changes but not its meaning.
      const text = (await box.inputValue()) === 'btc' ? 'BTC' : 'btc';
      const type = () => box.fill(text);
      await (isRead(at) ? forgetLeft(page, at, type) : type());
    },
    'sort by price': async (page) => new History(page, 'orders').heading('Price').getByRole('button').click(),
    dates: async (page, at) => {
      await page.getByRole('button', { name: 'Date range' }).click();
      const form = page.getByRole('form', { name: 'Date range, UTC' });
      await form.getByLabel('From').fill(DAY);
      await form.getByLabel('To').fill(DAY);
      await forgetLeft(page, at, () => form.getByRole('button', { name: 'Apply' }).click());
    },
    'no dates': (page, at) =>
      forgetLeft(page, at, () =>
        page.getByRole('button', { name: /^(Clear dates|This page only)$/ }).click(),
      ),
  },
  facts: (snapshot) => {
    const { page, filter, search, sort, range, rows, list } = snapshot.context;
    const phase = shownPhase(snapshot);
    const full = SIZE[list];
    const shown =
      range === null ? shownOf(rows, full) : Math.min(full, Math.max(0, rows - (page - 1) * full));
    return {
      phase,
      page: `Page ${page}`,
      hasNext: hasNext(snapshot),
      hasPrevious: hasPrevious(snapshot),
      rows: phase === 'loading' || phase === 'missing' ? 0 : shown,
      filter,
      search,
      sort: `${sort.column} ${sort.direction}`,
      isRanged: range !== null,
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const table = document.querySelector('main table');
      const summary = document.querySelector('main section[aria-labelledby]');
      const pager = [...document.querySelectorAll('nav[aria-label="Pagination"] button')];
      const refresh = [...(summary?.querySelectorAll('button') ?? [])].at(-1);
      const isOff = refresh?.getAttribute('aria-disabled') === 'true';
      const sorted = [...(table?.querySelectorAll('th[aria-sort]') ?? [])].find(
        (heading) => heading.getAttribute('aria-sort') !== 'none',
      );
      const chosen = document.querySelector('main [role="group"] [aria-pressed="true"]');
      const isLoading = table?.getAttribute('aria-busy') === 'true';
      const isMissing = document.querySelector('main [role="alert"][data-kind="failure"]') !== null;
      const isOld = summary?.querySelector('[role="alert"]') !== null;
      return {
        phase: isLoading
          ? 'loading'
          : isMissing
            ? 'missing'
            : isOld
              ? 'outdated'
              : isOff
                ? 'refreshing'
                : 'current',
        page: document.querySelector('nav[aria-label="Pagination"] [aria-current]')?.textContent ?? '',
        hasPrevious: pager[0]?.matches(':enabled') ?? false,
        hasNext: pager[1]?.matches(':enabled') ?? false,
        rows: table?.querySelectorAll('tbody tr:not([aria-hidden])').length ?? 0,
        filter: chosen?.textContent.toLowerCase() ?? '',
        search: document.querySelector<HTMLInputElement>('input[type="search"]')?.value.toLowerCase() ?? '',
        sort: `${sorted?.getAttribute('data-column')} ${sorted?.getAttribute('aria-sort')}`,
        isRanged: document.querySelector('[data-part="range"] button') !== null,
      };
    }),
  unreachable: {
    'history.list.watching | records.arrived#0 [isEmptied] -> history.list.watching':
      'The page before it was read a moment ago and is there at once; the last order of a page is cancelled in histories.spec.ts',
  },
});

const EXPORTED = /\/order\/orders\/history\/executions\?.*limit=100$/;
const FROM = '2026-01-04';
const TO = '2026-01-05';
/** Files that the browser took. */
const taken = new WeakMap<Page, string[]>();
const isOfSome = ({ context }: HistoryExportSnapshot): boolean => context.range.from !== null;

async function hear(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText(words)).toBeVisible();
  await hush(page);
}

/** The browser has no room for a file of some days. */
const beginExport = (isSome: boolean) => async (page: Page) => {
  const history = new History(page, 'trades');
  const isChosen = await history.button('Clear dates').isVisible();
  if (isChosen !== isSome) {
    // The table reads the same days by the same call.
    const answerNone = (route: Route) => route.fulfill({ json: [] });
    await page.route(EXPORTED, answerNone);
    if (isSome) {
      await history.button('Date range').click();
      const form = page.getByRole('form', { name: 'Date range, UTC' });
      await form.getByLabel('From').fill(FROM);
      await form.getByLabel('To').fill(TO);
      await form.getByRole('button', { name: 'Apply' }).click();
    } else {
      await history.button('Clear dates').click();
    }
    await expect(history.refresh).not.toHaveAttribute('aria-disabled', 'true');
    await page.unroute(EXPORTED, answerNone);
  }
  await page.evaluate((isFull) => {
    Object.assign(globalThis, { isDiskFull: isFull });
  }, isSome);
  await history.button('Export CSV').click();
};

const control = (name: string) => (page: Page) => new History(page, 'trades').button(name).click();

walkScreen({
  model: historyExportModel,
  calls: EXPORTED,
  // Silence looks like no answer. Failures are walked at the second page; only a file of some days finds no room.
  happens: (name, snapshot) => {
    const { seen, attempt } = snapshot.context;
    const isSome = isOfSome(snapshot);
    switch (name) {
      case 'readPage: 7,6':
        return seen.length === 0;
      case 'readPage: 6,5':
        return seen.length === 2;
      case 'readPage: 3':
        return seen.length === 3 && isSome;
      case 'readPage: nothing':
        return !isSome && seen.length !== 2;
      case 'readPage: 429':
      case 'readPage: 503':
        return !isSome && seen.length === 2 && attempt !== 1;
      case 'readPage: no answer':
        return !isSome && seen.length === 2 && attempt === 1;
      case 'readPage: no list':
        return !isSome && seen.length === 2 && attempt === 0;
      case 'saveFile: taken':
        return !isSome;
      case 'saveFile: no room':
        return isSome;
      case 'export sales':
        return false;
      case 'cancel':
        return !isSome && seen.length === 2 && (attempt < 2 || snapshot.matches('interrupted'));
      default:
        return !/401|silence/.test(name);
    }
  },
  key: ({ value, context: { range, seen, attempt } }) => [value, range, seen.length, attempt],
  open: async (page) => {
    await pretendSession(page, {});
    await page.clock.install();
    await page.addInitScript(() => {
      const make = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob: Blob) => {
        if ((globalThis as { isDiskFull?: boolean }).isDiskFull ?? false)
          throw new DOMException('no room', 'QuotaExceededError');
        return make(blob);
      };
    });
    const names: string[] = [];
    taken.set(page, names);
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await page.route(/executions\?.*limit=20$/, (route) => route.fulfill({ json: [] }));
    const history = new History(page, 'trades');
    await history.open();
    await expect(page.getByText('No trades found')).toBeVisible();
    await history.refresh.click();
    await expect(page.getByText('Updated', { exact: true })).toBeVisible();
    await hush(page);
    await stopTime(page);
    await page.clock.runFor(COOLDOWN);
  },
  gestures: {
    export: beginExport(false),
    'export some days': beginExport(true),
    cancel: control('Cancel export'),
    retry: control('Retry'),
  },
  timers: { retryPause: (page) => passUntilAsked(page, EXPORTED) },
  answers: {
    taken: async (page, { snapshot }) => {
      const names = taken.get(page) ?? [];
      await expect
        .poll(() => names.splice(0))
        .toEqual([expect.stringMatching(/^trading-history_[\d-]+\.csv$/)]);
      const count = snapshot.context.rows.length;
      await hear(page, `${count} ${count === 1 ? 'record' : 'records'} exported`);
    },
    'no room': async (page) => {
      await hear(page, 'The export stopped');
      expect(taken.get(page)).toEqual([]);
    },
  },
  facts: ({ value, context: { seen } }) => {
    // The file is written at once.
    const isIdle = value === 'idle' || value === 'saving';
    const buttons = value === 'interrupted' ? 'Retry, Cancel export' : 'Cancel export';
    return {
      mayBegin: isIdle,
      buttons: isIdle ? '' : buttons,
      said: isIdle
        ? ''
        : value === 'interrupted'
          ? `Stopped. Records loaded: ${seen.length}. why`
          : `Records loaded: ${seen.length}…`,
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const part = document.querySelector('main [data-part="export"]');
      const [begin, ...others] = part?.querySelectorAll('button') ?? [];
      const said = part?.querySelector('[role="status"]')?.textContent ?? '';
      return {
        mayBegin: begin?.disabled === false,
        buttons: others.map(({ textContent }) => textContent).join(', '),
        said: said.replace(/(?<=^Stopped\. Records loaded: \d+\. ).+/, 'why'),
      };
    }),
});
