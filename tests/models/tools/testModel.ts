import { afterAll, describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { PathRecord } from '../../../tools/report/records.ts';
import { allNodes, allTransitions } from '../../../tools/inspector/transitions.ts';
import type { Graph } from './explore.ts';
import { failuresOf } from './failures.ts';
import { isLeaf, leavesOf, leftOut } from './leftOut.ts';
import { isLong } from '../../long.ts';
import { graphOf, modelIn, type MachineModel } from './model.ts';
import { edgePaths, tours, type Path } from './paths.ts';
import { isReporting, recordOf, writeRecord } from './record.ts';
import { testSelectors } from './selectors.ts';
import { specTable } from './spec.ts';
import { walk, type PathReport } from './walk.ts';
import { wordsOf } from './words.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Milliseconds. */
    graphs?: number;
  }
}

/** Walks every edge by its own shortest way, too, as the long proof does. Tours take the same edges in a fifth of it. */
const TAKES_EACH_ALONE = isLong;

/** Milliseconds; only ends what hangs. */
const PART_LIMIT = 600_000;

/** All tests of a model. The message of a failed walk has the shortest path to each step that failed. */
export function testModel<M extends AnyStateMachine>(model: MachineModel<M>): void {
  const spec = specTable(model.requirements);
  const taken = new Set<string>();
  const reached = new Set<string>();
  const happened = new Set<string>();
  const records: PathRecord[] = [];
  const transitions = allTransitions(model.machine);
  const explored: Graph[] = [];

  describe.each(model.variants.map((variant) => [variant.name, variant] as const))(
    `${model.name}: %s`,
    (_name, variant) => {
      const began = performance.now();
      const graph = graphOf(model, variant);
      const graphs = performance.now() - began;
      explored.push(graph);
      for (const snapshot of graph.states.values()) for (const leaf of leavesOf(snapshot)) reached.add(leaf);
      for (const edge of graph.edges) happened.add(edge.event.type);
      const walked = async (path: Path): Promise<PathReport> => {
        const start = performance.now();
        const report = await walk(path, {
          graph,
          key: model.key,
          spec,
          invariant: model.invariant as never,
          sut: variant.sut,
          taken,
        });
        if (isReporting)
          records.push(
            recordOf(
              { variant: variant.name, report },
              { milliseconds: performance.now() - start, transitions },
            ),
          );
        return report;
      };
      const parts = [
        ['tours', tours(graph), 'that together take every step'],
        ...(TAKES_EACH_ALONE
          ? ([['edges', edgePaths(graph), 'each to a step by the shortest way']] as const)
          : []),
      ] as const;
      it.for(parts.map(([name, paths, what]) => [`${name}: ${paths.length} paths, ${what}`, paths] as const))(
        '%s',
        { timeout: PART_LIMIT },
        async ([, paths], { task }) => {
          if (paths === parts[0][1]) task.meta.graphs = graphs;
          expect((await failuresOf(graph, paths, walked)).join('\n\n')).toBe('');
        },
      );
    },
  );

  describe(`${model.name}: nothing is left out`, () => {
    const allowed = model.unreachable ?? {};
    const { events, states, missing, unused } = wordsOf(model, explored);
    afterAll(() => {
      writeRecord(model.name, model.machine, {
        taken: [...taken],
        unreachable: allowed,
        paths: records,
        words: { events, states },
      });
    });
    it('every transition was taken by a real actor, or is excepted with a reason', () => {
      expect(leftOut(model.machine, taken, allowed)).toEqual([]);
    });
    it('everything that happens has its words in the report', () => {
      expect(missing).toEqual([]);
      expect(unused).toEqual([]);
    });
    it('every row of the specification was exercised', () => {
      expect(spec.unused()).toEqual([]);
    });
    it('every leaf state was reached', () => {
      // A state that is left at once is never rested in; its transitions are taken.
      const leaves = allNodes(model.machine).filter(
        (node) => isLeaf(node) && !node.always?.some(({ guard }) => guard === undefined),
      );
      expect(leaves.map((node) => node.id).filter((id) => !reached.has(id))).toEqual([]);
    });
    it('every event of the machine happened', () => {
      const handled = new Set(allNodes(model.machine).flatMap((node) => [...node.ownEvents]));
      // Raised events never come from outside; their transition shows that they happened.
      const isTaken = (type: string): boolean => [...taken].some((id) => id.includes(` | ${type}#`));
      const missed = [...handled].filter(
        (type) => type !== '*' && ![...happened].some((one) => covers(type, one)) && !isTaken(type),
      );
      expect(missed).toEqual([]);
    });
  });

  testSelectors(model);
}

export const testModelIn = async (file: string): Promise<void> => testModel(await modelIn(file));

const covers = (descriptor: string, type: string): boolean =>
  descriptor === type || (descriptor.endsWith('*') && type.startsWith(descriptor.slice(0, -1)));
