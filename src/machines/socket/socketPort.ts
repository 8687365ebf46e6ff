import { linkStatus, type LinkStatus, type SocketRef } from './socket.machine.ts';
import type { SocketEvent } from './socket.types.ts';

export interface SocketPort {
  status(): LinkStatus;
  /** @returns a function that stops listening. */
  listen(hear: (status: LinkStatus) => void): () => void;
  send(event: SocketEvent): void;
}

export function socketPort(actor: SocketRef): SocketPort {
  return {
    status: () => linkStatus(actor.getSnapshot()),
    listen(hear) {
      let last = linkStatus(actor.getSnapshot());
      const subscription = actor.subscribe((snapshot) => {
        const status = linkStatus(snapshot);
        if (status === last) return;
        last = status;
        hear(status);
      });
      return () => subscription.unsubscribe();
    },
    send: (event) => actor.send(event),
  };
}
