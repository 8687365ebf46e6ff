import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { diagramOf, drawingOf } from './diagram.ts';
import { makerOf, markupOf, nodeOf, type Shape, shape } from './elements.ts';
import { HEAD, layoutOf, LINE, MAX_CHARACTERS, short } from './layout.ts';
import { boxOf, folded } from './stateBox.ts';
import { allTransitions } from './transitions.ts';
import { openWindow } from './testing/window.ts';

const LONG = 'a'.repeat(MAX_CHARACTERS + 5);
const machine = createMachine({
  id: 'm',
  initial: 'idle',
  on: { quit: '.gone', [LONG]: '.busy' },
  states: {
    idle: {
      description: 'Waits',
      on: { go: { target: 'busy', guard: 'mayGo' }, skip: 'busy', hum: { actions: 'hum' }, never: undefined },
    },
    busy: {
      initial: 'first',
      on: { again: '#m.busy' },
      states: { first: { on: { next: 'second' } }, second: { on: { up: '#m.busy', stop: '#m.gone' } } },
    },
    both: { type: 'parallel', states: { left: {}, right: { initial: 'in', states: { in: {} } } } },
    gone: { type: 'final' },
  },
});
const transitions = allTransitions(machine);
const place = (event: string) => transitions.findIndex((one) => one.includes(`| ${event}#`));
const box = boxOf(machine);
const all = ({ children, ...own }: Shape): Shape[] => [
  { children, ...own },
  ...children.flatMap((child) => (typeof child === 'string' ? [] : all(child))),
];
const textsOf = (part: Shape, tag: string) =>
  part.children.flatMap((child) => (typeof child !== 'string' && child.tag === tag ? child.children : []));

describe('where the parts of a diagram stand', () => {
  const layout = layoutOf(box, transitions);
  const boxFor = async (id: string) => {
    const found = (await layout).boxes.find((one) => one.id === id);
    if (!found) throw new Error(`no box ${id}`);
    return found;
  };

  it('each box says what it is', async () => {
    const { boxes } = await layout;
    expect(new Set(boxes.map(({ id, kind, isFinal }) => `${id} ${kind}${isFinal ? ' final' : ''}`))).toEqual(
      new Set([
        'm#start start',
        'm#any anywhere',
        'm.idle state',
        'm.busy group',
        'm.busy#start start',
        'm.busy#any anywhere',
        'm.busy.first state',
        'm.busy.second state',
        'm.both group',
        'm.both.left region',
        'm.both.right region',
        'm.both.right#start start',
        'm.both.right.in state',
        'm.gone state final',
      ]),
    );
    expect(boxes.every(({ isFolded }) => isFolded === null)).toBe(true);
    expect((await boxFor('m.idle')).description).toBe('Waits');
  });

  it('lines of one target stand together, with the guard, and forbidden events nowhere', async () => {
    const { lines, height } = await boxFor('m.idle');
    expect(lines.map(({ text, to }) => [text, to])).toEqual([
      ['go [mayGo]', ['m.busy']],
      ['skip', ['m.busy']],
      ['hum', []],
    ]);
    expect(height).toBe(HEAD + 3 * LINE + 6);
    expect((await boxFor('m.gone')).height).toBe(HEAD);
  });

  it('a box is as wide as its longest text, which is cut, and no smaller than a short name needs', async () => {
    const widths = await Promise.all(['m.gone', 'm.idle', 'm#any'].map(boxFor));
    const [small, middle, wide] = widths.map(({ width }) => width);
    expect([small, middle]).toEqual([120, 120]);
    expect(wide).toBe(Math.ceil(MAX_CHARACTERS * 6.8 + 36));
  });

  it('an arrow leaves from the middle of its lines on the right and arrives on the left', async () => {
    const { arrows } = await layout;
    const idle = await boxFor('m.idle');
    const arrow = arrows.find(({ places }) => places.includes(place('go')));
    expect(arrow).toMatchObject({ places: [place('go'), place('skip')], to: 'm.busy' });
    expect(arrow?.points[0]).toEqual([idle.x + idle.width, idle.y + HEAD + LINE]);
    const into = arrows.find(({ places }) => places.includes(place('next')));
    const second = await boxFor('m.busy.second');
    expect(into?.points.at(-1)).toEqual([second.x, second.y + HEAD / 2]);
  });

  it('an arrow into a group around its source leads to where the group begins, and none to itself', async () => {
    const { arrows } = await layout;
    const ends = (event: string) =>
      arrows.filter(({ places }) => places.includes(place(event))).map(({ to }) => to);
    expect(ends('up')).toEqual(['m.busy.first']);
    expect(ends('again')).toEqual(['m.busy.first']);
    expect(ends('hum')).toEqual([]);
    expect(
      arrows
        .filter(({ places }) => places.length === 0)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['m.both.right.in', 'm.busy.first', 'm.idle']);
  });

  it('every box is within the drawing, which leaves a margin, and inner ones within their group', async () => {
    const { boxes, width, height } = await layout;
    for (const one of boxes) {
      const outer = boxes.find(({ id }) => id === one.id.slice(0, one.id.lastIndexOf('.')));
      const { x, y, right, bottom } = outer
        ? { x: outer.x, y: outer.y + HEAD, right: outer.x + outer.width, bottom: outer.y + outer.height }
        : { x: 8, y: 8, right: width - 8, bottom: height - 8 };
      expect(one.x).toBeGreaterThanOrEqual(x);
      expect(one.y).toBeGreaterThanOrEqual(y);
      expect(one.x + one.width).toBeLessThanOrEqual(right);
      expect(one.y + one.height).toBeLessThanOrEqual(bottom);
    }
  });

  it('a machine without states is one box', async () => {
    const alone = createMachine({ id: 'alone', on: { shout: { actions: 'hear' } } });
    const { boxes, arrows } = await layoutOf(boxOf(alone), allTransitions(alone));
    expect(boxes.map(({ id, kind, lines }) => [id, kind, lines.length])).toEqual([['alone', 'state', 1]]);
    expect(arrows).toEqual([]);
  });

  it('a text is cut when it is too long, not before', () => {
    for (const length of [1, MAX_CHARACTERS - 1, MAX_CHARACTERS])
      expect(short('x'.repeat(length))).toBe('x'.repeat(length));
    expect(short('x'.repeat(MAX_CHARACTERS + 1))).toBe(`${'x'.repeat(MAX_CHARACTERS - 1)}…`);
  });
});

describe('a diagram', () => {
  const causes = new Map([[place('hum'), ['When it hums']]]);
  const drawing = drawingOf('m', folded(box, new Set(['m.both'])), transitions, causes);
  const partsWith = async (name: string, value: string | number) =>
    all(await drawing).filter(({ attributes }) => attributes[name] === value);
  const classOf = async (state: string) => (await partsWith('data-state', state))[0]?.attributes.class;

  it('has a size that holds it', async () => {
    const layout = await layoutOf(folded(box, new Set(['m.both'])), transitions);
    const { tag, attributes } = await drawing;
    const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
    expect([tag, attributes]).toEqual([
      'svg',
      {
        class: 'diagram',
        role: 'group',
        'aria-label': 'Diagram of m',
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
      },
    ]);
  });

  it('shows of each box what it is: groups first, then arrows, then the boxes in them', async () => {
    expect(await classOf('m.idle')).toBe('box state leaf');
    expect(await classOf('m.gone')).toBe('box state leaf final');
    expect(await classOf('m.busy')).toBe('box group');
    expect(await classOf('m.both')).toBe('box state leaf folded');
    expect(await classOf('m#any')).toBe('box anywhere');
    const order = (await drawing).children.flatMap((child) =>
      typeof child === 'string' ? [] : [child.attributes['data-state'] ?? child.attributes.class],
    );
    const arrow = order.indexOf('arrow');
    expect(order.indexOf('m.busy')).toBeLessThan(arrow);
    expect(order.indexOf('m.idle')).toBeGreaterThan(order.lastIndexOf('arrow'));
    expect(await partsWith('class', 'start')).toHaveLength(2);
  });

  it('names every box, and the name of a group folds it', async () => {
    const [idle] = await partsWith('data-state', 'm.idle');
    expect(idle && [textsOf(idle, 'text'), textsOf(idle, 'title')]).toEqual([['idle'], ['Waits']]);
    const names = async (id: string) =>
      (await partsWith('data-fold', id)).map(({ attributes, children }) => [
        attributes['aria-expanded'],
        attributes.role,
        children,
      ]);
    expect(await names('m.busy')).toEqual([['true', 'button', ['▾ busy']]]);
    expect(await names('m.both')).toEqual([['false', 'button', ['▸ both']]]);
    expect(await names('m.idle')).toEqual([]);
  });

  it('has lines that can be pressed, and say why they happen and whether they stay', async () => {
    const [hum] = await partsWith('data-place', place('hum'));
    expect(hum?.attributes).toMatchObject({ class: 'line', role: 'button', tabindex: 0 });
    expect(hum && [textsOf(hum, 'text'), textsOf(hum, 'title')]).toEqual([['hum ↺'], ['hum\nWhen it hums']]);
    const [go] = await partsWith('data-place', place('go'));
    expect(go && [textsOf(go, 'text'), textsOf(go, 'title')]).toEqual([['go [mayGo]'], ['go [mayGo]']]);
  });

  it('has its parts in their places, one decimal long', async () => {
    const { boxes, arrows } = await layoutOf(folded(box, new Set(['m.both'])), transitions);
    const round = (value: number) => Math.round(value * 10) / 10;
    const idle = boxes.find(({ id }) => id === 'm.idle');
    const [drawn] = await partsWith('data-state', 'm.idle');
    if (!idle || !drawn) throw new Error('idle is not drawn');
    const [frame, line] = all(drawn).filter(({ tag }) => tag === 'rect');
    const [x, y, width, height] = [idle.x, idle.y, idle.width, idle.height].map(round);
    expect(frame?.attributes).toEqual({ class: 'frame', x, y, width, height, rx: 6 });
    expect(line?.attributes).toEqual({
      x: round(idle.x + 1),
      y: round(idle.y + HEAD),
      width: round(idle.width - 2),
      height: LINE,
    });
    const texts = all(drawn).filter(({ tag }) => tag === 'text');
    expect(texts.map(({ attributes }) => [attributes.x, attributes.y])).toEqual([
      [round(idle.x + 10), round(idle.y + 19)],
      ...[0, 1, 2].map((index) => [round(idle.x + 10), round(idle.y + HEAD + index * LINE + 13)]),
    ]);
    const arrow = arrows.find(({ places }) => places.includes(place('go')));
    const drawnArrow = (await partsWith('data-places', `${place('go')} ${place('skip')}`))[0]?.attributes;
    expect(drawnArrow).toEqual({
      class: 'arrow',
      'data-places': `${place('go')} ${place('skip')}`,
      'data-to': 'm.busy',
      d: `M${arrow?.points.map(([left, top]) => `${round(left)} ${round(top)}`).join('L')}`,
      'marker-end': 'url(#head)',
    });
  });

  it('is text in a file, with the name space of SVG at its head alone', async () => {
    const text = await diagramOf('m', box, transitions);
    expect(text.match(/xmlns="http:\/\/www\.w3\.org\/2000\/svg"/g)).toHaveLength(1);
    expect(text.startsWith('<svg xmlns=')).toBe(true);
    expect(markupOf(shape('g', { a: 1, b: '"<&>' }, 'x < y', shape('path', {})))).toBe(
      '<g a="1" b="&quot;&lt;&amp;&gt;">x &lt; y<path></path></g>',
    );
  });
});

it('an element has its classes, attributes and children, and its text is never markup', () => {
  const { document } = openWindow();
  let presses = 0;
  const click = () => void (presses += 1);
  const attributes = { title: 'A', hidden: true, disabled: false, click };
  const made = makerOf(document)('p.a.b', attributes, '<b>', null, makerOf(document)('i'));
  expect(made.outerHTML).toBe('<p class="a b" title="A" hidden="">&lt;b&gt;<i class=""></i></p>');
  made.click();
  expect(presses).toBe(1);
  const drawing = nodeOf(document, shape('g', { x: 1 }, shape('text', {}, 'a'), 'b'));
  expect(drawing.outerHTML).toBe('<g x="1"><text>a</text>b</g>');
});
