import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** Not exported by xstate. */
export interface Transition {
  readonly source: AnyStateNode;
  readonly eventType: string;
  readonly target?: readonly AnyStateNode[] | undefined;
  readonly actions: readonly unknown[];
  readonly guard?: unknown;
  readonly reenter: boolean;
}

function guardName(guard: unknown): string {
  if (guard === undefined) return '';
  if (typeof guard === 'string') return ` [${guard}]`;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return ` [${String(guard.type)}]`;
  return ' [inline]';
}

function listOf(transition: Transition): readonly Transition[] {
  const { source, eventType } = transition;
  const list: unknown = eventType === '' ? source.always : source.transitions.get(eventType);
  return Array.isArray(list) ? (list as Transition[]) : [];
}

/** Unique per guarded branch: state, event, position in its list, guard and target. */
export function transitionId(transition: Transition): string {
  const { source, eventType, guard, target } = transition;
  const branch = listOf(transition).indexOf(transition);
  const to = target?.map((node) => node.id).join('+') ?? '(stay)';
  return `${source.id} | ${eventType || 'always'}#${branch}${guardName(guard)} -> ${to}`;
}

/** False for a forbidden transition (`on: {x: undefined}`). */
export const acts = (transition: Transition): boolean =>
  Boolean(transition.target) || transition.actions.length > 0 || transition.reenter;

/** Ids of the transitions in an `@xstate.microstep` inspection event. */
export function idsOf(taken: readonly unknown[]): string[] {
  return (taken as readonly Transition[])
    .filter((transition) => transition.source && acts(transition))
    .map(transitionId);
}

/** Their indices in `all`; those of other machines have none. */
export const placesOf = (ids: readonly string[], all: readonly string[]): number[] =>
  ids.map((id) => all.indexOf(id)).filter((place) => place !== -1);

/** Parents before children. */
export function allNodes(machine: AnyStateMachine): AnyStateNode[] {
  const visit = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(visit),
  ];
  return visit(machine.root as AnyStateNode);
}

/** One entry per guarded branch of on, after, onDone, onError and always. */
export function allTransitions(machine: AnyStateMachine): string[] {
  return allNodes(machine).flatMap((node) => {
    const own = [...node.transitions.values()].flat() as unknown as Transition[];
    const always = (node.always ?? []) as unknown as Transition[];
    return [...own.filter(acts), ...always].map(transitionId);
  });
}
