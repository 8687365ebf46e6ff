import type { ActorLogic, EventObject, Snapshot } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';

export interface ReconcileWriteInput<Subject = unknown> {
  /** What was sent, as the look needs it to recognize it. */
  readonly subject: Subject;
  /** Milliseconds before each look; 0 looks at once. By default five looks within 30 seconds. */
  readonly pauses?: readonly number[];
  /** What was heard instead of the answer: it may say how long to wait. */
  readonly failure?: Failure | null;
}

export interface ReconcileWriteContext {
  readonly subject: unknown;
  readonly pauses: readonly number[];
  /** Looks so far, the one that runs included. */
  readonly looks: number;
  /** Milliseconds of all pauses so far. */
  readonly waited: number;
  /** What the last look found; null while nothing was found. */
  readonly found: unknown;
  /** Why the last look told nothing, before the first one why the write was not answered; else null. */
  readonly failure: Failure | null;
}

/** What reading showed. */
export type ReconcileWriteOutput<Found = unknown> =
  /** The write arrived. */
  | { readonly kind: 'found'; readonly value: Found }
  /** The last look was answered, and did not hold it. A server may still be working on it. */
  | { readonly kind: 'absent' }
  /** The last look was not answered; `failure` is null where the time ran out first. */
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

/** `value` null: what was read does not hold it. */
export type LookAnswer<Found = unknown> = Result<Found | null>;

/** The machine as a parent sees it that knows what is looked for and what is found. */
export type ReconcileWrite<Subject, Found> = ActorLogic<
  Snapshot<ReconcileWriteOutput<Found>>,
  EventObject,
  ReconcileWriteInput<Subject>
>;
