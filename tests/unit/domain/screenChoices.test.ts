import { expect, it } from 'vitest';
import { CHOICE_NAMES, choiceOf, SCREEN_CHOICES } from '../../../src/domain/screenChoices.ts';

it.each([
  ['tradeLayout', ['standard', 'chart', 'book']],
  ['orderForms', ['both', 'tabs']],
  ['ownTab', ['trades', 'orders']],
  ['ownPairs', ['one', 'all']],
  ['chartKind', ['candles', 'bars', 'line', 'area']],
] as const)('%s is what was stored, else the first (TRADE-12 to TRADE-14)', (name, values) => {
  expect(SCREEN_CHOICES[name]).toEqual(values);
  expect(values.map((value) => choiceOf(name, value))).toEqual(values);
  for (const other of [null, '', 'standard ', 'none']) expect(choiceOf(name, other)).toBe(values[0]);
});

it('each is stored by its name', () => {
  expect(CHOICE_NAMES).toEqual(['tradeLayout', 'orderForms', 'ownTab', 'ownPairs', 'chartKind']);
});
