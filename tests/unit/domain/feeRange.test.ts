import { expect, test } from 'vitest';
import { rangeOf } from '../../../src/domain/feePercent.ts';

test('the lowest and the highest rate, compared as decimals', () => {
  expect(rangeOf(['0.3', null, '0.10', '0.25'])).toEqual({ low: '0.10', high: '0.3' });
  expect(rangeOf(['0.09', '0.1'])).toEqual({ low: '0.09', high: '0.1' });
});

test('unknown rates make no range', () => {
  expect(rangeOf([])).toBeNull();
  expect(rangeOf([null])).toBeNull();
});
