import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** A transition as xstate keeps it; its type there is not exported. */
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

/** One name per guarded branch: state, event, position in its list, guard and target. */
export function transitionId(transition: Transition): string {
  const { source, eventType, guard, target } = transition;
  const branch = listOf(transition).indexOf(transition);
  const to = target?.map((node) => node.id).join('+') ?? '(stay)';
  return `${source.id} | ${eventType || 'always'}#${branch}${guardName(guard)} -> ${to}`;
}

/** Whether it does anything: a forbidden transition (`on: {x: undefined}`) does not. */
export const acts = (transition: Transition): boolean =>
  Boolean(transition.target) || transition.actions.length > 0 || transition.reenter;

/** Ids of the transitions that an `@xstate.microstep` inspection event took. */
export function idsOf(taken: readonly unknown[]): string[] {
  return (taken as readonly Transition[])
    .filter((transition) => transition.source && acts(transition))
    .map(transitionId);
}

/** Every state node of the machine, parents before children. */
export function allNodes(machine: AnyStateMachine): AnyStateNode[] {
  const visit = (node: AnyStateNode): AnyStateNode[] => [
    node,
    ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(visit),
  ];
  return visit(machine.root as AnyStateNode);
}

/** Every transition of the definition: on, after, onDone, onError, always; one entry per guarded branch. */
export function allTransitions(machine: AnyStateMachine): string[] {
  return allNodes(machine).flatMap((node) => {
    const own = [...node.transitions.values()].flat() as unknown as Transition[];
    const always = (node.always ?? []) as unknown as Transition[];
    return [...own.filter(acts), ...always].map(transitionId);
  });
}
