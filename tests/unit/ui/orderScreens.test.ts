import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import type { BookRow, BookView } from '../../../src/domain/bookView.ts';
import type { Execution, Order } from '../../../src/domain/order.ts';
import { parsePair } from '../../../src/domain/market.ts';
import { refused } from '../../../src/domain/result.ts';
import type { App } from '../../../src/machines/app/index.ts';
import { AmendDialog } from '../../../src/ui/openOrders/AmendDialog.tsx';
import { CancelAll } from '../../../src/ui/openOrders/CancelAll.tsx';
import { MyOrders } from '../../../src/ui/openOrders/MyOrders.tsx';
import { OwnNotices } from '../../../src/ui/openOrders/OwnNotices.tsx';
import type { AmendmentFlow } from '../../../src/ui/openOrders/useAmendment.ts';
import type { Reading } from '../../../src/ui/kit/useRead.ts';
import { BookPainter } from '../../../src/ui/orderBook/painter.ts';
import { keepStop, noteFocus, walkRows } from '../../../src/ui/orderBook/rowFocus.ts';
import { Side } from '../../../src/ui/orderBook/Side.tsx';
import { HelpText } from '../../../src/ui/orderForm/HelpText.tsx';
import type { OrderForm } from '../../../src/ui/orderForm/useOrderForm.ts';
import { NOW, type Scene } from './scene.ts';
import { openScreens } from './screen.tsx';
import { element, only, say } from './rendered.tsx';

const show = openScreens();
const press = (): void => undefined;
const trade = (key: string, values?: Readonly<Record<string, unknown>>) => say(`trade:${key}`, values);

const ORDER: Order = {
  id: 'o-1',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.002',
  quantity: '5',
  quantityLeft: '4',
  state: 'PARTIALLY_FILLED',
  createdAt: NOW - 60_000,
  updatedAt: null,
  executedAt: null,
};

it('the help says that an order never meets an own one, and what each offered type means (TYPE-07)', async () => {
  const SUBJECTS = ['market', 'stop', 'timeInForce', 'postOnly'] as const;
  const help = (...offered: readonly string[]) =>
    element(HelpText, {
      id: 'help',
      opener: { current: null },
      onClose: press,
      onSettings: press,
      offers: only<OrderForm['offers']>({
        protection: offered.includes('market'),
        stop: offered.includes('stop'),
        timeInForce: offered.includes('timeInForce'),
        postOnly: offered.includes('postOnly'),
      }),
    });
  const screen = await show(help());
  expect(screen.text).toContain(trade('form.help.own.text'));
  for (const subject of SUBJECTS) {
    const words = trade(`form.help.${subject}.text`);
    await screen.render(help(subject));
    expect(screen.text).toContain(words);
    await screen.render(help(...SUBJECTS.filter((other) => other !== subject)));
    expect(screen.text).not.toContain(words);
  }
});

describe('the change of an order (AMEND-02, AMEND-06)', () => {
  async function dialog(given: Partial<AmendmentFlow> = {}, listed: Order | null = ORDER) {
    const asked: unknown[] = [];
    const flow = only<AmendmentFlow>({
      stage: 'editing',
      fault: null,
      failure: null,
      isSentOnce: true,
      edit: press,
      submit: (...typed) => void asked.push(typed),
      dismiss: () => void asked.push('dismiss'),
      sendAgain: () => void asked.push('sendAgain'),
      checkAgain: () => void asked.push('checkAgain'),
      ...given,
    });
    const screen = await show(element(AmendDialog, { flow, order: ORDER, listed }));
    return { screen, asked };
  }
  const PRICE = trade('form.price');
  const QUANTITY = trade('form.quantity');

  it('says what is wrong by the rules of the language that it is shown in (TYPED-02)', async () => {
    const { screen } = await dialog({ fault: { code: 'priceInvalid', field: 'price', typed: 'ambiguous' } });
    const [price] = screen.all('input');
    if (!price) throw new Error('the dialog has no fields');
    const isSaid = () =>
      screen.text.includes(trade('form.typed.ambiguous', { fault: trade('form.fault.priceInvalid') }));
    await screen.type(price, '1,234');
    expect(isSaid()).toBe(true);
    await screen.speak('pt');
    expect(isSaid()).toBe(false);
    await screen.type(price, '1.234');
    expect(isSaid()).toBe(true);
  });

  it('says how much is filled where less than that was typed (AMEND-06)', async () => {
    const values = { filled: '1' };
    const { screen } = await dialog({ fault: { code: 'notAboveFilled', field: 'quantity', values } });
    expect(screen.text).toContain(trade('amend.fault.notAboveFilled', { ...values, base: 'XMR' }));
  });

  it('begins with what the order is, sends what was typed, and says whether the place is kept', async () => {
    const { screen, asked } = await dialog();
    expect([screen.field(PRICE).value, screen.field(QUANTITY).value]).toEqual(['0.002', '5']);
    await screen.type(QUANTITY, '4.5');
    expect(screen.text).toContain(trade('amend.keepsPlace'));
    await screen.type(QUANTITY, '6');
    expect(screen.text).toContain(trade('amend.losesPlace'));
    await screen.type(QUANTITY, '5');
    await screen.type(PRICE, '0.003');
    expect(screen.text).toContain(trade('amend.losesPlace'));
    await screen.press(trade('amend.submit'));
    expect(asked).toEqual([['0.003', '5']]);
  });

  it.each(['', '1.2.3', 'x'])('says nothing of the place while %j is no amount', async (typed) => {
    for (const field of [PRICE, QUANTITY]) {
      const { screen } = await dialog();
      await screen.type(field, typed);
      expect(screen.text).not.toContain(trade('amend.keepsPlace'));
      expect(screen.text).not.toContain(trade('amend.losesPlace'));
    }
  });

  it.each([
    ['editing', [trade('amend.submit'), trade('amend.keep')]],
    ['outcomeUnknown', [trade('form.unknown.leave')]],
    [
      'absent',
      [trade('form.unknown.sendAgain'), trade('form.unknown.checkAgain'), trade('form.unknown.leave')],
    ],
    ['unresolved', [trade('form.unknown.checkAgain'), trade('form.unknown.leave')]],
  ])('offers what can be done: %s', async (stage, buttons) => {
    const { screen } = await dialog({ stage: stage as AmendmentFlow['stage'] });
    expect(screen.all('button').map((one) => one.textContent)).toEqual(buttons);
  });

  it.each([
    ['refused', {}, trade('amend.failed')],
    ['refused', { text: 'Not now.' }, 'Not now.'],
    ['unreachable', {}, say('common:failure.unreachable')],
  ] as const)('says why it failed: %s %j', async (code, more, text) => {
    const { screen } = await dialog({ failure: { code, retryable: false, ...more } });
    expect(screen.text).toContain(text);
    expect(screen.text.includes(trade('amend.failed'))).toBe(text === trade('amend.failed'));
  });

  it('says that the order is open no more, or how much of it is filled', async () => {
    const gone = trade('mine.toast.noLongerOpen');
    expect((await dialog({}, null)).screen.text).toContain(gone);
    const { screen } = await dialog();
    expect(screen.text).not.toContain(gone);
    expect(screen.text).toContain(trade('amend.filled', { filled: '1', quantity: '5', coin: 'XMR' }));
  });
});

describe('the cancellation of all orders (CANCEL-09)', () => {
  const all = (answers: Scene['answers'], pair: string | null = null) =>
    show(element(CancelAll, { pair }), { answers });

  it('lists them first, and asks; nothing is cancelled by declining', async () => {
    const screen = await all({ orders: [ORDER, { ...ORDER, id: 'o-2', side: 'sell' }] });
    await screen.press(trade('cancelAll.begin'));
    expect(screen.text).toContain(trade('cancelAll.question', { count: 2 }));
    expect(screen.text).toContain(trade('cancelAll.lead'));
    expect(screen.all('li')).toHaveLength(2);
    expect(screen.text).not.toContain(trade('mine.cancelling'));
    await screen.press(trade('cancelAll.keep'));
    expect(screen.all('dialog')).toEqual([]);
    expect(screen.sent.filter(({ name }) => name !== 'orders')).toEqual([]);
  });

  it('names the price that a stop order waits for (CANCEL-11)', async () => {
    const screen = await all({ orders: [{ ...ORDER, state: 'WAITING', stopPrice: '0.0021' }] });
    await screen.press(trade('cancelAll.begin'));
    expect(screen.all('li')[0]?.textContent).toContain(trade('mine.stop', { price: '0.00210000' }));
  });

  it('cancels each of them once after the question', async () => {
    const screen = await all({ orders: [ORDER, { ...ORDER, id: 'o-2' }] });
    await screen.press(trade('cancelAll.begin'));
    await screen.press(trade('cancelAll.confirm', { count: 2 }));
    const cancelled = screen.sent.filter(({ name }) => name === 'cancelOrder').map(({ params }) => params);
    expect(cancelled).toEqual([{ id: 'o-1' }, { id: 'o-2' }]);
    expect(screen.text).toContain(trade('cancelAll.progress', { ended: 0, count: 2 }));
  });

  it('says that they cannot be listed, and lists them again by a press', async () => {
    let isDown = true;
    const screen = await all(
      {
        orders: () =>
          isDown
            ? refused({ code: 'refused', retryable: false, text: 'Not now.' })
            : { ok: true, value: [ORDER] },
      },
      'XMR-BTC',
    );
    await screen.press(trade('cancelAll.beginPair', { pair: 'XMR/BTC' }));
    expect(screen.text).toContain(trade('cancelAll.notListed'));
    expect(screen.text).toContain('Not now.');
    expect(screen.seek('button', trade('cancelAll.confirm', { count: 0 }))).toBeNull();
    isDown = false;
    await screen.press(trade('cancelAll.retry'));
    expect(screen.text).toContain(trade('cancelAll.question', { count: 1 }));
    expect(JSON.stringify(screen.sent.at(-1))).toContain('XMR-BTC');
  });
});

it.each([
  [[ORDER], 'orders', '1'],
  [[], 'trades', '0'],
] as const)(
  'the panel opens on the orders where there are any, and counts them (TRADE-26)',
  async (orders, open, count) => {
    const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
    const panel = element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press });
    const screen = await show(panel, { answers: { orders: [...orders], executions: [] } });
    const [chosen] = screen.all('[role="tab"][aria-selected="true"]');
    expect(chosen?.getAttribute('data-tab')).toBe(open);
    expect(chosen?.getAttribute('data-count')).toBe(count);
  },
);

describe('the user’s own fills and moves (TRADE-14)', () => {
  const fill = (id: string, given: Partial<Execution> = {}): Execution => ({
    id,
    pair: 'XMR-BTC',
    side: 'buy',
    kind: 'limit',
    price: '0.002',
    quantity: '1.5',
    value: null,
    fee: null,
    feeCurrency: null,
    feeRate: null,
    isMaker: null,
    createdAt: NOW,
    ...given,
  });
  const reading = <T>(data: readonly T[] | null, isLive = false) =>
    ({ data, isLive }) as Reading<readonly T[]>;

  async function told(
    steps: readonly {
      readonly pair?: string | null;
      readonly orders?: readonly Order[] | null;
      readonly fills?: readonly Execution[] | null;
      readonly isLive?: boolean;
    }[],
  ) {
    const said: string[] = [];
    const again: string[] = [];
    const app = {
      notices: {
        send: ({ toast }: { toast: { key: string; values: { quantity: string } } }) =>
          void said.push(`${toast.key} ${toast.values.quantity}`),
      },
      resources: { invalidate: (name: string) => void again.push(name) },
    } as unknown as Partial<App>;
    const screen = await show(null, { app });
    for (const { pair = null, orders = null, fills = null, isLive = false } of steps)
      await screen.render(
        createElement(OwnNotices, { pair, orders: reading(orders, isLive), executions: reading(fills) }),
      );
    return { said, again };
  }

  it('what was there at first is no news, and a fill is told once', async () => {
    const { said } = await told([
      {},
      { fills: [fill('1')] },
      { fills: [fill('2'), fill('1')] },
      { fills: [fill('2'), fill('1')] },
    ]);
    expect(said).toEqual(['trade:mine.toast.fill.buy 1.5']);
  });

  it('several of a side are told as their sum, each side for itself', async () => {
    const { said } = await told([
      { fills: [] },
      { fills: [fill('1'), fill('2'), fill('3', { side: 'sell', quantity: '2' })] },
    ]);
    expect(said).toEqual(['trade:mine.toast.fills.buy 3', 'trade:mine.toast.fill.sell 2']);
  });

  it('another choice of pairs tells nothing of what it brings first', async () => {
    const { said } = await told([{ fills: [fill('1')] }, { pair: 'XMR-BTC', fills: [fill('2'), fill('1')] }]);
    expect(said).toEqual([]);
  });

  it('an order that is gone has trades and balances read again, unless a stream brings them', async () => {
    const steps = [{ orders: [ORDER] }, { orders: [] }];
    expect((await told(steps)).again).toEqual(['executions', 'balances']);
    expect((await told(steps.map((step) => ({ ...step, isLive: true })))).again).toEqual([]);
    expect((await told([{ orders: [ORDER] }, { orders: [ORDER] }])).again).toEqual([]);
    expect((await told([{}, { orders: [ORDER] }])).again).toEqual([]);
  });
});

describe('the rows of the order book', () => {
  const PAIR = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  const row = (price: string, given: Partial<BookRow> = {}): BookRow => ({
    price,
    quantity: '1',
    priceShown: price,
    quantityShown: '1',
    totalShown: '2',
    share: 500,
    isOwn: false,
    ...given,
  });
  const view = (given: Partial<BookView>): BookView =>
    ({
      asks: [],
      bids: [],
      top: { bid: null, ask: null, last: null },
      spread: null,
      volumes: { bids: null, asks: null },
      ...given,
    }) as BookView;

  async function ladder() {
    const cells = ['last', 'spread', 'volumes', 'bid-volume', 'ask-volume'].map((name) =>
      createElement('span', { key: name, 'data-cell': name }),
    );
    const screen = await show(
      createElement(
        'div',
        null,
        ...(['ask', 'bid'] as const).map((side) =>
          createElement(Side, { key: side, side, rows: 3, pair: PAIR, mayPick: true, isHidden: false }),
        ),
        ...cells,
      ),
    );
    const root = screen.all('div')[0] ?? screen.root;
    const cell = (name: string) => root.querySelector<HTMLElement>(`[data-cell='${name}']`);
    const shown = (side: string, level: number) =>
      root.querySelector<HTMLElement>(`[data-side='${side}'][data-level='${level}']`);
    return { screen, root, painter: new BookPainter(root, 3), cell, shown };
  }
  const digits = (text: string | undefined) => (text ?? '').replaceAll(/\s/g, '');

  it('show what the book says, and are empty where it says nothing', async () => {
    const { painter, shown, cell } = await ladder();
    const isTurned = painter.paint(
      view({
        bids: [row('0.0021'), row('0.0020', { isOwn: true })],
        asks: [row('0.0023')],
        top: { bid: '0.0021', ask: '0.0023', last: '0.00225' },
        spread: { amount: '0.0002', percent: '9.1' },
        volumes: { bids: '12', asks: null },
      }),
    );
    expect(isTurned).toBe(true);
    expect(digits(shown('bid', 0)?.querySelector('[data-cell="price"]')?.textContent)).toBe('0.0021');
    expect(digits(shown('bid', 0)?.querySelector('[data-cell="total"]')?.textContent)).toBe('2');
    expect([0, 1, 2].map((level) => shown('bid', level)?.hasAttribute('data-empty'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      [0, 1].map((level) => shown('bid', level)?.querySelector<HTMLElement>('[data-cell="own"]')?.hidden),
    ).toEqual([true, false]);
    expect(digits(cell('last')?.textContent)).toBe('0.00225');
    // With the digits of the longest price beside it.
    expect(digits(cell('spread')?.textContent)).toBe('0.000209.1%');
    expect(cell('volumes')?.hidden).toBe(false);
    expect(painter.rowAt('bid', 1)?.price).toBe('0.0020');
    expect(painter.rowAt('bid', 2)).toBeNull();
  });

  it('show what a press on them fills, also where a page translator has moved their texts (TRADE-27)', async () => {
    const { painter, shown, root, cell } = await ladder();
    const bookAt = (price: string) =>
      view({ bids: [row(price)], asks: [row(price)], top: { bid: price, ask: price, last: price } });
    painter.paint(bookAt('0.0021'));
    const translate = (): void => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        text.replaceWith(outer);
        outer.append(inner);
        // It writes a text of its own.
        inner.append(new Text(text.data));
      }
    };
    translate();
    for (let frame = 0; frame < 25; frame += 1) {
      const price = `0.00${30 + frame}`;
      painter.paint(bookAt(price));
      for (const side of ['bid', 'ask'] as const) {
        const told = shown(side, 0)?.querySelector('[data-cell="price"]');
        expect(digits(told?.textContent)).toBe(painter.rowAt(side, 0)?.price);
        expect(told?.closest('[translate="no"]')).not.toBeNull();
      }
      expect(digits(cell('last')?.textContent)).toBe(price);
      if (frame === 12) translate();
    }
  });

  it('write again only what has changed, and say whether rows came or went', async () => {
    const { painter, shown, cell } = await ladder();
    const one = view({ bids: [row('0.0021')] });
    expect(painter.paint(one)).toBe(true);
    expect(painter.paint(one)).toBe(false);
    const price = shown('bid', 0)?.querySelector('[data-cell="price"]');
    const before = price?.childNodes[0];
    painter.paint(view({ bids: [row('0.0022')] }));
    expect(digits(price?.textContent)).toBe('0.0022');
    expect(price?.childNodes[0]).toBe(before);
    painter.paint(view({ bids: [row('1234567.5')] }));
    expect(digits(price?.textContent)).toBe('1234567.5');
    const [first, ...others] = price?.children ?? [];
    expect(first?.className).toBe('');
    expect(new Set(others.map(({ className }) => className))).toEqual(new Set(['thousands']));
    expect(painter.paint(view({}))).toBe(true);
    expect(cell('volumes')?.hidden).toBe(true);
  });

  it('have bars as long as their share, the best ask at the bottom', async () => {
    const { painter, cell } = await ladder();
    painter.paint(
      view({ asks: [row('2', { share: 100 }), row('3', { share: 400 })], bids: [row('1', { share: 250 })] }),
    );
    expect(cell('ask-bars')?.getAttribute('d')).toBe('M1000 0H1000v1H600v1H900v1H1000z');
    expect(cell('bid-bars')?.getAttribute('d')).toBe('M1000 0H750v1H1000v1H1000v1H1000z');
  });

  it('are one stop of the Tab key, from which the arrows lead on', async () => {
    const { screen, root, painter, shown } = await ladder();
    painter.paint(view({ bids: [row('0.0021'), row('0.0020')], asks: [row('0.0023')] }));
    const button = (side: string, level: number) =>
      shown(side, level)?.querySelector('button') ?? screen.root;
    const stops = () => screen.all('button').filter((one) => one.tabIndex === 0);
    keepStop(root);
    expect(stops()).toEqual([button('ask', 0)]);
    const at = () => document.activeElement;
    const walk = (key: string) => walkRows(root, key, at() ?? root);
    button('ask', 0).focus();
    expect(walk('ArrowDown')).toBe(true);
    expect(at()).toBe(button('bid', 0));
    expect(walk('End')).toBe(true);
    expect(at()).toBe(button('bid', 1));
    walk('ArrowUp');
    expect(at()).toBe(button('bid', 0));
    walk('Home');
    expect(at()).toBe(button('ask', 0));
    expect(walk('x')).toBe(false);
    noteFocus(root, button('bid', 1));
    expect(stops()).toEqual([button('bid', 1)]);
    keepStop(root);
    expect(stops()).toEqual([button('bid', 1)]);
    painter.paint(view({ asks: [row('0.0023')] }));
    keepStop(root);
    expect(stops()).toEqual([button('ask', 0)]);
    expect(walkRows(root, 'ArrowDown', screen.root)).toBe(false);
  });
});
