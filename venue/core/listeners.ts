import type { ExchangeEvents } from '../exchange.ts';
import type { Log } from '../log.ts';

export interface Listeners {
  readonly on: <E extends keyof ExchangeEvents>(event: E, listener: ExchangeEvents[E]) => () => void;
  readonly publishBook: ExchangeEvents['book'];
  readonly publishTrades: ExchangeEvents['trades'];
  readonly publishAccounts: ExchangeEvents['accounts'];
}

/** A failing listener is logged and does not affect the others. */
export function createListeners(log: Log): Listeners {
  const all = {
    book: new Set<ExchangeEvents['book']>(),
    trades: new Set<ExchangeEvents['trades']>(),
    accounts: new Set<ExchangeEvents['accounts']>(),
  };

  function notify<T>(listeners: ReadonlySet<(event: T) => void>, event: T): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        log.error('a listener of the exchange failed', error);
      }
    }
  }

  return {
    on(event, listener) {
      // Each event has its own set; TypeScript cannot follow which one an index by type parameter picks.
      const set = all[event] as Set<typeof listener>;
      set.add(listener);
      return () => void set.delete(listener);
    },
    publishBook: (change) => notify(all.book, change),
    publishTrades: (trades) => notify(all.trades, trades),
    publishAccounts: (ids) => notify(all.accounts, ids),
  };
}
