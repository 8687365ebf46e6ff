import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, type Pixels, TOLERANCE } from './compare.ts';

const channel = fc.integer({ min: 0, max: 255 });
const size = fc.integer({ min: 2, max: 8 });

/** Any picture, each pixel of its own colour. */
const picture = fc
  .tuple(size, size)
  .chain(([width, height]) =>
    fc
      .array(channel, { minLength: width * height * 4, maxLength: width * height * 4 })
      .map((data): Pixels => ({ data, width, height })),
  );

const withChannel = ({ data, ...rest }: Pixels, place: number, value: number): Pixels => ({
  ...rest,
  data: Array.from(data, (old, at) => (at === place ? value : old)),
});

/** Its content one pixel further to the right, as what moves on the page does. */
const shifted = ({ data, width, height }: Pixels): Pixels => ({
  width,
  height,
  data: Array.from(data, (_, at) => {
    const pixel = Math.floor(at / 4);
    const from = pixel % width === 0 ? pixel : pixel - 1;
    return data[from * 4 + (at % 4)] ?? 0;
  }),
});

describe('the comparison of pictures of the gallery (TOOLS-11)', () => {
  it('a picture is the same as itself', () => {
    fc.assert(fc.property(picture, (one) => differenceOf(one, one, TOLERANCE).places.length === 0));
  });

  it('one changed colour is found, at its place, when it changes by more than the tolerance', () => {
    fc.assert(
      fc.property(picture, fc.nat(), channel, (one, at, value) => {
        const place = at % one.data.length;
        const { places } = differenceOf(one, withChannel(one, place, value), TOLERANCE);
        const isFar = Math.abs((one.data[place] ?? 0) - value) > TOLERANCE;
        expect(places).toEqual(isFar ? [Math.floor(place / 4)] : []);
      }),
    );
  });

  it('a shift by one pixel is found wherever neighbours differ', () => {
    const edge = fc.tuple(size, size, channel, channel).filter(([, , a, b]) => Math.abs(a - b) > TOLERANCE);
    fc.assert(
      fc.property(edge, fc.nat(), ([width, height, left, right], at) => {
        const column = 1 + (at % (width - 1));
        const data = Array.from({ length: width * height * 4 }, (_, place) =>
          Math.floor(place / 4) % width < column ? left : right,
        );
        const one = { data, width, height };
        const { places } = differenceOf(one, shifted(one), TOLERANCE);
        expect(places).toEqual(Array.from({ length: height }, (_, line) => line * width + column));
      }),
    );
  });

  it('what one picture has more than the other differs', () => {
    fc.assert(
      fc.property(picture, ({ data, width, height }) => {
        const cut = { data: Array.from(data).slice(0, width * (height - 1) * 4), width, height: height - 1 };
        const { places, ratio } = differenceOf({ data, width, height }, cut, TOLERANCE);
        expect(places).toEqual(Array.from({ length: width }, (_, column) => (height - 1) * width + column));
        expect(ratio).toBeCloseTo(1 / height);
      }),
    );
  });

  it('only what lies in the box is compared, where one is given', () => {
    const one = { data: Array.from({ length: 4 * 4 * 4 }, () => 0), width: 4, height: 4 };
    const other = withChannel(one, 0, 255);
    const inside = { left: -6, top: -6, right: 1, bottom: 1 };
    expect(differenceOf(one, other, TOLERANCE, inside).places).toEqual([0]);
    expect(differenceOf(one, other, TOLERANCE, { ...inside, left: 1, right: 9 }).places).toEqual([]);
  });
});
