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

/** What paths are to take: each edge brings some of it. */
export interface Wanted {
  readonly brings: (edge: Edge) => readonly string[];
  /** What was taken before, on other paths. */
  readonly taken?: ReadonlySet<string>;
}

const EVERY_EDGE: Wanted = { brings: ({ id }) => [id] };

/**
 * Few long paths that together take every edge, or all that is wanted. They catch what edge paths alone miss: a timer
 * that is not set again, a counter that is not cleared on the second round.
 */
export function tours(graph: Graph, longest = 40, { brings, taken }: Wanted = EVERY_EDGE): Path[] {
  const missing = new Set(graph.edges.flatMap(brings).filter((id) => taken?.has(id) !== true));
  const isWanted = (edge: Edge): boolean => brings(edge).some((id) => missing.has(id));
  const shortest = shortestFrom(graph, graph.initial);
  const paths: Path[] = [];
  while (missing.size > 0) {
    let path = tourFrom(graph, brings, missing, longest);
    if (path.length === 0) {
      const edge = graph.edges.find(isWanted);
      if (!edge) break;
      path = [...(shortest.get(edge.from) ?? []), edge];
    }
    for (const id of path.flatMap(brings)) missing.delete(id);
    paths.push(path);
  }
  return paths;
}

function tourFrom(
  graph: Graph,
  brings: Wanted['brings'],
  missing: ReadonlySet<string>,
  longest: number,
): Path {
  const left = new Set(missing);
  const path: Edge[] = [];
  let at = graph.initial;
  const isMissing = (edge: Edge): boolean => brings(edge).some((id) => left.has(id));
  const isMissingAt = (state: string): boolean => (graph.out.get(state) ?? []).some(isMissing);
  while (path.length < longest) {
    const direct = (graph.out.get(at) ?? []).find(isMissing);
    const next: Path = direct ? [direct] : nearest(graph, at, isMissingAt);
    if (next.length === 0 || path.length + next.length > longest) break;
    for (const id of next.flatMap(brings)) left.delete(id);
    path.push(...next);
    at = next.at(-1)?.to ?? at;
  }
  return path;
}

function nearest(graph: Graph, from: string, isWanted: (state: string) => boolean): Path {
  let best: Path | undefined;
  for (const [state, path] of shortestFrom(graph, from)) {
    if (isWanted(state) && (!best || path.length < best.length)) best = path;
  }
  return best ?? [];
}

export const describePath = (path: Path): string => path.map((edge) => edge.name).join(' > ') || '(start)';
