import { compare, decimal, isPositive } from '../../src/domain/decimal.ts';

export type Levels = readonly (readonly [price: string, quantity: string])[];

export function faultOfBook(bids: Levels, asks: Levels): string | null {
  const prices = (levels: Levels) => levels.map(([price]) => decimal(price));
  const [down, up] = [prices(bids), prices(asks)];
  const isSorted = (list: typeof down, sign: 1 | -1): boolean =>
    list.every((price, index) => {
      const before = list[index - 1];
      return before === undefined || compare(price, before) === sign;
    });
  if (!isSorted(down, -1)) return 'the bids do not fall';
  if (!isSorted(up, 1)) return 'the asks do not rise';
  const [bid, ask] = [down[0], up[0]];
  if (bid && ask && compare(bid, ask) >= 0) return 'the best bid is not below the best ask';
  const isReal = [...bids, ...asks].every((level) => level.every((text) => isPositive(decimal(text))));
  return isReal ? null : 'a price or a quantity is not above 0';
}
