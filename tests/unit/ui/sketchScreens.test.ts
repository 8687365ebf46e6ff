import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/intervals.ts';
import { parsePair } from '../../../src/domain/market.ts';
import { MAX_SKETCHES, parseSketches, sketchesText, type Sketch } from '../../../src/domain/sketch.ts';
import { selectData } from '../../../src/machines/resource/resource.machine.ts';
import { Sketches } from '../../../src/ui/candleChart/Sketches.tsx';
import { succeeded } from '../../../src/domain/result.ts';
import { element, say } from './rendered.tsx';
import { openScreens } from './screen.tsx';

const show = openScreens();
const PAIR = parsePair('XMR-BTC') ?? { symbol: '', base: '', quote: '' };
const draw = (key: string, values?: Readonly<Record<string, unknown>>) => say(`draw:${key}`, values);
const flat = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
/** Three bars of an hour. */
const BARS: readonly Candle[] = [0, 3600, 7200].map((time) => ({ ...flat, time }));
/** Each time another object. */
const ANSWERS = { pair: () => succeeded({ pair: 'XMR-BTC', pricePrecision: 2, minPriceIncrement: '0.01' }) };
const [WRITES, HANDLES] = ['fillText', 'arc'];

/** A bar is ten pixels wide, and a pixel a price: the top is 200. What is painted is noted. */
function surface() {
  const root = document.createElement('div');
  document.body.append(root);
  let paneViews = (): readonly { renderer: () => { draw: (target: unknown) => void } }[] => [];
  const painted: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) => (given: unknown, x: number) => {
        painted.push(name === WRITES ? `${String(given)} at ${x}` : String(name));
        return { width: 50 };
      },
      set: () => true,
    },
  );
  const target = { useMediaCoordinateSpace: (work: (scope: unknown) => void) => work({ context }) };
  return {
    root,
    paint(): readonly string[] {
      painted.length = 0;
      for (const view of paneViews()) view.renderer().draw(target);
      return painted;
    },
    chart: {
      chartElement: () => root,
      timeScale: () => ({ width: () => 400, logicalToCoordinate: (at: number) => at * 10 }),
      panes: () => [{ getHeight: () => 200 }],
    },
    candles: {
      priceToCoordinate: (height: number) => 200 - height,
      coordinateToPrice: (y: number) => 200 - y,
      attachPrimitive: (primitive: {
        attached: (given: { requestUpdate: () => void }) => void;
        paneViews: typeof paneViews;
      }) => {
        primitive.attached({ requestUpdate: () => undefined });
        ({ paneViews } = primitive);
      },
      detachPrimitive: () => {
        paneViews = () => [];
      },
    },
    follow: (follower: (bars: readonly Candle[]) => void) => {
      follower(BARS);
      return () => undefined;
    },
  };
}

async function chart(kept: readonly Sketch[] = [], answers: Readonly<Record<string, unknown>> = ANSWERS) {
  const drawing = surface();
  drawing.root.setPointerCapture = () => undefined;
  const view = (panelId: string | null, { bars = BARS, interval = '60' } = {}) =>
    element(Sketches, {
      surface: drawing as never,
      pair: PAIR,
      interval: interval as never,
      bars,
      digits: 2,
      panelId,
      onClose: () => undefined,
    });
  const screen = await show(view(null), { answers });
  await screen.act(() => screen.app.preferences.writeSketches('XMR-BTC', sketchesText(kept)));
  const point = (type: string, [clientX, clientY]: readonly [number, number], more: object = {}) =>
    screen.fire(drawing.root, type, {
      button: 0,
      isPrimary: true,
      pointerId: 1,
      pointerType: 'mouse',
      buttons: type === 'pointerup' ? 0 : 1,
      clientX,
      clientY,
      ...more,
    });
  return {
    screen,
    drawing,
    point,
    press: async (at: readonly [number, number]) => {
      await point('pointerdown', at);
      await point('pointerup', at);
    },
    /** A price comes. */
    tick: () => screen.render(view(null, { bars: [...BARS] })),
    redraw: () => screen.render(view(null, { interval: '1D' })),
    open: () => screen.render(view('panel')),
    take: async (tool: string) => {
      await screen.render(view('panel'));
      await screen.press(draw(`tool.${tool}`));
      await screen.render(view(null));
    },
    kept: () => parseSketches(screen.app.preferences.readSketches('XMR-BTC')),
  };
}

const TREND: Sketch = {
  kind: 'trend',
  points: [
    { time: 0, price: '100' },
    { time: 7200, price: '150' },
  ],
  words: '',
};
const LEVEL: Sketch = { kind: 'level', points: [{ time: 3600, price: '40' }], words: '' };

describe('the drawing tools of the chart (DRAW-01 to DRAW-03)', () => {
  it('two presses place a trend line at the bars and the prices that are pressed, fast ones too', async () => {
    const { screen, take, press, point, kept, drawing } = await chart();
    await take('trend');
    expect(screen.text).toContain(draw('begin.trend'));
    await press([1, 100]);
    expect(screen.text).toContain(draw('end'));
    await point('pointermove', [12, 80]);
    expect(drawing.paint()).toContain('lineTo');
    await press([41, 50]);
    // Beyond the last bar.
    const line = {
      ...TREND,
      points: [
        { time: 0, price: '100' },
        { time: 14_400, price: '150' },
      ],
    };
    expect(kept()).toEqual([line]);
    expect(screen.text).toContain(draw('entry.trend', { price: '100.00', end: '150.00', quote: 'BTC' }));
    expect(drawing.paint().filter((one) => one === HANDLES)).toHaveLength(2);
    await screen.key(document.body, 'Escape');
    expect(drawing.paint()).not.toContain(HANDLES);
  });

  it('one press places a horizontal line, which tells its price', async () => {
    const { take, press, kept, drawing } = await chart();
    await take('level');
    await press([10, 160]);
    expect(kept()).toEqual([LEVEL]);
    expect(drawing.paint()).toContain('40.00 at 396');
  });

  it('a press that scrolls the chart, or is beside the prices, places nothing', async () => {
    const { take, press, point, kept } = await chart();
    await take('level');
    await point('pointerdown', [10, 160]);
    await point('pointerup', [30, 160]);
    await press([410, 160]);
    await press([10, 210]);
    await point('pointerdown', [10, 160]);
    await point('pointercancel', [10, 160]);
    await point('pointerup', [10, 160]);
    expect(kept()).toEqual([]);
  });

  it('a text is where it was pressed, and none without words', async () => {
    const { screen, take, press, kept, drawing } = await chart();
    for (const words of [' ', ' sell here ']) {
      await take('text');
      await press([10, 160]);
      await screen.type(draw('words', { most: 60 }), words);
      await screen.fire(screen.find('button', draw('add')), 'click', {});
      expect(kept()).toHaveLength(words === ' ' ? 0 : 1);
    }
    expect(drawing.paint()).toContain('sell here at 10');
  });

  it('a measurement tells difference, share, bars and time, also downwards', async () => {
    const { screen, take, press, kept } = await chart();
    for (const [end, difference, percent] of [
      [[22, 75], '+25.00', '+25.00%'],
      [[22, 150], '-50.00', '-50.00%'],
    ] as const) {
      await take('measure');
      await press([1, 100]);
      await press(end);
      const bars = draw('bars', { count: 2 });
      const told = draw('measure', { difference, quote: 'BTC', percent, bars, time: '2 hr' });
      expect(screen.text).toContain(told);
      await screen.press(say('common:word.close'));
      expect(screen.text).not.toContain(told);
    }
    expect(kept()).toEqual([]);
  });

  it('a drawing is dragged whole or by its end, and the chart stays still meanwhile', async () => {
    const { screen, point, kept, drawing } = await chart([TREND]);
    const moved: string[] = [];
    const inner = document.createElement('canvas');
    drawing.root.append(inner);
    for (const type of ['mousedown', 'touchstart']) inner.addEventListener(type, () => moved.push(type));
    const scroll = () =>
      screen.act(() => {
        for (const type of ['mousedown', 'touchstart'])
          inner.dispatchEvent(new Event(type, { cancelable: true }));
      });
    await point('pointerdown', [10, 75]);
    await scroll();
    await point('pointermove', [10, 95], { pointerId: 2 });
    await point('pointermove', [20, 85]);
    await point('pointerup', [20, 85]);
    expect(moved).toEqual([]);
    expect(kept()[0]?.points).toEqual([
      { time: 3600, price: '90' },
      { time: 10_800, price: '140' },
    ]);
    await scroll();
    expect(moved).toEqual(['mousedown', 'touchstart']);
    await point('pointerdown', [30, 60]);
    await point('pointermove', [30, 20]);
    await screen.key(document.body, 'Escape');
    await point('pointerup', [30, 20]);
    expect(kept()[0]?.points[1]?.price).toBe('140');
    await point('pointerdown', [30, 60]);
    await point('pointermove', [30, 20]);
    await point('pointerup', [30, 20]);
    expect(kept()[0]?.points.map(({ price }) => price)).toEqual(['90', '180']);
  });

  it('a press that hardly moves chooses a drawing, and does not move it', async () => {
    const { screen, point, kept } = await chart([LEVEL]);
    await point('pointerdown', [50, 160]);
    await point('pointermove', [52, 163]);
    await point('pointerup', [52, 163]);
    expect(screen.text).toContain(draw('entry.level', { price: '40.00', quote: 'BTC' }));
    expect(kept()).toEqual([LEVEL]);
  });

  it('a finger that scrolls from a drawing leaves it; it drags what it chose before', async () => {
    const { screen, point, kept } = await chart([LEVEL]);
    const chosen = draw('entry.level', { price: '40.00', quote: 'BTC' });
    const finger = async (...places: readonly (readonly [number, number])[]) => {
      for (const [at, place] of places.entries())
        await point(['pointerdown', 'pointermove', 'pointerup'][at] ?? '', place, { pointerType: 'touch' });
    };
    await finger([10, 160], [10, 120], [10, 120]);
    expect(screen.text).not.toContain(chosen);
    await finger([10, 160], [10, 168], [10, 168]);
    expect(screen.text).toContain(chosen);
    expect(kept()).toEqual([LEVEL]);
    await finger([10, 160], [10, 120], [10, 120]);
    expect(kept()[0]?.points).toEqual([{ time: 3600, price: '80' }]);
  });

  it.each<[string, string, object]>([
    ['let go where nobody heard it', 'pointermove', { buttons: 0 }],
    ['taken by something else', 'lostpointercapture', {}],
  ])('a drawing whose pointer is %s goes back', async (_name, type, more) => {
    const { point, kept, drawing, screen } = await chart([LEVEL]);
    await point('pointerdown', [10, 160]);
    await point('pointermove', [10, 120]);
    expect(drawing.paint()).toContain('80.00 at 396');
    // The browser's is a pointer event.
    const event = new PointerEvent(type, { pointerId: 1, clientX: 10, clientY: 110, ...more });
    await screen.act(() => void drawing.root.dispatchEvent(event));
    expect(drawing.paint()).toContain('40.00 at 396');
    await point('pointermove', [10, 100]);
    await point('pointerup', [10, 100]);
    expect(kept()).toEqual([LEVEL]);
  });

  it('a drawing that is held goes back when the chart is drawn anew, not when its figures are read again', async () => {
    const { screen, point, drawing, redraw } = await chart([LEVEL]);
    await point('pointerdown', [10, 160]);
    await point('pointermove', [10, 120]);
    const { ref } = screen.app.resources.of('pairSettings', { pair: 'XMR-BTC' }, null);
    const before = selectData(ref.getSnapshot());
    await screen.act(() => ref.send({ type: 'user.refresh' }));
    expect(selectData(ref.getSnapshot())).not.toBe(before);
    expect(drawing.paint()).toContain('80.00 at 396');
    await redraw();
    expect(drawing.paint()).toContain('40.00 at 396');
    expect(screen.text).toContain(draw('removal'));
  });

  it('a drawing that is dragged onto one like it goes back: none is lost', async () => {
    const other: Sketch = { ...LEVEL, points: [{ time: 3600, price: '80' }] };
    const { point, kept } = await chart([LEVEL, other]);
    await point('pointerdown', [10, 160]);
    await point('pointermove', [10, 120]);
    await point('pointerup', [10, 120]);
    expect(kept()).toEqual([LEVEL, other]);
  });

  it('a rectangle has four corners to drag', async () => {
    const box: Sketch = { ...TREND, kind: 'box' };
    const { point, press, kept, drawing } = await chart([box]);
    await press([20, 100]);
    expect(drawing.paint().filter((one) => one === HANDLES)).toHaveLength(4);
    await point('pointerdown', [20, 100]);
    await point('pointermove', [30, 120]);
    await point('pointerup', [30, 120]);
    expect(kept()[0]?.points).toEqual([
      { time: 0, price: '80' },
      { time: 10_800, price: '150' },
    ]);
  });

  it('the field of a text takes the focus once, not with each price', async () => {
    const { screen, take, press, tick } = await chart();
    await take('text');
    await press([10, 160]);
    expect(document.activeElement).toBe(screen.field(draw('words', { most: 60 })));
    const add = screen.button(draw('add'));
    await screen.act(() => add.focus());
    await tick();
    expect(document.activeElement).toBe(add);
  });

  it('keys with the focus elsewhere on the page are left to it', async () => {
    const { screen, press, kept } = await chart([LEVEL]);
    await press([200, 160]);
    const elsewhere = document.createElement('button');
    document.body.append(elsewhere);
    for (const key of ['Delete', 'Backspace', 'Escape']) await screen.key(elsewhere, key);
    elsewhere.remove();
    expect(kept()).toEqual([LEVEL]);
    await screen.key(screen.button(draw('removal')), 'Delete');
    expect(kept()).toEqual([]);
  });

  it('without the figures of the pair drawings are seen, and no tool can be taken', async () => {
    const { screen, open, press, drawing } = await chart([LEVEL], {});
    expect(drawing.paint()).toContain('40.00 at 396');
    await press([200, 160]);
    expect(drawing.paint()).not.toContain(HANDLES);
    await open();
    expect(screen.button(draw('tool.level')).disabled).toBe(true);
    expect(screen.button(draw('tool.measure')).disabled).toBe(true);
  });

  it('the panel has the focus, and closes with Escape, though none of its tools can be taken', async () => {
    const { open } = await chart([], {});
    await open();
    expect(document.activeElement?.localName).toBe('fieldset');
  });

  it('what does not fit when it is brought back is kept, and comes when there is room (DRAW-05)', async () => {
    const many = (from: number): readonly Sketch[] =>
      Array.from({ length: MAX_SKETCHES - 1 }, (_, at) => ({
        ...LEVEL,
        points: [{ time: from + at, price: '1' }],
      }));
    const { screen, open, kept } = await chart([TREND, LEVEL]);
    await open();
    await screen.press(draw('removeAll'));
    await screen.act(() => screen.app.preferences.writeSketches('XMR-BTC', sketchesText(many(0))));
    await screen.press(draw('restore'));
    expect(kept()).toEqual([...many(0), TREND]);
    expect(screen.text).toContain(draw('full', { most: 100 }));
    const [first, ...others] = many(0);
    await screen.press(draw('remove', { name: draw('entry.level', { price: '1.00', quote: 'BTC' }) }));
    expect(kept()).toEqual([...others, TREND]);
    await screen.press(draw('restore'));
    expect(kept()).toEqual([...others, TREND, LEVEL]);
    expect(kept()).not.toContainEqual(first);
  });

  it('Delete removes the chosen one, but not while something is typed', async () => {
    const { screen, press, kept } = await chart([TREND, LEVEL]);
    await press([200, 158]);
    expect(screen.text).toContain(draw('entry.level', { price: '40.00', quote: 'BTC' }));
    const field = document.createElement('input');
    document.body.append(field);
    await screen.key(field, 'Delete');
    expect(kept()).toHaveLength(2);
    field.remove();
    await screen.key(document.body, 'Delete');
    expect(kept()).toEqual([TREND]);
  });

  it('the panel lists the drawings, removes each or all of them, and brings back what was removed', async () => {
    const { screen, open, kept } = await chart([TREND, LEVEL]);
    await open();
    expect(screen.text).toContain(draw('kept'));
    await screen.press(draw('remove', { name: draw('entry.level', { price: '40.00', quote: 'BTC' }) }));
    expect(kept()).toEqual([TREND]);
    expect(screen.seek('button', draw('removeAll'))).toBeNull();
    await screen.press(draw('restore'));
    await screen.press(draw('removeAll'));
    expect(kept()).toEqual([]);
    await screen.press(draw('restore'));
    expect(kept()).toEqual([TREND, LEVEL]);
  });

  it('a pair with as many drawings as fit is offered the measure alone (DRAW-05)', async () => {
    const { screen, open } = await chart(
      Array.from({ length: MAX_SKETCHES }, (_, time) => ({ ...LEVEL, points: [{ time, price: '1' }] })),
    );
    await open();
    expect(screen.text).toContain(draw('full', { most: 100 }));
    expect(screen.button(draw('tool.level')).disabled).toBe(true);
    expect(screen.button(draw('tool.measure')).disabled).toBe(false);
  });
});
