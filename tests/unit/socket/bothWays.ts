import { createSocketEngine } from '../../../src/services/socket/engine.ts';
import type { SocketHandlers } from '../../../src/services/socket/link.ts';
import type {
  AskMessage,
  PageMessage,
  RelayedFrame,
  StartMessage,
} from '../../../src/services/socket/messages.ts';
import { createRemoteSocket, type RemoteDependencies } from '../../../src/services/socket/remote.ts';
import { createRemoteBooks } from '../../../src/services/book/remoteBooks.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';
import { silentLog } from '../../models/tools/ports.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';

export const PAIR = 'XMR-BTC';
export const ADDRESS = 'wss://example.org/socket/ws';

/** `worker`: the engine behind messages that are copied and come later. `page`: there is no worker. */
export type Way = 'worker' | 'page';
export const WAYS: readonly Way[] = ['worker', 'page'];

/** Failures of a browser's worker: its file fails or never comes, or the policy does not admit it. */
export type Refusal = 'none' | 'file' | 'silence' | 'policy';

/** The socket of a page, with its other end. */
export function bothWays(way: Way, options: { readonly refusal?: Refusal; readonly loads?: boolean[] } = {}) {
  const { refusal = 'none', loads = [] } = options;
  const clock = new TestClock();
  const sockets: (SocketHandlers & { readonly sent: string[]; isClosed: boolean })[] = [];
  const notes: string[] = [];
  const workers: FakeWorker[] = [];
  const admitted: { name: string; admit: (url: string) => string }[] = [];
  let isRefused = false;
  let isVisible = true;

  const openSocket = (url: string) => (handlers: SocketHandlers) => {
    if (isRefused || url !== ADDRESS) throw new DOMException('refused', 'SyntaxError');
    const sent: string[] = [];
    const socket = { ...handlers, sent, isClosed: false };
    sockets.push(socket);
    return {
      send: (frame: { readonly type: string }) => void sent.push(frame.type),
      close: () => {
        socket.isClosed = true;
      },
    };
  };

  class FakeWorker extends EventTarget {
    isEnded = false;
    /** It takes in messages and sends none any more. */
    hangs = refusal === 'silence';
    readonly url: string;
    receive: ((message: PageMessage) => void) | null = null;
    constructor(url: string) {
      super();
      this.url = url;
      workers.push(this);
      queueMicrotask(() => {
        if (refusal === 'file') this.dispatchEvent(new Event('error'));
        else this.tell({ type: 'ready' });
      });
    }
    postMessage(messages: readonly (AskMessage | PageMessage | StartMessage)[]): void {
      const copies = structuredClone(messages);
      queueMicrotask(() => {
        if (refusal !== 'file') for (const copy of copies) this.take(copy);
      });
    }
    take(message: AskMessage | PageMessage | StartMessage): void {
      if (this.hangs) return;
      const tell = (answer: object): void => this.tell(answer);
      if (message.type === 'start') this.receive = createSocketEngine(message, { clock, openSocket, tell });
      else if (message.type === 'ask') tell({ type: 'ready' });
      else this.receive?.(message);
    }
    tell(message: object): void {
      if (this.hangs) return;
      const copy = structuredClone(message);
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: copy })));
    }
    terminate(): void {
      this.isEnded = true;
    }
  }

  const { page, say, key } = scriptedPage({ isVisible: () => isVisible });
  const trustedTypes = {
    createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => {
      if (refusal === 'policy') throw new TypeError('the policy is not allowed');
      admitted.push({ name, admit: rules.createScriptURL });
      return rules;
    },
  };
  const host: RemoteDependencies['host'] =
    way === 'page' ? {} : { Worker: FakeWorker as unknown as new (url: string) => Worker, trustedTypes };
  const remote = createRemoteSocket({
    settings: { url: ADDRESS, numbersBooks: true },
    host,
    loadEngine: async () => {
      if (loads.shift() === false) throw new Error('not there');
      return { createSocketEngine: (start, parts) => createSocketEngine(start, { ...parts, openSocket }) };
    },
    clock,
    page,
    log: {
      ...silentLog,
      droppedFrame: (count) => notes.push(`dropped ${count}`),
      defect: (where) => notes.push(`defect ${where}`),
      warning: (text) => notes.push(text),
    },
  });

  /** Until no message is on its way. */
  const settled = async (): Promise<void> => {
    await new Promise(setImmediate);
  };

  const heard: string[] = [];
  async function open() {
    const link = remote.openLink({
      opened: () => heard.push('opened'),
      failed: () => heard.push('failed'),
      closed: () => heard.push('closed'),
      received: (frame: RelayedFrame) => heard.push(String(remote.hub.receive(frame))),
    });
    await settled();
    return link;
  }

  return {
    ...remote,
    books: createRemoteBooks({ engine: remote.engine, storage: memoryStorage(), page, clock }),
    clock,
    key,
    sockets,
    notes,
    workers,
    admitted,
    heard,
    open,
    settled,
    refuse: () => {
      isRefused = true;
    },
    turn: async (visible: boolean): Promise<void> => {
      isVisible = visible;
      say(visible ? 'visible' : 'hidden');
      await settled();
    },
    receive: async (...frames: readonly object[]): Promise<void> => {
      for (const frame of frames)
        sockets.at(-1)?.received(typeof frame === 'string' ? frame : JSON.stringify(frame));
      await settled();
    },
    advance: async (milliseconds: number): Promise<void> => {
      clock.advance(milliseconds);
      await settled();
    },
  };
}
