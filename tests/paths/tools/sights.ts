import type { AnyMachineSnapshot } from 'xstate';
import type { Edge, Graph } from './explore.ts';

/** For tours that take every transition once. */
export const idsOfTransitions = ({ transitions }: Edge): readonly string[] => transitions;

/**
 * For tours that take every transition, and every step that leads from one sight to another. States that look alike are
 * one sight: what they keep to themselves is walked on the actor, edge by edge.
 * @param sightOf all that the screen shows of a state, as text
 */
export function idsOfSights(
  graph: Graph,
  sightOf: (snapshot: AnyMachineSnapshot) => string,
): (edge: Edge) => readonly string[] {
  const ids = new Map(
    graph.edges.map(({ id, name, before, after, transitions }) => [
      id,
      [...transitions, `${sightOf(before)} | ${name} | ${sightOf(after)}`],
    ]),
  );
  return ({ id }) => ids.get(id) ?? [];
}
