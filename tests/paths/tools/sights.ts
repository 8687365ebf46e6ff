import type { AnyMachineSnapshot } from 'xstate';
import type { Edge, Graph } from './explore.ts';

/** What a walk of a graph is taken for: whatever stands here needs no second tour. */
export interface Taken {
  /** By beginning it. */
  readonly first: readonly string[];
  /** By a step. */
  readonly idsOf: (edge: Edge) => readonly string[];
}

/** Every transition, once. */
export const takenByTransitions = ({ firstTransitions }: Graph): Taken => ({
  first: firstTransitions,
  idsOf: ({ transitions }) => transitions,
});

/**
 * Every transition, and every step that leads from one sight to another. States that look alike are one sight: what they
 * keep to themselves is walked on the actor, edge by edge.
 * @param sightOf all that the screen shows of a state, as text
 */
export function takenBySights(graph: Graph, sightOf: (snapshot: AnyMachineSnapshot) => string): Taken {
  const ids = new Map(
    graph.edges.map(({ id, name, before, after, transitions }) => [
      id,
      [...transitions, `${sightOf(before)} | ${name} | ${sightOf(after)}`],
    ]),
  );
  return {
    first: [...graph.firstTransitions, sightOf(graph.first)],
    idsOf: ({ id }) => ids.get(id) ?? [],
  };
}
