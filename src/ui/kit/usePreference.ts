import { useCallback, useSyncExternalStore } from 'react';
import type { ChoiceName, Chosen } from '../../domain/screenChoices.ts';
import type { App } from '../../machines/app/app.ts';
import { useApp } from './app.tsx';

type Name = Parameters<App['preferences']['read']>[0];

/** Other tabs follow at once. */
export function usePreference(name: Name): readonly [value: boolean, change: (value: boolean) => void] {
  const { preferences } = useApp();
  const value = useSyncExternalStore(preferences.listen, () => preferences.read(name));
  return [value, useCallback((next) => preferences.write(name, next), [name, preferences])];
}

/** Other tabs follow at once (TRADE-12). */
export function useChoice<Choice extends ChoiceName>(
  name: Choice,
): readonly [value: Chosen<Choice>, choose: (value: Chosen<Choice>) => void] {
  const { preferences } = useApp();
  const value = useSyncExternalStore(preferences.listen, () => preferences.readChoice(name));
  return [value, useCallback((next) => preferences.choose(name, next), [name, preferences])];
}

/** As typed; other tabs follow at once (ORDER-17). */
export function useAskAbove(coin: string): readonly [amount: string, change: (amount: string) => void] {
  const { preferences } = useApp();
  const amount = useSyncExternalStore(preferences.listen, () => preferences.readAskAbove(coin));
  return [amount, useCallback((next) => preferences.writeAskAbove(coin, next), [coin, preferences])];
}

/** The pair that was shown last in this browser; empty before there is one (NAV-14). */
export function useLastPair(): string {
  const { preferences } = useApp();
  return useSyncExternalStore(preferences.listen, preferences.readLastPair, () => '');
}

/** Pairs that the user marked, only in this browser (MARKET-12). */
export function useFavourites(): readonly [pairs: readonly string[], toggle: (pair: string) => void] {
  const { preferences } = useApp();
  const kept = useSyncExternalStore(
    preferences.listen,
    () => preferences.readList('favourites'),
    () => '',
  );
  return [kept.split(' '), useCallback((pair) => preferences.toggle('favourites', pair), [preferences])];
}

/** Whether this browser keeps price alerts that may be for the pair (ALERT-06); other tabs follow at once. */
export function useHasAlerts(pair: string): boolean {
  const { preferences } = useApp();
  return useSyncExternalStore(preferences.listen, preferences.readAlerts).includes(pair);
}

/** Whether this browser keeps drawings of the pair's chart (DRAW-04); other tabs follow at once. */
export function useHasSketches(pair: string): boolean {
  const { preferences } = useApp();
  return useSyncExternalStore(preferences.listen, () => preferences.readSketches(pair)) !== '';
}

type PaletteName = ReturnType<App['palette']['get']>;

export interface PaletteChoice {
  readonly palette: PaletteName;
  readonly choose: (name: PaletteName) => void;
}

/** Price colours: green and red, or a pair for colour-blind users. */
export function usePalette(): PaletteChoice {
  const { palette } = useApp();
  // Prerendered pages use the standard palette.
  const worn = useSyncExternalStore(palette.listen, palette.get, () => 'standard' as const);
  return { palette: worn, choose: palette.choose };
}
