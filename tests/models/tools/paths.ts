import type { Edge, Graph } from './explore.ts';

export type Path = readonly Edge[];

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

/** The shortest path that ends with an edge. */
export const wayTo = (graph: Graph, edge: Edge): Path => [
  ...(shortestFrom(graph, graph.initial).get(edge.from) ?? []),
  edge,
];

export const without = (graph: Graph, edges: ReadonlySet<Edge>): Graph => ({
  ...graph,
  edges: graph.edges.filter((edge) => !edges.has(edge)),
  out: new Map([...graph.out].map(([from, ways]) => [from, ways.filter((edge) => !edges.has(edge))])),
});

const idOf = (path: Path): string => path.map((edge) => edge.id).join();

/** Paths that are the start of another path are walked anyway. */
function withoutPrefixes(paths: readonly Path[]): Path[] {
  const longestFirst = [...paths].sort((a, b) => b.length - a.length);
  const begun = new Set<string>();
  return longestFirst.filter((path) => {
    if (begun.has(idOf(path))) return false;
    for (let length = 1; length <= path.length; length += 1) begun.add(idOf(path.slice(0, length)));
    return true;
  });
}

const isIgnored = ({ kind, from, to, transitions }: Edge): boolean =>
  kind === 'send' && from === to && transitions.length === 0;

/**
 * Every edge at the end of its own shortest path, so that a failure names its step.
 * @param isAskedTogether which steps a state is asked in one path: those that it must ignore
 */
export function edgePaths(graph: Graph, isAskedTogether: (edge: Edge) => boolean = isIgnored): Path[] {
  const shortest = shortestFrom(graph, graph.initial);
  const wayTo = (state: string): Path => shortest.get(state) ?? [];
  const asked = graph.edges.filter(isAskedTogether);
  const together = [...new Set(asked.map(({ from }) => from))].map((state) => [
    ...wayTo(state),
    ...asked.filter(({ from }) => from === state),
  ]);
  const alone = graph.edges.filter((edge) => !isAskedTogether(edge));
  return withoutPrefixes([...alone.map((edge) => [...wayTo(edge.from), edge]), ...together]);
}

interface TourOptions {
  /** Steps of a tour. */
  readonly longest?: number;
  /** The edges to take; by default all. */
  readonly isWanted?: (edge: Edge) => boolean;
  /** Identifies a step; by default its edge. */
  readonly idsOf?: (edge: Edge) => readonly string[];
  readonly taken?: ReadonlySet<string>;
  /** Where every tour but the first may start. */
  readonly again?: string | undefined;
}

/**
 * Few long paths that together take everything. They find what edge paths miss: a timer that is not set again, a
 * counter that is not cleared. Dead ends come last, because on a screen a new beginning costs more than a step.
 */
export function tours(
  graph: Graph,
  { longest = 120, isWanted = () => true, idsOf = ({ id }) => [id], taken, again }: TourOptions = {},
): Path[] {
  const missing = new Set(
    graph.edges
      .filter(isWanted)
      .flatMap(idsOf)
      .filter((id) => !taken?.has(id)),
  );
  const isMissing = (edge: Edge): boolean => idsOf(edge).some((id) => missing.has(id));
  const groups = groupsOf(graph);
  const paths: Path[] = [];
  while (missing.size > 0) {
    const isFirst = paths.length === 0;
    const path = (!isFirst && again !== undefined ? tourFrom(again) : null) ?? tourFrom(graph.initial);
    if (!path) break;
    paths.push(path);
  }
  return paths;

  function tourFrom(start: string): Path | null {
    const path: Edge[] = [];
    for (let at = start; ; at = path.at(-1)?.to ?? at) {
      const stays = ({ to }: Edge): boolean => groups.get(to) === groups.get(at);
      const next = nearest(graph, at, isMissing, stays) ?? nearest(graph, at, isMissing);
      if (!next || (path.length > 0 && path.length + next.length > longest)) break;
      for (const id of next.flatMap(idsOf)) missing.delete(id);
      path.push(...next);
    }
    return path.length > 0 ? path : null;
  }
}

function nearest(
  graph: Graph,
  start: string,
  isWanted: (edge: Edge) => boolean,
  isAllowed: (edge: Edge) => boolean = () => true,
): Path | undefined {
  const ways = new Map<string, Path>([[start, []]]);
  for (const [state, way] of ways) {
    const edges = (graph.out.get(state) ?? []).filter(isAllowed);
    const found = edges.find(isWanted);
    if (found) return [...way, found];
    for (const edge of edges) if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
  }
  return undefined;
}

/** Strongly connected states have the same number (Kosaraju). */
function groupsOf(graph: Graph): ReadonlyMap<string, number> {
  const before = new Map<string, string[]>();
  for (const { from, to } of graph.edges) before.set(to, [...(before.get(to) ?? []), from]);
  const groups = new Map<string, number>();
  for (const last of statesByEnd(graph).reverse()) {
    if (groups.has(last)) continue;
    const number = groups.size;
    const group = [last];
    groups.set(last, number);
    for (const state of group) {
      for (const one of before.get(state) ?? []) {
        if (groups.has(one)) continue;
        groups.set(one, number);
        group.push(one);
      }
    }
  }
  return groups;
}

function statesByEnd(graph: Graph): string[] {
  const open = (state: string) => ({ state, edges: (graph.out.get(state) ?? []).values() });
  const seen = new Set([graph.initial]);
  const ended: string[] = [];
  const stack = [open(graph.initial)];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { value: edge } = top.edges.next();
    if (!edge) {
      ended.push(top.state);
      stack.pop();
    } else if (!seen.has(edge.to)) {
      seen.add(edge.to);
      stack.push(open(edge.to));
    }
  }
  return ended;
}

export const describePath = (path: Path): string => path.map((edge) => edge.name).join(' > ') || '(start)';
