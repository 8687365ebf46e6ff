import { type Network, ORIGIN, type SocketRoute } from './network.ts';

// Storage and connections of a browser besides the document.

/** Stays with the page when its document is loaded anew. */
export class ScriptedStorage {
  readonly #kept = new Map<string, string>();
  get length(): number {
    return this.#kept.size;
  }
  key = (index: number): string | null => [...this.#kept.keys()][index] ?? null;
  getItem = (name: string): string | null => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.#kept.set(name, value);
  removeItem = (name: string): void => void this.#kept.delete(name);
  clear = (): void => this.#kept.clear();
}

/** Between the tabs of one browser: a message reaches all others, never who sends it. */
export class Channels {
  readonly Channel: new (name: string) => EventTarget;
  constructor() {
    const open = new Set<EventTarget & { readonly name: string }>();
    this.Channel = class extends EventTarget {
      readonly name: string;
      constructor(name: string) {
        super();
        this.name = name;
        open.add(this);
      }
      postMessage(data: unknown): void {
        for (const other of open)
          if (other !== this && other.name === this.name)
            queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data })));
      }
      close(): void {
        open.delete(this);
      }
    };
  }
}

/** As the socket of a browser; its other end is the network's. */
export function socketOf(network: Network): new (url: string) => EventTarget {
  return class extends EventTarget {
    static readonly OPEN = 1;
    readyState = 0;
    #link: SocketRoute | null = null;
    constructor(url: string) {
      super();
      queueMicrotask(() => this.#open(url));
    }
    #open(url: string): void {
      if (this.readyState !== 0) return;
      this.#link = network.openSocket(new URL(url, ORIGIN).href, {
        hear: (data) => queueMicrotask(() => this.#hear(data)),
        close: () => this.#end(),
      });
      // Its other end may refuse it; it must listen before the page hears that it is open.
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    }
    #hear(data: string): void {
      if (this.readyState === 1) this.dispatchEvent(new MessageEvent('message', { data }));
    }
    #end(): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.dispatchEvent(new CloseEvent('close'));
    }
    send(text: string): void {
      this.#link?.hears(text);
    }
    close(): void {
      this.#end();
      this.#link?.closed();
    }
  };
}
