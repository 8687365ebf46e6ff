import { describe, expect, it } from 'vitest';
import { hitOf, placeOf, timeAt, type Shape } from '../../../src/ui/candleChart/sketchPlane.ts';

/** A bar is missing between the second and the third. */
const BARS = { times: [1000, 1010, 1030, 1040], seconds: 10 };

describe('places of times among bars (DRAW-06)', () => {
  it.each([
    [1000, 0],
    [1010, 1],
    [1005, 0.5],
    [1020, 1.5],
    [1040, 3],
    [1065, 5.5],
    [980, -2],
  ])('second %d is at bar %d', (time, place) => expect(placeOf(time, BARS)).toBeCloseTo(place));

  it.each([
    [0.4, 1000],
    [1.6, 1030],
    [5.2, 1060],
    [-2.4, 980],
    [-200, 0],
  ])('bar %d begins at second %d', (place, time) => expect(timeAt(place, BARS)).toBe(time));

  it('has a place where there is one bar only', () => {
    const one = { times: [1000], seconds: 10 };
    expect([placeOf(990, one), placeOf(1000, one), placeOf(1020, one)]).toEqual([-1, 0, 2]);
  });
});

describe('what a press hits (DRAW-03)', () => {
  const [from, to] = [
    { x: 100, y: 100 },
    { x: 200, y: 50 },
  ];
  const shape = (kind: Shape['kind']): Shape => ({ kind, spots: [from, to], width: 40 });
  it.each<[string, Shape['kind'], number, number, number | null | undefined]>([
    ['a level anywhere beside its point', 'level', 900, 104, null],
    ['no level above it', 'level', 100, 90, undefined],
    ['the start of a line', 'trend', 103, 101, 0],
    ['the end of a line', 'trend', 198, 52, 1],
    ['a line at its middle', 'trend', 150, 76, null],
    ['no line beside it', 'trend', 150, 90, undefined],
    ['no line beyond its end', 'trend', 220, 40, undefined],
    ['a corner that is a point', 'box', 200, 50, 1],
    ['the corner below the second point', 'box', 200, 100, 2],
    ['the corner above the first point', 'box', 100, 50, 3],
    ['an edge', 'box', 150, 98, null],
    ['nothing inside a rectangle, where the chart is moved', 'box', 150, 75, undefined],
    ['a text at its end', 'text', 140, 100, null],
    ['no text behind it', 'text', 150, 100, undefined],
    ['no text above it', 'text', 120, 80, undefined],
  ])('%s', (_name, kind, x, y, part) => expect(hitOf(shape(kind), { x, y }, 6)).toBe(part));

  it('is nothing while a drawing has no place', () =>
    expect(hitOf({ kind: 'trend', spots: [], width: 0 }, from, 6)).toBeUndefined());
});
