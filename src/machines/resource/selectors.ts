import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { resourceMachine } from './resource.machine.ts';
import type { ReadStatus } from './types.ts';

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
export const selectFailure = (snapshot: ResourceSnapshot) => snapshot.context.failure;
