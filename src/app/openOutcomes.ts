import type { Side } from '../domain/market.ts';
import type { KeptOrders } from '../services/keptOrders.ts';
import type { KeptWithdrawals } from '../services/keptWithdrawals.ts';
import type { OpenOutcome, OpenOutcomes } from '../ui/hooks/outcomes.ts';

export interface OpenOutcomesDependencies {
  readonly kept: Pick<KeptWithdrawals, 'unnamed' | 'listen'>;
  readonly keptOrders: Pick<KeptOrders, 'forms' | 'listen'>;
  readonly userId: () => string | null;
}

/** An order form, and whether it waits for an outcome: what is merely on its way there is not called unknown. */
export interface NotedForm {
  readonly pair: string;
  readonly side: Side;
  readonly isUnknown: boolean;
}

export interface NotedOutcomes extends OpenOutcomes {
  /** @param id which form it is. @param form null when it is gone. */
  readonly noteForm: (id: string, form: NotedForm | null) => void;
  /** Looks again: somebody else is here. */
  readonly refresh: () => void;
}

/**
 * Gathers what is not known of the user's orders and withdrawals: what their forms say, and what the tab keeps of those
 * whose form is gone, by a reload or the end of a session.
 */
export function createOpenOutcomes({ kept, keptOrders, userId }: OpenOutcomesDependencies): NotedOutcomes {
  const forms = new Map<string, NotedForm>();
  const wizards = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  let known: readonly OpenOutcome[] = [];

  function find(): readonly OpenOutcome[] {
    const user = userId();
    if (user === null) return [];
    const shown = [...forms.values()];
    const waitingForms = shown.filter(({ isUnknown }) => isUnknown);
    const left = keptOrders
      .forms(user)
      .filter(({ pair, side }) => !shown.some((form) => form.pair === pair && form.side === side));
    const lost = kept.unnamed(user).filter((ticker) => !wizards.has(ticker));
    const waiting = [...wizards].flatMap(([ticker, isUnknown]) => (isUnknown ? [ticker] : []));
    return [
      ...[...new Set([...waitingForms, ...left].map(({ pair }) => pair))].map(
        (of) => ({ kind: 'order', of, path: `/trade/${of}` }) as const,
      ),
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
  keptOrders.listen(refresh);
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
    noteForm(id, form) {
      if (form === null) forms.delete(id);
      else forms.set(id, form);
      refresh();
    },
    refresh,
  };
}
