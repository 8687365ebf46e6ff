import { describe, expect, it } from 'vitest';
import { pictureOf } from './picture.ts';
import { pageKind } from './problem.ts';
import { openWindow } from './testing/window.ts';

const { window, document } = openWindow();
Object.assign(window, { innerWidth: 1000, innerHeight: 500 });
type Side = 'Top' | 'Bottom' | 'Left' | 'Right';
const PLAIN = {
  display: 'block',
  opacity: '1',
  position: 'static',
  visibility: 'visible',
  overflow: 'visible',
  color: 'black',
  backgroundColor: 'transparent',
  textTransform: 'none',
  fontSize: '14px',
  fontWeight: '400',
  borderTopLeftRadius: '4px',
};
type Look = Partial<typeof PLAIN> & { readonly borders?: Partial<Record<Side, string>> };

/** A text on one line: each letter is 10 pixels wide and 20 high. */
const origins = new WeakMap<Node, readonly [left: number, top: number]>();
function words(text: string, left = 0, top = 0): Text {
  const node = document.createTextNode(text);
  origins.set(node, [left, top]);
  return node;
}

type Box = readonly [left: number, top: number, right: number, bottom: number];
const looks = new WeakMap<Element, object>();
function element(tag: string, [left, top, right, bottom]: Box, { borders = {}, ...look }: Look = {}) {
  const made = document.createElement(tag);
  const rect = { left, top, right, bottom, width: right - left, height: bottom - top };
  const sides = (['Top', 'Bottom', 'Left', 'Right'] as const).flatMap((side) => [
    [`border${side}Style`, side in borders ? 'solid' : 'none'],
    [`border${side}Width`, borders[side] === 'none' ? '0px' : '1px'],
    [`border${side}Color`, borders[side] ?? 'black'],
  ]);
  looks.set(made, { ...PLAIN, ...look, ...Object.fromEntries(sides) });
  return Object.assign(made, { getBoundingClientRect: () => rect });
}
function block(box: Box, look: Look = {}, ...inner: readonly Node[]) {
  const made = element(box === WHOLE ? 'body' : 'div', box, look);
  made.append(...inner);
  return made;
}
const field = (type: string, value: string, checked = false) =>
  Object.assign(element('input', [10, 100, 210, 120]), { type, value, checked });

Object.assign(window, { getComputedStyle: (one: Element) => looks.get(one) });
Object.assign(window.document, {
  createRange() {
    let [start, end, left, top] = [0, 0, 0, 0];
    let lines: readonly string[] = [];
    const rect = () => {
      const [from, to] = [left + start * 10, left + end * 10];
      return { left: from, right: to, top, bottom: top + 20, width: to - from, height: 20 };
    };
    return {
      selectNodeContents: (node: Text) => {
        [left = 0, top = 0] = origins.get(node) ?? [];
        [start, end] = [0, node.data.length];
        lines = node.data.trim().split('\n');
      },
      setStart: (_node: Text, at: number) => void (start = at),
      setEnd: (_node: Text, at: number) => void (end = at),
      getClientRects: () => lines.map(rect),
      getBoundingClientRect: rect,
    };
  },
});

const WHOLE: Box = [0, 0, 1000, 500];
const isKnown = (text: string) => /^(Send|all of it|Buy)$/.test(text);

/** The drawing of a page: rectangles as `left,top,right,bottom`, and words. */
function drawn(body: Element) {
  document.documentElement.replaceChildren(document.head, body);
  const picture = pictureOf(document, isKnown);
  const number = (part: Element, name: string) => Number(part.getAttribute(name));
  const parts = Array.from(picture.querySelectorAll('rect, text'), (part) => {
    const [x, y] = [number(part, 'x'), number(part, 'y')];
    if (part.localName === 'text')
      return `${part.textContent} at ${x},${y}, ${number(part, 'textLength')} wide`;
    const ends = [x + number(part, 'width'), y + number(part, 'height')].map(
      (end) => Math.round(end * 10) / 10,
    );
    const opacity = part.getAttribute('opacity');
    return `${part.getAttribute('fill')}${opacity === null ? '' : ` ${opacity}`} ${[x, y, ...ends].join()}`;
  });
  return { parts: parts.slice(1), ground: parts[0], picture };
}
const partsOf = (...inner: readonly Node[]) => drawn(block(WHOLE, {}, ...inner)).parts;

describe('the picture of a page', () => {
  it('is as large as its window, on its ground', () => {
    const { picture, ground } = drawn(block(WHOLE));
    expect(['width', 'height', 'viewBox'].map((name) => picture.getAttribute(name))).toEqual([
      '1000',
      '500',
      '0 0 1000 500',
    ]);
    expect(ground).toBe('Canvas 0,0,1000,500');
    expect(drawn(block(WHOLE, { backgroundColor: 'navy' })).ground).toBe('navy 0,0,1000,500');
  });

  it('shows the words of the program, each in its place', () => {
    expect(partsOf(words(' all of it ', 100, 40))).toEqual([
      'all at 110,50, 30 wide',
      'of at 150,50, 20 wide',
      'it at 180,50, 20 wide',
    ]);
    expect(partsOf(block([0, 0, 50, 50], { textTransform: 'uppercase' }, words('Buy')))).toEqual([
      'BUY at 0,10, 30 wide',
    ]);
  });

  it.each([
    ['1', 24],
    ['12', 24],
    ['123', 48],
    ['4.5321', 72],
  ])('of another text "%s" only a bar, whose length says nothing of its digits', (text, width) => {
    expect(partsOf(words(text, 100, 0))).toEqual([`black 0.3 100,4.4,${100 + width},15.6`]);
  });

  it('says of a field whether it is filled, never with what', () => {
    expect(partsOf(field('text', ''), field('checkbox', 'on'), field('radio', 'on'))).toEqual([]);
    const bar = 'black 0.3 15,104.4,63,115.6';
    expect(partsOf(field('text', 'a@b.example'))).toEqual([bar]);
    expect(partsOf(field('checkbox', '', true), field('radio', '', true))).toEqual([bar, bar]);
    const narrow = element('select', [10, 100, 40, 120]);
    narrow.append(document.createElement('option'));
    narrow.firstElementChild?.setAttribute('value', 'x');
    expect(partsOf(narrow)).toEqual(['black 0.3 15,104.4,39,115.6']);
  });

  it('shows grounds and borders that have ink', () => {
    expect(partsOf(block([10, 20, 60, 40], { backgroundColor: 'red' }))).toEqual(['red 10,20,60,40']);
    for (const backgroundColor of ['transparent', 'rgba(0, 0, 0, 0)', 'rgb(0 0 0 / 0)'])
      expect(partsOf(block([10, 20, 60, 40], { backgroundColor }))).toEqual([]);
    expect(partsOf(block([10, 20, 60, 40], { backgroundColor: 'rgba(0, 0, 0, 0.50)' }))).toHaveLength(1);
    const borders = { Top: 'red', Bottom: 'green', Left: 'blue', Right: 'gold' };
    expect(partsOf(block([10, 20, 60, 40], { borders }))).toEqual([
      'red 10,20,60,21.1',
      'green 10,38.9,60,40',
      'blue 10,20,11.1,40',
      'gold 58.9,20,60,40',
    ]);
    expect(partsOf(block([10, 20, 60, 40], { borders: { Top: 'none', Left: 'transparent' } }))).toEqual([]);
  });

  it('leaves out what is thinner than a pixel, and what nobody sees', () => {
    const red = { backgroundColor: 'red' };
    expect(partsOf(block([0, 0, 1, 9], red), block([0, 0, 9, 1], red))).toEqual([]);
    expect(partsOf(block([0, 0, 2, 2], red))).toHaveLength(1);
    expect(
      partsOf(
        block([0, 0, 9, 9], { ...red, display: 'none' }),
        block([0, 0, 9, 9], { ...red, opacity: '0' }),
        block([0, 0, 9, 9], { ...red, visibility: 'hidden' }, words('Buy')),
        element('script', [0, 0, 9, 9], red),
        block([2000, 0, 2009, 9], red),
        words('   '),
      ),
    ).toEqual([]);
    const tool = block([0, 0, 9, 9], red);
    tool.setAttribute('data-tool', '');
    expect(partsOf(tool)).toEqual([]);
  });

  it('has icons and codes as a shade', () => {
    const icon = element('svg', [10, 10, 30, 30]);
    icon.append(words('Buy'));
    expect(partsOf(icon)).toEqual(['black 0.15 10,10,30,30']);
  });

  it('cuts what a box hides, and not what flows over', () => {
    const inner = block([0, 0, 100, 100], { backgroundColor: 'red' });
    expect(partsOf(block([0, 0, 50, 40], { overflow: 'hidden' }, inner))).toEqual(['red 0,0,50,40']);
    expect(partsOf(block([0, 0, 50, 40], {}, inner))).toEqual(['red 0,0,100,100']);
    const fixed = block([0, 0, 100, 100], { backgroundColor: 'red', position: 'fixed' });
    expect(partsOf(block([0, 0, 50, 40], { overflow: 'hidden' }, fixed))).toEqual(['red 0,0,100,100']);
    expect(partsOf(block([0, 0, 50, 40], { overflow: 'hidden' }, words('Buy', 60)))).toEqual([]);
  });

  it('has what stands fixed over what comes after it', () => {
    const colored = (backgroundColor: string, position = 'static') =>
      block([0, 0, 9, 9], { backgroundColor, position });
    expect(partsOf(colored('red', 'fixed'), colored('gold', 'sticky'), colored('blue'))).toEqual([
      'blue 0,0,9,9',
      'red 0,0,9,9',
      'gold 0,0,9,9',
    ]);
  });

  it('ends soon after 8000 parts, because the file must stay small', () => {
    const many = Array.from({ length: 90 }, () => block([0, 0, 9, 9], {}, words('4.5\n'.repeat(100))));
    expect(partsOf(...many)).toHaveLength(8100);
  });
});

it.each([
  ['/withdraw/BTC', '/withdraw'],
  ['/trade/BTC-USDT', '/trade'],
  ['/', '/'],
  ['/secret-token/BTC', 'another page'],
])('a report names the kind of page of %s: %s', (path, kind) => {
  expect(pageKind(path)).toBe(kind);
});
