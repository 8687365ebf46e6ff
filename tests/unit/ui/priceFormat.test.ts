import { expect, it } from 'vitest';
import { priceFormat } from '../../../src/ui/candleChart/drawing.ts';

it.each([
  [2, 12_345.678, '12\u202f345.68'],
  [8, 0.00000034, '0.00000034'],
  [0, -1_234_567, '-1\u202f234\u202f567'],
])('the chart\u2019s axis with %i decimals writes %d with gaps (FORMAT-09)', (digits, height, text) => {
  const { formatter, minMove } = priceFormat(digits);
  expect(formatter(height as never)).toBe(text);
  expect(minMove).toBeCloseTo(10 ** -digits, 12);
});

it.each([
  [0.00000034, '34'],
  [0.0034567, '345\u202f670'],
])('in satoshi it writes %d as %s (FORMAT-11)', (height, text) => {
  const { formatter, minMove } = priceFormat('sat');
  expect(formatter(height as never)).toBe(text);
  expect(minMove).toBeCloseTo(10 ** -8, 12);
});
