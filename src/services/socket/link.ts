import type { ClientFrame } from '../contract/clientFrames.ts';

export interface SocketHandlers {
  readonly opened: () => void;
  readonly received: (text: string) => void;
  readonly failed: () => void;
  readonly closed: () => void;
}

/** One connection. After `close` none of its handlers is called again. */
export interface Link {
  send(frame: ClientFrame): void;
  close(): void;
}

export type OpenLink = (handlers: SocketHandlers) => Link;

/** @param url `wss:` under https. Opening throws where the browser refuses the address. */
export function createBrowserLink(url: string): OpenLink {
  return (handlers) => {
    const socket = new WebSocket(url);
    const listening = new AbortController();
    const { signal } = listening;
    socket.addEventListener('open', () => handlers.opened(), { signal });
    socket.addEventListener('error', () => handlers.failed(), { signal });
    socket.addEventListener('close', () => handlers.closed(), { signal });
    socket.addEventListener(
      'message',
      // A binary frame counts as unreadable.
      ({ data }: MessageEvent<unknown>) => handlers.received(typeof data === 'string' ? data : ''),
      { signal },
    );
    return {
      send(frame) {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
      },
      close() {
        listening.abort();
        socket.close();
      },
    };
  };
}
