import type { ClientFrame } from '../contract/clientFrames.ts';

/** `Frame` is the text of a frame, or what another thread read of it. */
export interface SocketHandlers<Frame = string> {
  readonly opened: () => void;
  readonly received: (frame: Frame) => void;
  readonly failed: () => void;
  readonly closed: () => void;
}

/** One connection. After `close` none of its handlers is called again. */
export interface Link {
  send(frame: ClientFrame): void;
  close(): void;
}

export type OpenLink<Frame = string> = (handlers: SocketHandlers<Frame>) => Link;

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
