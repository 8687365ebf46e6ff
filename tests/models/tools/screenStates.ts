import type { AnyMachineSnapshot } from 'xstate';
import type { Edge, Graph } from './explore.ts';

export const idsOfTransitions = ({ transitions }: Edge): readonly string[] => transitions;

/**
 * For tours of all transitions and screen states. The walk on the actor checks single edges; here it is about what a
 * person sees.
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
