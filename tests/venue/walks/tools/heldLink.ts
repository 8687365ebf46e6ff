import { WebSocket } from 'ws';
import type { OpenLink, SocketHandlers } from '../../../../src/services/socket/link.ts';
import { until } from '../../edge/harness.ts';

/** The real socket of a chart: it connects and passes frames on when the walk lets it. */
export interface HeldLink {
  readonly openLink: OpenLink;
  /** Releases the handshake. @param origin the page's; the venue refuses those of other sites. */
  begin(origin: string): Promise<void>;
  /** Waits until the venue has sent frames of these types, and passes all of them on. */
  deliver(...types: readonly string[]): Promise<void>;
  /** Waits until the venue has sent a frame of this type, and passes on nothing else. */
  deliverOnly(type: string): Promise<void>;
  /** Waits until the venue has closed the link, and reports it. */
  tellEnd(): Promise<void>;
}

interface Line {
  readonly handlers: SocketHandlers;
  socket: WebSocket | null;
  readonly held: string[];
  hasFailed: boolean;
}

/**
 * @param headers such as the cookie, which a browser adds to the handshake by itself.
 */
export function heldLink(url: string, headers: () => Readonly<Record<string, string>>): HeldLink {
  let line: Line | null = null;
  const present = (): Line => {
    if (!line) throw new Error('there is no link');
    return line;
  };
  return {
    openLink: (handlers) => {
      const mine: Line = { handlers, socket: null, held: [], hasFailed: false };
      line = mine;
      return {
        send: (frame) => mine.socket?.send(JSON.stringify(frame)),
        close: () => {
          mine.socket?.close();
          if (line === mine) line = null;
        },
      };
    },
    async begin(origin) {
      const mine = present();
      const socket = new WebSocket(url, { origin, headers: headers(), perMessageDeflate: false });
      mine.socket = socket;
      socket.on('message', (data: Buffer) => mine.held.push(data.toString()));
      socket.on('error', () => {
        mine.hasFailed = true;
      });
      await until(() => mine.hasFailed || socket.readyState === WebSocket.OPEN);
      if (mine.hasFailed) mine.handlers.failed();
      else mine.handlers.opened();
    },
    async deliver(...types) {
      const { held, handlers } = present();
      const isThere = (type: string): boolean => held.some((text) => typeOf(text) === type);
      await until(() => held.length > 0 && types.every(isThere));
      for (const text of held.splice(0)) handlers.received(text);
    },
    async deliverOnly(type) {
      const { held, handlers } = present();
      const indexOf = (): number => held.findIndex((text) => typeOf(text) === type);
      await until(() => indexOf() !== -1);
      for (const text of held.splice(indexOf(), 1)) handlers.received(text);
    },
    async tellEnd() {
      const { socket, handlers } = present();
      await until(() => socket?.readyState === WebSocket.CLOSED);
      handlers.closed();
    },
  };
}

const typeOf = (text: string): string => (JSON.parse(text) as { type: string }).type;
