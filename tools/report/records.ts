import type { StateBox } from '../inspector/stateBox.ts';

/** For a step that must change nothing: no row of the table judges it. */
export const IGNORED_ROW = -1;

/** `row` of the table that judges the step; `taken` are indices of the machine's transitions. */
export type StepRecord = readonly [event: string, state: string, row: number, taken: readonly number[]];

/** By name of an event, an outcome of a service or a delay, and by the text of a state's value. */
export interface Words {
  readonly events: Readonly<Record<string, string>>;
  readonly states: Readonly<Record<string, string>>;
}

export interface PathRecord {
  readonly variant: string;
  readonly title: string;
  /** The last one failed, if the path did. */
  readonly steps: readonly StepRecord[];
  readonly error?: string;
  readonly milliseconds: number;
}

export interface MachineRecord {
  readonly name: string;
  readonly description: string;
  readonly box: StateBox;
  readonly words?: Words;
  readonly transitions: readonly string[];
  readonly taken: readonly string[];
  /** With the reasons. */
  readonly unreachable: Readonly<Record<string, string>>;
  readonly paths: readonly PathRecord[];
}

/** A path on the screen that takes many transitions. */
export interface TourEntry {
  readonly machine: string;
  readonly variant: string;
  readonly tour: number;
  readonly steps: readonly StepRecord[];
  /** The transitions that it should take. */
  readonly transitions: readonly string[];
  readonly error?: string;
  readonly milliseconds: number;
}
