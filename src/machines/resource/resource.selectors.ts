import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ReadStatus, DataOf, ParamsOf, ReadName } from './resource.types.ts';
import type { resourceMachine } from './resource.machine.ts';

export type ResourceRef = ActorRefFrom<typeof resourceMachine>;
type ResourceSnapshot = SnapshotFrom<typeof resourceMachine>;

export function readStatus({ value }: Pick<ResourceSnapshot, 'value'>): ReadStatus {
  if (typeof value === 'string') return value;
  if ('live' in value) return value.live === 'renewing' ? 'refreshing' : 'fresh';
  return 'loading' in value ? 'loading' : 'stale' in value ? 'stale' : 'refreshing';
}

/** A stream of the socket keeps it as the server has it. */
export const isLive = (snapshot: ResourceSnapshot): boolean => snapshot.matches('live');
export const selectData = (snapshot: ResourceSnapshot) => snapshot.context.data;
export const selectUpdatedAt = (snapshot: ResourceSnapshot) => snapshot.context.updatedAt;

export interface Resource<N extends ReadName = ReadName> {
  readonly name: N;
  readonly ref: ResourceRef;
  /** Reads it when it is old, and keeps it current while it is watched. */
  readonly watch: () => () => void;
}

export interface Resources {
  /** Starts nothing. Private reads are separate for each user. */
  of<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): Resource<N>;
  /** Outdates all reads of this name after a change of the user's own; those on the screen are read at once. */
  invalidate(name: ReadName): void;
  /** For actors; views use `useRead`. */
  peek<N extends ReadName>(name: N, params: ParamsOf<N>, userId: string | null): DataOf<N> | null;
}
