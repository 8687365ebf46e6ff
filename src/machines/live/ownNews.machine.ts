import { assign, enqueueActions, setup } from 'xstate';
import { DASH } from '../../domain/format.ts';
import { parsePair } from '../../domain/market.ts';
import type { Execution } from '../../domain/order.ts';
import { sumOfFills } from '../../domain/orderFigures.ts';
import type { Occasion } from '../../services/attention.ts';
import { callback, type Toast } from '../shared/common.ts';

interface Said extends Pick<Toast, 'key' | 'values'> {
  /** The page that it leads to. */
  readonly path: string;
}

interface Named {
  /** The same for the same fact in every list and tab, as `deposit 7 good`. */
  readonly key: string;
  /** Epoch milliseconds; null where the server does not say. */
  readonly at: number | null;
}

interface News {
  readonly occasion: Occasion;
  /** Absent where another part of the page tells it. */
  readonly said?: Said;
}

/** What a user is told once, when it comes. */
export type Fact = Named & ({ readonly fill: Execution } | News);

export interface OwnNewsContext {
  /** Keys of the facts that were there at first, or have been told; newest last. */
  readonly known: readonly string[];
}

/** The newest facts of a kind, as they were read or pushed, newest first. */
export interface OwnNewsEvent {
  readonly type: 'facts.came';
  readonly facts: readonly Fact[];
}

export interface Told extends Named, News {
  readonly type: 'told';
}

/** Many times as many as a read brings. */
const MAX_KNOWN = 500;

/** One fill by its price, several of a side and a pair by their sum; all with the key of the newest. */
function fillsTold(fresh: readonly Fact[]): Told[] {
  const fills = fresh.filter((fact) => 'fill' in fact).toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const newest = fills.at(-1);
  const groups = new Map<string, Execution[]>();
  for (const { fill } of fills) {
    const group = `${fill.pair} ${fill.side}`;
    groups.set(group, [...(groups.get(group) ?? []), fill]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || !newest) return [];
    const { base = '', quote = '' } = parsePair(first.pair) ?? {};
    const words = group.length === 1 ? 'fill' : 'fills';
    const values = {
      quantity: sumOfFills(group),
      price: first.price ?? DASH,
      trades: group.length,
      base,
      quote,
    };
    const said = { key: `toast.${words}.${first.side}`, values, path: '/trading-history' };
    const { key, at } = newest;
    return [{ type: 'told', occasion: 'fill', key, at, said } as const];
  });
}

/** Tells each fact of one kind once, on every page (TRADE-35, NOTICE-03). */
export const ownNewsMachine = setup({
  types: { context: {} as OwnNewsContext, events: {} as OwnNewsEvent, emitted: {} as Told },
  actors: {
    /** Says `facts.came`. */
    facts: callback<OwnNewsEvent>(),
  },
  actions: {
    keepKnown: assign({
      known: ({ context: { known }, event: { facts } }) =>
        [...new Set([...known, ...facts.map(({ key }) => key)])].slice(-MAX_KNOWN),
    }),
    tellNew: enqueueActions(({ context: { known }, event: { facts }, enqueue }) => {
      const fresh = facts.filter(({ key }) => !known.includes(key));
      for (const told of fillsTold(fresh)) enqueue.emit(told);
      for (const fact of fresh) if (!('fill' in fact)) enqueue.emit({ ...fact, type: 'told' });
    }),
  },
}).createMachine({
  id: 'ownNews',
  description: 'What happens to the orders and coins of a user, for as long as the user is signed in.',
  context: { known: [] },
  // A list that cannot be followed announces nothing; the screens that show it report it.
  invoke: { id: 'facts', src: 'facts', onError: {} },
  initial: 'beginning',
  states: {
    beginning: {
      description: 'What happened before is no news, and is not known yet.',
      on: { 'facts.came': { target: 'following', actions: 'keepKnown' } },
    },
    following: {
      description: 'Each fact that comes is told.',
      on: { 'facts.came': { actions: ['tellNew', 'keepKnown'] } },
    },
  },
});
