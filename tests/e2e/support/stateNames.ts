import type { AnyMachineSnapshot } from 'xstate';
import { leavesOf } from '../../paths/tools/figures.ts';

/**
 * The names of all states that hold no other, as `valueText` writes them: `loading.reading`. A table that is keyed by
 * them does not compile when the machine has a state that the table does not know.
 */
export type StateName<Value> = Value extends string
  ? Value
  : { [Region in keyof Value & string]-?: `${Region}.${StateName<NonNullable<Value[Region]>>}` }[keyof Value &
      string];

/** What such a table says of the states that a snapshot is in: of one, or of one in each region. */
export const looksOf = <Look>(snapshot: AnyMachineSnapshot, table: Readonly<Record<string, Look>>): Look[] =>
  leavesOf(snapshot).map((id) => {
    const name = id.slice(snapshot.machine.id.length + 1);
    const look = table[name];
    if (look === undefined) throw new Error(`nobody says what is seen of ${name}`);
    return look;
  });

/** The same all together, where the regions of a machine show different things. */
export const lookOf = <Look extends object>(
  snapshot: AnyMachineSnapshot,
  table: Readonly<Record<string, Look>>,
): Look => Object.assign({}, ...looksOf(snapshot, table)) as Look;
