import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ReadStatus, DataOf, ParamsOf, ReadName } from './resource.types.ts';
import type { resourceMachine } from './resource.machine.ts';

export type ResourceRef = ActorRefFrom<typeof resourceMachine>;
type ResourceSnapshot = SnapshotFrom<typeof resourceMachine>;

export function readStatus(snapshot: ResourceSnapshot): ReadStatus {
  const { value } = snapshot;
  return typeof value === 'string'
    ? value
    : 'loading' in value
      ? 'loading'
      : 'stale' in value
        ? 'stale'
        : 'refreshing';
}

export const selectData = (snapshot: ResourceSnapshot) => snapshot.context.data;
export const selectUpdatedAt = (snapshot: ResourceSnapshot) => snapshot.context.updatedAt;

/** One read as a view holds it. */
export interface Resource<N extends ReadName = ReadName> {
  readonly name: N;
  readonly ref: ResourceRef;
  /**
   * Says that somebody shows it: it is read now when it has to be, and kept current.
   * @returns a function that says that they left.
   */
  readonly watch: () => () => void;
}

/** The reads of the page, each once, shared by all who show it. */
export interface Resources {
  /**
   * Calling it starts nothing.
   * @param userId who is signed in; reads that need a session are kept apart by user.
   */
  of<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): Resource<N>;
  /** After an action of the user's own: everything under this name is read again, at once where it is shown. */
  invalidate(name: ReadName): void;
  /** The last answer, when there is one. For actors; views use `useRead`. */
  peek<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): DataOf<N> | null;
}
