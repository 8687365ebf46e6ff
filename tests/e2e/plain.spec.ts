// A server that does only what the specification requires: no capabilities, no keys, any allowed shape of answers.
import { COINS } from '../plainServer/coins.ts';
import { money, text } from '../plainServer/money.ts';
import { GRIN_AMOUNT, slatepacks } from '../plainServer/slatepacks.ts';
import { styles } from '../plainServer/style.ts';
import { totp } from '../plainServer/totp.ts';
import { Security } from './support/account.ts';
import { RefundRow, Wallet } from './support/coins.ts';
import { TradePage } from './support/tradePage.ts';
import { HISTORIES, History } from './support/histories.ts';
import { expect, test, undocumented, watchTour } from './support/plain.ts';
import { Support } from './support/tickets.ts';
import { goTo } from './support/tour.ts';
import { createTrader, signIn } from './support/trader.ts';
import { Wizard } from './support/withdraw.ts';

const PAIR = 'XMR-USDT';
const ADDRESS = COINS.find(({ ticker }) => ticker === 'XMR')?.example ?? '';

const LISTS = {
  trades: HISTORIES.trades.call,
  deposits: HISTORIES.deposits.call,
  withdrawals: HISTORIES.withdrawals.call,
  orders: HISTORIES.orders.call,
} as const;

/** The whole story for the first style, halves for the others; styles.test.ts has single calls. */
const PARTS = [
  ['visitor', 'orders', 'XMR', 'GRIN', 'ticket', 'two-factor'],
  ['visitor', 'XMR', 'two-factor'],
  ['orders', 'GRIN', 'ticket'],
] as const;

// The first three styles cover nearly every choice; tests/unit/plainServer covers all seven.
for (const [index, style] of styles().slice(0, PARTS.length).entries()) {
  test.describe(`habits ${index}`, () => {
    test.use({ style });
    const part = async (
      name: (typeof PARTS)[number][number],
      what: string,
      tell: () => Promise<void>,
    ): Promise<void> => {
      const told: readonly string[] = PARTS[index] ?? [];
      if (told.includes(name)) await test.step(what, tell);
    };

    test(`the story (${PARTS[index]?.join(', ')}), with only documented calls and an empty console (CALL-01, CALL-07, CALL-09)${index === 0 ? ' @story' : ''}`, async ({
      page,
      context,
      plain,
      site,
    }) => {
      const found = watchTour(context, site);
      page.on('dialog', (dialog) => void dialog.accept());
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const toasts = page.getByRole('region', { name: 'Notifications' });
      const tradePage = new TradePage(page, PAIR);
      plain.trade(PAIR, 'SELL', '151', '3');
      plain.trade(PAIR, 'BUY', '151', '1');
      plain.trade(PAIR, 'BUY', '148', '4');

      await part('visitor', 'a visitor sees the markets, a book and the public pages', async () => {
        await page.goto('/');
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Markets' }).click();
        const markets = page.getByRole('table', { name: 'Markets' });
        await expect(markets.getByRole('row').filter({ hasText: 'XMR/USDT' })).toContainText('151');
        await expect(markets.getByRole('row').filter({ hasText: 'GRIN/BTC' })).not.toContainText(
          '0.00000000',
        );
        await page.goto('/fees');
        for (const [coin, congestion, fee] of [
          ['GRIN', 'Congested', '0.0125'],
          ['XMR', 'Normal', '0.0001'],
        ] as const) {
          const card = page.getByRole('listitem', { name: coin, exact: true });
          await expect(card).toContainText(congestion);
          await expect(card).toContainText(fee);
          // The same charge is sent twice, as network and withdrawal fee, and shown once.
          await expect(card.getByText('Exchange fee')).toHaveCount(0);
        }
        for (const path of ['/faq', '/api', '/terms', '/privacy', '/logs', '/bugbounty']) {
          await goTo(page, path);
          await expect(page.getByRole('main')).not.toContainText(
            /identify repeated requests|key of a rejected request|entry in a ledger/,
          );
        }
        await tradePage.open();
        await expect(tradePage.form('Buy').getByText('Log in to buy')).toBeVisible();
        expect([await tradePage.prices('asks'), await tradePage.prices('bids')]).toEqual([['151'], ['148']]);
      });

      const trader = await createTrader(page);
      await signIn(page, trader);
      const { id } = plain.accounts.byEmail(trader.email);
      for (const coin of ['USDT', 'GRIN']) plain.credit(trader.email, coin, '1000');
      const held = (coin: string) => {
        const { available, inOrders } = plain.ledger.of(id, coin);
        return [text(available), text(inOrders)];
      };

      await part('orders', 'an order is filled in part, its rest is cancelled', async () => {
        plain.trade(PAIR, 'SELL', '150', '0.5');
        await tradePage.open();
        await tradePage.place('Buy', '150', '2');
        await expect(toasts).toContainText(/Buy order (placed|partially filled)/);
        await tradePage.show('My orders');
        await expect(tradePage.rows('Buy', 'partial')).toContainText('1.5');
        await tradePage.show('My trades');
        await expect(tradePage.rows('Buy', '0.5')).toHaveCount(1);
        await tradePage.show('My orders');
        expect(held('USDT')).toEqual(['700', '225']);
        await tradePage.rows('Buy').getByRole('button', { name: 'Cancel order' }).click();
        await expect(tradePage.mine.getByText('No open orders in this pair')).toBeVisible();
        expect([held('USDT'), held('XMR')]).toEqual([
          ['925', '0'],
          ['0.4985', '0'],
        ]);
      });

      await part('orders', 'an order rests and is cancelled from the list of all', async () => {
        await tradePage.place('Sell', '160', '0.4');
        await expect(toasts).toContainText('Sell order placed');
        const orders = new History(page, 'orders');
        await orders.open();
        await orders.rows('Sell').getByRole('button', { name: 'Cancel' }).click();
        await expect(orders.rows()).toHaveCount(0);
        expect(held('XMR')).toEqual(['0.4985', '0']);
        await new History(page, 'trades').open();
        await expect(new History(page, 'trades').rows('XMR', 'Buy', '150')).toHaveCount(1);
      });

      await part('XMR', 'a refund address, a deposit address, a deposit', async () => {
        const before = plain.ledger.of(id, 'XMR').available;
        await page.goto('/refund-addresses');
        const row = new RefundRow(page, 'XMR');
        await row.button('Add').click();
        await row.save(ADDRESS);
        await expect(row.row).toContainText('Configured');
        await new Wallet(page).open();
        await new Wallet(page).move('XMR', 'Deposit').click();
        const address = await page.getByRole('textbox', { name: 'Deposit address' }).inputValue();
        const deposit = plain.deposits.pay(address, money('2.5'), 4);
        const deposits = new History(page, 'deposits');
        await deposits.open();
        await expect(deposits.rows('XMR', '2.5', 'Processing')).toHaveCount(1);
        plain.deposits.confirm(deposit);
        await deposits.open();
        await expect(deposits.rows('XMR', '2.5', 'Completed')).toHaveCount(1);
        expect(held('XMR')).toEqual([text(before + money('2.5')), '0']);
      });

      await part('XMR', 'a withdrawal', async () => {
        const before = plain.ledger.of(id, 'XMR').available;
        const wizard = new Wizard(page);
        await wizard.open('XMR');
        await wizard.fill('1', ADDRESS);
        await wizard.button('Confirm withdrawal').click();
        await expect(wizard.heading('Withdrawal submitted')).toBeVisible();
        expect(held('XMR')).toEqual([text(before - money('1.0001')), '0']);
        const withdrawals = new History(page, 'withdrawals');
        await withdrawals.open();
        await expect(withdrawals.rows('XMR', 'Pending')).toHaveCount(1);
        for (const one of plain.withdrawals.all) plain.withdrawals.complete(one);
        await withdrawals.open();
        await expect(withdrawals.rows('XMR', 'Completed')).toHaveCount(1);
      });

      await part('GRIN', 'GRIN is deposited with a slatepack', async () => {
        await page.goto('/deposit/GRIN');
        const region = page.getByRole('region', { name: 'GRIN deposit' });
        await region.getByRole('textbox', { name: 'Slatepack message' }).fill(slatepacks.deposit.sent);
        await region.getByRole('button', { name: 'Submit slatepack' }).click();
        const signed = region.getByRole('textbox', { name: 'Signed slatepack' });
        await expect(signed).toHaveValue(slatepacks.deposit.signed);
        for (const one of plain.deposits.all) plain.deposits.confirm(one);
        const deposits = new History(page, 'deposits');
        await deposits.open();
        await expect(deposits.rows('GRIN', GRIN_AMOUNT, 'Completed')).toHaveCount(1);
        expect(held('GRIN')).toEqual(['1000.9875', '0']);
      });

      await part('GRIN', 'GRIN is withdrawn with a slatepack', async () => {
        const wizard = new Wizard(page);
        await wizard.open('GRIN');
        await wizard.fill(GRIN_AMOUNT);
        await wizard.button('Confirm withdrawal').click();
        await expect(wizard.message).toHaveValue(slatepacks.withdrawal.sent);
        await wizard.reply.fill(slatepacks.withdrawal.signed);
        await wizard.button('Finalize').click();
        await expect(wizard.heading('Broadcasted successfully')).toBeVisible();
        const withdrawals = new History(page, 'withdrawals');
        await withdrawals.open();
        await expect(withdrawals.rows('GRIN', 'Completed')).toHaveCount(1);
        expect(held('GRIN')).toEqual(['999.9875', '0']);
      });

      await part('ticket', 'a ticket, an answer, a reply', async () => {
        const support = new Support(page);
        await support.open();
        await support.write('Where is it?', 'I wait.');
        await support.button('Create ticket').click();
        await expect(toasts).toContainText('Ticket created');
        await support.row('Where is it?').click();
        await expect(support.messages).toContainText('I wait.');
        for (const one of plain.support.tickets) plain.support.answer(one, 'It is here.');
        await page.reload();
        await expect(support.messages).toContainText('It is here.');
        await support.send('Thank you!');
        await expect(support.messages).toContainText('Thank you!');
        expect(plain.arrivals('POST /support/tickets/comment/{id}')).toHaveLength(1);
      });

      await part('two-factor', 'two-factor is set up, and asked for at sign-in', async () => {
        const security = new Security(page);
        await security.open();
        await expect(page.getByText('withdrawals are blocked')).toHaveCount(0);
        const secret = await security.showSecret();
        await security.verify(totp(secret, Date.now()));
        await expect(security.button('Disable two-factor')).toBeVisible();
        await expect(page.getByText(/recovery code/i)).toHaveCount(0);
        await button('Log out').click();
        await expect(page).toHaveURL(/\/login$/);
        await page.getByRole('textbox', { name: 'Two-factor code' }).fill(totp(secret, Date.now()));
        await signIn(page, trader);
        await page.reload();
        await button('Log out').click();
        await expect(page).toHaveURL(/\/login$/);
        expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
      });

      expect(undocumented(plain)).toEqual([]);
      expect(found).toEqual([]);
    });
  });
}

/** Figures of neighbouring cells that touch. */
function meetings(table: HTMLElement | SVGElement): readonly string[] {
  return [...table.querySelectorAll('tr')].flatMap((row) => {
    const boxes = [...row.cells]
      .filter((cell) => cell.checkVisibility())
      .map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const [ink, box] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
        const isCut = getComputedStyle(cell).textOverflow === 'ellipsis';
        const [left, right] = isCut
          ? [Math.max(ink.left, box.left), Math.min(ink.right, box.right)]
          : [ink.left, ink.right];
        return { text: cell.textContent, left, right };
      });
    return boxes.flatMap(({ text, left, right }, at) => {
      const next = boxes[at + 1] ?? { text: '', left: right, right };
      const isOver = right > left && next.right > next.left && right > next.left;
      return isOver ? [`"${text}" meets "${next.text}"`] : [];
    });
  });
}

test('the tape of a server with long figures has columns that do not collide (TRADE-33)', async ({
  page,
  plain: _plain,
}) => {
  const trade = (at: number, price: string, amount: string) => ({
    id: `t-${at}`,
    pair: PAIR,
    price,
    amount,
    operation: at % 2 === 0 ? 'BUY' : 'SELL',
    time: new Date(Date.UTC(2026, 10, 29 - at, 12)).toISOString(),
  });
  const trades = [
    trade(0, '12345.12345678', '123456.12345678'),
    trade(1, '0.00000012', '123456789.1'),
    trade(2, '1234567.1', '0.00000001'),
    trade(3, '0.00000036', '123.45'),
  ];
  await page.route(/\/order\/trades\//, (route) => route.fulfill({ json: trades }));
  await page.goto(`/trade/${PAIR}`);
  const tape = page.getByRole('region', { name: 'Market history' }).getByRole('table');
  await expect(tape.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(trades.length);
  for (const figure of ['12345.12345678', '123456789.10000000'])
    await expect(tape.getByTitle(figure, { exact: true })).toBeVisible();
  for (const width of [1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await tape.evaluate(meetings), `${width} px`).toEqual([]);
    // Figures as most pairs have them are shown whole; the side's hidden word is a pixel wide.
    for (const cell of await tape.getByRole('row').last().getByRole('cell').all())
      expect(
        await cell.evaluate((shown) => shown.scrollWidth - shown.clientWidth),
        `${width} px`,
      ).toBeLessThan(2);
  }
});

test('columns of a history do not collide, however little or much a server sends (HISTORY-29)', async ({
  page,
  plain: _plain,
}) => {
  await signIn(page, await createTrader(page));
  const id = (at: number) => `7b1f0c52-94c1-4f0e-8a6e-3d2b5c9f00${10 + at}`;
  const pair = { pair_symbol: 'AVAX-USDT', operation: 'SELL', created_at: '2026-11-05T12:00:00Z' };
  const coin = { currency: 'AVAX', amount: '123456.12345678', created_at: '2026-11-05T12:00:00Z' };
  const address = { address: `0x${'8ba1f109551bd432803012645ac136ddd64dba7'.padEnd(40, '2')}` };
  const hash = { tx_hash: `0x${'a7'.repeat(32)}` };
  const rows: Readonly<Record<keyof typeof LISTS, readonly object[]>> = {
    trades: [
      { ...pair, id: id(1), executed_price: '12345.12345678', executed_quantity: '123456.12345678' },
      { ...pair, id: id(2), executed_price: '0.00000012', fee_amount: '0.00012345', fee_currency: 'USDT' },
      { ...pair, id: id(3) },
    ],
    deposits: [
      { ...coin, ...hash, id: id(1), state: 'waiting for the operator', confirmations: 12345 },
      { ...coin, id: id(2), amount: undefined },
    ],
    withdrawals: [
      { ...coin, ...hash, ...address, id: id(1), fee_amount: '0.00012345', deposit_id: id(2) },
      { ...coin, ...address, tag: '1234567890', id: id(3), state: 'WAITING_FOR_THE_OPERATOR' },
    ],
    orders: [
      { ...pair, id: id(1), price: '12345.12345678', quantity: '123456.12345678', quantity_left: '1' },
      { ...pair, id: id(2), type: 'MARKET', state: 'WAITING_FOR_THE_OPERATOR' },
    ],
  };
  const told: string[] = [];
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    await page.route(LISTS[name], (route) => route.fulfill({ json: rows[name] }));
    const history = new History(page, name);
    await history.open();
    await expect(history.rows()).toHaveCount(rows[name].length);
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const met = await history.table.evaluate(meetings);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      told.push(...met.map((text) => `${name}, ${width} px: ${text}`));
      if (wide > 0) told.push(`${name}, ${width} px: wider than the window by ${wide} px`);
    }
  }
  expect(told).toEqual([]);
});
