import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { socketMachine } from './socket.machine.ts';

type SocketSnapshot = SnapshotFrom<typeof socketMachine>;

/** What a subscriber must know: frames can come, they will come again by themselves, or somebody must ask. */
export type LinkStatus = 'connected' | 'lost' | 'exhausted';

export function linkStatus(snapshot: SocketSnapshot): LinkStatus {
  if (snapshot.matches({ linked: 'connected' })) return 'connected';
  return snapshot.matches('exhausted') ? 'exhausted' : 'lost';
}

export type SocketRef = ActorRefFrom<typeof socketMachine>;
