import type { Side } from '../../domain/market.ts';
import type { KeptOrders } from '../../services/keptOrders.ts';
import type { KeptWithdrawals } from '../../services/keptWithdrawals.ts';

/** A write whose answer was lost, and the page that finds out its outcome. */
export interface OpenOutcome {
  readonly kind: 'order' | 'withdrawal';
  /** A pair or a coin. */
  readonly of: string;
  readonly path: string;
}

export interface OpenOutcomes {
  /** The same array until something changes. */
  readonly get: () => readonly OpenOutcome[];
  readonly listen: (listener: () => void) => () => void;
  /** The wizard of a coin is on the screen. A write that it is still sending does not count as unknown. */
  readonly showWithdrawal: (ticker: string, isUnknown: boolean) => () => void;
}

export interface OpenOutcomesDependencies {
  readonly kept: Pick<KeptWithdrawals, 'unnamed' | 'listen'>;
  readonly keptOrders: Pick<KeptOrders, 'forms' | 'listen'>;
  readonly userId: () => string | null;
}

export interface NotedForm {
  readonly pair: string;
  readonly side: Side;
  readonly isUnknown: boolean;
}

export interface NotedOutcomes extends OpenOutcomes {
  /** @param form null when the form is gone. */
  readonly noteForm: (id: string, form: NotedForm | null) => void;
  /** To be called when the user changes. */
  readonly refresh: () => void;
}

/** Gathers lost writes from the forms on the screen, and from the tab's storage for forms that are gone. */
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
    for (const listener of listeners) listener();
  }

  kept.listen(refresh);
  keptOrders.listen(refresh);
  refresh();
  return {
    get: () => known,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
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
