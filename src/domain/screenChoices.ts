/** How the trading screen looks; the first of each holds until the user chooses. The names are those in the storage. */
export const SCREEN_CHOICES = {
  /** Which panel has the room (TRADE-12). */
  tradeLayout: ['standard', 'chart', 'book'],
  /** Both beside each other, or one with tabs (TRADE-13). */
  orderForms: ['both', 'tabs'],
  /** The lists in the panel of own trading (TRADE-14). */
  ownTab: ['trades', 'orders'],
  /** Of the pair that is shown, or of all (TRADE-14). */
  ownPairs: ['one', 'all'],
  /** How the chart draws prices (CHART-19). */
  chartKind: ['candles', 'bars', 'line', 'area'],
} as const;

export type ChoiceName = keyof typeof SCREEN_CHOICES;
export type Chosen<Name extends ChoiceName> = (typeof SCREEN_CHOICES)[Name][number];

/** For those who remove what was stored. */
export const CHOICE_NAMES: readonly string[] = Object.keys(SCREEN_CHOICES);

/**
 * The choice from a stored value.
 * @param kept as it was stored; anything but one of the values counts as not chosen.
 */
export function choiceOf<Name extends ChoiceName>(name: Name, kept: string | null): Chosen<Name> {
  const values: readonly Chosen<Name>[] = SCREEN_CHOICES[name];
  return values.find((one) => one === kept) ?? SCREEN_CHOICES[name][0];
}
