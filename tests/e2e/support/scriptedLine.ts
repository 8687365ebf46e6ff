import type { Page } from '@playwright/test';

/** What the other end of the page's socket sees of it. */
export interface LineFacts {
  readonly link: 'none' | 'opening' | 'open';
  /** Topics that are subscribed to over this link. */
  readonly topics: string;
  /** Pings since the last frame that was sent to the page. */
  readonly pings: number;
  /** How often a topic was given up over this link. */
  readonly unsubscribed: number;
  /** Whether a whole book was asked for, and neither brought nor refused. */
  readonly isBookAsked: boolean;
  /** Whether it was asked for anew, over a link that stood, less than five seconds of the page's time ago. */
  readonly isBookRenewed: boolean;
}

/** The line as the page holds it, under this name of its global object. */
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

/** In the page: finds the line. For functions that read a screen in one look. */
declare global {
  // oxlint-disable-next-line no-var -- a property of the global object can be declared in no other way.
  var line: Line;
}

/**
 * The page's socket in the hands of the test: what a link goes through happens in the very moment in which the test
 * says so, also while the page's time stands still.
 */
export class ScriptedLine {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Call it before the page is opened. */
  async start(): Promise<void> {
    await this.#page.addInitScript(layLine);
  }

  /** The link that is being opened opens. */
  accept(): Promise<void> {
    return this.#page.evaluate(() => line.accept());
  }

  say(...frames: readonly object[]): Promise<void> {
    return this.#page.evaluate((list) => {
      for (const frame of list) line.say(frame);
    }, frames);
  }

  /** The other end closes the link. */
  end(): Promise<void> {
    return this.#page.evaluate(() => line.end());
  }

  /** The browser tells of an error of the link. */
  fail(): Promise<void> {
    return this.#page.evaluate(() => line.fail());
  }

  /** Whether the browser refuses every address from now on; whether the other end answers each ping by itself. */
  set(part: Partial<Pick<Line, 'isRefused' | 'answersPings'>>): Promise<void> {
    return this.#page.evaluate((how) => void Object.assign(line, how), part);
  }

  /** The page will not wait any longer for the book that it asked for. */
  forgetQuestion(): Promise<void> {
    return this.#page.evaluate(() => line.forgetQuestion());
  }

  /** How often the page opened a link so far. */
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
