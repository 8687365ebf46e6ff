import type { AnyMachineSnapshot } from 'xstate';
import { leavesOf } from '../../models/tools/leftOut.ts';

/** All leaf states as `valueText` writes them. A table keyed by them does not compile when a state is missing. */
export type StateName<Value> = Value extends string
  ? Value
  : { [Region in keyof Value & string]-?: `${Region}.${StateName<NonNullable<Value[Region]>>}` }[keyof Value &
      string];

/** Of one state, or of one in each region. */
export const looksOf = <Look>(snapshot: AnyMachineSnapshot, table: Readonly<Record<string, Look>>): Look[] =>
  leavesOf(snapshot).map((id) => {
    const name = id.slice(snapshot.machine.id.length + 1);
    const look = table[name];
    if (look === undefined) throw new Error(`nobody says what is seen of ${name}`);
    return look;
  });

/** Merged, where regions show different things. */
export const lookOf = <Look extends object>(
  snapshot: AnyMachineSnapshot,
  table: Readonly<Record<string, Look>>,
): Look => Object.assign({}, ...looksOf(snapshot, table)) as Look;
