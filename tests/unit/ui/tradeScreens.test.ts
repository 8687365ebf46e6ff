import { beforeAll, describe, expect, it } from 'vitest';
import { createElement, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { createActor, waitFor } from 'xstate';
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts';
import { CancelAll } from '../../../src/ui/openOrders/CancelAll.tsx';
import { MarketList } from '../../../src/ui/markets/MarketList.tsx';
import type { Order } from '../../../src/domain/order.ts';
import { MyOrders } from '../../../src/ui/openOrders/MyOrders.tsx';
import { readConfig } from '../../../src/app/config.ts';
import type { BookSides } from '../../../src/services/book/port.ts';
import type { EngineMessage, PageMessage } from '../../../src/services/socket/messages.ts';
import { type Market, parsePair, type PairSettings, type Side } from '../../../src/domain/market.ts';
import { refused } from '../../../src/domain/result.ts';
import type { App } from '../../../src/machines/app/app.ts';
import { booksOf } from '../../../src/machines/orderBook/orderBook.actors.ts';
import { CandleTable } from '../../../src/ui/candleChart/CandleTable.tsx';
import { ChartNotice } from '../../../src/ui/candleChart/ChartNotice.tsx';
import { DepthView } from '../../../src/ui/candleChart/DepthView.tsx';
import { createLineView } from '../../../src/ui/candleChart/lineSeries.ts';
import { useChartParts } from '../../../src/ui/candleChart/useChartParts.ts';
import { ViewPanel } from '../../../src/ui/candleChart/ViewPanel.tsx';
import { OrderBook } from '../../../src/ui/orderBook/OrderBook.tsx';
import { Ladder } from '../../../src/ui/orderForm/LadderDialog.tsx';
import { OrderForm } from '../../../src/ui/orderForm/OrderForm.tsx';
import { useApp } from '../../../src/ui/kit/app.tsx';
import { useFillForm, useOpenForms } from '../../../src/ui/orderForm/useOrderForm.ts';
import type { Reading } from '../../../src/ui/kit/useRead.ts';
import { MarketHistory } from '../../../src/ui/trade/MarketHistory.tsx';
import { PairBar } from '../../../src/ui/trade/PairBar.tsx';
import { TradeScreen } from '../../../src/ui/trade/TradeScreen.tsx';
import { appOf, NOW, type Scene, type Sent } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { configurationWith, element, only, say } from './rendered.tsx';

const show = openScreens();
const trade = (key: string, values?: Readonly<Record<string, unknown>>) => say(`trade:${key}`, values);
const PAIR = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
const digits = (text: string | undefined) => (text ?? '').replaceAll(/\s/g, '');

/** The engine of the socket, which knows one book. */
function engineOf(sides: BookSides) {
  const hearers = new Set<(message: EngineMessage) => void>();
  const tell = (message: EngineMessage) => hearers.forEach((hear) => hear(message));
  const top = { bid: sides.bids[0]?.[0] ?? null, ask: sides.asks[0]?.[0] ?? null, last: null, isFresh: true };
  return {
    begin: () => undefined,
    listen: (hear: (message: EngineMessage) => void) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    post: (message: PageMessage) => {
      if (message.type === 'book' && message.call === 'levels')
        queueMicrotask(() => tell({ type: 'answer', question: message.question, answer: sides }));
    },
    publish: () =>
      tell({
        type: 'published',
        pair: PAIR.symbol,
        clears: 0,
        heardAt: NOW,
        published: { top, fill: 'rows', view: null },
      }),
  };
}
const EMPTY: BookSides = { bids: [], asks: [] };
const BOOK: BookSides = {
  bids: [
    ['0.0020', '1'],
    ['0.0010', '3'],
  ],
  asks: [
    ['0.0021', '2'],
    ['0.0030', '2'],
  ],
};

function withEngine(sides: BookSides = EMPTY) {
  const engine = engineOf(sides);
  const kept = { recall: () => null, keep: () => undefined, drop: () => undefined };
  const drafts = { read: () => '', write: () => undefined };
  const services = { engine, keptOrders: kept, drafts } as unknown as Partial<App['services']>;
  const outcomes = { noteForm: () => () => undefined, get: () => [], listen: () => () => undefined };
  return { engine, scene: { services, app: { outcomes } as unknown as Partial<App> } };
}

it.each([true, false])('the bar of a pair says that it is closed: %s (MARKET-14)', async (isClosed) => {
  const { scene } = withEngine();
  const markets = { data: [], status: 'current', failure: null } as unknown as Reading<readonly Market[]>;
  const bar = element(PairBar, { pair: PAIR, markets, digits: 4, isClosed });
  const screen = await show(bar, { ...scene, answers: { trades: [], markets: [] } });
  expect(screen.text).toContain('/BTC');
  expect(screen.text.includes(trade('closed'))).toBe(isClosed);
});

describe('the order form (ORDER-01, ORDER-06)', () => {
  const SETTINGS: PairSettings = {
    pair: 'XMR-BTC',
    isEnabled: true,
    pricePrecision: 4,
    quantityPrecision: 3,
    minPriceIncrement: '0.0001',
    minQuantityIncrement: '0.001',
    minOrderSize: '0.01',
    makerFeePercent: '0.1',
    takerFeePercent: '0.2',
  };
  const balances = [
    { currency: 'BTC', available: '1', inOrders: '0' },
    { currency: 'XMR', available: '10', inOrders: '0' },
  ];
  function OpenForm({ side }: { readonly side: Side }) {
    useOpenForms(PAIR.symbol);
    const [hasLadder, setLadder] = useState(false);
    return [
      createElement(OrderForm, {
        key: 'form',
        pair: PAIR,
        side,
        onSettings: () => undefined,
        onLadder: () => setLadder(true),
      }),
      hasLadder &&
        createElement(Ladder, { key: 'ladder', pair: PAIR, side, onClose: () => setLadder(false) }),
    ];
  }
  async function form(side: Side, scene: Scene = {}, sides = BOOK) {
    const { engine, scene: parts } = withEngine(sides);
    const screen = await show(element(OpenForm, { side }), {
      ...parts,
      ...scene,
      answers: { pair: SETTINGS, balances, orders: [], executions: [], ...scene.answers },
    });
    return { screen, engine };
  }
  const PRICE = trade('form.price');
  const QUANTITY = trade('form.quantity');
  const TOTAL = trade('form.total');
  const submitOf = (side: Side) => trade(`form.submit.${side}`, { base: 'XMR' });
  const placed = ({ sent }: Screen) =>
    sent.filter(({ name }) => name.startsWith('place')).map(({ body }) => body);

  it.each(['buy', 'sell'] as const)('a press sends one limit order as it is shown: %s', async (side) => {
    const { screen } = await form(side);
    await screen.type(PRICE, '0.002');
    await screen.type(QUANTITY, '1.2345');
    await screen.press(submitOf(side));
    expect(placed(screen)).toEqual([
      { pair: 'XMR-BTC', type: 'LIMIT', operation: side.toUpperCase(), quantity: '1.234', price: '0.002' },
    ]);
    await screen.press(submitOf(side));
    expect(placed(screen)).toHaveLength(1);
  });

  describe('where the pair is shown in satoshi (ORDER-26)', () => {
    const switchUnit = (screen: Screen) =>
      screen.act(() => screen.app.preferences.toggle('satoshi_pairs', PAIR.symbol));
    const units = (screen: Screen) =>
      [...(screen.field(PRICE).closest('[data-size]')?.querySelectorAll('[data-position]') ?? [])].map(
        ({ textContent }) => textContent,
      );

    it.each(['buy', 'sell'] as const)('takes satoshi, and sends bitcoin: %s', async (side) => {
      const { screen } = await form(side, { capabilities: { timeInForce: true } });
      await switchUnit(screen);
      await screen.act(() => screen.app.preferences.writeAskAbove('BTC', '0.002'));
      await screen.type(PRICE, '200000');
      await screen.type(QUANTITY, '1.5');
      expect([units(screen), screen.field(TOTAL).value]).toEqual([['sat'], '0.00300000']);
      await screen.press(submitOf(side));
      // The question before the order has its price in both units.
      const price = { price: '0.002', quote: 'BTC', sat: '200000' };
      expect(screen.text).toContain(trade('form.confirm.price', price));
      expect(placed(screen)).toEqual([]);
      await screen.press(trade('form.confirm.yes'));
      expect(placed(screen)).toMatchObject([{ price: '0.002', quantity: '1.5' }]);
    });

    it('a switch keeps what was typed to the last digit, and what cannot be read as it is', async () => {
      const { screen } = await form('buy', { capabilities: { orderTypes: ['stop'] } });
      await screen.choose(trade('form.kind'), 'stopLimit');
      await screen.type(PRICE, '0.00250000001');
      await screen.type(trade('form.stopPrice'), '0.0x');
      await switchUnit(screen);
      expect([screen.field(PRICE).value, screen.field(trade('form.stopPrice')).value]).toEqual([
        '250000.001',
        '0.0x',
      ]);
      await switchUnit(screen);
      expect([screen.field(PRICE).value, units(screen)]).toEqual(['0.00250000001', ['BTC']]);
    });

    it('says what is wrong in satoshi, goes by ticks, and starts with the best price', async () => {
      const { screen, engine } = await form('buy', { capabilities: { timeInForce: true } });
      await switchUnit(screen);
      await screen.act(() => {
        booksOf(screen.app).of(PAIR.symbol).setFresh(true);
        engine.publish();
      });
      expect(screen.field(PRICE).value).toBe('210000');
      await screen.key(screen.field(PRICE), 'ArrowUp');
      expect(screen.field(PRICE).value).toBe('220000');
      await screen.type(PRICE, '200001');
      await screen.type(QUANTITY, '1');
      await screen.press(submitOf('buy'));
      const values = { step: '10000 sat', below: '200000 sat', above: '210000 sat' };
      expect(screen.text).toContain(trade('form.fault.priceOffTick', values));
      // Too fine for what is sent, though its digits alone would be a price in bitcoin.
      await screen.type(PRICE, '0.12345678901');
      await screen.press(submitOf('buy'));
      expect(screen.text).toContain(trade('form.typed.tooLong', { fault: trade('form.fault.priceInvalid') }));
      expect(placed(screen)).toEqual([]);
    });

    it('is not offered where a price has more than eight decimals', async () => {
      const { screen } = await form('buy', { answers: { pair: { ...SETTINGS, pricePrecision: 9 } } });
      await screen.type(PRICE, '0.002');
      await switchUnit(screen);
      expect([screen.field(PRICE).value, units(screen)]).toEqual(['0.002', ['BTC']]);
    });
  });

  describe('a ladder (LADDER-01 to LADDER-06)', () => {
    const POOR = { code: 'refused', retryable: false, status: 422, text: 'Too little.' } as const;
    const rests = { id: 'o-1', state: 'OPENED', quantityLeft: '1', isExecuted: false };
    const notes = (screen: Screen) =>
      screen.all('[role="dialog"] li').map(({ children }) => children[2]?.textContent);
    const closed = (screen: Screen) => screen.all('[role="dialog"]').length === 0;

    async function ladder(scene: Scene = {}, side: Side = 'sell') {
      const { screen } = await form(side, { capabilities: { timeInForce: true }, ...scene });
      await screen.choose(trade('form.kind'), 'ladder');
      for (const [name, text] of [
        ['from', '0.003'],
        ['to', '0.005'],
        ['count', '3'],
        ['quantity', '3.5'],
      ] as const)
        await screen.type(trade(`ladder.${name}`), text);
      return screen;
    }

    it('asks, then sends each order once, and says what became of it', async () => {
      const screen = await ladder({ answers: { placeLimitOrder: rests } });
      await screen.press(trade('ladder.review'));
      expect(placed(screen)).toEqual([]);
      const sum = { quantity: '3.5', base: 'XMR', total: '0.014002', quote: 'BTC' };
      expect(screen.text).toContain(trade('ladder.sum.sell', sum));
      await screen.press(trade('ladder.confirm', { count: 3 }));
      expect(placed(screen)).toMatchObject([
        { price: '0.003', quantity: '1.166', operation: 'SELL' },
        { price: '0.004', quantity: '1.166' },
        { price: '0.005', quantity: '1.168' },
      ]);
      expect(notes(screen)).toEqual(Array.from({ length: 3 }, () => trade('ladder.outcome.placed')));
      expect(screen.text).toContain(trade('ladder.progress', { placed: 3, all: 3 }));
      await screen.press(say('common:word.close'));
      expect(closed(screen)).toBe(true);
    });

    it('sends no more after a refusal for want of balance, and says which were not sent', async () => {
      const screen = await ladder({
        answers: { placeLimitOrder: () => refused({ ...POOR, serverCode: 'INSUFFICIENT_BALANCE' }) },
      });
      await screen.press(trade('ladder.review'));
      await screen.press(trade('ladder.confirm', { count: 3 }));
      expect(placed(screen)).toHaveLength(1);
      const unsent = trade('ladder.outcome.unsent');
      expect(notes(screen)).toEqual([`${trade('ladder.outcome.refused')}Too little.`, unsent, unsent]);
    });

    it('says what is wrong in the words of the form, and opens without a list of types, too', async () => {
      const screen = await ladder();
      await screen.type(trade('ladder.from'), '0.00305');
      await screen.type(trade('ladder.count'), '30');
      await screen.press(trade('ladder.review'));
      const values = { step: '0.0001', below: '0.003', above: '0.0031' };
      expect(screen.text).toContain(trade('form.fault.priceOffTick', values));
      await screen.type(trade('ladder.from'), '0.003');
      await screen.press(trade('ladder.review'));
      expect(screen.text).toContain(trade('ladder.fault.count', { fewest: 2, most: 20 }));
      expect(placed(screen)).toEqual([]);

      const { screen: plain } = await form('buy', { capabilities: {} });
      await plain.press(trade('ladder.entry'));
      expect(plain.text).toContain(trade('ladder.title.buy', { base: 'XMR' }));
    });

    it('of a closed pair says so, and sends nothing', async () => {
      const screen = await ladder({ answers: { pair: { ...SETTINGS, isEnabled: false } } });
      await screen.press(trade('ladder.review'));
      expect(screen.all('[role="dialog"]')[0]?.textContent).toContain(
        trade('form.closed', { pair: 'XMR/BTC' }),
      );
      expect(placed(screen)).toEqual([]);
    });
  });

  it('asks for the second factor where the server does, and sends the order again with it (ORDER-20)', async () => {
    const demand = { code: 'refused', retryable: false, text: 'Far.', status: 403 } as const;
    let answers = 0;
    const { screen } = await form('sell', {
      capabilities: { reauthentication: true },
      answers: {
        placeLimitOrder: () => {
          answers += 1;
          return refused({
            ...demand,
            serverCode: answers === 1 ? 'TWO_FACTOR_REQUIRED' : 'TWO_FACTOR_INVALID',
          });
        },
      },
    });
    await screen.type(PRICE, '0.002');
    await screen.type(QUANTITY, '1');
    await screen.press(submitOf('sell'));
    expect(screen.text).toContain(trade('form.far'));
    await screen.press(trade('form.confirm.yes'));
    expect(screen.text).toContain(say('common:factor.required'));
    expect(placed(screen)).toHaveLength(1);
    await screen.type(say('common:factor.label'), '123 456');
    await screen.press(trade('form.confirm.yes'));
    const order = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'SELL', quantity: '1', price: '0.002' };
    expect(placed(screen)).toEqual([order, { ...order, two_factor_code: '123456' }]);
    // A wrong one is reported, and asked for again; it can be left.
    expect(screen.text).toContain(say('common:factor.invalid'));
    await screen.press(trade('form.confirm.no'));
    expect(screen.text).not.toContain(trade('form.far'));
  });

  it.each(['buy', 'sell'] as const)(
    'of a closed pair shows so, and sends nothing: %s (MARKET-14)',
    async (side) => {
      const { screen } = await form(side, { answers: { pair: { ...SETTINGS, isEnabled: false } } });
      expect(screen.text).toContain(trade('form.closed', { pair: 'XMR/BTC' }));
      await screen.type(PRICE, '0.002');
      await screen.type(QUANTITY, '1');
      await screen.press(submitOf(side));
      expect(placed(screen)).toEqual([]);
      expect((await form(side)).screen.text).not.toContain(trade('form.closed', { pair: 'XMR/BTC' }));
    },
  );

  it.each([
    ['buy', '0.0021'],
    ['sell', '0.0020'],
  ] as const)(
    'starts with the best price of the other side, once, and never over typed text: %s',
    async (side, best) => {
      const { screen, engine } = await form(side);
      expect(screen.field(PRICE).value).toBe('');
      await screen.act(() => {
        booksOf(screen.app).of(PAIR.symbol).setFresh(true);
        engine.publish();
      });
      expect(Number(screen.field(PRICE).value)).toBe(Number(best));
      await screen.type(PRICE, '0.0015');
      await screen.act(() => engine.publish());
      expect(screen.field(PRICE).value).toBe('0.0015');
    },
  );

  it('takes shares of the balance, of a buy at its price', async () => {
    const { screen } = await form('buy', { capabilities: { orderTypes: ['market'] } });
    await screen.type(PRICE, '0.002');
    const half = screen.all('button').find((one) => one.textContent.includes('50'));
    await screen.press(half ?? submitOf('buy'));
    expect(screen.field(QUANTITY).value).toBe('250');
    expect(screen.field(TOTAL).hasAttribute('readonly')).toBe(false);
    await screen.choose(trade('form.kind'), 'market');
    await screen.press(screen.all('button').find((one) => one.textContent.includes('50')) ?? submitOf('buy'));
    expect(Number(screen.field(TOTAL).value)).toBe(0.5);
  });

  it('has arrows for the price and a total that can be typed only where the server offers more', async () => {
    const plain = await form('buy');
    const total = plain.screen.field(TOTAL);
    expect(total.hasAttribute('readonly') || total.disabled).toBe(true);
    const { screen } = await form('buy', { capabilities: { timeInForce: true } });
    await screen.type(PRICE, '0.002');
    await screen.type(TOTAL, '0.5');
    expect(screen.field(QUANTITY).value).toBe('250');
    // What it costs and yields at least.
    expect(screen.text).toContain(trade('form.arrives'));
    expect(plain.screen.text).not.toContain(trade('form.arrives'));
    await screen.key(screen.field(PRICE), 'ArrowUp');
    expect(screen.field(PRICE).value).toBe('0.0021');
    await screen.key(screen.field(PRICE), 'ArrowDown');
    await screen.key(screen.field(PRICE), 'ArrowDown');
    expect(screen.field(PRICE).value).toBe('0.0019');
  });

  it.each([
    ['4', ['refused']],
    ['2.5', ['mayBeRefused']],
    ['2', []],
  ] as const)(
    'an own order in the way of %s is said in place of the figures (ORDER-24)',
    async (typed, said) => {
      const order = { id: 'o', pair: 'XMR-BTC', side: 'sell', kind: 'limit', state: 'OPENED' } as const;
      const times = { createdAt: NOW, updatedAt: null, executedAt: null };
      const orders = [{ ...order, ...times, price: '0.0022', quantity: '1', quantityLeft: '1' }];
      const price = { price: '0.0022' };
      const asks = BOOK.asks.map(([at, size], place) => [place === 0 ? at : price.price, size] as const);
      for (const capabilities of [{ timeInForce: true }, {}]) {
        const { screen, engine } = await form(
          'buy',
          { capabilities, answers: { orders } },
          { ...BOOK, asks },
        );
        await screen.act(() => {
          booksOf(screen.app).of(PAIR.symbol).setFresh(true);
          engine.publish();
        });
        await screen.type(PRICE, '0.0022');
        await screen.type(QUANTITY, typed);

        const notes = () => screen.all('li').map((one) => one.textContent);
        const own = trade('form.preview.own', price);
        expect(notes().includes(own)).toBe(said.length > 0);
        const refusals = new Set(['refused', 'mayBeRefused'].map((key) => trade(`form.preview.${key}`)));
        const isKnown = 'timeInForce' in capabilities;
        expect(notes().filter((text) => refusals.has(text))).toEqual(
          isKnown ? said.map((key) => trade(`form.preview.${key}`)) : [],
        );
        const average = trade('form.preview.average', { price: '0.0021' }).split(' ')[0] ?? '';
        expect(notes().some((text) => text.startsWith(average))).toBe(said.length === 0);
      }
    },
  );

  it.each([
    ['1', 'FOK', false, ['average']],
    ['1', 'FOK', true, ['average']],
    ['3', 'GTC', false, ['average', 'part']],
    ['3', 'GTC', true, ['atLeast']],
    ['3', 'FOK', false, ['nothing']],
    ['3', 'FOK', true, ['deep']],
  ] as const)(
    'hidden quantity may fill more than is shown: %s %s, where icebergs are offered: %s (ORDER-23)',
    async (typed, term, hasIcebergs, said) => {
      const orderTypes = hasIcebergs ? ['iceberg'] : [];
      const { screen, engine } = await form('buy', { capabilities: { timeInForce: true, orderTypes } });
      await screen.act(() => {
        booksOf(screen.app).of(PAIR.symbol).setFresh(true);
        engine.publish();
      });
      await screen.type(PRICE, '0.0021');
      await screen.type(QUANTITY, typed);
      await screen.choose(trade('form.timeInForce'), term);
      const words = {
        average: trade('form.preview.average', { price: '0.0021' }),
        part: trade('form.preview.part', { quantity: '2', base: 'XMR' }),
        atLeast: trade('form.preview.atLeast', { quantity: '2', base: 'XMR' }),
        deep: trade('form.preview.deep'),
        nothing: trade('form.preview.nothing'),
      };
      const notes = new Set(screen.all('li').map((one) => one.textContent));
      const known = Object.entries(words).filter(([, text]) => notes.has(text));
      expect(known.map(([name]) => name)).toEqual(said);
    },
  );

  it('sends a market buy by its cost, a market sale by its quantity', async () => {
    for (const side of ['buy', 'sell'] as const) {
      const { screen, engine } = await form(side, { capabilities: { orderTypes: ['market'] } });
      await screen.act(() => {
        booksOf(screen.app).of(PAIR.symbol).setFresh(true);
        engine.publish();
      });
      await screen.choose(trade('form.kind'), 'market');
      expect(screen.seek('input', PRICE)).toBeNull();
      const field = side === 'buy' ? TOTAL : QUANTITY;
      await screen.type(field, '0.5');
      await screen.press(submitOf(side));
      expect(placed(screen)[0]).toMatchObject(side === 'buy' ? { cost: '0.5' } : { quantity: '0.5' });
    }
  });

  it('a trailing stop says what its stop follows, and sends the percentage (TRAIL-06)', async () => {
    const capabilities = { orderTypes: ['market', 'marketQuantity', 'trailing_stop'] };
    const { screen, engine } = await form('sell', { capabilities });
    await screen.act(() => {
      booksOf(screen.app).of(PAIR.symbol).setFresh(true);
      engine.publish();
    });
    await screen.choose(trade('form.kind'), 'trailing');
    await screen.type(QUANTITY, '2');
    await screen.type(trade('form.trailBy'), '60');
    await screen.press(submitOf('sell'));
    expect(screen.text).toContain(trade('form.fault.trailInvalid'));
    await screen.type(trade('form.trailBy'), '2.5');
    const notes = () => screen.all('li').map((one) => one.textContent);
    expect(notes()).toEqual([trade('form.preview.trail.sell', { percent: '2.5' })]);
    await screen.press(submitOf('sell'));
    expect(placed(screen)).toEqual([
      { pair: 'XMR-BTC', operation: 'SELL', quantity: '2', trail_percent: '2.5' },
    ]);
  });

  it('a sale with two legs says what each brings, and sends both (OCO-06)', async () => {
    const { screen, engine } = await form('sell', { capabilities: { orderTypes: ['market', 'oco'] } });
    await screen.act(() => {
      booksOf(screen.app).of(PAIR.symbol).setFresh(true);
      engine.publish();
    });
    await screen.choose(trade('form.kind'), 'oco');
    await screen.type(trade('form.takeProfit'), '0.003');
    await screen.type(trade('form.stopPrice'), '0.004');
    await screen.type(QUANTITY, '2');
    await screen.press(submitOf('sell'));
    expect(screen.text).toContain(trade('form.fault.ocoStopTooHigh'));
    await screen.type(trade('form.stopPrice'), '0.0018');
    const notes = () => screen.all('li').map((one) => one.textContent);
    const brings = (what: string, value: string) =>
      trade(`form.preview.oco.${what}`, { value, coin: PAIR.quote });
    expect(notes()).toEqual([brings('take', '0.00600'), brings('about', '0.00360')]);
    await screen.type(trade('form.stopLimitPrice'), '0.0017');
    expect(notes()).toEqual([brings('take', '0.00600'), brings('least', '0.00340')]);
    // A warning takes their room, and to sell all is none.
    await screen.type(QUANTITY, '10');
    expect(notes()).toEqual([brings('take', '0.03000'), brings('least', '0.01700')]);
    await screen.type(QUANTITY, '11');
    expect(notes()).toEqual([trade('form.warning.exceedsBalance', { coin: PAIR.base })]);
    await screen.type(QUANTITY, '2');
    await screen.press(submitOf('sell'));
    const order = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'SELL', quantity: '2', price: '0.003' };
    expect(placed(screen)).toEqual([{ ...order, oco_stop_price: '0.0018', oco_limit_price: '0.0017' }]);
  });

  it('a question about an order with two legs names both (OCO-06)', async () => {
    const { screen } = await form('sell', { capabilities: { orderTypes: ['market', 'oco'] } });
    await screen.choose(trade('form.kind'), 'oco');
    await screen.type(trade('form.takeProfit'), '0.003');
    await screen.type(trade('form.stopPrice'), '0.0018');
    await screen.type(QUANTITY, '2');
    screen.app.preferences.writeAskAbove(PAIR.quote, '0.001');
    await screen.press(submitOf('sell'));
    const legs = trade('form.confirm.legs', { price: '0.003', stop: '0.0018' });
    expect(screen.text).toContain(`${legs} ${trade('form.confirm.large')}`);
    expect(placed(screen)).toEqual([]);
    await screen.press(trade('form.confirm.no'));
    await screen.type(trade('form.stopLimitPrice'), '0.0017');
    await screen.press(submitOf('sell'));
    const limited = trade('form.confirm.legsWithLimit', { price: '0.003', stop: '0.0018', limit: '0.0017' });
    expect(screen.text).toContain(limited);
  });

  it('an iceberg has a visible quantity, and sends it (TYPE-13)', async () => {
    const { screen } = await form('sell', { capabilities: { orderTypes: ['market', 'iceberg'] } });
    await screen.choose(trade('form.kind'), 'iceberg');
    await screen.type(PRICE, '0.003');
    await screen.type(QUANTITY, '2');
    await screen.press(submitOf('sell'));
    expect(screen.text).toContain(trade('form.fault.displayInvalid'));
    await screen.type(trade('form.displayQuantity'), '0.5009');
    await screen.press(submitOf('sell'));
    expect(placed(screen)).toEqual([
      {
        pair: 'XMR-BTC',
        type: 'LIMIT',
        operation: 'SELL',
        quantity: '2',
        price: '0.003',
        display_quantity: '0.5',
      },
    ]);
  });

  describe('a market buy by quantity (TYPE-10)', () => {
    const BY = trade('form.by.name');
    async function market(orderTypes: string[], scene: Scene = {}) {
      const { screen, engine } = await form('buy', { capabilities: { orderTypes }, ...scene });
      await screen.act(() => {
        booksOf(screen.app).of(PAIR.symbol).setFresh(true);
        engine.publish();
      });
      await screen.choose(trade('form.kind'), 'market');
      return screen;
    }

    it.each([[['market']], [['marketQuantity', 'stop']]])('is not offered by %j', async (orderTypes) => {
      const { screen } = await form('buy', { capabilities: { orderTypes } });
      if (orderTypes.includes('market')) await screen.choose(trade('form.kind'), 'market');
      expect(screen.seek('select', BY)).toBeNull();
    });

    it('nor for a sale, nor for a stop order, which names what it spends', async () => {
      const capabilities = { orderTypes: ['market', 'stop', 'marketQuantity'] };
      const { screen: sale } = await form('sell', { capabilities });
      await sale.choose(trade('form.kind'), 'market');
      expect(sale.seek('select', BY)).toBeNull();
      const screen = await market(capabilities.orderTypes);
      await screen.choose(BY, 'quantity');
      await screen.choose(trade('form.kind'), 'stopMarket');
      expect(screen.seek('select', BY)).toBeNull();
      await screen.type(trade('form.stopPrice'), '0.003');
      await screen.type(TOTAL, '0.5');
      await screen.press(submitOf('buy'));
      expect(placed(screen)[0]).toMatchObject({ cost: '0.5', stop_price: '0.003' });
    });

    it('sends the quantity and the worst price, and says the most that it costs', async () => {
      const screen = await market(['market', 'marketQuantity']);
      await screen.choose(trade('form.tolerance'), '5');
      await screen.choose(BY, 'quantity');
      await screen.type(QUANTITY, '1.5005');
      expect(screen.field(trade('form.totalAtMost')).value).toBe('0.00330000');
      await screen.press(submitOf('buy'));
      expect(placed(screen)).toEqual([
        { pair: 'XMR-BTC', operation: 'BUY', quantity: '1.5', price: '0.0022' },
      ]);
    });

    it('Max is what the balance pays at the worst price', async () => {
      const screen = await market(['market', 'marketQuantity']);
      await screen.choose(trade('form.tolerance'), '5');
      await screen.choose(BY, 'quantity');
      await screen.press(trade('form.max'));
      expect(screen.field(QUANTITY).value).toBe('454.545');
    });

    it.each(['total', 'quantity'] as const)(
      'says where it is more than there is: by %s (ORDER-25)',
      async (by) => {
        const balances = [{ currency: 'BTC', available: '0.0021', inOrders: '0' }];
        const screen = await market(['market', 'marketQuantity'], { answers: { balances } });
        await screen.choose(BY, by);
        const words = trade('form.warning.exceedsBalance', { coin: 'BTC' });
        const [enough, more] = by === 'total' ? ['0.0021', '0.00211'] : ['1', '1.001'];
        await screen.type(by === 'total' ? TOTAL : QUANTITY, enough);
        expect(screen.text).not.toContain(words);
        await screen.type(by === 'total' ? TOTAL : QUANTITY, more);
        expect(screen.text).toContain(words);
      },
    );
  });

  it('a visitor is led to the login and back, and sends nothing', async () => {
    const { screen } = await form('buy', { user: null, path: '/trade/XMR-BTC' });
    expect(screen.seek('button', submitOf('buy'))).toBeNull();
    await screen.press(trade('form.login.buy'));
    expect(screen.path).toBe('/login');
    expect(placed(screen)).toEqual([]);
  });

  it('is busy until the rules of the pair are known (ORDER-11)', async () => {
    const busy = ({ screen }: Awaited<ReturnType<typeof form>>) =>
      screen.all('form').map((one) => one.getAttribute('aria-busy'));
    expect(busy(await form('buy', { answers: { pair: undefined } }))).toEqual(['true']);
    expect(busy(await form('buy'))).toEqual(['false']);
  });

  it('shows that the rules of the pair cannot be read, and only then', async () => {
    const failed = { pair: () => refused({ code: 'refused', retryable: false, text: 'No such pair.' }) };
    const { screen } = await form('buy', { answers: failed });
    expect(screen.text).toContain('No such pair.');
    expect((await form('buy')).screen.text).not.toContain('No such pair.');
  });

  it('shows what is wrong by the rules of the language that it is shown in (TYPED-02)', async () => {
    const { screen } = await form('buy');
    const [price, quantity] = screen.all('input');
    if (!price || !quantity) throw new Error('the form has no fields');
    const fault = (typed: string) =>
      trade(`form.typed.${typed}`, { fault: trade('form.fault.quantityInvalid') });
    await screen.type(price, '0.002');
    await screen.type(quantity, '1,234');
    await screen.press(submitOf('buy'));
    expect(screen.text).toContain(fault('ambiguous'));
    await screen.speak('de');
    expect(screen.all('[role=alert], [aria-invalid=true]')).toEqual([]);
    expect(screen.all('input')[2]?.value).toContain('0.002468');
    await screen.speak('en');
    expect(screen.text).toContain(fault('ambiguous'));

    await screen.speak('de');
    await screen.type(quantity, '1.234');
    await screen.press(submitOf('buy'));
    expect(screen.text).toContain(fault('ambiguous'));
    expect(placed(screen)).toEqual([]);
    await screen.type(quantity, '1,234');
    await screen.press(submitOf('buy'));
    // Of what it writes itself a form leaves no doubt either.
    expect(quantity.value).toBe('1.2340');
    expect(placed(screen)).toEqual([expect.objectContaining({ quantity: '1.234' })]);
  });

  it('is filled by a pick in the book, both fields', async () => {
    function Both() {
      const fill = useFillForm(PAIR.symbol);
      return createElement(
        'div',
        null,
        createElement('button', { type: 'button', onClick: () => fill('buy', '0.0019', '3') }, 'fill'),
        createElement(OpenForm, { side: 'buy' }),
      );
    }
    const { scene } = withEngine();
    const screen = await show(createElement(Both), { ...scene, answers: { pair: SETTINGS, balances } });
    await screen.press('fill');
    expect([screen.field(PRICE).value, screen.field(QUANTITY).value]).toEqual(['0.0019', '3']);
  });
});

describe('the tape (TRADE-03)', () => {
  const one = (id: string, time: number, side: Side = 'buy') => ({
    id,
    pair: 'XMR-BTC',
    price: '0.002',
    amount: '1.5',
    side,
    time,
  });
  const tape = (trades: unknown) =>
    show(element(MarketHistory, { pair: PAIR, digits: undefined }), { answers: { trades } });

  it('is newest first, day by day, each but today under its name', async () => {
    const day = 86_400_000;
    const screen = await tape([one('1', NOW - 1000), one('2', NOW - day, 'sell')]);
    const rows = screen.all('tbody tr');
    expect(rows).toHaveLength(3);
    expect(rows[1]?.textContent).toBe(trade('history.day.yesterday'));
    expect(digits(rows[0]?.textContent)).toContain('0.002');
    expect([rows[0]?.textContent.includes('▲'), rows[2]?.textContent.includes('▼')]).toEqual([true, true]);
  });

  it('shows that there is none, or why it cannot be read, and neither while it is loading', async () => {
    expect((await tape([])).text).toContain(say('trade:mine.noTradesAtAll'));
    const failed = await tape(() => refused({ code: 'refused', retryable: false, text: 'Not now.' }));
    expect(failed.text).toContain('Not now.');
    const before = failed.sent.length;
    await failed.press(say('common:word.retry'));
    expect(failed.sent.length).toBe(before + 1);
    const loading = await show(element(MarketHistory, { pair: PAIR, digits: 4 }));
    expect(loading.all('button')).toEqual([]);
    expect(loading.text).not.toContain(say('trade:mine.noTradesAtAll'));
  });
});

describe('the depth of the book (CHART-17)', () => {
  const depth = (sides: BookSides) =>
    show(element(DepthView, { id: 'depth', pair: PAIR, digits: 4 }), { ...withEngine(sides).scene });
  const saidAt = (screen: Screen) => digits(screen.all('p')[0]?.textContent);

  it('is shown for the best ask first, and for each chosen price', async () => {
    const screen = await depth(BOOK);
    expect(saidAt(screen)).toContain('0.0021');
    // These values are from the moment when the connection was lost.
    expect(screen.all('strong').map((strong) => strong.textContent.trim())).toEqual([
      trade(`header.link.${screen.all('#depth')[0]?.dataset.link}`),
    ]);
    const range = screen.find('input', trade('chart.depth.level'));
    expect([range.getAttribute('min'), range.getAttribute('max')]).toEqual(['0', '3']);
    await screen.type(range, '0');
    expect(saidAt(screen)).toContain('0.0010');
    await screen.type(range, '3');
    expect(saidAt(screen)).toContain('0.0030');
  });

  it('is drawn as stairs from the best price of each side outwards, as wide as the book', async () => {
    const paths = (await depth(BOOK)).all('path').map((one) => one.getAttribute('d') ?? '');
    const [grid = '', bid = '', ask = '', cursor = ''] = paths;
    // The mid price is in the middle.
    expect(grid).toContain('M500 0V100');
    expect(bid).toMatch(/^M[\d.]+ 100H[\d.]+V.*H0V100Z$/);
    expect(Number(/^M([\d.]+) /.exec(bid)?.[1])).toBeLessThan(500);
    expect(ask.endsWith('H1000V100Z')).toBe(true);
    const numbers = [bid, ask].map((path) => [...path.matchAll(/[\d.]+/g)].map(Number));
    for (const all of numbers) expect(all.every((at) => at >= 0 && at <= 1000)).toBe(true);
    const start = /^M([\d.]+) /.exec(ask)?.[1];
    expect(Number(start)).toBeGreaterThan(500);
    expect(cursor).toBe(`M${start} 0V100`);
  });

  it('is loading, or there is none', async () => {
    expect((await depth(EMPTY)).text).toBe(trade('book.none'));
  });
});

describe('the chart in words', () => {
  const BAR = { time: NOW / 1000, open: '1', high: '4', low: '0.5', close: '2', volume: '7' };
  const notice = (given: object) => {
    const pressed: string[] = [];
    const chart = only({
      isLoading: false,
      isFailed: false,
      failure: null,
      bars: [BAR],
      hasInvalidTime: false,
      hasMoreHistory: false,
      isLoadingOlder: false,
      olderFailure: null,
      newestFailure: null,
      send: ({ type }: { readonly type: string }) => pressed.push(type),
      ...given,
    });
    return show(element(ChartNotice, { chart: chart as never })).then((screen) => ({ screen, pressed }));
  };

  it.each([
    [{}, ''],
    [{ isLoading: true }, trade('chart.loading')],
    [{ isFailed: true }, trade('chart.failed')],
    [{ isFailed: true, failure: { code: 'refused', retryable: false, text: 'Not now.' } }, 'Not now.'],
    [{ bars: [] }, trade('chart.none')],
    [{ bars: [], hasInvalidTime: true }, trade('chart.invalidTime')],
    [{ hasInvalidTime: true }, trade('chart.invalidTime')],
    [{ isLoadingOlder: true }, trade('chart.loadingOlder')],
    [{ olderFailure: { code: 'refused', retryable: false } }, trade('chart.failed')],
    [{ newestFailure: { code: 'refused', retryable: false } }, trade('chart.stale')],
  ])('shows the problem: %j', async (given, text) => {
    const { screen } = await notice(given);
    expect(screen.text.slice(0, text === '' ? undefined : text.length)).toBe(text);
  });

  it('asks for older candles where there are more', async () => {
    expect((await notice({ bars: [] })).screen.all('button')).toEqual([]);
    const { screen, pressed } = await notice({ bars: [], hasMoreHistory: true });
    await screen.press(trade('chart.older'));
    expect(pressed).toEqual(['history.wanted']);
  });

  it('has the four prices of each candle, newest first', async () => {
    const screen = await show(
      element(CandleTable, {
        id: 't',
        bars: [BAR, { ...BAR, time: BAR.time + 60, open: '3' }],
        digits: 1,
        timeText: String,
      }),
    );
    const rows = screen
      .all('tbody tr')
      .map((row) => Array.from(row.querySelectorAll('td'), (cell) => digits(cell.textContent)));
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['3.0', '4.0', '0.5', '2.0'],
      ['1.0', '4.0', '0.5', '2.0'],
    ]);
  });
});

describe('the parts of the chart (CHART-10)', () => {
  function Panel() {
    return createElement(ViewPanel, { id: 'view', parts: useChartParts(), onClose: () => undefined });
  }
  const boxes = (screen: Screen) =>
    Object.fromEntries(
      screen.all('label').map((label) => [label.dataset.part, label.querySelector('input')]),
    );
  const isOn = (screen: Screen, part: string) =>
    (boxes(screen)[part] as unknown as { checked: boolean }).checked;

  it('are on or off at first, and stored as changed', async () => {
    const screen = await show(createElement(Panel));
    expect([isOn(screen, 'orders'), isOn(screen, 'volume'), isOn(screen, 'rsi14')]).toEqual([
      true,
      true,
      false,
    ]);
    await screen.check(boxes(screen).rsi14 as never);
    await screen.check(boxes(screen).volume as never);
    expect([isOn(screen, 'orders'), isOn(screen, 'volume'), isOn(screen, 'rsi14')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('an indicator that is on has a length, which its name follows (CHART-21)', async () => {
    const screen = await show(createElement(Panel));
    const field = (length: number) => say('trade:chart.view.length', { name: `SMA ${length}` });
    expect(screen.all('input[inputmode="numeric"]')).toHaveLength(0);
    await screen.check(boxes(screen).sma20 as never);
    await screen.type(field(20), '30');
    expect(screen.text).toContain('SMA 30');
    await screen.type(field(30), '1');
    expect(screen.text).toContain(say('trade:chart.view.lengthFault'));
    expect(screen.text).toContain('SMA 30');
    await screen.type(field(30), '20');
    expect(screen.text).toContain('SMA 20');
    expect(screen.text).not.toContain(say('trade:chart.view.lengthFault'));
  });

  it('of the user are not offered to a visitor', async () => {
    const parts = async (user: Scene['user']) =>
      Object.keys(boxes(await show(createElement(Panel), { user })));
    const [own, all] = [await parts(null), await parts({})];
    expect(all.filter((part) => !own.includes(part))).toEqual(['orders', 'fills']);
  });

  it('a line leaves out the points that have no place, and reaches one beyond each edge', () => {
    const drawn: string[] = [];
    const context = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'lineTo' ? (x: number, y: number) => void drawn.push(`${x} ${y}`) : () => undefined,
        set: () => true,
      },
    );
    const view = createLineView({} as never);
    const bar = (x: number, height: number) => ({ x, originalData: { height } });
    view.update(
      {
        bars: [bar(0, 1), bar(1, 2), bar(2, 3), bar(3, -1), bar(4, 5), bar(5, 6)],
        visibleRange: { from: 2, to: 4 },
      } as never,
      { color: 'red' } as never,
    );
    const target = {
      useBitmapCoordinateSpace: (run: (scope: object) => void) =>
        run({ context, horizontalPixelRatio: 2, verticalPixelRatio: 3 }),
    };
    view.renderer().draw(target as never, ((height: number) => (height < 0 ? null : height)) as never, false);
    expect(drawn).toEqual(['2 6', '4 9', '8 15']);
  });
});

describe('a pair that the server does not have (TRADE-29)', () => {
  // Loaded when it is shown.
  beforeAll(() => import('../../../src/ui/layout/NotFoundScreen.tsx'));
  const at = (path: string, app: Partial<App>) => {
    const route = createElement(Route, { path: '/trade/:pair', element: createElement(TradeScreen) });
    return show(createElement(Routes, null, route), { path, app });
  };
  const NOT_THERE = { code: 'refused', status: 404, retryable: false } as const;
  const LISTED = [{ pair: 'XMR-BTC' }] as readonly Partial<Market>[];

  it('is its own page, and nothing is requested, where the venue sent that with the page', async () => {
    const config = readConfig(configurationWith(), { origin: 'http://localhost' });
    const screen = await at('/trade/NOPE-BTC', { config: { ...config, missingPath: '/trade/NOPE-BTC' } });
    expect(screen.text).toContain(say('common:notFound.text'));
    expect(screen.sent).toEqual([]);
  });

  it('is requested alone where the list of markets lacks it', async () => {
    const sent: Sent[] = [];
    const answers = { markets: LISTED, pair: () => refused(NOT_THERE) };
    const { resources } = appOf({ answers }, sent);
    const { ref, watch } = resources.of('markets', undefined, null);
    const leave = watch();
    await waitFor(ref, (snapshot) => snapshot.context.data !== null);
    sent.length = 0;
    const screen = await at('/trade/NOPE-BTC', { resources });
    expect(screen.text).toContain(say('common:notFound.text'));
    expect([...sent, ...screen.sent].map(({ name }) => name)).toEqual(['pair']);
    leave();
  });
});

it('placeholder rows go when the first rows of the book come, though its socket connects (TRADE-31)', async () => {
  const { engine, scene } = withEngine(BOOK);
  const press = () => undefined;
  function Waiting() {
    const store = booksOf(useApp()).of(PAIR.symbol);
    const book = { pair: PAIR.symbol, store, status: 'waiting', filter: 'all', mayPick: false } as const;
    const rest = { trustedUntil: null, failure: null, chooseFilter: press, reconnect: press };
    return element(OrderBook, { pair: PAIR, book: { ...book, ...rest }, onPick: press });
  }
  const screen = await show(createElement(Waiting), scene);
  const isBusy = () => screen.find('section', trade('book.region')).getAttribute('aria-busy');
  expect(isBusy()).toBe('true');
  await screen.act(() => engine.publish());
  expect(isBusy()).toBe('false');
});

describe('a price of the pair has one notation on its screen (FORMAT-10)', () => {
  const digitsOf = 6;
  const SHOWN = '0.003500';
  const ORDER = only<Order>({
    id: 'o-1',
    pair: 'XMR-BTC',
    side: 'buy',
    kind: 'limit',
    price: '0.0035',
    state: 'OPENED',
    stopPrice: undefined as never,
    ocoStopPrice: undefined as never,
    trailPercent: undefined as never,
    quantityLeft: '4',
  });

  it('in the market list, where other pairs have their own', async () => {
    const market = (pair: string) => ({ pair, lastPrice: '0.0035', percentChange: null, quoteVolume: '1' });
    const list = element(MarketList, { pair: 'XMR-BTC', digits: digitsOf });
    const answers = { markets: [market('XMR-BTC'), market('WOW-BTC')], coins: [] };
    const screen = await show(list, { answers });
    const row = (name: string) =>
      digits(screen.all('tbody tr').find(({ textContent }) => textContent.startsWith(name))?.textContent);
    expect(row('XMR')).toContain(`BTC${SHOWN}`);
    expect(row('WOW')).toContain('BTC0.00350000');
  });

  it('in the question of all cancellations', async () => {
    const pair = 'XMR-BTC';
    const screen = await show(element(CancelAll, { pair, keysFor: pair, digits: digitsOf }), {
      answers: { orders: [ORDER], executions: [] },
    });
    await screen.press(trade('cancelAll.beginPair', { pair: 'XMR/BTC' }));
    expect(screen.text).toContain(` ${SHOWN} `);
  });

  it('in the question of all cancellations, a stop that trails has its percentage (TRAIL-06)', async () => {
    const pair = 'XMR-BTC';
    const order = {
      ...ORDER,
      state: 'WAITING',
      kind: 'market',
      price: null,
      stopPrice: '0.003',
      trailPercent: '5',
    };
    const screen = await show(element(CancelAll, { pair, keysFor: pair, digits: digitsOf }), {
      answers: { orders: [order], executions: [] },
    });
    await screen.press(trade('cancelAll.beginPair', { pair: 'XMR/BTC' }));
    expect(screen.text).toContain(trade('mine.trails', { percent: '5' }));
    expect(screen.text).not.toContain('0.003');
  });
});

describe('rows that may be old (TRADE-31)', () => {
  const TRADE = { id: 't', pair: 'XMR-BTC', price: '0.0035', amount: '1', side: 'buy', time: NOW } as const;
  const NO = { code: 'refused', status: 400, text: 'Not now.', retryable: false } as const;
  const offline = createActor(socketMachine, {
    snapshot: socketMachine.resolveState({
      value: 'offline',
      context: { subscriptions: {}, attempt: 0, isFirstLink: false },
    }),
  });
  const deadOf = ({ root }: Screen) => root.querySelector('[data-dead]')?.getAttribute('data-dead');

  it('of the tape are marked while reading fails, and while there is no network', async () => {
    let isWell = true;
    const answers = { trades: () => (isWell ? { ok: true, value: [TRADE] } : refused(NO)) };
    const tape = element(MarketHistory, { pair: PAIR, digits: 4 });
    const screen = await show(tape, { answers });
    expect([deadOf(screen), screen.all('tbody time').length]).toEqual(['false', 1]);
    isWell = false;
    await screen.act(() => screen.app.resources.invalidate('trades'));
    expect([deadOf(screen), screen.all('tbody time').length]).toEqual(['true', 1]);
    isWell = true;
    await screen.act(() => screen.app.resources.invalidate('trades'));
    expect(deadOf(screen)).toBe('false');
    expect(deadOf(await show(tape, { answers, app: { socket: offline } }))).toBe('true');
  });

  it("of the user's orders likewise", async () => {
    let isWell = true;
    const answers = { orders: () => (isWell ? { ok: true, value: [] } : refused(NO)), executions: [] };
    const panel = element(MyOrders, { pair: PAIR, digits: 4, quantityDigits: 3, onBegin: () => undefined });
    const screen = await show(panel, { answers });
    await screen.press(say('trade:mine.tab.orders'));
    expect(deadOf(screen)).toBe('false');
    isWell = false;
    await screen.act(() => screen.app.resources.invalidate('orders'));
    expect(deadOf(screen)).toBe('true');
    // The other list was read.
    await screen.press(say('trade:mine.tab.trades'));
    expect(deadOf(screen)).toBe('false');
    expect(deadOf(await show(panel, { answers, app: { socket: offline } }))).toBe('true');
  });
});

it('a keyboard scrolls the market list while it has no rows, and its links do later (NAV-14)', async () => {
  const market = { pair: 'XMR-BTC', lastPrice: '0.0035', percentChange: null, quoteVolume: '1' };
  const scrolled = async (answers: object) => {
    const screen = await show(element(MarketList, { pair: 'XMR-BTC' }), {
      answers: { ...answers, coins: [] },
    });
    return screen.find('[role="group"]', trade('list.caption'));
  };
  expect((await scrolled({})).tabIndex).toBe(0);
  expect((await scrolled({ markets: [market] })).hasAttribute('tabindex')).toBe(false);
});
