import type { Failure } from '../../domain/failure.ts';
import type { ReadName } from './reads.ts';

/** How long data of a read is good for, and when it is asked for again (CALL-15). Times in milliseconds. */
export interface ReadPolicy {
  /** Age from which data counts as old. A polled read is then read again at once, others at the next occasion. */
  readonly staleAfter: number;
  /** Whether it is read again every `staleAfter` while somebody looks and the page is visible. */
  readonly isPolled: boolean;
  /** How long old data is kept when nobody shows it. */
  readonly discardAfter: number;
  /** How often a read that failed in passing is tried again by itself. */
  readonly retries: number;
  /** Whether old data is read again when the page becomes visible. A polled read always is. */
  readonly refreshesOnReturn: boolean;
}

export interface ResourceInput {
  readonly name: ReadName;
  readonly params: unknown;
  readonly policy: ReadPolicy;
}

export interface ResourceContext extends ResourceInput {
  /** The last answer; null when there is none. Its type is that of `Reads[name]`. */
  readonly data: unknown;
  /** Records that the server sent and that are not among the data, because they could not be read. */
  readonly leftOut: number;
  /** When the data came, epoch milliseconds. */
  readonly updatedAt: number | null;
  /** Why the last read failed; null after one that did not. */
  readonly failure: Failure | null;
  /** Failed tries of the read that runs. */
  readonly attempt: number;
  readonly isWatched: boolean;
  readonly isPageVisible: boolean;
}

export type ResourceEvent =
  /** The first reader came, the last one left. */
  | { readonly type: 'reader.came' }
  | { readonly type: 'reader.left' }
  /** The user wants it now. */
  | { readonly type: 'user.refresh' }
  /** An action of the user's own changed what the server would answer. */
  | { readonly type: 'data.outdated' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'page.online' };

export interface ReadInput {
  readonly name: ReadName;
  readonly params: unknown;
}

export interface ReadOutput {
  readonly data: unknown;
  /** Records that the server sent and that could not be read. */
  readonly leftOut: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What a reader is shown. */
export type ReadStatus = 'idle' | 'loading' | 'fresh' | 'stale' | 'refreshing' | 'failed';
