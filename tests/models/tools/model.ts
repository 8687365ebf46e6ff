import path from 'node:path';
import type { AnyStateMachine, ContextFrom, InputFrom, SnapshotFrom } from 'xstate';
import { explore, type EventCase, type Graph, type Outcome, type PlanOptions } from './explore.ts';
import type { Row } from './spec.ts';
import type { Sut } from './walk.ts';
import type { Phrases } from './words.ts';

/**
 * `true` in just the states that match a pattern; the value of the first pattern that matches (`/./` for all others); a
 * part of the context by its name; or a rule over the context.
 */
export type SelectorRule =
  | RegExp
  | readonly (readonly [state: RegExp, says: unknown])[]
  | { readonly context: string }
  | ((context: never, state: string) => unknown);

/** Selectors that the screen uses, with their results in every state. */
interface SelectorRules {
  /** The module that exports them. */
  readonly from: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, SelectorRule>>;
}

/** One input of a machine with what can happen to it. */
export interface Variant<M extends AnyStateMachine> {
  readonly name: string;
  readonly input?: InputFrom<M>;
  readonly events: readonly EventCase<M>[];
  readonly outcomes?: Readonly<Record<string, readonly Outcome<SnapshotFrom<M>>[]>>;
  readonly sut: () => Sut<M>;
  readonly timer?: PlanOptions<M>['timer'];
}

/**
 * All that the tests know of a statechart. It is exported as `<name>Model` from `<name>.model.ts`, which Vitest runs as
 * a file of tests.
 */
export interface MachineModel<M extends AnyStateMachine = AnyStateMachine> extends Phrases {
  readonly name: string;
  readonly machine: M;
  readonly variants: readonly Variant<M>[];
  /** See `PlanOptions.key`. */
  readonly key?: (snapshot: SnapshotFrom<M>) => unknown;
  readonly requirements: readonly Row<ContextFrom<M>>[];
  readonly invariant?: (snapshot: SnapshotFrom<M>) => string | undefined;
  readonly selectors?: SelectorRules;
  /** The states that have each tag, by their `valueText`. */
  readonly tags?: Readonly<Record<string, RegExp>>;
  /** With the reasons. */
  readonly unreachable?: Readonly<Record<string, string>>;
}

/** The model that a file exports: `tests/models/flash.model.ts` has `flashModel`. */
export async function modelIn(file: string): Promise<MachineModel> {
  const name = path.basename(file, '.model.ts');
  const { [`${name}Model`]: model } = (await import(file)) as Readonly<Record<string, MachineModel>>;
  if (model?.name !== name) throw new Error(`${file} exports no ${name}Model of that name.`);
  return model;
}

const graphs = new WeakMap<object, Graph>();

/** The input of `explore` and of the path functions of `@xstate/graph`. */
export const planOf = <M extends AnyStateMachine>(
  { key }: Pick<MachineModel<M>, 'key'>,
  { input, events, outcomes, timer }: Variant<M>,
): PlanOptions<M> => ({
  ...(input === undefined ? {} : { input }),
  events,
  ...(outcomes === undefined ? {} : { outcomes }),
  ...(timer === undefined ? {} : { timer }),
  ...(key === undefined ? {} : { key }),
});

/** Explored once for all test files of a process. */
export function graphOf<M extends AnyStateMachine>(
  model: Pick<MachineModel<M>, 'machine' | 'key'>,
  variant: Variant<M>,
): Graph {
  const known = graphs.get(variant);
  if (known?.machine === model.machine) return known;
  const graph = explore(model.machine, planOf(model, variant));
  graphs.set(variant, graph);
  return graph;
}
