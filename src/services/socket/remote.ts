import type { Clock } from '../clock.ts';
import type { ServerFrame } from '../contract/frames.ts';
import type { Log } from '../log.ts';
import type { Page } from '../page.ts';
import { createFrameListeners, type FrameHub } from './hub.ts';
import type { OpenLink, SocketHandlers } from './link.ts';
import type { EngineMessage, PageMessage, RelayedFrame, StartMessage } from './messages.ts';
import { startThread, type ThreadDependencies } from './thread.ts';

/** The engine of the socket, wherever it runs. */
export interface SocketEngine {
  /** Starts it, if nothing has yet. */
  begin(): void;
  post(message: PageMessage): void;
  /** The order books are listened for once their code is loaded. */
  listen(listener: (message: EngineMessage) => void): void;
}

/** The socket in the page: each port relays the engine's messages. */
export interface RemoteSocket {
  readonly engine: SocketEngine;
  readonly openLink: OpenLink<RelayedFrame>;
  readonly hub: FrameHub<RelayedFrame>;
}

export interface RemoteDependencies extends Pick<ThreadDependencies, 'host' | 'loadEngine'> {
  readonly settings: Omit<StartMessage, 'type' | 'isVisible'>;
  readonly clock: Clock;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly log: Pick<Log, 'droppedFrame' | 'defect' | 'warning'>;
}

export function createRemoteSocket({ settings, page, log, ...parts }: RemoteDependencies): RemoteSocket {
  const { publish, ...listeners } = createFrameListeners(log);
  let hearBooks = (_message: EngineMessage): void => undefined;
  let send: ((message: PageMessage) => void) | null = null;
  let heardAt: number | null = null;
  let links = 0;
  let handlers: SocketHandlers<RelayedFrame> | null = null;

  function hear(message: EngineMessage): void {
    if ('heardAt' in message) ({ heardAt } = message);
    // Messages of an older link are late.
    const isLate = 'link' in message && message.link !== links;
    if (isLate) return;
    if (message.type === 'link') handlers?.[message.event]();
    else if (message.type === 'heard') handlers?.received(message.received);
    else if (message.type === 'dropped') log.droppedFrame(message.count);
    else if (message.type === 'defect') log.defect(message.where, message.error);
    else {
      hearBooks(message);
      if (message.type !== 'restarted') return;
      tellVisibility();
      // The link went with its engine.
      handlers?.closed();
    }
  }

  function post(message: PageMessage): void {
    send ??= begin();
    send(message);
  }

  function tellVisibility(): void {
    post({ type: 'page', isVisible: page.isVisible() });
  }

  function begin(): (message: PageMessage) => void {
    page.listen(tellVisibility);
    return startThread({
      ...parts,
      start: { ...settings, type: 'start', isVisible: page.isVisible() },
      hear,
      failed: () => handlers?.failed(),
      log,
    });
  }

  return {
    engine: {
      begin: () => {
        send ??= begin();
      },
      post,
      listen(listener) {
        hearBooks = listener;
      },
    },
    openLink(mine) {
      links += 1;
      const link = links;
      handlers = mine;
      post({ type: 'open', link });
      return {
        send: (frame) => post({ type: 'send', frame }),
        close() {
          if (link === links) handlers = null;
          post({ type: 'close' });
        },
      };
    },
    hub: {
      ...listeners,
      receive({ kind, frame }): ServerFrame['kind'] | null {
        if (frame) publish(frame);
        return kind;
      },
      get heardAt() {
        return heardAt;
      },
    },
  };
}
