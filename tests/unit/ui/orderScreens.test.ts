import { describe, expect, it } from 'vitest';
import { createElement, type ReactNode } from 'react';
import { createActor } from 'xstate';
import type { BookRow, BookView } from '../../../src/domain/bookView.ts';
import type { Order } from '../../../src/domain/order.ts';
import { parsePair } from '../../../src/domain/market.ts';
import { refused } from '../../../src/domain/result.ts';
import { noticesMachine } from '../../../src/machines/app/notices.machine.ts';
import type { App } from '../../../src/machines/app/app.ts';
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts';
import { AmendDialog } from '../../../src/ui/openOrders/AmendDialog.tsx';
import { CancelAll } from '../../../src/ui/openOrders/CancelAll.tsx';
import { MyOrders } from '../../../src/ui/openOrders/MyOrders.tsx';
import type { AmendmentFlow } from '../../../src/ui/openOrders/useAmendment.ts';
import { BookPainter } from '../../../src/ui/orderBook/painter.ts';
import { keepStop, noteFocus, walkRows } from '../../../src/ui/orderBook/rowFocus.ts';
import { Side } from '../../../src/ui/orderBook/Side.tsx';
import { HelpText } from '../../../src/ui/orderForm/HelpText.tsx';
import type { OrderForm } from '../../../src/ui/orderForm/useOrderForm.ts';
import { WalletScreen } from '../../../src/ui/wallet/WalletScreen.tsx';
import { NOW, type Scene } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { element, only, say } from './rendered.tsx';
import { someOrder } from '../../samples.ts';

const show = openScreens();
const press = (): void => undefined;
const trade = (key: string, values?: Readonly<Record<string, unknown>>) => say(`trade:${key}`, values);

const ORDER = someOrder({
  id: 'o-1',
  price: '0.002',
  quantity: '5',
  quantityLeft: '4',
  state: 'PARTIALLY_FILLED',
  createdAt: NOW - 60_000,
});

it('the help explains that orders of one account never match, and what each offered type means (TYPE-07)', async () => {
  const SUBJECTS = ['market', 'stop', 'trailing', 'timeInForce', 'postOnly', 'iceberg', 'oco'] as const;
  const help = (...offered: readonly string[]) =>
    element(HelpText, {
      id: 'help',
      opener: { current: null },
      onClose: press,
      onSettings: press,
      offers: only<OrderForm['offers']>({
        protection: offered.includes('market'),
        stop: offered.includes('stop'),
        trailing: offered.includes('trailing'),
        timeInForce: offered.includes('timeInForce'),
        postOnly: offered.includes('postOnly'),
        iceberg: offered.includes('iceberg'),
        oco: offered.includes('oco'),
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
  async function dialog(
    given: Partial<AmendmentFlow> = {},
    listed: Order | null = ORDER,
    order: Order = ORDER,
    newPrice?: string,
  ) {
    const asked: unknown[] = [];
    const flow = only<AmendmentFlow>({
      stage: 'editing',
      fault: null,
      failure: null,
      isSentOnce: true,
      submit: (...typed) => void asked.push(typed),
      send: ({ type }) => void (type === 'user.edit' || asked.push(type)),
      ...given,
    });
    const moved = newPrice === undefined ? {} : { newPrice };
    const screen = await show(element(AmendDialog, { flow, order, listed, ...moved }));
    return { screen, asked };
  }
  const PRICE = trade('form.price');
  const QUANTITY = trade('form.quantity');

  it('shows what is wrong by the rules of the language that it is shown in (TYPED-02)', async () => {
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

  it('shows how much is filled where less than that was typed (AMEND-06)', async () => {
    const values = { filled: '1' };
    const { screen } = await dialog({ fault: { code: 'notAboveFilled', field: 'quantity', values } });
    expect(screen.text).toContain(trade('amend.fault.notAboveFilled', { ...values, base: 'XMR' }));
  });

  it("starts with the order's values, sends the typed ones, and shows whether the place is kept", async () => {
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
    expect(asked).toEqual([[{ price: '0.003', quantity: '5', stop: '' }]]);
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
    ['looking', [trade('form.unknown.leave')]],
    ['absent', [trade('form.unknown.sendAgain'), say('common:word.checkAgain'), trade('form.unknown.leave')]],
    ['unresolved', [say('common:word.checkAgain'), trade('form.unknown.leave')]],
  ])('offers what can be done: %s', async (stage, buttons) => {
    const { screen } = await dialog({ stage });
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

  it('shows in its own words that there is nothing left to amend (AMEND-10)', async () => {
    const text = 'This order was already filled, so there is nothing left to cancel.';
    const failure = { code: 'refused', retryable: false, serverCode: 'ORDER_FILLED', text } as const;
    const { screen } = await dialog({ failure });
    expect(screen.text).toContain(trade('amend.orderFilled'));
    expect(screen.text).not.toContain(text);
  });

  it('shows that the order is no longer open, or how much of it is filled', async () => {
    const gone = trade('mine.toast.noLongerOpen');
    expect((await dialog({}, null)).screen.text).toContain(gone);
    const { screen } = await dialog();
    expect(screen.text).not.toContain(gone);
    expect(screen.text).toContain(trade('amend.filled', { filled: '1', quantity: '5', coin: 'XMR' }));
  });

  it('shows during the search whether no answer came, or an error of the page kept it from being read (CALL-17)', async () => {
    const looking = { stage: 'looking', failure: { code: 'unreachable', retryable: false } } as const;
    const { screen } = await dialog(looking);
    expect(screen.text).toContain(trade('amend.unknown.looking'));
    const unread = { code: 'internal', retryable: false, status: 200 } as const;
    const { screen: other } = await dialog({ ...looking, failure: unread });
    expect(other.text).toContain(trade('amend.unknown.defect'));
    expect(other.text).not.toContain('No response from the server');
  });

  const STOP: Order = { ...ORDER, quantityLeft: '5', stopPrice: '0.0021', state: 'WAITING' };
  const STOP_PRICE = trade('form.stopPrice');

  it('has the stop price of one that waits, shows what it waits for, and sends all three (STOP-08)', async () => {
    const { screen, asked } = await dialog({}, STOP, STOP);
    const shown = [STOP_PRICE, PRICE, QUANTITY].map((name) => screen.field(name).value);
    expect(shown).toEqual(['0.0021', '0.002', '5']);
    const waits = (price: string) => trade(`amend.waits.${STOP.side}`, { price, quote: 'BTC' });
    expect(screen.text).toContain(waits('0.0021'));
    expect(screen.text).not.toContain(trade('amend.triggered'));
    await screen.type(STOP_PRICE, '0.0022');
    expect(screen.text).toContain(waits('0.0022'));
    await screen.type(STOP_PRICE, 'x');
    expect(screen.text).not.toContain(waits('0.0022'));
    await screen.type(STOP_PRICE, '0.0022');
    await screen.press(trade('amend.submit'));
    expect(asked).toEqual([[{ price: '0.002', quantity: '5', stop: '0.0022' }]]);
  });

  it('takes the place in the chart as the stop price of one that waits (CHART-16, STOP-08)', async () => {
    const waiting = await dialog({}, STOP, STOP, '0.0025');
    expect([STOP_PRICE, PRICE].map((name) => waiting.screen.field(name).value)).toEqual(['0.0025', '0.002']);
    const open = await dialog({}, ORDER, ORDER, '0.0025');
    expect(open.screen.field(PRICE).value).toBe('0.0025');
  });

  it('has no field for anything that a stop order lacks (STOP-08)', async () => {
    const market = { ...STOP, kind: 'market', price: null } as const;
    const { screen } = await dialog({}, market, market);
    expect(screen.all('input')).toHaveLength(2);
    const spending = { ...market, side: 'buy', quantity: '0' } as const;
    const { screen: other } = await dialog({}, spending, spending);
    expect(other.all('input')).toHaveLength(1);
    expect(other.field(STOP_PRICE).value).toBe('0.0021');
  });

  it('shows that its stop price was reached in the meantime, and keeps typed text (STOP-07)', async () => {
    const { screen } = await dialog({}, { ...STOP, state: 'OPENED' }, STOP);
    expect(screen.text).toContain(trade('amend.triggered'));
    expect(screen.field(STOP_PRICE).value).toBe('0.0021');
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
    expect(screen.all('[role="dialog"]')).toEqual([]);
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

  it('sends no more where the server asks to wait, and may try again when that is over (CANCEL-13)', async () => {
    const timers: (() => void)[] = [];
    const clock = {
      now: () => NOW,
      setTimeout: (work: () => void, pause: number) => (pause === 7000 ? timers.push(work) : 0),
      clearTimeout: () => undefined,
      hasHeard: () => true,
    };
    const BUSY = {
      code: 'tooMany',
      status: 429,
      text: 'Slow down.',
      retryAfter: 7,
      retryable: true,
    } as const;
    let isBusy = true;
    const orders = Array.from({ length: 9 }, (_, at) => ({ ...ORDER, id: `o-${at}` }));
    const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
    const screen = await show(element(CancelAll, { pair: null }), {
      clock,
      services: { engine } as unknown as Partial<App['services']>,
      answers: { orders, cancelOrder: () => (isBusy ? refused(BUSY) : { ok: true, value: null }) },
    });
    const sent = () => screen.sent.filter(({ name }) => name === 'cancelOrder').length;
    await screen.press(trade('cancelAll.begin'));
    await screen.press(trade('cancelAll.confirm', { count: 9 }));
    expect(sent()).toBeLessThanOrEqual(4);
    expect(screen.text).toContain('Slow down. Wait 7 seconds.');
    expect(screen.button(say('common:word.tryAgain')).disabled).toBe(true);
    isBusy = false;
    await screen.act(() => timers.forEach((work) => work()));
    expect(screen.text).not.toContain('Wait 7 seconds');
    await screen.press(say('common:word.tryAgain'));
    expect(screen.text).toContain(trade('cancelAll.finished', { closed: 9, count: 9 }));
  });

  it('shows that they cannot be listed, and lists them again on a press', async () => {
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
    await screen.press(say('common:word.tryAgain'));
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

describe('the keys of own orders (CANCEL-14)', () => {
  const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  const panel = element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press });
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const orders = [1, 3, 2].map((age) => ({ ...ORDER, id: `o-${age}`, createdAt: NOW - age }));
  const opened = async (answers: Scene['answers']) => {
    await import('../../../src/ui/openOrders/CancelAll.tsx');
    return show(panel, {
      services: { engine } as unknown as Partial<App['services']>,
      answers: { executions: [], ...answers },
    });
  };
  const cancelled = ({ sent }: Screen) =>
    sent.flatMap(({ name, params }) => (name === 'cancelOrder' ? [(params as { id: string }).id] : []));

  it('C cancels the newest one, with one write however often it is pressed until the answer', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const screen = await opened({ orders, cancelOrder: () => new Promise((resolve) => (answer = resolve)) });
    await screen.key(document.body, 'c');
    await screen.key(document.body, 'c');
    expect(cancelled(screen)).toEqual(['o-1']);
    await screen.act(() => answer({ ok: true, value: null }));
    await screen.key(document.body, 'c');
    expect(cancelled(screen)).toEqual(['o-1', 'o-2']);
  });

  it('X opens the question, and nothing is sent before its answer', async () => {
    const screen = await opened({ orders, cancelOrder: null });
    await screen.key(document.body, 'x');
    expect(screen.text).toContain(trade('cancelAll.question', { count: 3 }));
    // Behind a dialog no key acts.
    await screen.key(document.body, 'c');
    expect(cancelled(screen)).toEqual([]);
  });

  it('do nothing while somebody types, or with a modifier', async () => {
    const screen = await opened({ orders, cancelOrder: null });
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
      await screen.key(document.body, 'c', more);
    const field = document.body.appendChild(document.createElement('input'));
    await screen.key(field, 'c');
    await screen.key(field, 'x');
    expect(cancelled(screen)).toEqual([]);
    expect(screen.seek('[role="dialog"]', '')).toBeNull();
  });
});

it('the list shows no stop price that may have moved, and by how much it trails instead (TRAIL-06)', async () => {
  const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  await import('../../../src/ui/openOrders/OrdersTable.tsx');
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const trailing = {
    ...ORDER,
    kind: 'market',
    price: null,
    stopPrice: '0.0019',
    trailPercent: '2.5',
  } as const;
  const shown = async (state: string) => {
    const screen = await show(element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press }), {
      capabilities: { amend: true },
      services: { engine } as unknown as Partial<App['services']>,
      answers: { orders: [{ ...trailing, state }], executions: [] },
    });
    expect(screen.seek('button', trade('amend.begin'))).toBeNull();
    return screen.all('tbody td').map(({ textContent }) => textContent);
  };
  const percent = say('common:word.percent', { percent: '2.5' });
  const waiting = await shown('WAITING');
  expect(waiting).toEqual(expect.arrayContaining([trade('form.trailing'), percent]));
  expect(waiting).not.toContain('0.0019');
  const triggered = await shown('TRIGGERED');
  expect(triggered).toContain('0.0019');
  expect(triggered).not.toContain(percent);
});

it('the list names both legs of an order, which is only cancelled (OCO-07)', async () => {
  const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  const panel = element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press });
  await import('../../../src/ui/openOrders/OrdersTable.tsx');
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const shown = async (order: Partial<Order>) => {
    const screen = await show(panel, {
      capabilities: { amend: true },
      services: { engine } as unknown as Partial<App['services']>,
      answers: { orders: [{ ...ORDER, ...order }], executions: [] },
    });
    const cells = screen.all('tbody td').map(({ textContent }) => textContent);
    return { cells, isAmendable: screen.seek('button', trade('amend.begin')) !== null };
  };
  const legs = { price: '0.0025', ocoStopPrice: '0.0019' };
  const both = await shown(legs);
  expect(both.cells).toEqual(expect.arrayContaining([trade('form.oco'), '0.0025', '0.0019']));
  expect(both.isAmendable).toBe(false);
  const triggered = await shown({ ...legs, state: 'TRIGGERED' });
  expect(triggered.isAmendable).toBe(false);
  // Its stop was matched, and what is left is an order like any other.
  const limited = await shown({ ...legs, price: '0.0018', stopPrice: '0.0019' });
  expect(limited.cells).toContain('0.0019');
  expect(limited.isAmendable).toBe(true);
});

it('the list names what an iceberg shows, and that it is post-only (TYPE-08, TYPE-13)', async () => {
  const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  const panel = element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press });
  await import('../../../src/ui/openOrders/OrdersTable.tsx');
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const kindOf = async (order: Partial<Order>) => {
    const screen = await show(panel, {
      capabilities: { postOnly: true },
      services: { engine } as unknown as Partial<App['services']>,
      answers: { orders: [{ ...ORDER, ...order }], executions: [] },
    });
    const cell = screen.all('tbody td')[1];
    return [cell?.textContent, cell?.getAttribute('title')];
  };
  const iceberg = trade('mine.iceberg', { quantity: '0.500' });
  const [limit, postOnly] = [trade('form.limit'), trade('form.postOnly')];
  expect(await kindOf({ displayQuantity: '0.5', isPostOnly: true })).toEqual([
    iceberg,
    `${iceberg} · ${postOnly}`,
  ]);
  expect(await kindOf({ displayQuantity: '0.5' })).toEqual([iceberg, `${iceberg} · ${limit}`]);
  expect(await kindOf({ isPostOnly: true })).toEqual([postOnly, postOnly]);
});

it('an own order without a price or an amount has dashes, and is cancelled like any other (HISTORY-27)', async () => {
  const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  const panel = element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press });
  // It is loaded with the first list.
  await import('../../../src/ui/openOrders/OrdersTable.tsx');
  const bare = { ...ORDER, price: null, quantity: null, quantityLeft: null, createdAt: null };
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const screen = await show(panel, {
    capabilities: { amend: true },
    services: { engine } as unknown as Partial<App['services']>,
    answers: { orders: [bare], executions: [], cancelOrder: null },
  });
  const [row] = screen.all('tbody tr');
  expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent).join(' ')).not.toMatch(
    /null|NaN|undefined|Market/,
  );
  expect(row?.textContent).toContain('–');
  expect(screen.seek('button', trade('amend.begin'))).toBeNull();
  await screen.press(trade('mine.cancel'));
  expect(screen.sent).toContainEqual(expect.objectContaining({ name: 'cancelOrder', params: { id: 'o-1' } }));
});

describe('lists that fail to load beside the stream of the account', () => {
  type LinkState = 'waiting' | 'exhausted' | 'offline' | { readonly linked: 'connecting' };
  const REFUSED = () => refused({ code: 'refused', retryable: false, text: 'Not now.' });
  const withAccount = {
    capabilities: { liveAccount: true },
    answers: { orders: REFUSED, executions: REFUSED },
  };

  async function toastsOf(view: ReactNode, scene: Scene, state: LinkState | null = null) {
    const notices = createActor(noticesMachine).start();
    const socket = createActor(socketMachine, state === null ? {} : { snapshot: snapshotOf(state) });
    const screen = await show(view, { ...scene, app: { notices, socket } });
    const said = () => notices.getSnapshot().context.toasts.map(({ key }) => key);
    return { screen, said };
  }
  const snapshotOf = (value: LinkState) =>
    socketMachine.resolveState({ value, context: { subscriptions: {}, attempt: 5, isFirstLink: false } });
  const pair = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
  const panel = element(MyOrders, { pair, digits: 4, quantityDigits: 3, onBegin: press });

  it('raise no toast while it is there or comes, and the panel shows it (TRADE-28)', async () => {
    for (const state of [null, { linked: 'connecting' }] as const) {
      const { screen, said } = await toastsOf(panel, withAccount, state);
      expect(said()).toEqual([]);
      expect(screen.text).toContain(trade('mine.error'));
      // The requester is notified.
      await screen.press(say('common:word.refresh'));
      expect(said()).toEqual(['trade:mine.toast.refreshFailed']);
    }
  });

  it.each([
    [withAccount, 'waiting'],
    [withAccount, 'exhausted'],
    [withAccount, 'offline'],
    [{ ...withAccount, capabilities: {} }, { linked: 'connecting' }],
  ] as const)('are told where there is none (TRADE-06)', async (scene, state) => {
    const { said } = await toastsOf(panel, scene, state);
    expect(said()).toEqual(['trade:mine.toast.errorLoading', 'trade:mine.toast.errorLoading']);
  });

  it('the wallet, too, raises no toast over balances that the stream brings (TRADE-28)', async () => {
    const answers = { balances: REFUSED, coins: [], refundAddresses: [], markets: [] };
    const wallet = createElement(WalletScreen);
    expect((await toastsOf(wallet, { ...withAccount, answers })).said()).toEqual([]);
    expect((await toastsOf(wallet, { answers })).said()).toEqual(['wallet:toast.failed']);
    const noCoins = { ...answers, coins: REFUSED };
    expect((await toastsOf(wallet, { ...withAccount, answers: noCoins })).said()).toEqual([
      'wallet:toast.failed',
    ]);
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

  it("show the book's values, and are empty where it has none", async () => {
    const { painter, shown, cell } = await ladder();
    const isTurned = painter.paint(
      view({
        bids: [row('0.0021'), row('0.0020', { isOwn: true })],
        asks: [row('0.0023')],
        top: { bid: '0.0021', ask: '0.0023', last: '0.00225' },
        spread: { amount: '0.0002', percent: '9.1' },
        volumes: { bids: '12', asks: null },
      }),
      say('trade:book.ticks', { count: 2 }),
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
    expect(digits(cell('spread')?.textContent)).toBe('0.000209.1%2ticks');
    expect(cell('volumes')?.hidden).toBe(false);
    expect(painter.rowAt('bid', 1)?.price).toBe('0.0020');
    expect(painter.rowAt('bid', 2)).toBeNull();
  });

  it('show prices in satoshi, and still fill in bitcoin (FORMAT-11)', async () => {
    const { painter, shown, cell } = await ladder();
    const book = view({
      bids: [row('0.00000034'), row('0.000000001', { priceShown: '<0.00000001' })],
      top: { bid: '0.00000034', ask: '0.00000036', last: '0.00000035' },
      spread: { amount: '0.00000002', percent: '5.7' },
    });
    painter.paint(book);
    painter.paint(book, '', true);
    const prices = [0, 1].map(
      (level) => shown('bid', level)?.querySelector('[data-cell="price"]')?.textContent,
    );
    expect([...prices, cell('last')?.textContent, cell('spread')?.textContent]).toEqual([
      '34',
      '<1',
      '35 sat',
      '2 sat\n5.7%',
    ]);
    expect(painter.rowAt('bid', 0)?.price).toBe('0.00000034');
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

  it('rewrite only changes, and report whether rows came or went', async () => {
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
