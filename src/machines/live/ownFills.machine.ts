import { assign, enqueueActions, setup } from 'xstate';
import { DASH } from '../../domain/format.ts';
import { parsePair } from '../../domain/market.ts';
import type { Execution } from '../../domain/order.ts';
import { newExecutions, sumOfFills } from '../../domain/orderFigures.ts';
import { callback, type Toast } from '../shared/common.ts';

export interface OwnFillsContext {
  /** Ids of the fills that were there at first, or have been announced; newest last. */
  readonly known: readonly string[];
}

/** The newest fills of all pairs, as they were read or pushed. */
export interface OwnFillsEvent {
  readonly type: 'fills.came';
  readonly executions: readonly Execution[];
}

/** Many times as many as a read brings. */
const MAX_KNOWN = 500;

/** One fill by its price, several of a side and a pair by their sum. */
function toastsOf(fresh: readonly Execution[]): Toast[] {
  const groups = new Map<string, Execution[]>();
  for (const fill of fresh) {
    const key = `${fill.pair} ${fill.side}`;
    groups.set(key, [...(groups.get(key) ?? []), fill]);
  }
  return [...groups.values()].flatMap((fills) => {
    const [first] = fills;
    if (!first) return [];
    const { base = '', quote = '' } = parsePair(first.pair) ?? {};
    const words = fills.length === 1 ? 'fill' : 'fills';
    const values = {
      quantity: sumOfFills(fills),
      price: first.price ?? DASH,
      trades: fills.length,
      base,
      quote,
    };
    return [{ type: 'toast', kind: 'info', key: `toast.${words}.${first.side}`, values } as const];
  });
}

/** Tells each fill of the user once, on every page (TRADE-35). */
export const ownFillsMachine = setup({
  types: { context: {} as OwnFillsContext, events: {} as OwnFillsEvent, emitted: {} as Toast },
  actors: {
    /** Says `fills.came`. */
    fills: callback<OwnFillsEvent>(),
  },
  actions: {
    keepKnown: assign({
      known: ({ context: { known }, event: { executions } }) =>
        [...new Set([...known, ...executions.map(({ id }) => id)])].slice(-MAX_KNOWN),
    }),
    tellNew: enqueueActions(({ context: { known }, event: { executions }, enqueue }) => {
      for (const toast of toastsOf(newExecutions(new Set(known), executions))) enqueue.emit(toast);
    }),
  },
}).createMachine({
  id: 'ownFills',
  description: "What was filled of the user's orders, for as long as the user is signed in.",
  context: { known: [] },
  // A list that cannot be followed announces nothing; the screens that show it report it.
  invoke: { id: 'fills', src: 'fills', onError: {} },
  initial: 'beginning',
  states: {
    beginning: {
      description: 'What was filled before is no news, and is not known yet.',
      on: { 'fills.came': { target: 'following', actions: 'keepKnown' } },
    },
    following: {
      description: 'Each fill that comes is told.',
      on: { 'fills.came': { actions: ['tellNew', 'keepKnown'] } },
    },
  },
});
