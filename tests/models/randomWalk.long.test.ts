import { describe, expect, it } from 'vitest';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { random } from '../../scripts/random.ts';
import { catalogue } from './catalogue.ts';
import { graphOf } from './tools/model.ts';
import { pureStep, valueText, type Edge, type Graph } from './tools/explore.ts';
import type { Path } from './tools/paths.ts';
import { IGNORED, type SpecTable } from './tools/spec.ts';
import { walk, type Sut } from './tools/walk.ts';

/** Events per machine; `WALK_EVENTS=100000 npm run proof -- --only tours` for more. */
const EVENTS = Number(process.env.WALK_EVENTS ?? 1500);
const SEED = Number(process.env.WALK_SEED ?? 7);
const LONGEST = 250;

function stroll(graph: Graph, next: () => number, most: number): Path {
  const path: Edge[] = [];
  let at = graph.initial;
  while (path.length < most) {
    const ways = graph.out.get(at) ?? [];
    const edge = ways[Math.floor(next() * ways.length)];
    if (!edge) break;
    path.push(edge);
    at = edge.to;
  }
  return path;
}

/** Not final, because the actor lives on until the page is left. */
const ENDS: Readonly<Record<string, RegExp>> = {
  registration: /^created$/,
  login: /^form\.entered/,
  recovery: /^recovered$/,
  deposit: /^(leaving|showing|exchanging)$/,
  ticket: /^missing$/,
  // The chart that invoked it has been notified, and stops it.
  write: /^over$/,
  slatepackExchange: /^over$/,
  // The session is over, and the page leaves.
  accountDeletion: /^gone$/,
};

/** The tables are tested elsewhere; here a machine must continue in the predicted state. */
const anything = (graph: Graph): SpecTable<never> => ({
  rows: [],
  titles: [],
  indexOf: () => -1,
  unused: () => [],
  expect: (_name, event, before) => {
    const next = before ? pureStep(graph.machine, before, event).next : graph.first;
    return {
      to: valueText(next.value),
      effects: [],
      context: {},
      delay: undefined,
      row: IGNORED,
      rowIndex: -1,
    };
  },
});
const withoutEffects = (sut: Sut<AnyStateMachine>): Sut<AnyStateMachine> => ({
  ...sut,
  drain: () => {
    sut.drain();
    return [];
  },
});

/** States that are not final, but react to nothing. */
const deadEnds = (machine: string, graph: Graph): string[] =>
  [...graph.states.values()]
    .filter((snapshot) => {
      const { _nodes: nodes } = snapshot as unknown as { _nodes: readonly AnyStateNode[] };
      return snapshot.status === 'active' && nodes.every(({ ownEvents }) => ownEvents.length === 0);
    })
    .map(({ value }) => valueText(value))
    .filter((state) => !ENDS[machine]?.test(state));

describe(`a random walk of ${EVENTS} events, seed ${SEED}`, () => {
  it.each(catalogue.map((entry) => [entry.name, entry] as const))(
    '%s finds no dead end and no error',
    async (name, model) => {
      const next = random(SEED);
      const graphs = model.variants.map((variant) => [variant, graphOf(model, variant)] as const);
      expect(graphs.flatMap(([, graph]) => deadEnds(name, graph))).toEqual([]);
      for (let done = 0; done < EVENTS;) {
        for (const [variant, graph] of graphs) {
          const path = stroll(graph, next, Math.min(LONGEST, EVENTS - done));
          const report = await walk(path, {
            graph,
            key: model.key,
            spec: anything(graph),
            invariant: model.invariant,
            sut: () => withoutEffects(variant.sut()),
            taken: new Set(),
          });
          expect(report.error && `${report.error}\n  path: ${report.title}`).toBeUndefined();
          done += path.length + 1;
        }
      }
    },
    // Only ends what hangs.
    300_000 + EVENTS * 40,
  );
});
