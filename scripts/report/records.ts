import type { StateBox } from '../../src/app/development/stateBox.ts';

/** `row` of the table that judges the step; -1 for none. */
export type StepRecord = readonly [event: string, state: string, row: number];

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
