import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { transitionId, type Transition } from './transitions.ts';

/** Ids of a state value and its parents: `withdrawal`, `withdrawal.slatepack`, `withdrawal.slatepack.awaiting`. */
export function idsOfState(id: string, value: unknown): string[] {
  if (typeof value === 'string') return [id, `${id}.${value}`];
  return [
    id,
    ...Object.entries(value as object).flatMap(([key, inner]) => idsOfState(`${id}.${key}`, inner)),
  ];
}

/** `withdrawal.slatepack.awaiting`: `slatepack.awaiting`. */
export const leafName = (id: string): string => id.split('.').slice(1).join('.');

export function isWithin(value: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  if (typeof value === 'string') return value === key && rest.length === 0;
  if (typeof value !== 'object' || value === null || !(key in value)) return false;
  return isWithin((value as Record<string, unknown>)[key], rest);
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export interface StateBox {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly actors: readonly string[];
  readonly isFirst: boolean;
  /** Whether its inner states are hidden; absent where they cannot be. */
  readonly isFolded?: boolean;
  readonly transitions: readonly {
    readonly id: string;
    readonly on: string;
    readonly guard: string;
    readonly to: readonly string[];
  }[];
  readonly states: readonly StateBox[];
}

const isInside = (id: string, outer: string): boolean => id === outer || id.startsWith(`${outer}.`);

/** The group is folded, or opened again. */
export const toggled = (shut: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(shut.has(id) ? [...shut].filter((one) => one !== id) : [...shut, id]);

/**
 * The same states with some folded into one box each, which keeps its outgoing transitions. Places of transitions stay.
 * @param ids of groups and regions
 */
export function folded(root: StateBox, ids: ReadonlySet<string>): StateBox {
  const hidden = [...ids];
  const shownId = (id: string): string =>
    hidden.filter((one) => isInside(id, one)).toSorted((a, b) => a.length - b.length)[0] ?? id;
  const inOne = ({ id, name, transitions, states }: StateBox, outer: string): StateBox['transitions'] => [
    ...transitions
      .filter(({ to }) => to.some((target) => !isInside(target, outer)))
      .map((one) => ({ ...one, on: id === outer ? one.on : `${inWords(name)}: ${one.on}` })),
    ...states.flatMap((inner) => inOne(inner, outer)),
  ];
  const fold = (box: StateBox): StateBox => {
    const isFolded = ids.has(box.id);
    const mark = box.states.length > 0 && box.id !== root.id ? { isFolded } : {};
    const own = isFolded ? inOne(box, box.id) : box.transitions;
    return {
      ...box,
      ...mark,
      transitions: own.map((one) => ({ ...one, to: one.to.map(shownId) })),
      states: isFolded ? [] : box.states.map(fold),
    };
  };
  return fold(root);
}

/** Readable event names: `done login`, `error login`, `after retryPause`, `always`. */
export function eventTitle(type: string): string {
  if (type === '') return 'always';
  return type
    .replace(/^xstate\.done\.actor\./, 'done ')
    .replace(/^xstate\.error\.actor\./, 'error ')
    .replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')
    .replace(/^xstate\.done\.state\..*$/, 'done');
}

/** `outcomeUnknown.looking & notice.hidden`: "outcome unknown, looking; notice, hidden". */
export const inWords = (name: string): string =>
  name
    .replaceAll(
      /([a-z\d])([A-Z])(?=[a-z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    )
    .replaceAll(' & ', '; ')
    .replaceAll(/(?<=\w)\.(?=\w)/g, ', ');

export function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string')
    return part.type;
  return typeof part === 'function' && part.name !== '' ? part.name : 'inline';
}

/** Empty without a guard. */
export function guardText(guard: unknown): string {
  if (guard === undefined) return '';
  const name = nameOf(guard);
  // Names that XState's `not`, `and` and `or` return.
  const parts = typeof guard === 'function' && 'guards' in guard ? (guard.guards as unknown[]) : null;
  if (parts === null) return name;
  const inner = parts.map(guardText);
  return name === 'not' ? `not ${inner.join('')}` : inner.join(` ${name} `);
}

function boxOfNode(node: AnyStateNode, isFirst: boolean): StateBox {
  const initial = node.type === 'compound' ? node.initial.target?.[0]?.id : undefined;
  return {
    id: node.id,
    name: node.key,
    description: node.description ?? '',
    type: node.type,
    tags: [...node.tags],
    actors: node.invoke.map(({ id }) => id),
    isFirst,
    transitions: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map((transition) => ({
      id: transitionId(transition as unknown as Transition),
      on: eventTitle(transition.eventType),
      guard: guardText(transition.guard),
      to: (transition.target ?? []).map(({ id }) => id),
    })),
    states: Object.values(node.states as Record<string, AnyStateNode>).map((child) =>
      boxOfNode(child, child.id === initial || node.type === 'parallel'),
    ),
  };
}

export const boxOf = (machine: AnyStateMachine): StateBox => boxOfNode(machine.root as AnyStateNode, true);
