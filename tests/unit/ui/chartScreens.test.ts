import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { decimal } from '../../../src/domain/decimal.ts';
import { parsePair } from '../../../src/domain/market.ts';
import type { Order } from '../../../src/domain/order.ts';
import type { App } from '../../../src/machines/app/app.ts';
import { LineHandle } from '../../../src/ui/candleChart/LineHandle.tsx';
import { OwnLines } from '../../../src/ui/candleChart/OwnLines.tsx';
import { OwnFills } from '../../../src/ui/candleChart/OwnFills.tsx';
import { AlertsDialog } from '../../../src/ui/priceAlerts/AlertsDialog.tsx';
import { FormDrawer } from '../../../src/ui/trade/FormDrawer.tsx';
import { useTradeKeys } from '../../../src/ui/trade/useTradeKeys.ts';
import { someMarket } from '../../samples.ts';
import { NOW, type Scene } from './scene.ts';
import { openScreens } from './screen.tsx';
import { element, say } from './rendered.tsx';

const show = openScreens();
const PAIR = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };

describe('the handle of a line in the chart (CHART-16, ALERT-06)', () => {
  /** A pixel is a price: the top is 200. */
  const surface = {
    chart: { panes: () => [{ getHeight: () => 200 }] },
    candles: { coordinateToPrice: (y: number) => 200 - y },
  } as never;
  async function handle(given: { readonly isMoved?: boolean; readonly step?: null } = {}) {
    const done: string[] = [];
    const screen = await show(
      element(LineHandle, {
        of: 'buy',
        text: 'Buy 4',
        label: 'an order',
        price: '100',
        shown: '100.00',
        step: decimal('1'),
        isMoved: false,
        surface,
        hintId: 'hint',
        onMove: (price) => void done.push(`move ${price}`),
        onChosen: () => void done.push('ask'),
        ...given,
      }),
    );
    const button = screen.all('button')[0];
    const point = (type: string, more: object) =>
      screen.fire(button ?? screen.root, type, {
        button: 0,
        buttons: 1,
        isPrimary: true,
        pointerId: 1,
        clientY: 0,
        ...more,
      });
    return { screen, done, button: button ?? screen.root, point };
  }

  it.each([
    ['ArrowUp', 'move 101'],
    ['ArrowDown', 'move 99'],
    ['PageUp', 'move 110'],
    ['PageDown', 'move 90'],
  ])('%s moves it by whole steps of the price', async (key, wanted) => {
    const { screen, done, button } = await handle();
    await screen.key(button, key);
    expect(done).toEqual([wanted]);
  });

  it('Escape takes a move back, and nothing where there is none', async () => {
    for (const isMoved of [true, false]) {
      const { screen, done, button } = await handle({ isMoved });
      await screen.key(button, 'Escape');
      await screen.key(button, 'x');
      expect(done).toEqual(isMoved ? ['move null'] : []);
    }
  });

  it('a drag moves it to where the pointer is, and asks at its end', async () => {
    const { screen, done, button, point } = await handle({ isMoved: true });
    await point('pointerdown', { clientY: 100 });
    await point('pointermove', { clientY: 101 });
    expect(done).toEqual([]);
    await point('pointermove', { clientY: 150 });
    await point('pointermove', { clientY: 999 });
    await point('pointerup', { clientY: 150 });
    expect(done).toEqual(['move 50', 'move 1', 'ask']);
    // The click at the end of a drag is no press; one of the keyboard is.
    await screen.fire(button, 'click', { detail: 1 });
    expect(done).toHaveLength(3);
    await screen.fire(button, 'click', { detail: 0 });
    expect(done).toHaveLength(4);
  });

  it('a press without a move asks, and a pointer that was not pressed moves nothing', async () => {
    const { screen, done, button, point } = await handle();
    await point('pointermove', { clientY: 50 });
    await point('pointerdown', { button: 2, clientY: 100 });
    await point('pointermove', { clientY: 50 });
    await point('pointerdown', { clientY: 100 });
    await point('pointermove', { clientY: 50, buttons: 0 });
    await point('pointermove', { clientY: 40 });
    expect(done).toEqual([]);
    await screen.fire(button, 'click', { detail: 1 });
    expect(done).toEqual(['ask']);
    await point('pointercancel', {});
    expect(done).toEqual(['ask', 'move null']);
  });

  it('is no button where the line cannot be moved', async () => {
    const { screen } = await handle({ step: null });
    expect(screen.all('button')).toEqual([]);
    expect(screen.text).toContain('4');
  });
});

describe("the user's trades in the chart (CHART-15)", () => {
  it('are triangles with their tip at the price: from below for a buy, from above for a sell', async () => {
    const lines: string[] = [];
    const attached: { paneViews: () => { renderer: () => { draw: (target: object) => void } }[] }[] = [];
    let left = 0;
    const surface = {
      chart: { timeScale: () => ({ timeToCoordinate: (time: number) => (time > NOW / 1000 ? null : 10) }) },
      candles: {
        attachPrimitive: (one: (typeof attached)[number]) => void attached.push(one),
        detachPrimitive: () => (left += 1),
        priceToCoordinate: () => 100,
      },
    };
    const fill = (id: string, side: 'buy' | 'sell', createdAt: number) => ({
      id,
      pair: 'XMR-BTC',
      side,
      price: '1',
      quantity: '1',
      createdAt,
    });
    const screen = await show(element(OwnFills, { surface: surface as never, pair: PAIR, interval: '1' }), {
      answers: {
        executions: [
          fill('1', 'buy', NOW - 60_000),
          fill('2', 'sell', NOW - 60_000),
          fill('3', 'buy', NOW + 999_000),
        ],
      },
    });
    const context = new Proxy(
      {},
      {
        get: (_, name) => (x: number, y: number) => {
          if (name === 'moveTo' || name === 'lineTo') lines.push(`${x} ${y}`);
        },
        set: () => true,
      },
    );
    attached
      .at(-1)
      ?.paneViews()[0]
      ?.renderer()
      .draw({ useMediaCoordinateSpace: (run: (scope: object) => void) => run({ context }) });
    expect(lines).toEqual(['10.5 100.5', '5.5 108.5', '15.5 108.5', '10.5 100.5', '5.5 92.5', '15.5 92.5']);
    // The longer list is read only where the panel's own is full.
    expect(screen.sent.map(({ name }) => name)).toEqual(['executions']);
    await screen.render(null);
    expect(left).toBe(attached.length);
  });
});

describe('price alerts in the chart (ALERT-06)', () => {
  const alerts = (key: string, values?: Readonly<Record<string, unknown>>) => say(`alerts:${key}`, values);
  const handleOf = (price: string) => alerts('line.name', { price, ...PAIR });
  const market = someMarket('XMR-BTC', { lastPrice: '0.002' });
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  async function lines(orders: readonly Order[] | null = null) {
    const said: (string | undefined)[] = [];
    const notices = {
      send: (event: { readonly toast?: { readonly key?: string } }) => void said.push(event.toast?.key),
    } as unknown as App['notices'];
    const drawn: { price: number; isThere: boolean }[] = [];
    const surface = {
      chart: { panes: () => [{ getHeight: () => 200 }], timeScale: () => ({ width: () => 300 }) },
      candles: {
        options: () => ({}),
        attachPrimitive: () => undefined,
        detachPrimitive: () => undefined,
        priceToCoordinate: () => 100,
        createPriceLine: ({ price }: { readonly price: number }) => {
          const line = { price, isThere: true };
          drawn.push(line);
          return line;
        },
        removePriceLine: (line: (typeof drawn)[number]) => (line.isThere = false),
      },
    };
    const screen = await show(
      element(OwnLines, {
        surface: surface as never,
        pair: PAIR,
        hasOrders: orders !== null,
        hasAlerts: true,
      }),
      {
        services: { engine } as unknown as Partial<App['services']>,
        app: { notices },
        answers: {
          markets: [market],
          ...(orders !== null && { orders }),
          pair: { pair: 'XMR-BTC', pricePrecision: 4, minPriceIncrement: '0.0001' },
        },
      },
    );
    await screen.act(() =>
      screen.app.preferences.writeAlerts('XMR-BTC>0.003@1 XMR-BTC<0.0005@1:2! BTC-USDT>1@1'),
    );
    const kept = () => screen.app.preferences.readAlerts().replaceAll(/@\d+/g, '@');
    return {
      screen,
      said,
      kept,
      heights: () => drawn.filter((one) => one.isThere).map(({ price }) => price),
    };
  }

  it('are lines of those of the pair that wait; the arrow keys and Enter move one', async () => {
    const { screen, kept, heights } = await lines();
    expect(heights()).toEqual([0.003]);
    const handle = screen.button(handleOf('0.0030'));
    handle.focus();
    await screen.key(handle, 'ArrowUp');
    expect([heights(), kept()]).toEqual([[0.0031], 'XMR-BTC>0.003@ XMR-BTC<0.0005@:2! BTC-USDT>1@']);
    expect(screen.find('[role="status"]', '0.0031 BTC').textContent).toBe('0.0031 BTC');
    await screen.fire(handle, 'click', { detail: 0 });
    expect([heights(), kept()]).toEqual([[0.0031], 'XMR-BTC>0.0031@ XMR-BTC<0.0005@:2! BTC-USDT>1@']);
    expect(document.activeElement).toBe(screen.button(handleOf('0.0031')));
  });

  it('an order of two legs has a line for each, its stop as one that waits (CHART-15, OCO-05)', async () => {
    const order = {
      id: 'oco',
      pair: 'XMR-BTC',
      side: 'sell',
      kind: 'limit',
      state: 'OPENED',
      price: '0.004',
      quantity: '1',
      quantityLeft: '1',
      ocoStopPrice: '0.001',
    } as Partial<Order> as Order;
    const { screen, heights } = await lines([order]);
    expect(heights()).toEqual([0.004, 0.001, 0.003]);
    expect(screen.all('[data-of="sell"]').map(({ textContent }) => textContent.replace(/^\D+1/, ''))).toEqual(
      ['0.0040', '0.0010'],
    );
  });

  it('one that was moved beyond the last price waits for the other direction', async () => {
    const { screen, kept } = await lines();
    const handle = screen.button(handleOf('0.0030'));
    for (let press = 0; press < 2; press += 1) await screen.key(handle, 'PageDown');
    await screen.fire(handle, 'click', { detail: 0 });
    expect(kept()).toBe('XMR-BTC<0.001@ XMR-BTC<0.0005@:2! BTC-USDT>1@');
  });

  it('Escape puts it back, and one at the last price stays where it was, with the reason', async () => {
    const { screen, said, kept, heights } = await lines();
    const handle = screen.button(handleOf('0.0030'));
    await screen.key(handle, 'PageDown');
    await screen.key(handle, 'Escape');
    expect(heights()).toEqual([0.003]);
    await screen.key(handle, 'PageDown');
    await screen.fire(handle, 'click', { detail: 0 });
    expect(heights()).toEqual([0.003]);
    expect(kept()).toBe('XMR-BTC>0.003@ XMR-BTC<0.0005@:2! BTC-USDT>1@');
    expect(said).toEqual(['alerts:fault.atLast']);
  });
});

describe('price alerts (ALERT-01 to ALERT-05)', () => {
  const alerts = (key: string, values?: Readonly<Record<string, unknown>>) => say(`alerts:${key}`, values);
  const market = someMarket('XMR-BTC', { lastPrice: '0.002' });
  const other = { ...market, pair: 'KAS-BTC', lastPrice: '7' };
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const services = { engine } as unknown as Partial<App['services']>;
  const dialog = (scene: Scene = {}) =>
    show(element(AlertsDialog, { pair: PAIR, digits: 4, onClose: () => undefined }), {
      services,
      answers: { markets: [other, market] },
      ...scene,
    });
  const FIELD = alerts('price', { pair: 'XMR/BTC' });

  it('are set for a price above or below the last one, listed, and removed by a press', async () => {
    const screen = await dialog();
    expect(screen.text).toContain(alerts('none'));
    expect(screen.text.replaceAll(/\s/g, '')).toContain(
      alerts('last', { price: '0.0020', coin: 'BTC' }).replaceAll(/\s/g, ''),
    );
    await screen.type(FIELD, 'x');
    await screen.press(alerts('set'));
    expect(screen.text).toContain(alerts('fault.price'));
    await screen.type(FIELD, '0.003');
    await screen.press(alerts('set'));
    await screen.type(FIELD, '0.001');
    await screen.press(alerts('set'));
    const cells = screen
      .all('tbody tr')
      .map((row) => row.querySelectorAll('td')[0]?.textContent.replaceAll(/\s/g, ''));
    const said = (side: string, price: string) => alerts(side, { price, coin: 'BTC' }).replaceAll(/\s/g, '');
    expect(new Set(cells)).toEqual(new Set([said('above', '0.003'), said('below', '0.001')]));
    expect(screen.text).toContain(alerts('waiting'));
    expect(screen.button(alerts('clear')).disabled).toBe(true);
    await screen.press(alerts('remove', { pair: 'XMR/BTC', price: '0.003' }));
    expect(screen.all('tbody tr')).toHaveLength(1);
  });

  it('show what is wrong by the rules of the language that they are shown in (TYPED-02)', async () => {
    const screen = await dialog();
    const isSaid = () =>
      screen.text.includes(say('trade:form.typed.ambiguous', { fault: alerts('fault.price') }));
    await screen.type(FIELD, '1,234');
    await screen.press(alerts('set'));
    expect(isSaid()).toBe(true);
    await screen.speak('de');
    expect(isSaid()).toBe(false);
    const [field] = screen.all('input');
    if (!field) throw new Error('the dialog has no field');
    await screen.type(field, '1.234');
    await screen.press(alerts('set'));
    expect(isSaid()).toBe(true);
    expect(screen.all('tbody tr')).toEqual([]);
  });

  it.each([
    ['0', 'alerts:fault.zero'],
    ['0.002', 'alerts:fault.atLast'],
  ])('are refused with the reason: %s', async (typed, key) => {
    const screen = await dialog();
    await screen.type(FIELD, typed);
    await screen.press(alerts('set'));
    expect(screen.text).toContain(say(key));
    expect(screen.all('tbody tr')).toEqual([]);
  });

  it('need a last price, which the markets have', async () => {
    const screen = await dialog({ answers: { markets: [{ ...market, lastPrice: null }] } });
    expect(screen.text).toContain(alerts('lastUnknown'));
    await screen.type(FIELD, '0.003');
    await screen.press(alerts('set'));
    expect(screen.text).toContain(alerts('fault.noLast'));
  });

  it('sound only where the user wants it', async () => {
    const screen = await dialog();
    const box = screen.find('input', alerts('sound'));
    expect(box.checked).toBe(false);
    await screen.check(box);
    expect(screen.app.preferences.read('alertSound')).toBe(true);
  });
});

describe('the form over a narrow screen (TRADE-13)', () => {
  const drawer = (open: 'buy' | null, onClose = () => undefined as void) =>
    element(FormDrawer, {
      pair: PAIR,
      digits: 4,
      open,
      onClose,
      children: createElement('input', { 'aria-label': 'buy field' }),
    });
  const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
  const scene = { services: { engine } as unknown as Partial<App['services']> };

  it('is a dialog while it is open: Escape, its button and a press beside it close it', async () => {
    let closed = 0;
    const screen = await show(drawer(null), scene);
    expect(screen.all('[role="dialog"]')).toEqual([]);
    await screen.render(drawer('buy', () => void (closed += 1)));
    await screen.press(say('common:word.close'));
    await screen.key(screen.field('buy field'), 'Escape');
    await screen.key(screen.field('buy field'), 'x');
    expect(closed).toBe(2);
    await screen.press(screen.all('.mantine-Drawer-overlay')[0] ?? document.body);
    expect(closed).toBe(3);
  });

  it('the keys of the trading screen show a form or the markets, and focus them', async () => {
    const shown: string[] = [];
    function Page() {
      const keys = useTradeKeys({
        showForm: (side) => void shown.push(side),
        showMarkets: () => void shown.push('markets'),
      });
      return createElement(
        'section',
        null,
        createElement('input', { type: 'search', 'aria-label': 'search' }),
        keys.isListed ? 'all keys' : '',
      );
    }
    const screen = await show(createElement(Page));
    const { body } = document;
    for (const key of ['b', 's', '/']) await screen.key(body, key);
    expect(shown).toEqual(['buy', 'sell', 'markets']);
    expect(document.activeElement).toBe(screen.field('search'));
    await screen.key(screen.field('search'), 'Escape');
    expect(document.activeElement).toBe(body);
    expect(screen.text).not.toContain('all keys');
    await screen.key(body, '?');
    expect(screen.text).toContain('all keys');
  });
});
