import { afterAll, describe, expect, it } from 'vitest';
import type { PathRecord } from '../../../scripts/report/records.ts';
import type { AnyMachineSnapshot, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { explore, type EventCase, type Graph, type Outcome, type PlanOptions } from './explore.ts';
import { isLeaf, leavesOf, leftOut } from './leftOut.ts';
import { edgePaths, tours, type Path } from './paths.ts';
import { type Phrases, unusedPhrases, wordsOf } from './phrases.ts';
import { isReporting, recordOf, writeRecord } from './record.ts';
import type { SpecTable } from './spec.ts';
import { allNodes, allTransitions } from '../../../src/app/development/transitions.ts';
import { walk, type World } from './walk.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Milliseconds. */
    graphs?: number;
  }
}

/** One input of a machine with what can happen to it. */
export interface Variant<M extends AnyStateMachine> {
  readonly name: string;
  readonly input?: InputFrom<M>;
  readonly events: readonly EventCase<M>[];
  readonly outcomes?: Readonly<Record<string, readonly Outcome<SnapshotFrom<M>>[]>>;
  readonly world: () => World<M>;
  readonly timer?: PlanOptions<M>['timer'];
}

export interface MachineModel<M extends AnyStateMachine = AnyStateMachine> {
  /** Also the name of its folder under `src/machines`. */
  readonly name: string;
  readonly machine: M;
  readonly variants: readonly Variant<M>[];
  /** See `PlanOptions.key`. */
  readonly key?: (snapshot: SnapshotFrom<M>) => unknown;
  /** A function, because the table counts its used rows. */
  readonly spec: () => SpecTable<never>;
  readonly invariant?: (snapshot: SnapshotFrom<M>) => string | undefined;
  /** For the report; names stand in for what has none. */
  readonly phrases?: Phrases;
  /** With the reasons. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

const graphs = new WeakMap<object, Graph>();
const built = new WeakMap<object, number>();

/** Explored once for all test files of a process. */
export function graphOf<M extends AnyStateMachine>(
  { machine, key }: Pick<MachineModel<M>, 'machine' | 'key'>,
  variant: Variant<M>,
): Graph {
  const known = graphs.get(variant);
  if (known?.machine === machine) return known;
  const { input, events, outcomes, timer } = variant;
  const began = performance.now();
  const graph = explore(machine, {
    ...(input === undefined ? {} : { input }),
    events,
    ...(outcomes === undefined ? {} : { outcomes }),
    ...(timer === undefined ? {} : { timer }),
    ...(key === undefined ? {} : { key }),
  });
  graphs.set(variant, graph);
  built.set(variant, performance.now() - began);
  return graph;
}

/** Paths that may fail before the rest of a part is skipped. */
const MOST_FAILURES = 10;
/** Milliseconds; only ends what hangs. */
const PART_LIMIT = 600_000;
const TURN = 200;

/** A test for each variant and part. Its message names the paths that failed. */
export function testMachine<M extends AnyStateMachine>(model: MachineModel<M>): void {
  const spec = model.spec();
  const taken = new Set<string>();
  const reached = new Set<string>();
  const happened = new Set<string>();
  const records: PathRecord[] = [];
  const transitions = allTransitions(model.machine);
  const explored: Graph[] = [];

  describe.each(model.variants.map((variant) => [variant.name, variant] as const))(
    `${model.name}: %s`,
    (_name, variant) => {
      const graph = graphOf(model, variant);
      explored.push(graph);
      for (const snapshot of graph.states.values()) for (const leaf of leavesOf(snapshot)) reached.add(leaf);
      for (const edge of graph.edges) happened.add(edge.event.type);
      const failuresOf = async (paths: readonly Path[]): Promise<string> => {
        const failures: string[] = [];
        let turned = performance.now();
        for (const path of paths) {
          const began = performance.now();
          const report = await walk(path, {
            graph,
            key: model.key,
            spec,
            invariant: model.invariant as ((snapshot: AnyMachineSnapshot) => string | undefined) | undefined,
            world: variant.world,
            taken,
          });
          if (isReporting)
            records.push(
              recordOf(
                { variant: variant.name, report },
                { milliseconds: performance.now() - began, transitions },
              ),
            );
          if (report.error !== undefined) failures.push(`${report.error}\n  path: ${report.title}`);
          if (failures.length === MOST_FAILURES) break;
          if (began - turned < TURN) continue;
          await new Promise(setImmediate);
          turned = performance.now();
        }
        return failures.join('\n\n');
      };
      const parts = [
        ['edges', edgePaths(graph), 'each to a step by the shortest way'],
        ['tours', tours(graph), 'that together take every step'],
      ] as const;
      it.for(parts.map(([name, paths, what]) => [`${name}: ${paths.length} paths, ${what}`, paths] as const))(
        '%s',
        { timeout: PART_LIMIT },
        async ([, paths], { task }) => {
          if (paths === parts[0][1]) task.meta.graphs = built.get(variant) ?? 0;
          expect(await failuresOf(paths)).toBe('');
        },
      );
    },
  );

  describe(`${model.name}: nothing is left out`, () => {
    const allowed = model.unreachable ?? {};
    const words = model.phrases && wordsOf(model.phrases, explored);
    afterAll(() => {
      writeRecord(model.name, model.machine, {
        taken: [...taken],
        unreachable: allowed,
        paths: records,
        ...(words ? { words: { events: words.events, states: words.states } } : {}),
      });
    });
    it('every transition was taken by a real actor, or is excepted with a reason', () => {
      expect(leftOut(model.machine, taken, allowed)).toEqual([]);
    });
    it.runIf(words)('everything that happens has its words in the report', () => {
      expect(words?.missing).toEqual([]);
      expect(words && model.phrases && unusedPhrases(model.phrases, words)).toEqual([]);
    });
    it('every row of the specification was exercised', () => {
      expect(spec.unused()).toEqual([]);
    });
    it('every leaf state was reached', () => {
      const leaves = allNodes(model.machine).filter(isLeaf);
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
}

const covers = (descriptor: string, type: string): boolean =>
  descriptor === type || (descriptor.endsWith('*') && type.startsWith(descriptor.slice(0, -1)));
