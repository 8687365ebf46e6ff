import type { StateBox } from '../../src/app/development/stateBox.ts';

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

/** One tour as the report tells it. */
export interface TourEntry {
  readonly chart: string;
  readonly variant: string;
  readonly tour: number;
  /** Events in order, with the state that the screen showed after each. */
  readonly steps: readonly (readonly [event: string, state: string])[];
  /** Transitions that the tour was planned to take. */
  readonly transitions: readonly string[];
  readonly error?: string;
  readonly milliseconds: number;
}
