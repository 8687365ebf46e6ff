import type { AnyMachineSnapshot } from 'xstate';
import type { Edge, Graph } from './explore.ts';

/** For tours that take every transition once. */
export const idsOfTransitions = ({ transitions }: Edge): readonly string[] => transitions;

/**
 * For tours that take every transition and come to every sight. What the machine does on the way from one state to another
 * is walked on the actor, edge by edge: here it is about what a person sees.
 * @param sightOf all that the screen shows of a state, as text
 */
export function idsOfSights(
  graph: Graph,
  sightOf: (snapshot: AnyMachineSnapshot) => string,
): (edge: Edge) => readonly string[] {
  const ids = new Map(
    graph.edges.map(({ id, after, transitions }) => [id, [...transitions, `sight ${sightOf(after)}`]]),
  );
  return ({ id }) => ids.get(id) ?? [];
}
