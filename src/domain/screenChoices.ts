/** How the trading screen looks; the first of each holds until the user chooses (TRADE-12 to TRADE-14). */
export const SCREEN_CHOICES = {
  tradeLayout: ['standard', 'chart', 'book'],
  orderForms: ['both', 'tabs'],
  ownTab: ['trades', 'orders'],
  ownPairs: ['one', 'all'],
} as const;

export type ChoiceName = keyof typeof SCREEN_CHOICES;
export type Chosen<Name extends ChoiceName> = (typeof SCREEN_CHOICES)[Name][number];

/** @param kept as it was stored; anything but one of the values counts as not chosen. */
export function choiceOf<Name extends ChoiceName>(name: Name, kept: string | null): Chosen<Name> {
  const values: readonly Chosen<Name>[] = SCREEN_CHOICES[name];
  return values.find((one) => one === kept) ?? SCREEN_CHOICES[name][0];
}
