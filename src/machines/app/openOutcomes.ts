import type { Side } from '../../domain/market.ts';
import type { KeptOrders } from '../../services/keptOrders.ts';
import type { KeptWithdrawals } from '../../services/keptWithdrawals.ts';

/** A write whose answer was lost, and where it is found out what became of it. */
export interface OpenOutcome {
  readonly kind: 'order' | 'withdrawal';
  /** The pair of an order, the coin of a withdrawal. */
  readonly of: string;
  readonly path: string;
}

/** The writes of this user whose outcome nobody knows. */
export interface OpenOutcomes {
  /** The same list as long as nothing changed. */
  readonly get: () => readonly OpenOutcome[];
  /** @returns a function that stops listening. */
  readonly listen: (hear: () => void) => () => void;
  /**
   * Says that the wizard of a coin is on the screen, and whether it waits for an outcome. What is merely on its way
   * there is not called unknown; once the wizard is gone nobody hears its answer any more.
   * @returns a function that says that it is gone.
   */
  readonly showWithdrawal: (ticker: string, isUnknown: boolean) => () => void;
}

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
