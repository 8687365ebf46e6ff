// Lost answers without idempotency keys: one press is one write, and the page finds out by reading.
import type { Locator, Page } from '@playwright/test';
import { COINS } from '../plainServer/coins.ts';
import type { How } from '../plainServer/faults.ts';
import type { PlainServer } from '../plainServer/server.ts';
import { GRIN_AMOUNT, slatepacks } from '../plainServer/slatepacks.ts';
import { styleOf } from '../plainServer/style.ts';
import { TradePage } from './support/tradePage.ts';
import { isAsking, watchRequests } from './support/openRequests.ts';
import { expect, test } from './support/plain.ts';
import { Support } from './support/tickets.ts';
import { stopTime } from './support/time.ts';
import { newTrader } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

const PAIR = 'XMR-USDT';
const ADDRESS = COINS.find(({ ticker }) => ticker === 'USDT')?.example ?? '';

interface Stage {
  readonly page: Page;
  readonly plain: PlainServer;
  readonly tradePage: TradePage;
  readonly wizard: Wizard;
  readonly support: Support;
}

interface Write {
  readonly call: string;
  /** The number makes each write different. */
  readonly prepare: (stage: Stage, nth: number) => Promise<void>;
  readonly press: (stage: Stage) => Promise<void>;
  /** Shown once reading found nothing. */
  readonly again: (stage: Stage) => Locator;
  readonly absent?: (stage: Stage) => Locator;
  /** Does no harm twice: it may be sent again before anybody knows (CANCEL-11). */
  readonly isHarmlessTwice?: true;
  readonly done: (stage: Stage, nth: number) => Locator;
  readonly count: (plain: PlainServer, nth: number) => number;
}

const post = async ({ page, plain }: Stage, path: string, data: object): Promise<void> => {
  expect((await page.request.post(plain.url + path, { data })).status()).toBeLessThan(300);
};
const cancel = ({ tradePage }: Stage) => tradePage.rows('Buy').getByRole('button', { name: 'Cancel order' });
const ofUser = <One extends { readonly account: number }>(all: readonly One[]) =>
  all.filter(({ account }) => account !== 0);
const replies = ({ support: { tickets } }: PlainServer) => tickets.flatMap(({ comments }) => comments);

const WRITES: Readonly<Record<string, Write>> = {
  'an order': {
    call: 'POST /order/orders/limit',
    async prepare({ tradePage }, nth) {
      await tradePage.open();
      await tradePage.show('My orders');
      await tradePage.form('Buy').getByRole('textbox', { name: 'Price' }).fill(`10${nth}`);
      await tradePage.form('Buy').getByRole('textbox', { name: 'Quantity' }).fill('1');
    },
    press: ({ tradePage }) =>
      tradePage.form('Buy').getByRole('button', { name: 'Buy XMR', exact: true }).click(),
    again: ({ tradePage }) => tradePage.form('Buy').getByRole('button', { name: 'Send again' }),
    done: ({ tradePage }, nth) => tradePage.rows('Buy', `10${nth}`),
    count: ({ orders }, nth) =>
      ofUser(orders.all).filter(({ price }) => price / 10n ** 18n === BigInt(`10${nth}`)).length,
  },
  'a cancellation': {
    call: 'DELETE /order/cancel/{id}',
    async prepare(stage) {
      const order = { pair: PAIR, type: 'LIMIT', operation: 'BUY', price: '100', quantity: '1' };
      await post(stage, '/order/orders/limit', order);
      await stage.tradePage.open();
      await stage.tradePage.show('My orders');
    },
    press: (stage) => cancel(stage).click(),
    again: (stage) => cancel(stage),
    absent: ({ page }) => page.getByText('The order is still open. You can cancel it again.'),
    isHarmlessTwice: true,
    done: ({ tradePage }) => tradePage.mine.getByText('No open orders in this pair'),
    count: ({ orders }, nth) => ofUser(orders.all).filter(({ state }) => state === 'CANCELED').length - nth,
  },
  'a withdrawal': {
    call: 'POST /withdrawal/withdrawals/create',
    async prepare({ wizard }, nth) {
      await wizard.open('USDT');
      await wizard.fill(`1${nth}`, ADDRESS);
    },
    press: ({ wizard }) => wizard.button('Confirm withdrawal').click(),
    again: ({ wizard }) => wizard.button('Send it again'),
    done: ({ wizard }) => wizard.heading('Withdrawal submitted'),
    count: ({ withdrawals }, nth) => withdrawals.all.length - nth,
  },
  'the end of a GRIN withdrawal': {
    call: 'POST /withdrawal/withdrawals/grin/finalize-withdrawal',
    async prepare({ wizard }) {
      await wizard.open('GRIN');
      await wizard.fill(GRIN_AMOUNT);
      await wizard.button('Confirm withdrawal').click();
      await expect(wizard.message).toHaveValue(slatepacks.withdrawal.sent);
      await wizard.reply.fill(slatepacks.withdrawal.signed);
    },
    press: ({ wizard }) => wizard.button('Finalize').click(),
    again: ({ wizard }) => wizard.button('Finalize again'),
    done: ({ wizard }) =>
      wizard.main.getByRole('heading', { name: /^(Broadcasted successfully|Submitted, broadcast unknown)$/ }),
    count: ({ withdrawals }, nth) =>
      withdrawals.all.filter(({ state }) => state === 'completed').length - nth,
  },
  'a ticket': {
    call: 'POST /support/tickets/create',
    async prepare({ support }, nth) {
      await support.open();
      await support.write(`Question ${nth}`, 'I wait.');
    },
    press: ({ support }) => support.button('Create ticket').click(),
    absent: ({ page }) => page.getByText(/You can (?:safely )?send it again/),
    again: ({ support }) => support.button('Create ticket'),
    done: ({ support }, nth) => support.row(`Question ${nth}`),
    count: ({ support }, nth) => support.tickets.length - nth,
  },
  'a reply': {
    call: 'POST /support/tickets/comment/{id}',
    async prepare(stage, nth) {
      const { plain, support } = stage;
      const ticket = { subject: 'Where is it?', description: 'I wait.', category: 'other' };
      if (plain.support.tickets.length === 0) await post(stage, '/support/tickets/create', ticket);
      await support.open();
      await support.row('Where is it?').click();
      await support.reply.fill(`Reply ${nth}`);
    },
    press: ({ support }) => support.button('Send reply').click(),
    absent: ({ page }) => page.getByText(/You can (?:safely )?send it again/),
    again: ({ support }) => support.button('Send reply'),
    done: ({ support }, nth) => support.messages.getByText(`Reply ${nth}`, { exact: true }),
    count: (plain, nth) => replies(plain).length - nth,
  },
};

/** Each write meets each group; tests/unit/plainServer/lost.test.ts covers every combination. */
const HOWS = {
  absent: ['lost before', '5xx before'],
  found: ['lost after', '5xx after', 'cut'],
  late: ['late', 'late, unanswered'],
} as const satisfies Record<string, readonly How[]>;

/** Milliseconds of an answer's time limit that a call may lose when it starts within a step. */
const STEP = 4000;

/** The page's clock is stopped while an answer is awaited. */
async function passUntil(page: Page, awaited: Locator): Promise<void> {
  const isSeen = async (): Promise<boolean> => {
    if (await awaited.isVisible()) return true;
    if (!isAsking(page)) await page.clock.runFor(STEP);
    return false;
  };
  await expect.poll(isSeen, { intervals: [20] }).toBe(true);
}

// Without ids in answers, writes have to be found among others.
test.use({ style: { ...styleOf(1), writes: 'nothing' } });

for (const [turn, [name, write]] of Object.entries(WRITES).entries()) {
  const hows = Object.values(HOWS).map((ways) => ways[turn % ways.length] ?? ways[0]);
  test(`${name}: one press, one write: ${hows.join('; ')}; reloaded; not readable (LOST-01, LOST-02, LOST-03, LOST-05)`, async ({
    page,
    plain,
    site,
    guard,
  }) => {
    guard.expectOutage();
    guard.expect(/status of 502|^console: \w+: (server|timeout)/);
    // This server refuses to cancel a cancelled order.
    if (write.isHarmlessTwice) guard.expect(/status of 400 .*order\/cancel/);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.clock.install();
    watchRequests(page, /./);
    const trader = await newTrader(page, plain.url, `${site.url}/locales/en/common.json`);
    for (const coin of ['USDT', 'GRIN']) plain.credit(trader.email, coin, '10000');
    const [tradePage, wizard, support] = [new TradePage(page, PAIR), new Wizard(page), new Support(page)];
    const stage: Stage = { page, plain, tradePage, wizard, support };

    /** @returns the writes that have arrived since, and how often it was done */
    const press = async (nth: number, how: How) => {
      // The page's clock is ahead of the server's.
      await page.clock.setSystemTime(Date.now());
      await write.prepare(stage, nth);
      await stopTime(page);
      const before = plain.arrivals(write.call).length;
      const fault = plain.fail(write.call, how);
      await write.press(stage);
      await fault.arrived;
      if (how.startsWith('late')) {
        expect(write.count(plain, nth)).toBe(0);
        await expect(write.done(stage, nth)).toBeHidden();
      }
      fault.release();
      await fault.ended;
      return () => [plain.arrivals(write.call).length - before, write.count(plain, nth)];
    };

    for (const [nth, how] of hows.entries()) {
      await test.step(how, async () => {
        const facts = await press(nth, how);
        // Longer than any time limit.
        if (how === 'late, unanswered') await page.clock.runFor(31_000);
        const isAbsent = how.endsWith('before');
        if (isAbsent) {
          await passUntil(page, (write.absent ?? write.again)(stage));
          expect(facts()).toEqual([1, 0]);
          // This server does not recognise repeated writes.
          await expect(page.getByText(/cannot be paid twice|only once/)).toHaveCount(0);
          await write.again(stage).click();
        }
        await passUntil(page, write.done(stage, nth));
        const doubts = page
          .getByRole('main')
          .getByText(/^(No response from the server|The server (responded|did not confirm))/);
        await expect(doubts).toHaveCount(0);
        expect(facts()).toEqual([isAbsent ? 2 : 1, 1]);
        await page.clock.resume();
      });
    }

    await test.step('reloaded while it was on its way', async () => {
      const facts = await press(hows.length, 'late, unanswered');
      await page.clock.resume();
      await page.reload();
      if (page.url().includes('/trade/')) await tradePage.show('My orders');
      await expect(write.done(stage, hows.length)).toBeVisible();
      expect(facts()).toEqual([1, 1]);
    });

    await test.step('lost after, and nothing can be read', async () => {
      const nth = hows.length + 1;
      const facts = await press(nth, 'lost after');
      const isCall = ({ origin }: URL): boolean => origin === plain.url;
      await page.route(isCall, (route) =>
        route.request().method() === 'GET' ? route.abort('connectionreset') : route.fallback(),
      );
      const look = write.isHarmlessTwice
        ? write.again(stage)
        : page.getByRole('main').getByRole('button', { name: 'Check again' });
      await passUntil(page, look);
      await expect(write.done(stage, nth)).toBeHidden();
      await page.unroute(isCall);
      await look.click();
      await passUntil(page, write.done(stage, nth));
      expect(facts()).toEqual([write.isHarmlessTwice ? 2 : 1, 1]);
    });
  });
}
