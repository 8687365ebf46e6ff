import type { SocketPort } from '../../../src/machines/socket/socket.actors.ts';
import type { LinkStatus, SocketEvent } from '../../../src/machines/socket/socket.machine.ts';

/** `say` tells subscribers the state of the link. */
export function scriptedSocket(first: LinkStatus, sent: (event: SocketEvent) => void) {
  let status = first;
  const listeners = new Set<(status: LinkStatus) => void>();
  const socket: SocketPort = {
    status: () => status,
    listen: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    send: sent,
  };
  return {
    socket,
    say: (next: LinkStatus): void => {
      status = next;
      for (const hear of listeners) hear(next);
    },
    heard: (): number => listeners.size,
  };
}
