import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { boxOf, type StateBox } from '../../../src/app/development/stateBox.ts';
import { allTransitions } from '../../../src/app/development/transitions.ts';
import type { PathReport } from './walk.ts';

/** Where the walks write what they found, for `npm run report`; absent in an ordinary run. */
const FOLDER = process.env['PATHS_REPORT'];

export const isReporting = FOLDER !== undefined;

export interface PathRecord {
  readonly variant: string;
  readonly title: string;
  /** What happened, and in which state it left the machine. */
  readonly steps: readonly (readonly [event: string, state: string])[];
  readonly error?: string;
  readonly milliseconds: number;
}

export interface MachineRecord {
  readonly name: string;
  readonly description: string;
  readonly box: StateBox;
  readonly transitions: readonly string[];
  readonly taken: readonly string[];
  /** Those that no path can take, each with the reason. */
  readonly unreachable: Readonly<Record<string, string>>;
  readonly paths: readonly PathRecord[];
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

/** Writes what the walks of one machine found, when a report is wanted. */
export function writeRecord(
  name: string,
  machine: AnyStateMachine,
  rest: Pick<MachineRecord, 'taken' | 'unreachable' | 'paths'>,
): void {
  if (FOLDER === undefined) return;
  const record: MachineRecord = {
    name,
    description: machine.root.description ?? '',
    box: boxOf(machine),
    transitions: allTransitions(machine),
    ...rest,
  };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, `${name}.json`), JSON.stringify(record));
}
