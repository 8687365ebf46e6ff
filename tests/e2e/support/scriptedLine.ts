import type { Page } from '@playwright/test';
import { withoutWorker } from './test.ts';

/** Seen from the other end of the socket. */
export interface LineFacts {
  readonly link: 'none' | 'opening' | 'open';
  /** Subscribed over this link. */
  readonly topics: string;
  /** Since the last frame to the page. */
  readonly pings: number;
  readonly unsubscribed: number;
  /** Whether a snapshot was requested and not answered. */
  readonly isBookAsked: boolean;
  /** Whether it was requested again on an open link, less than five seconds of the page's time ago. */
  readonly isBookRenewed: boolean;
}

/** In the page, under this name of the global object. */
interface Line {
  isRefused: boolean;
  answersPings: boolean;
  tries: number;
  facts(): LineFacts;
  accept(): void;
  say(frame: object): void;
  end(): void;
  fail(): void;
  forgetQuestion(): void;
}

/** For functions that run in the page. */
declare global {
  // oxlint-disable-next-line no-var -- a property of the global object can be declared in no other way.
  var line: Line;
}

/** Acts at once, even while the page's clock is stopped. */
export class ScriptedLine {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Call it before the page is opened. */
  async start(): Promise<void> {
    await withoutWorker(this.#page);
    await this.#page.addInitScript(layLine);
  }

  accept(): Promise<void> {
    return this.#page.evaluate(() => line.accept());
  }

  say(...frames: readonly object[]): Promise<void> {
    return this.#page.evaluate((list) => {
      for (const frame of list) line.say(frame);
    }, frames);
  }

  end(): Promise<void> {
    return this.#page.evaluate(() => line.end());
  }

  fail(): Promise<void> {
    return this.#page.evaluate(() => line.fail());
  }

  /** `isRefused`: the browser refuses every address. `answersPings`: each ping is answered. */
  set(part: Partial<Pick<Line, 'isRefused' | 'answersPings'>>): Promise<void> {
    return this.#page.evaluate((how) => void Object.assign(line, how), part);
  }

  /** The page no longer waits for the snapshot. */
  forgetQuestion(): Promise<void> {
    return this.#page.evaluate(() => line.forgetQuestion());
  }

  tries(): Promise<number> {
    return this.#page.evaluate(() => line.tries);
  }

  facts(): Promise<LineFacts> {
    return this.#page.evaluate(() => line.facts());
  }
}

/** Runs in the page before everything else. */
function layLine(): void {
  const PAUSE = 5000;
  let link: Link | null = null;
  let pings = 0;
  let unsubscribed = 0;
  let isBookAsked = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const topics = new Set<string>();

  class Link extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    readyState = Link.CONNECTING;

    constructor() {
      super();
      theLine.tries += 1;
      if (theLine.isRefused) throw new DOMException('The address is refused.', 'SyntaxError');
      replace(this);
    }

    send(text: string): void {
      const { type } = JSON.parse(text) as { type: string };
      const [verb, topic = ''] = type.split('_');
      if (type === 'ping') pings += 1;
      if (type === 'ping' && theLine.answersPings) queueMicrotask(() => theLine.say({ type: 'pong' }));
      if (verb === 'subscribe') topics.add(topic);
      if (verb === 'unsubscribe') topics.delete(topic);
      if (verb === 'unsubscribe') unsubscribed += 1;
      if (type === 'subscribe_orderbook') isBookAsked = true;
      if (type === 'unsubscribe_orderbook') renewedAt = Date.now();
    }

    close(): void {
      if (link === this) replace(null);
    }
  }

  function replace(next: Link | null): void {
    link = next;
    pings = 0;
    unsubscribed = 0;
    isBookAsked = false;
    topics.clear();
  }

  const theLine: Line = {
    isRefused: false,
    answersPings: false,
    tries: 0,
    facts: () => ({
      link: link === null ? 'none' : link.readyState === Link.OPEN ? 'open' : 'opening',
      topics: [...topics].join(),
      pings,
      unsubscribed,
      isBookAsked,
      isBookRenewed: Date.now() - renewedAt < PAUSE,
    }),
    accept() {
      if (link?.readyState !== Link.CONNECTING) throw new Error('no link is being opened');
      link.readyState = Link.OPEN;
      link.dispatchEvent(new Event('open'));
    },
    say(frame) {
      if (link?.readyState !== Link.OPEN) throw new Error('no link is open');
      pings = 0;
      const { type } = frame as { readonly type: string };
      if (type.startsWith('orderbook') || type === 'error') isBookAsked = false;
      link.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
    },
    end() {
      link?.dispatchEvent(new CloseEvent('close'));
    },
    fail() {
      link?.dispatchEvent(new Event('error'));
    },
    forgetQuestion() {
      isBookAsked = false;
    },
  };
  Object.assign(globalThis, { WebSocket: Link, line: theLine });
}
