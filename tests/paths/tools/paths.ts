import type { Edge, Graph } from './explore.ts';

export type Path = readonly Edge[];

/** The shortest path from `start` to every state that can be reached. */
function shortestFrom(graph: Graph, start: string): Map<string, Path> {
  const best = new Map<string, Path>([[start, []]]);
  const queue = [start];
  for (const at of queue) {
    const here = best.get(at) ?? [];
    for (const edge of graph.out.get(at) ?? []) {
      if (best.has(edge.to)) continue;
      best.set(edge.to, [...here, edge]);
      queue.push(edge.to);
    }
  }
  return best;
}

const idOf = (path: Path): string => path.map((edge) => edge.id).join();

/** Leaves out paths that another path begins with: they are walked anyway. */
function withoutPrefixes(paths: readonly Path[]): Path[] {
  const longestFirst = [...paths].sort((a, b) => b.length - a.length);
  const begun = new Set<string>();
  return longestFirst.filter((path) => {
    if (begun.has(idOf(path))) return false;
    for (let length = 1; length <= path.length; length += 1) begun.add(idOf(path.slice(0, length)));
    return true;
  });
}

/** Every edge, each at the end of its own shortest path: a failure names its step. */
export function edgePaths(graph: Graph): Path[] {
  const shortest = shortestFrom(graph, graph.initial);
  return withoutPrefixes(graph.edges.map((edge) => [...(shortest.get(edge.from) ?? []), edge]));
}

/**
 * Few long paths that together take every edge. They catch what edge paths alone miss: a timer that is not set
 * again, a counter that is not cleared on the second round.
 */
export function tours(graph: Graph, longest = 40): Path[] {
  const missing = new Set(graph.edges.map((edge) => edge.id));
  const shortest = shortestFrom(graph, graph.initial);
  const paths: Path[] = [];
  while (missing.size > 0) {
    let path = tourFrom(graph, missing, longest);
    if (path.length === 0) {
      const edge = graph.edges.find(({ id }) => missing.has(id));
      if (!edge) break;
      path = [...(shortest.get(edge.from) ?? []), edge];
    }
    for (const edge of path) missing.delete(edge.id);
    paths.push(path);
  }
  return paths;
}

function tourFrom(graph: Graph, missing: ReadonlySet<string>, longest: number): Path {
  const left = new Set(missing);
  const path: Edge[] = [];
  let at = graph.initial;
  const isMissingAt = (state: string): boolean =>
    (graph.out.get(state) ?? []).some((edge) => left.has(edge.id));
  while (path.length < longest) {
    const direct = (graph.out.get(at) ?? []).find((edge) => left.has(edge.id));
    const next: Path = direct ? [direct] : nearest(graph, at, isMissingAt);
    if (next.length === 0 || path.length + next.length > longest) break;
    for (const edge of next) left.delete(edge.id);
    path.push(...next);
    at = next.at(-1)?.to ?? at;
  }
  return path;
}

/**
 * Fewer and shorter paths, which together take every transition that is not in `taken` once. What can be left for good
 * is left last: each path begins anew, and where it begins costs more than a step.
 */
export function transitionTours(graph: Graph, taken: ReadonlySet<string>, longest: number): Path[] {
  const missing = new Set(
    graph.edges.flatMap(({ transitions }) => transitions).filter((id) => !taken.has(id)),
  );
  const reach = new Map<string, ReadonlyMap<string, Path>>();
  const waysFrom = (state: string): ReadonlyMap<string, Path> => {
    const ways = reach.get(state) ?? shortestFrom(graph, state);
    reach.set(state, ways);
    return ways;
  };
  /** The shortest way to something missing. */
  const nextFrom = (at: string, left: ReadonlySet<string>, comesBack: boolean): Path | undefined => {
    for (const [state, way] of waysFrom(at)) {
      const edge = (graph.out.get(state) ?? []).find(
        ({ transitions, to }) =>
          transitions.some((id) => left.has(id)) && (!comesBack || waysFrom(to).has(at)),
      );
      if (edge) return [...way, edge];
    }
    return undefined;
  };
  const paths: Path[] = [];
  while (missing.size > 0) {
    const path: Edge[] = [];
    for (let at = graph.initial; ; at = path.at(-1)?.to ?? at) {
      const next = nextFrom(at, missing, true) ?? nextFrom(at, missing, false);
      if (!next || (path.length > 0 && path.length + next.length > longest)) break;
      for (const id of next.flatMap(({ transitions }) => transitions)) missing.delete(id);
      path.push(...next);
    }
    if (path.length === 0) break;
    paths.push(path);
  }
  return paths;
}

function nearest(graph: Graph, from: string, isWanted: (state: string) => boolean): Path {
  let best: Path | undefined;
  for (const [state, path] of shortestFrom(graph, from)) {
    if (isWanted(state) && (!best || path.length < best.length)) best = path;
  }
  return best ?? [];
}

export const describePath = (path: Path): string => path.map((edge) => edge.name).join(' > ') || '(start)';
