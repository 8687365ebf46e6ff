import { useSyncExternalStore } from 'react';
import { isInSatoshi } from '../../domain/satoshi.ts';
import { useApp } from './app.tsx';
import { useRead } from './useRead.ts';

interface Satoshi {
  /** Prices of the pair can be shown so. */
  readonly isOffered: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Whether prices of the pair are shown in satoshi (FORMAT-11); other tabs follow at once. */
export function useSatoshi(pair: string): Satoshi {
  const { preferences } = useApp();
  const { data: settings } = useRead('pairSettings', { pair });
  const pairs = useSyncExternalStore(preferences.listen, () => preferences.readList('satoshi_pairs'));
  const isOffered = isInSatoshi(pair, settings);
  return {
    isOffered,
    isOn: isOffered && pairs.split(' ').includes(pair),
    toggle: () => preferences.toggle('satoshi_pairs', pair),
  };
}
