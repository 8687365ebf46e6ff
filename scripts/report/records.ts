import type { StateBox } from '../../src/app/development/stateBox.ts';

/** An event, the state after it, and which row of the machine's table of requirements judges it; -1 where none does. */
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
  /** Transitions that no path can take, each with the reason. */
  readonly unreachable: Readonly<Record<string, string>>;
  readonly paths: readonly PathRecord[];
}

/** A tour: a path on the screen that takes many transitions. */
export interface TourEntry {
  readonly machine: string;
  readonly variant: string;
  readonly tour: number;
  /** What the screen showed; the last one failed, if the tour did. */
  readonly steps: readonly StepRecord[];
  /** The transitions that it should take. */
  readonly transitions: readonly string[];
  readonly error?: string;
  readonly milliseconds: number;
}
