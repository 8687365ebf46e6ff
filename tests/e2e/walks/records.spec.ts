import type { Page, Route } from '@playwright/test';
import type { OrderResult } from '../../../src/machines/cancelAll/index.ts';
import { cancelAllModel } from '../../paths/cancelAll/cancelAll.model.ts';
import { historyModel } from '../../paths/history/history.model.ts';
import { historyExportModel } from '../../paths/historyExport/historyExport.model.ts';
import { History, type HistoryScreenName } from '../support/histories.ts';
import { pretendSession, walkScreen, type HeldCalls } from '../support/screenWalk.ts';
import { expect } from '../support/test.ts';
import { stopTime } from '../support/time.ts';

// The list behind the dialog is asked for by pages of 20, what is to be cancelled by 100.

const DELETES = '**/order/cancel/*';
const held = new WeakMap<Page, Map<string, Route>>();

/** The cancellation of an order, which waits for its answer. */
async function takeDelete(page: Page, id: string): Promise<Route> {
  const routes = held.get(page);
  await expect.poll(() => routes?.has(id)).toBe(true);
  const route = routes?.get(id);
  routes?.delete(id);
  if (!route) throw new Error(`${id} is not being cancelled`);
  return route;
}

const ANSWERS: Readonly<Record<OrderResult['outcome'], { status: number; json: object }>> = {
  cancelled: { status: 200, json: {} },
  filled: { status: 409, json: { code: 'ORDER_FILLED' } },
  failed: { status: 404, json: { message: 'No such order' } },
  gone: { status: 200, json: {} },
};
const ends = (id: string, outcome: OrderResult['outcome']) => async (page: Page) =>
  (await takeDelete(page, id)).fulfill(ANSWERS[outcome]);

const RESULT_WORDS: Readonly<Record<OrderResult['outcome'], string>> = {
  cancelled: 'Cancelled',
  filled: 'Filled already',
  gone: 'No longer open',
  failed: 'Failed, still openNo such order',
};

walkScreen({
  model: cancelAllModel,
  calls: /\/order\/orders\?.*limit=100/,
  // A pair is chosen on the trade screen; the session's end leaves the page; silence takes long and looks as no answer
  // does; what is gone is told after three looks at the list (orderCancellation).
  happens: (name, snapshot) =>
    !/XMR-BTC|401|500|silence|gone|readOrders: a$/.test(name) &&
    (name !== 'retry' || snapshot.can({ type: 'user.retry' })),
  key: ({ value, context: { orders, results } }) => [
    value,
    orders.length,
    // Which ones were answered, and which of them may be tried again.
    Object.entries(results)
      .map(([id, { outcome }]) => `${id} ${outcome === 'failed'}`)
      .sort(),
  ],
  open: async (page) => {
    await pretendSession(page, {});
    await page.route(/\/order\/orders\?.*limit=20/, (route) =>
      route.fulfill({
        json: [
          {
            id: 'shown',
            pair_symbol: 'XMR-BTC',
            operation: 'BUY',
            price: '0.003',
            quantity: '2',
            quantity_left: '1',
            created_at: '2026-01-05T12:00:00Z',
          },
        ],
      }),
    );
    held.set(page, new Map());
    await page.route(DELETES, (route) => {
      held.get(page)?.set(new URL(route.request().url()).pathname.split('/').at(-1) ?? '', route);
    });
    await new History(page, 'orders').open();
    await new History(page, 'orders').rows().first().waitFor();
  },
  gestures: {
    begin: async (page) => {
      // Orders that ended are remembered for as long as the page lives; every round is to begin anew.
      held.get(page)?.clear();
      await page.reload();
      await new History(page, 'orders').rows().first().waitFor();
      await new History(page, 'orders').button('Cancel all orders').click();
    },
    confirm: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel \d/ })
        .click(),
    retry: (page) => page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click(),
    dismiss: (page) => page.keyboard.press('Escape'),
    ...Object.fromEntries(
      ['a', 'b'].flatMap((id) =>
        (['cancelled', 'filled', 'failed'] as const).map((outcome) => [
          `${id}: ${outcome}`,
          ends(id, outcome),
        ]),
      ),
    ),
  },
  facts: (snapshot) => {
    const { orders, results, failure } = snapshot.context;
    const stage = snapshot.value;
    const count = orders.length;
    const ended = Object.values(results);
    const closed = ended.filter(({ outcome }) => outcome !== 'failed').length;
    const retries = stage === 'notListed' || (stage === 'told' && closed < count) ? ['Try again'] : [];
    const plural = count === 1 ? 'order' : 'orders';
    const words: Readonly<Record<typeof stage, string>> = {
      idle: '',
      listing: 'Reading your open orders…',
      notListed: '',
      confirming: 'This is what is open now. What fills before its cancellation arrives stays filled.',
      cancelling: `${ended.length} of ${count} answered. Closing this window takes nothing back.`,
      told: `${closed} of ${count} orders are no longer open.`,
    };
    const lines = orders.map(({ id }) => {
      const result = results[id];
      return result ? RESULT_WORDS[result.outcome] : stage === 'cancelling' ? 'Cancelling…' : '';
    });
    return {
      isOpen: stage !== 'idle',
      title:
        stage === 'idle'
          ? null
          : stage === 'confirming'
            ? count === 1
              ? 'Cancel 1 order?'
              : `Cancel all ${count} orders?`
            : 'Cancel orders',
      words: words[stage],
      lines: stage === 'idle' || stage === 'listing' ? '' : lines.join(' | '),
      hasFailed: failure !== null,
      buttons:
        stage === 'idle'
          ? ''
          : [
              ...(stage === 'confirming' ? [`Cancel ${count} ${plural}`] : []),
              ...retries,
              stage === 'confirming' ? 'Keep orders' : 'Close',
            ].join(', '),
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const dialog = document.querySelector('dialog');
      const texts = (selector: string): string[] =>
        [...(dialog?.querySelectorAll(selector) ?? [])].map((element) => element.textContent ?? '');
      return {
        isOpen: dialog !== null,
        title: dialog?.querySelector('h2')?.textContent ?? null,
        words: texts('[role="status"]').join(''),
        lines: texts('[data-outcome]').join(' | '),
        hasFailed: dialog?.querySelector('[role="alert"]') !== null && dialog !== null,
        buttons: texts('button').join(', '),
      };
    }),
  unreachable: {
    'cancelAll.listing | xstate.done.actor.readOrders#0 [isRefused] -> cancelAll.notListed':
      'a refusal looks as an outage does',
  },
});

const WORDS: Readonly<Record<string, string>> = {
  server: 'The server had an error. Try again in a moment.',
  unreachable: 'The server cannot be reached. Check your connection.',
  unreadable: 'The server gave an answer that cannot be read.',
  tooMany: 'Too many requests. Wait a little, then try again. Wait 7 seconds.',
};

walkScreen({
  model: historyExportModel,
  calls: /\/order\/orders\/history\/executions\?.*limit=100/,
  // Within dates the table itself asks for long pages: tests/e2e/histories.spec.ts. A 401 leaves the page; a browser's
  // disk is never full here.
  happens: (name) => !/some days|401|429|no room|: 3$|no answer/.test(name),
  key: ({ value, context: { seen, attempt } }) => [value, seen.length, attempt],
  open: async (page) => {
    await pretendSession(page, {});
    await page.clock.install();
    await page.route(/executions\?.*limit=20/, (route) => route.fulfill({ json: [] }));
    await new History(page, 'trades').open();
    await page.getByText('No trades found').waitFor();
    await stopTime(page);
  },
  gestures: {
    export: (page) => new History(page, 'trades').button('Export CSV').click(),
    cancel: (page) => new History(page, 'trades').button('Cancel export').click(),
    retry: (page) => new History(page, 'trades').button('Retry').click(),
  },
  // The browser takes the file at once.
  answers: { taken: () => Promise.resolve() },
  timers: { retryPause: (page) => page.clock.runFor(8000) },
  facts: (snapshot) => {
    const { seen, failure } = snapshot.context;
    const isOver = snapshot.matches('idle') || snapshot.matches('saving');
    const isStopped = snapshot.matches('interrupted');
    return {
      begins: isOver,
      words: isOver
        ? ''
        : isStopped
          ? `Stopped after ${seen.length} records: ${failure === null ? '' : WORDS[failure.code]}`
          : `${seen.length} records read…`,
      buttons: isOver ? '' : isStopped ? 'Retry, Cancel export' : 'Cancel export',
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const begin = [...document.querySelectorAll('main button')].find(
        (button): button is HTMLButtonElement => button.textContent === 'Export CSV',
      );
      const others = [...(begin?.parentElement?.querySelectorAll('button') ?? [])].filter(
        (button) => button !== begin,
      );
      return {
        begins: begin?.disabled === false,
        words: begin?.parentElement?.querySelector('[role="status"]')?.textContent ?? '',
        buttons: others.map(({ textContent }) => textContent).join(', '),
      };
    }),
  unreachable: {
    'historyExport.reading | xstate.done.actor.readPage#0 [mayPass] -> historyExport.pausing':
      'a 429 looks as an outage does',
    'historyExport.reading | xstate.done.actor.readPage#1 [isRefused] -> historyExport.interrupted':
      'a refusal: tests/e2e/histories.spec.ts',
    'historyExport.saving | xstate.error.actor.saveFile#0 -> historyExport.idle': 'the browser has room',
  },
});

const LISTS: Readonly<Record<string, HistoryScreenName>> = {
  trades: 'trades',
  deposits: 'deposits',
  orders: 'orders',
};

const REFRESHED = 'a refresh and what follows it is one gesture: tests/e2e/histories.spec.ts';
const DATES = 'dates ask for long pages: tests/e2e/histories.spec.ts';

/** Records that a page holds; a trade, a deposit and an order in one. */
const records = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `record-${index}`,
    pair_symbol: 'XMR-BTC',
    currency: 'BTC',
    operation: 'BUY',
    price: '1',
    quantity: '1',
    quantity_left: '1',
    amount: '1',
    executed_price: '1',
    executed_quantity: '1',
    created_at: '2026-01-05T12:00:00Z',
  }));

const arrived =
  (count: number) =>
  (_page: Page, { network }: { readonly network: HeldCalls }) =>
    network.answer({ status: 200, body: records(count) });

walkScreen({
  model: { ...historyModel, variants: historyModel.variants.slice(0, 3) },
  calls: /(executions|user\/history|\/order\/orders)\?/,
  // A refresh and what follows it is one gesture here: tests/e2e/histories.spec.ts.
  happens: (name, snapshot) =>
    !/^(refresh|refreshing|outdated|loading|missing|filter completed|sort by nonsense)$/.test(name) &&
    (name !== 'next' || snapshot.can({ type: 'page.next' })) &&
    (name !== 'previous' || snapshot.can({ type: 'page.previous' })) &&
    // A field that holds the text already is not typed into.
    (name !== 'search' || snapshot.context.search === '') &&
    (!name.endsWith('arrived') || JSON.stringify(snapshot.value.list).includes('loading')),
  open: async (page, { input }) => {
    await pretendSession(page, {});
    await page.clock.install();
    const list = LISTS[input?.list ?? ''] ?? 'trades';
    await new History(page, list).open();
    await new History(page, list).next.waitFor();
    await stopTime(page);
  },
  gestures: {
    '9 arrived': arrived(9),
    '10 arrived': arrived(10),
    '19 arrived': arrived(19),
    '20 arrived': arrived(20),
    next: press('Next'),
    previous: press('Previous'),
    'filter buy': press('Buy'),
    'filter all': press('All'),
    search: (page) => page.getByRole('searchbox', { name: 'Search deposits' }).fill('btc'),
    'sort by price': (page) => new History(page, 'orders').heading('Price').getByRole('button').click(),
  },
  facts: (snapshot) => {
    const { page, filter, search, sort, rows, list } = snapshot.context;
    const isLoading = JSON.stringify(snapshot.value.list).includes('loading');
    const full = list === 'deposits' ? 10 : 20;
    return {
      page: `Page ${page}`,
      rows: isLoading ? 0 : rows,
      isLoading,
      hasNext: rows >= full,
      hasPrevious: page > 1,
      filter: filter === 'all' ? 'All' : 'Buy',
      search: list === 'deposits' ? search : null,
      sort: `${sort.column} ${sort.direction}`,
    };
  },
  read: (page) =>
    page.evaluate(() => {
      const pager = document.querySelector('nav[aria-label="Pagination"]');
      const [previous, next] = [...(pager?.querySelectorAll('button') ?? [])];
      const sorted = document.querySelector('th[aria-sort$="ending"]');
      const table = document.querySelector('main table');
      return {
        page: pager?.querySelector('[aria-current="page"]')?.textContent ?? '',
        rows: table?.querySelectorAll('tbody tr:not([aria-hidden])').length ?? 0,
        isLoading: table?.getAttribute('aria-busy') === 'true',
        hasNext: next?.disabled === false,
        hasPrevious: previous?.disabled === false,
        filter: document.querySelector('main [aria-pressed="true"]')?.textContent ?? '',
        search: document.querySelector<HTMLInputElement>('main input[type="search"]')?.value ?? null,
        sort: `${sorted?.getAttribute('data-column')} ${sorted?.getAttribute('aria-sort')}`,
      };
    }),
  unreachable: {
    'history.list | range.chosen#0 -> history.list.watching': DATES,
    'history.list | page.next#0 [inline] -> (stay)': DATES,
    'history.list | page.previous#0 [inline] -> (stay)': DATES,
    'history.list.watching | records.loading#0 -> history.list.watching.loading': REFRESHED,
    'history.list.watching | records.refreshing#0 -> history.list.watching.shown.refreshing': REFRESHED,
    'history.list.watching | records.outdated#0 -> history.list.watching.shown.outdated': REFRESHED,
    'history.list.watching | records.missing#0 -> history.list.watching.missing': REFRESHED,
    'history.refresh.quiet | user.refresh#0 -> history.refresh.asked': REFRESHED,
    'history.refresh.asked | records.arrived#0 -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | records.outdated#0 -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | records.missing#0 -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | range.chosen#0 -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | page.next#0 [inline] -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | page.previous#0 [inline] -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | search.changed#0 [inline] -> history.refresh.quiet': REFRESHED,
    'history.refresh.asked | filter.chosen#0 [isFilterOfOtherPage] -> history.refresh.quiet': REFRESHED,
  },
});

function press(name: string) {
  return (page: Page): Promise<void> => page.getByRole('button', { name, exact: true }).click();
}
