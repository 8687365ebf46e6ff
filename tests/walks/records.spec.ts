import type { Page, Route } from '@playwright/test';
import { type OrderResult, selectStage } from '../../src/machines/cancelAll/cancelAll.machine.ts';
import { cancelAllModel } from '../models/cancelAll.model.ts';
import { History } from '../e2e/support/histories.ts';
import { pretendSession, walkScreen } from '../e2e/support/screenWalk.ts';
import { SOON } from '../e2e/support/soon.ts';
import { expect } from '../e2e/support/test.ts';

// The list behind the dialog has pages of 20, the cancellation of 100.

const DELETES = '**/order/cancel/*';
const held = new WeakMap<Page, Map<string, Route>>();

async function takeDelete(page: Page, id: string): Promise<Route> {
  const routes = held.get(page);
  await expect.poll(() => routes?.has(id), SOON).toBe(true);
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
  unknown: { status: 500, json: {} },
};
const ends = (id: string, outcome: OrderResult['outcome']) => async (page: Page) =>
  (await takeDelete(page, id)).fulfill(ANSWERS[outcome]);

const RESULT_WORDS: Readonly<Record<OrderResult['outcome'], string>> = {
  cancelled: 'Cancelled',
  filled: 'Already filled',
  gone: 'No longer open',
  failed: 'Failed, still openNo such order',
  unknown: 'Unknown',
};

walkScreen({
  model: cancelAllModel,
  calls: /\/order\/orders\?.*limit=100/,
  // Pairs belong to another screen, silence looks like no answer; orderCancellation has gone and unknown orders.
  happens: (name, snapshot) =>
    !/XMR-BTC|401|500|silence|gone|unknown|readOrders: a$/.test(name) &&
    (name !== 'retry' || snapshot.can({ type: 'user.retry' })),
  key: ({ value, context: { orders, results } }) => [
    value,
    orders.length,
    // Which were answered, and which may be tried again.
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
      // The page remembers closed orders, so each round reloads it.
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
    const stage = selectStage(snapshot);
    const count = orders.length;
    const ended = Object.values(results);
    const closed = ended.filter(({ outcome }) => outcome !== 'failed').length;
    const retries = stage === 'notListed' || (stage === 'finished' && closed < count) ? ['Try again'] : [];
    const plural = count === 1 ? 'order' : 'orders';
    const words: Readonly<Record<typeof stage, string>> = {
      idle: '',
      listing: 'Loading your open orders…',
      notListed: '',
      confirming:
        'These orders are open now. An order that fills before the cancellation arrives stays filled.',
      cancelling: `${ended.length} of ${count} processed. Closing this window does not stop the cancellation.`,
      finished: `Orders no longer open: ${closed} of ${count}.`,
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
      const dialog = document.querySelector('[role="dialog"]');
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
});
