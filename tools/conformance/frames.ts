import { WebSocket } from 'ws';
import { readServerFrame, type ServerFrame } from '../../src/services/contract/frames.ts';

export interface Received {
  readonly type: string;
  readonly frame: ServerFrame | null;
  readonly raw: unknown;
}

export interface Listener {
  readonly received: readonly Received[];
  send(message: unknown): void;
  /** The first that fits, from the `from`-th on; null after `within` milliseconds. */
  next(fits: (received: Received) => boolean, within: number, from?: number): Promise<Received | null>;
  listen(milliseconds: number): Promise<void>;
  readonly isOpen: boolean;
  close(): void;
}

/** @returns the socket, or why it does not open. */
export function openListener(
  url: URL,
  headers: Readonly<Record<string, string>>,
  within: number,
): Promise<Listener | string> {
  const socket = new WebSocket(url, { headers, handshakeTimeout: within, perMessageDeflate: false });
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    received.push(read(data.toString()));
    for (const check of watchers) check();
  });

  const next: Listener['next'] = (fits, milliseconds, from = 0) =>
    new Promise((resolve) => {
      const end = (found: Received | null): void => {
        clearTimeout(timer);
        watchers.delete(check);
        socket.off('close', giveUp);
        resolve(found);
      };
      const check = (): void => {
        const found = received.slice(from).find(fits);
        if (found) end(found);
      };
      const giveUp = (): void => end(null);
      const timer = setTimeout(giveUp, milliseconds);
      watchers.add(check);
      socket.on('close', giveUp);
      check();
    });

  const listener: Listener = {
    received,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next,
    listen: async (milliseconds) => void (await next(() => false, milliseconds)),
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    close: () => socket.terminate(),
  };
  return new Promise((resolve) => {
    socket.once('open', () => resolve(listener));
    socket.on('error', (error) => resolve(error.message));
  });
}

function read(text: string): Received {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { type: '', frame: null, raw: text };
  }
  const { type, event } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const name = type ?? event;
  return { type: typeof name === 'string' ? name : '', frame: readServerFrame(text), raw };
}
