import type { OpenLink } from './port.ts';

/**
 * The browser's WebSocket as a link.
 * @param url `wss:` under https. Opening throws what the browser throws for an address that it refuses.
 */
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
      // A binary frame is none of ours: it is received as text that cannot be read, and so dropped and counted.
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
