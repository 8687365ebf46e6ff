import { useSyncExternalStore } from 'react';
import { GROUPINGS, groupingStep, tickOf, type Grouping } from '../../domain/bookView.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { BookStore } from '../../machines/orderBook/index.ts';
import { useRead } from '../kit/useRead.ts';

export interface BookGrouping {
  /** How many ticks a row gathers. */
  readonly grouping: Grouping;
  /** Quote coin between two rows; null while every price has its own. */
  readonly step: DecimalText | null;
  /** What may be chosen, each with its step; null while the pair's tick is not known. */
  readonly choices: readonly { readonly grouping: Grouping; readonly step: DecimalText }[] | null;
  readonly choose: (grouping: Grouping) => void;
}

/** How the prices of a book are gathered; the choice is kept for each pair. */
export function useBookGrouping(store: BookStore): BookGrouping {
  const settings = useRead('pairSettings', { pair: store.pair });
  const grouping = useSyncExternalStore(store.subscribe, store.getGrouping);
  const tick = settings.data === null ? null : tickOf(settings.data);
  return {
    grouping,
    step: tick === null ? null : groupingStep(tick, grouping),
    choices:
      tick === null
        ? null
        : GROUPINGS.map((one) => ({ grouping: one, step: groupingStep(tick, one) ?? tick })),
    choose: store.group,
  };
}
