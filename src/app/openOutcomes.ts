import type { KeptWithdrawals } from '../services/withdrawals/port.ts';
import type { OpenOutcome, OpenOutcomes } from '../ui/hooks/outcomes.ts';

export interface OpenOutcomesDependencies {
  readonly kept: Pick<KeptWithdrawals, 'unnamed' | 'listen'>;
  readonly userId: () => string | null;
}

export interface NotedOutcomes extends OpenOutcomes {
  /** An order form waits for an outcome, or does not any more (null). @param form which one. */
  readonly noteOrder: (form: string, pair: string | null) => void;
  /** Looks again: somebody else is here. */
  readonly refresh: () => void;
}

/**
 * Gathers what is not known of the user's orders and withdrawals. Orders are told of by their forms, which live as long
 * as they wait; a withdrawal outlives its screen and a reload of the page by what the tab keeps of it.
 */
export function createOpenOutcomes({ kept, userId }: OpenOutcomesDependencies): NotedOutcomes {
  const orders = new Map<string, string>();
  const wizards = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  let known: readonly OpenOutcome[] = [];

  function find(): readonly OpenOutcome[] {
    const user = userId();
    if (user === null) return [];
    const lost = kept.unnamed(user).filter((ticker) => !wizards.has(ticker));
    const waiting = [...wizards].flatMap(([ticker, isUnknown]) => (isUnknown ? [ticker] : []));
    return [
      ...[...new Set(orders.values())].map((of) => ({ kind: 'order', of, path: `/trade/${of}` }) as const),
      ...[...lost, ...waiting].map((of) => ({ kind: 'withdrawal', of, path: `/withdraw/${of}` }) as const),
    ];
  }

  function refresh(): void {
    const found = find();
    if (JSON.stringify(found) === JSON.stringify(known)) return;
    known = found;
    for (const hear of listeners) hear();
  }

  kept.listen(refresh);
  refresh();
  return {
    get: () => known,
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    showWithdrawal(ticker, isUnknown) {
      wizards.set(ticker, isUnknown);
      refresh();
      return () => {
        wizards.delete(ticker);
        refresh();
      };
    },
    noteOrder(form, pair) {
      if ((orders.get(form) ?? null) === pair) return;
      if (pair === null) orders.delete(form);
      else orders.set(form, pair);
      refresh();
    },
    refresh,
  };
}
