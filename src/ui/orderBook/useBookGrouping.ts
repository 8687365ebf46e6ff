import { useState, useSyncExternalStore } from 'react';
import { groupingsFor, groupingStep, tickOf } from '../../domain/bookGrouping.ts';
import { bookDigits, type BookDigits, type Grouping } from '../../domain/bookView.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { BookStore } from '../../machines/orderBook/orderBook.machine.ts';
import { useRead } from '../kit/useRead.ts';

export interface BookGrouping {
  readonly grouping: Grouping;
  /** Null while not known. */
  readonly tick: DecimalText | null;
  /** Price step between rows, in quote coin; null while every price has a row of its own. */
  readonly step: DecimalText | null;
  /** Null while the pair's tick is not known. */
  readonly choices: readonly { readonly grouping: Grouping; readonly step: DecimalText }[] | null;
  readonly digits: BookDigits;
  readonly choose: (grouping: Grouping) => void;
  /** Fits the choices to the book as it lies now. */
  readonly look: () => void;
}

const NOTHING: Awaited<ReturnType<BookStore['levels']>> = { bids: [], asks: [] };

/** The choice is stored for each pair. */
export function useBookGrouping(store: BookStore): BookGrouping {
  const settings = useRead('pairSettings', { pair: store.pair });
  const grouping = useSyncExternalStore(store.subscribe, store.getGrouping);
  const tick = settings.data === null ? null : tickOf(settings.data);
  const [seen, setSeen] = useState(NOTHING);
  return {
    grouping,
    tick,
    step: tick === null ? null : groupingStep(tick, grouping),
    choices:
      tick === null
        ? null
        : groupingsFor(seen, tick, grouping).map((one) => ({
            grouping: one,
            step: groupingStep(tick, one) ?? tick,
          })),
    digits: bookDigits(settings.data),
    choose: store.group,
    look: () => void store.levels().then(setSeen),
  };
}
