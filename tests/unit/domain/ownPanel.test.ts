import { describe, expect, it } from 'vitest';
import { shownTab, type ShownTab } from '../../../src/domain/ownPanel.ts';

const list = (...ids: readonly string[]) => ids.map((id) => ({ id }));
type Lists = Partial<Omit<ShownTab, 'tab'>>;

/** The tab after each change of the lists; a text is a press. */
function tabs(kept: ShownTab['tab'], ...steps: readonly (Lists | ShownTab['tab'])[]) {
  let lists: Omit<ShownTab, 'tab'> = { orders: null, fills: null, of: 'one' };
  let shown: ShownTab | null = null;
  return steps.map((step) => {
    if (typeof step === 'string') shown = { ...lists, tab: step };
    else lists = { ...lists, ...step };
    shown = shownTab(shown, lists, kept);
    // Else a screen that asks again at every drawing would never end.
    expect(shownTab(shown, lists, kept)).toBe(shown);
    return shown?.tab ?? kept;
  });
}

describe('the open tab of the panel of own trading (TRADE-26)', () => {
  it.each([
    ['opens on the orders where there are any', [{ fills: list('f') }, { orders: list('o') }], 'orders'],
    ['opens on what was chosen where there are none', [{ orders: [] }, { fills: list('f') }], 'trades'],
    ['shows an order that comes', [{ orders: [], fills: [] }, { orders: list('o') }], 'orders'],
    ['shows it after a press, too', [{ orders: list('o') }, 'trades', { orders: list('p', 'o') }], 'orders'],
    ['keeps what was pressed', [{ orders: list('o') }, 'trades', { orders: list('o') }], 'trades'],
    ['keeps what was pressed before anything was known', ['trades', { orders: list('o') }], 'trades'],
    [
      'stays after the last order was cancelled',
      [{ orders: list('o'), fills: [] }, { orders: [] }],
      'orders',
    ],
    [
      'shows the trade of an order that was filled at once',
      [{ orders: list('o'), fills: [] }, { orders: [] }, { fills: list('f') }],
      'trades',
    ],
    [
      'stays with the orders where one is filled and others are open',
      [
        { orders: list('o', 'p'), fills: [] },
        { orders: list('p'), fills: list('f') },
      ],
      'orders',
    ],
    [
      'finds no news in what another choice of pairs brings',
      [{ orders: list('o') }, 'trades', { of: 'all', orders: null, fills: null }, { orders: list('x', 'o') }],
      'trades',
    ],
    [
      'shows an order that comes after another choice',
      [
        { orders: [] },
        'trades',
        { of: 'all', orders: null },
        { orders: list('x') },
        { orders: list('y', 'x') },
      ],
      'orders',
    ],
    [
      'knows a list again that was read anew',
      [{ orders: list('o') }, 'trades', { orders: null }, { orders: list('o') }],
      'trades',
    ],
  ] satisfies readonly [string, readonly (Lists | ShownTab['tab'])[], string][])('%s', (_, steps, tab) => {
    expect(tabs('trades', ...steps).at(-1)).toBe(tab);
  });
});
