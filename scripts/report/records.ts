import type { StateBox } from '../../src/app/development/stateBox.ts';

export interface PathRecord {
  readonly variant: string;
  readonly title: string;
  /** The events, each with the state after it. */
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
  /** Transitions that no path can take, each with the reason. */
  readonly unreachable: Readonly<Record<string, string>>;
  readonly paths: readonly PathRecord[];
}

/** A tour: a path on the screen that takes many transitions. */
export interface TourEntry {
  readonly machine: string;
  readonly variant: string;
  readonly tour: number;
  /** The events, each with the state that the screen showed after it. */
  readonly steps: readonly (readonly [event: string, state: string])[];
  /** The transitions that it should take. */
  readonly transitions: readonly string[];
  readonly error?: string;
  readonly milliseconds: number;
}
