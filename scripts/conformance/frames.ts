import { WebSocket } from 'ws';
import { readServerFrame, type ServerFrame } from '../../src/services/contract/frames.ts';

export interface Heard {
  /** As the server named it. */
  readonly type: string;
  /** Null where the client could not read it. */
  readonly frame: ServerFrame | null;
  readonly raw: unknown;
}

/** A socket that keeps what it hears. */
export interface Listener {
  readonly heard: readonly Heard[];
  say(message: unknown): void;
  /** The first that fits, from the `from`-th on; null when none comes in time. */
  next(fits: (heard: Heard) => boolean, within: number, from?: number): Promise<Heard | null>;
  /** Hears for a while whatever comes. */
  listen(milliseconds: number): Promise<void>;
  readonly isOpen: boolean;
  close(): void;
}

/** @returns why it does not open, or the socket. */
export function openListener(
  url: URL,
  headers: Readonly<Record<string, string>>,
  within: number,
): Promise<Listener | string> {
  const socket = new WebSocket(url, { headers, handshakeTimeout: within, perMessageDeflate: false });
  const heard: Heard[] = [];
  const watchers = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    heard.push(read(data.toString()));
    for (const look of watchers) look();
  });

  const next: Listener['next'] = (fits, milliseconds, from = 0) =>
    new Promise((resolve) => {
      const end = (found: Heard | null): void => {
        clearTimeout(timer);
        watchers.delete(look);
        socket.off('close', giveUp);
        resolve(found);
      };
      const look = (): void => {
        const found = heard.slice(from).find(fits);
        if (found) end(found);
      };
      const giveUp = (): void => end(null);
      const timer = setTimeout(giveUp, milliseconds);
      watchers.add(look);
      socket.on('close', giveUp);
      look();
    });

  const listener: Listener = {
    heard,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
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

function read(text: string): Heard {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    // Told like any frame that cannot be read.
    return { type: '', frame: null, raw: text };
  }
  const { type, event } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const name = type ?? event;
  return { type: typeof name === 'string' ? name : '', frame: readServerFrame(text), raw };
}
