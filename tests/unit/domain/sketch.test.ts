import { describe, expect, it } from 'vitest';
import {
  changedSketches,
  draggedSketch,
  MAX_SKETCHES,
  measured,
  parseSketches,
  sketchesText,
  labelOf,
  type Sketch,
} from '../../../src/domain/sketch.ts';
import { durationText } from '../../../src/domain/countdown.ts';

const at = (time: number, price: string) => ({ time, price });
const LEVEL: Sketch = { kind: 'level', points: [at(100, '0.004')], words: '' };
const TREND: Sketch = { kind: 'trend', points: [at(100, '0.004'), at(200, '0.0051')], words: '' };
const NOTE: Sketch = { kind: 'text', points: [at(100, '0.004')], words: 'sell here' };
const levels = (count: number) =>
  Array.from({ length: count }, (_, time): Sketch => ({ ...LEVEL, points: [at(time, '1')] }));

describe('drawings as they are stored (DRAW-04)', () => {
  it('are read as they were written', () => {
    expect(parseSketches(sketchesText([LEVEL, TREND, NOTE]))).toEqual([LEVEL, TREND, NOTE]);
    expect(sketchesText([])).toBe('');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '[{'],
    ['no list', '{"kind":"level"}'],
    ['null', 'null'],
  ])('%s is no drawing', (_name, text) => expect(parseSketches(text)).toEqual([]));

  it.each<[string, unknown]>([
    ['null', null],
    ['another kind', { ...LEVEL, kind: 'circle' }],
    ['a measurement', { ...TREND, kind: 'measure' }],
    ['a point too few', { ...TREND, points: [at(1, '1')] }],
    ['a point too many', { ...LEVEL, points: [at(1, '1'), at(2, '1')] }],
    ['no points', { ...LEVEL, points: 'x' }],
    ['an empty point', { ...LEVEL, points: [null] }],
    ['half a second', { ...LEVEL, points: [at(1.5, '1')] }],
    ['a time before 1970', { ...LEVEL, points: [at(-1, '1')] }],
    ['a time after the last date', { ...LEVEL, points: [at(8_640_000_000_001, '1')] }],
    ['a price of 0', { ...LEVEL, points: [at(1, '0.0')] }],
    ['a price below 0', { ...LEVEL, points: [at(1, '-1')] }],
    ['a price with an exponent', { ...LEVEL, points: [at(1, '1e5')] }],
    ['a price that is a number', { ...LEVEL, points: [{ time: 1, price: 1 }] }],
    ['a line with words', { ...LEVEL, words: 'x' }],
    ['a text without words', { ...NOTE, words: '' }],
    ['a text that is too long', { ...NOTE, words: 'x'.repeat(61) }],
    ['a text with a line break', { ...NOTE, words: 'a\nb' }],
    ['words that are none', { ...NOTE, words: 5 }],
  ])('%s is left out, and the others stay', (_name, broken) =>
    expect(parseSketches(JSON.stringify([LEVEL, broken, TREND]))).toEqual([LEVEL, TREND]),
  );

  it('one that comes twice is there once, and one too many is left out (DRAW-05)', () => {
    expect(parseSketches(JSON.stringify([TREND, LEVEL, TREND]))).toEqual([TREND, LEVEL]);
    expect(parseSketches(JSON.stringify(levels(MAX_SKETCHES + 1)))).toEqual(levels(MAX_SKETCHES));
    expect(changedSketches(levels(MAX_SKETCHES), { removed: [], added: [TREND] })).not.toContainEqual(TREND);
  });
});

it('a text is one line of at most 60 characters (DRAW-01)', () => {
  expect(labelOf('  a\n\tb ')).toBe('a b');
  expect(labelOf('x'.repeat(70))).toHaveLength(60);
  expect(labelOf(' \n ')).toBe('');
});

describe('a drawing that is dragged (DRAW-03, DRAW-06)', () => {
  it('moves as a whole, exactly', () => {
    expect(draggedSketch(TREND, null, at(100, '0.1'), at(160, '0.1000000001')).points).toEqual([
      at(160, '0.0040000001'),
      at(260, '0.0051000001'),
    ]);
  });

  it('moves by one point', () =>
    expect(draggedSketch(TREND, 1, at(200, '0.0051'), at(90, '0.001')).points).toEqual([
      at(100, '0.004'),
      at(90, '0.001'),
    ]));

  it.each([
    [2, at(100, '7'), at(300, '0.0051')],
    [3, at(300, '0.004'), at(200, '7')],
  ])('a rectangle moves by its corner %d, and the corner across stays', (corner, from, to) => {
    const box: Sketch = { ...TREND, kind: 'box' };
    expect(draggedSketch(box, corner, at(0, '1'), at(300, '7')).points).toEqual([from, to]);
  });

  it('keeps its place in the list', () => {
    const change = { removed: [LEVEL], added: [NOTE] };
    expect(changedSketches([LEVEL, TREND], change)).toEqual([NOTE, TREND]);
    expect(changedSketches([TREND], change)).toEqual([TREND, NOTE]);
  });

  it('never has a price of 0 or below, or a time that is no date', () =>
    expect(draggedSketch(TREND, null, at(1000, '1'), at(850, '0.995')).points).toEqual([
      at(0, '0.004'),
      at(50, '0.0001'),
    ]));
});

describe('a measurement (DRAW-02)', () => {
  it.each([
    ['0.004', '0.005', '0.001', '25'],
    ['0.003', '0.002', '-0.001', '-33.3333'],
    ['7', '7', '0', '0'],
  ])('from %s to %s', (from, to, difference, percent) =>
    expect(measured(at(100, from), at(40, to))).toEqual({ difference, percent, seconds: -60 }),
  );

  it.each([
    [3 * 86_400 + 4 * 3600 + 60, '3 days 4 hr 1 min'],
    [3600, '1 hr'],
    [0, '0 min'],
  ])('%d seconds are %s', (seconds, text) => expect(durationText(seconds, 'en')).toBe(text));
});
