import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { allTransitions } from '../../../tools/inspector/transitions.ts';

export const isLeaf = (node: Pick<AnyStateNode, 'states' | 'type'>): boolean =>
  Object.keys(node.states).length === 0 && node.type !== 'history';

export function leavesOf(snapshot: AnyMachineSnapshot): string[] {
  const { _nodes: nodes } = snapshot as unknown as { _nodes: readonly AnyStateNode[] };
  return nodes.filter(isLeaf).map(({ id }) => id);
}

/**
 * Transitions that a walk leaves out without a reason, and needless exceptions: none, when the walk is complete.
 * @param taken ids of transitions; those of other machines do not matter
 * @param exceptions of this walk: the reasons, by the ids of transitions
 * @param inherited exceptions of a wider walk, which this one may take after all
 */
export function leftOut(
  machine: AnyStateMachine,
  taken: ReadonlySet<string>,
  exceptions: Readonly<Record<string, string>> = {},
  inherited: Readonly<Record<string, string>> = {},
): string[] {
  const all = new Set(allTransitions(machine));
  const isExcepted = (id: string): boolean => Object.hasOwn(exceptions, id) || Object.hasOwn(inherited, id);
  return [
    ...[...all].filter((id) => !taken.has(id) && !isExcepted(id)).map((id) => `not taken: ${id}`),
    ...Object.entries(exceptions).flatMap(([id, reason]) => {
      if (!all.has(id)) return [`excepted, but there is no such transition: ${id}`];
      if (taken.has(id)) return [`excepted, but taken: ${id}`];
      return reason.trim() === '' ? [`excepted without a reason: ${id}`] : [];
    }),
  ];
}
