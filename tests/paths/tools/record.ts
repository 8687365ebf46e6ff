import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { eventTitle, guardText } from './atlas.ts';
import { allTransitions } from './transitions.ts';
import type { PathReport } from './walk.ts';

/** Where the walks write what they found, for `npm run report`; absent in an ordinary run. */
export const REPORT_FOLDER = 'PATHS_REPORT';

/** A state as the report draws it: a box with its transitions, and the boxes inside it. */
export interface StateBox {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly actors: readonly string[];
  readonly isFirst: boolean;
  readonly transitions: readonly {
    readonly on: string;
    readonly guard: string;
    readonly to: readonly string[];
  }[];
  readonly states: readonly StateBox[];
}

export interface PathRecord {
  readonly variant: string;
  readonly title: string;
  /** What happened, and in which state it left the chart. */
  readonly steps: readonly (readonly [event: string, state: string])[];
  readonly error?: string;
  readonly milliseconds: number;
}

export interface ChartRecord {
  readonly name: string;
  readonly description: string;
  readonly box: StateBox;
  readonly transitions: readonly string[];
  readonly taken: readonly string[];
  /** Those that no path can take, each with the reason. */
  readonly unreachable: Readonly<Record<string, string>>;
  readonly paths: readonly PathRecord[];
}

function boxOf(node: AnyStateNode, isFirst: boolean): StateBox {
  const initial = node.type === 'compound' ? node.initial.target?.[0]?.id : undefined;
  return {
    id: node.id,
    name: node.key,
    description: node.description ?? '',
    type: node.type,
    tags: [...node.tags],
    actors: node.invoke.map(({ id }) => id),
    isFirst,
    transitions: [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(
      ({ eventType, guard, target }) => ({
        on: eventTitle(eventType),
        guard: guardText(guard),
        to: (target ?? []).map(({ id }) => id),
      }),
    ),
    states: Object.values(node.states as Record<string, AnyStateNode>).map((child) =>
      boxOf(child, child.id === initial || node.type === 'parallel'),
    ),
  };
}

export const recordOf = (
  { variant, report }: { readonly variant: string; readonly report: PathReport },
  milliseconds: number,
): PathRecord => ({
  variant,
  title: report.title,
  steps: report.steps.map(({ name, to }) => [name, to]),
  ...(report.error === undefined ? {} : { error: report.error }),
  milliseconds,
});

/** Writes what the walks of one chart found, when a report is wanted. */
export function writeRecord(
  name: string,
  machine: AnyStateMachine,
  rest: Pick<ChartRecord, 'taken' | 'unreachable' | 'paths'>,
): void {
  const folder = process.env[REPORT_FOLDER];
  if (folder === undefined) return;
  const root = machine.root as AnyStateNode;
  const record: ChartRecord = {
    name,
    description: root.description ?? '',
    box: boxOf(root, true),
    transitions: allTransitions(machine),
    ...rest,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(record));
}
