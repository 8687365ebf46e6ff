import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';
import type { MachineRecord, PathRecord } from '../../../tools/report/records.ts';
import { boxOf } from '../../../tools/inspector/stateBox.ts';
import { allTransitions, placesOf } from '../../../tools/inspector/transitions.ts';
import type { PathReport } from './walk.ts';

/** Set by `npm run report`. */
export const REPORT_FOLDER = process.env.PATHS_REPORT;

export const isReporting = REPORT_FOLDER !== undefined;

export const recordOf = (
  { variant, report }: { readonly variant: string; readonly report: PathReport },
  { milliseconds, transitions }: { readonly milliseconds: number; readonly transitions: readonly string[] },
): PathRecord => ({
  variant,
  title: report.title,
  steps: report.steps.map(({ name, to, rowIndex, taken }) => [
    name,
    to,
    rowIndex,
    placesOf(taken, transitions),
  ]),
  ...(report.error === undefined ? {} : { error: report.error }),
  milliseconds,
});

export function writeRecord(
  name: string,
  machine: AnyStateMachine,
  rest: Pick<MachineRecord, 'taken' | 'unreachable' | 'paths' | 'words'>,
): void {
  if (REPORT_FOLDER === undefined) return;
  const record: MachineRecord = {
    name,
    description: machine.root.description ?? '',
    box: boxOf(machine),
    transitions: allTransitions(machine),
    ...rest,
  };
  mkdirSync(REPORT_FOLDER, { recursive: true });
  writeFileSync(path.join(REPORT_FOLDER, `${name}.json`), JSON.stringify(record));
}
