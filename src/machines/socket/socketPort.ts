import { linkStatus, type LinkStatus, type SocketRef } from './socket.machine.ts';
import type { SocketEvent } from './socket.types.ts';

export interface SocketPort {
  status(): LinkStatus;
  /** @returns a function that stops listening. */
  listen(listener: (status: LinkStatus) => void): () => void;
  send(event: SocketEvent): void;
}

export function socketPort(actor: SocketRef): SocketPort {
  return {
    status: () => linkStatus(actor.getSnapshot()),
    listen(listener) {
      let last = linkStatus(actor.getSnapshot());
      const subscription = actor.subscribe((snapshot) => {
        const status = linkStatus(snapshot);
        if (status === last) return;
        last = status;
        listener(status);
      });
      return () => subscription.unsubscribe();
    },
    send: (event) => actor.send(event),
  };
}
