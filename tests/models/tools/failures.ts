import type { Edge, Graph } from './explore.ts';
import { tours, wayTo, without, type Path } from './paths.ts';
import type { PathReport } from './walk.ts';

/** Steps that may fail before the rest is skipped. */
const MAX_FAILURES = 10;
/** Milliseconds after which other work of the process gets its turn. */
const TURN_MS = 200;

/**
 * Each step that fails once, with the shortest path on which it does. What stood behind it on a path is walked another
 * way, so that one mistake does not hide the next.
 */
export async function failuresOf(
  graph: Graph,
  paths: readonly Path[],
  walked: (path: Path) => Promise<PathReport>,
): Promise<string[]> {
  const failures: string[] = [];
  const broken = new Set<Edge>();
  const left = [...paths];
  let turned = performance.now();
  for (let path = left.shift(); path; path = left.shift()) {
    const report = await walked(path);
    const { failedAt } = report;
    if (report.error !== undefined) {
      const alone = failedAt && (await walked(wayTo(graph, failedAt)));
      const { error, title } = alone?.error === undefined ? report : alone;
      failures.push(`${error}\n  path: ${title}`);
      if (failures.length === MAX_FAILURES || !failedAt) break;
      broken.add(failedAt);
      const rest = new Set(path.slice(path.indexOf(failedAt) + 1).filter((edge) => !broken.has(edge)));
      left.unshift(...tours(without(graph, broken), { isWanted: (edge) => rest.has(edge) }));
    }
    if (performance.now() - turned < TURN_MS) continue;
    await new Promise(setImmediate);
    turned = performance.now();
  }
  return failures;
}
