import type { AnyMachineSnapshot } from 'xstate';
import type { Edge, Graph } from './explore.ts';

/** For tours that take every transition once. */
export const idsOfTransitions = ({ transitions }: Edge): readonly string[] => transitions;

/**
 * For tours that take every transition and come to every screen state. What the machine does on the way from one state to another
 * is walked on the actor, edge by edge: here it is about what a person sees.
 * @param screenStateOf all that the screen shows of a state, as text
 */
export function idsOfScreenStates(
  graph: Graph,
  screenStateOf: (snapshot: AnyMachineSnapshot) => string,
): (edge: Edge) => readonly string[] {
  const ids = new Map(
    graph.edges.map(({ id, after, transitions }) => [
      id,
      [...transitions, `screenState ${screenStateOf(after)}`],
    ]),
  );
  return ({ id }) => ids.get(id) ?? [];
}
