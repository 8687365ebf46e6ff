import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, isMultipleOf, subtract, toText } from '../../../src/domain/decimal.ts';
import { movedBySteps, nearestStep, placeTags, toHeight } from '../../../src/ui/candleChart/heights.ts';

const steps = fc.constantFrom('0.00000001', '0.000001', '0.05', '0.25', '1', '10').map(decimal);

describe('the price of a height (CHART-16)', () => {
  it('is the nearest multiple of the step, and never 0 or less', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: -10, max: 1_000_000 }), (step, count) => {
        const size = toHeight(toText(step));
        for (const off of [-0.4, 0, 0.4]) {
          const found = decimal(nearestStep((count + off) * size, step));
          expect(isMultipleOf(found, step)).toBe(true);
          expect(toText(found)).toBe(
            toText({ units: step.units * BigInt(Math.max(1, count)), scale: step.scale }),
          );
        }
      }),
    );
  });
});

describe('a price moved by steps (CHART-16)', () => {
  it.each([
    ['0.003', 1n, '0.000001', '0.003001'],
    ['0.003', -1n, '0.000001', '0.002999'],
    ['0.12', 1n, '0.05', '0.15'],
    ['0.12', -1n, '0.05', '0.1'],
    ['0.12', -10n, '0.05', '0.05'],
  ])('%s by %s of %s is %s', (price, count, step, wanted) => {
    expect(movedBySteps(price, count, decimal(step))).toBe(wanted);
  });

  it('up and down again is the same price, where it was a multiple of the step', () => {
    fc.assert(
      fc.property(
        steps,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 1n, max: 100n }),
        (step, count, by) => {
          const price = toText({ units: step.units * count, scale: step.scale });
          const up = movedBySteps(price, by, step);
          expect(compare(decimal(up), decimal(price))).toBe(1);
          expect(toText(subtract(decimal(up), decimal(price)))).toBe(
            toText({ units: step.units * by, scale: step.scale }),
          );
          expect(movedBySteps(up, -by, step)).toBe(price);
        },
      ),
    );
  });
});

describe('the places of tags (CHART-18)', () => {
  const HEIGHT = 20;
  // A chart knows fractions of pixels.
  const heights = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.double({ min: 0, max: 300, noNaN: true }));
  const tags = fc.array(fc.record({ y: heights, width: fc.integer({ min: 40, max: 160 }) }));
  const overlap = (one: { x: number; y: number; width: number }, other: typeof one): boolean =>
    Math.abs(one.y - other.y) < HEIGHT && one.x < other.x + other.width && other.x < one.x + one.width;

  it('cover none of the others, fit between the edges, and are at their lines, below, or above a full bottom', () => {
    fc.assert(
      fc.property(tags, fc.integer({ min: 200, max: 900 }), (all, room) => {
        const bottom = 310;
        const boxes = placeTags(all, HEIGHT, { room, bottom }).map((at, place) => ({
          ...at,
          width: all[place]?.width ?? 0,
        }));
        for (const [place, box] of boxes.entries()) {
          expect(boxes.slice(place + 1).some((other) => overlap(box, other))).toBe(false);
          expect(box.x + box.width).toBeLessThanOrEqual(room);
          expect(box.y).toBeLessThanOrEqual(bottom - HEIGHT / 2);
        }
      }),
    );
  });

  it('ends where a row is full at a fraction of a pixel, which adds up to a little less', () => {
    const all = [12.3, 12.3].map((y) => ({ y, width: 150 }));
    expect(placeTags(all, HEIGHT, { room: 200, bottom: 310 }).map(({ y }) => y)).toEqual([12, 32]);
  });

  it.each([
    ['alone at the left end of its line', [{ y: 50, width: 80 }], [{ x: 0, y: 50 }]],
    [
      'beside one that it would touch, also where that comes later',
      [
        { y: 60, width: 80 },
        { y: 50, width: 90 },
      ],
      [
        { x: 92, y: 60 },
        { x: 0, y: 50 },
      ],
    ],
    [
      'below a row that is full',
      [
        { y: 50, width: 80 },
        { y: 50, width: 80 },
        { y: 50, width: 80 },
      ],
      [
        { x: 0, y: 50 },
        { x: 82, y: 50 },
        { x: 0, y: 70 },
      ],
    ],
    [
      'above a row that is full where the plot ends',
      [
        { y: 105, width: 80 },
        { y: 105, width: 80 },
        { y: 105, width: 80 },
      ],
      [
        { x: 0, y: 100 },
        { x: 82, y: 100 },
        { x: 0, y: 80 },
      ],
    ],
    [
      'at its own line where there is room',
      [
        { y: 50, width: 80 },
        { y: 70, width: 80 },
      ],
      [
        { x: 0, y: 50 },
        { x: 0, y: 70 },
      ],
    ],
  ])('a tag is placed %s', (_, all, places) => {
    expect(placeTags(all, HEIGHT, { room: 200, bottom: 110 })).toEqual(places);
  });
});
