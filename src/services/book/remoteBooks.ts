import { readGrouping, type BookView, type BookViewOptions } from '../../domain/bookView.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Clock } from '../clock.ts';
import { GROUPING } from '../sessionStore.ts';
import type { Page } from '../page.ts';
import type { Answer, EngineMessage, BookCall, Publication } from '../socket/messages.ts';
import type { SocketEngine } from '../socket/remote.ts';
import type { Storage } from '../storage.ts';
import {
  isSameTop,
  type BookControl,
  type BookFact,
  type BookFeed,
  type Books,
  type BookStore,
  type BookTop,
} from './port.ts';

/** Milliseconds after a key in which another is likely, and for which a view waits at most (BOOK-19). */
export const PAUSE = 250;

/** There is no entry where every price is shown. */
export const groupingKey = (pair: string): string => `${GROUPING}${pair}`;

const NO_TOP: BookTop = { bid: null, ask: null, last: null, isFresh: false };
const NO_ROWS: BookView = {
  asks: [],
  bids: [],
  top: NO_TOP,
  spread: null,
  volumes: { bids: null, asks: null },
  isEmpty: true,
};
const NOTHING: Publication = { top: NO_TOP, fill: 'nothing', view: NO_ROWS };

/** Answers of the engine, by the number of the question. */
function createQuestions(): {
  readonly ask: (put: (question: number) => void) => Promise<Answer>;
  readonly hear: (message: EngineMessage) => void;
} {
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  return {
    ask: (put) =>
      new Promise((resolve) => {
        count += 1;
        waiting.set(count, resolve);
        put(count);
      }),
    hear(message) {
      if (message.type === 'restarted') {
        // Nobody is left who could answer them.
        for (const resolve of waiting.values()) resolve('unclear');
        waiting.clear();
      }
      if (message.type !== 'answer') return;
      waiting.get(message.question)?.(message.answer);
      waiting.delete(message.question);
    },
  };
}

interface RemoteBook extends BookStore, BookControl {
  readonly hear: (message: EngineMessage) => void;
}

function createRemoteBook(
  pair: string,
  post: (call: BookCall) => void,
  { ask }: ReturnType<typeof createQuestions>,
  { storage, page, clock }: Omit<RemoteBooksDependencies, 'engine'>,
): RemoteBook {
  const listeners = new Set<() => void>();
  let { top, fill } = NOTHING;
  let view = NO_ROWS;
  let wanted: BookViewOptions | null = null;
  let isFresh = false;
  let sharedLast: DecimalText | null = null;
  let clears = 0;
  let grouping = readGrouping(storage.read(groupingKey(pair)));
  let lastKey = 0;
  let held: Publication | null = null;
  let timer: unknown = null;

  function show(next: Publication): void {
    const last = sharedLast ?? next.top.last;
    const nextTop = { ...next.top, last, isFresh: next.top.isFresh && isFresh };
    if (!isSameTop(nextTop, top)) top = nextTop;
    fill = next.fill;
    view = next.view ?? view;
    if (view.top.last !== last) view = { ...view, top: { ...view.top, last } };
  }

  function publish(): void {
    for (const listener of listeners) listener();
  }

  function drop(): void {
    clock.clearTimeout(timer);
    timer = null;
    held = null;
  }

  function release(): void {
    if (!held) return;
    show(held);
    drop();
    publish();
  }

  // A key must not wait behind a painting of the book.
  page.listenToKeys((fact) => {
    if (fact === 'pressed') lastKey = clock.now();
    else release();
  });

  return {
    pair,
    hear(message) {
      if (message.type === 'restarted') {
        clears = 0;
        if (sharedLast !== null) post({ call: 'shareLast', price: sharedLast });
        if (wanted) post({ call: 'show', options: wanted });
      }
      // Frames from before the book was cleared are late.
      if (message.type !== 'published' || message.pair !== pair || message.clears !== clears) return;
      // The rows stay until the engine that took over has others.
      if (message.published.fill === 'nothing' && fill !== 'nothing') return;
      held = message.published;
      const isTyping = Math.abs(clock.now() - lastKey) < PAUSE;
      if (isTyping && held.fill === fill) timer ??= clock.setTimeout(release, PAUSE);
      else release();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getTop: () => top,
    getFill: () => fill,
    view(options) {
      if (JSON.stringify(wanted) !== JSON.stringify(options)) {
        wanted = options;
        lastKey = 0;
        post({ call: 'show', options });
      }
      return view;
    },
    latest: () => view,
    getGrouping: () => grouping,
    group(chosen) {
      grouping = chosen;
      if (chosen === 1) storage.remove(groupingKey(pair));
      else storage.write(groupingKey(pair), String(chosen));
      publish();
    },
    shareLast(price) {
      if (price === sharedLast) return;
      sharedLast = price;
      post({ call: 'shareLast', price });
      // In the same paint as everywhere else, which the engine's answer would miss (LIVE-09).
      if (price === null || !page.isVisible()) return;
      show({ top, fill, view });
      publish();
    },
    async levels() {
      const answer = await ask((question) => post({ call: 'levels', question }));
      return typeof answer === 'object' ? answer : { bids: [], asks: [] };
    },
    expectOwnChange() {
      lastKey = 0;
      post({ call: 'expectOwnChange' });
    },
    setFresh(fresh) {
      isFresh = fresh;
      // Status of the rows applies to the newest ones.
      lastKey = 0;
      release();
      // Prices count as fresh once the engine says so, and stop at once.
      if (!fresh && top.isFresh) top = { ...top, isFresh };
      post({ call: 'setFresh', isFresh });
    },
    clear() {
      clears += 1;
      isFresh = false;
      drop();
      show(NOTHING);
      post({ call: 'clear' });
    },
    showFirst: (sides) => post({ call: 'showFirst', sides }),
    async compareWith(read) {
      // Before the call: a change after it may not be in its answer.
      const revision = await ask((question) => post({ call: 'revision', question }));
      const sides = await read();
      if (sides === null || typeof revision !== 'number') return 'unclear';
      const answer = await ask((question) => post({ call: 'compare', question, sides, revision }));
      return typeof answer === 'string' ? answer : 'unclear';
    },
  };
}

export interface RemoteBooksDependencies {
  readonly engine: SocketEngine;
  readonly storage: Pick<Storage, 'read' | 'write' | 'remove'>;
  readonly page: Pick<Page, 'isVisible' | 'listenToKeys'>;
  readonly clock: Clock;
}

/** The order books as the page has them; the engine of the socket keeps them. */
export function createRemoteBooks({ engine, ...parts }: RemoteBooksDependencies): Books {
  const books = new Map<string, RemoteBook>();
  const feeds = new Map<number, { hear: (fact: BookFact, calls: number) => void; restart: () => void }>();
  const questions = createQuestions();
  let started = 0;

  engine.listen((message) => {
    if (message.type === 'fact') return feeds.get(message.id)?.hear(message.fact, message.calls);
    questions.hear(message);
    for (const book of books.values()) book.hear(message);
    if (message.type === 'restarted') for (const feed of feeds.values()) feed.restart();
    return undefined;
  });

  return {
    of(pair) {
      const post = (call: BookCall): void => engine.post({ type: 'book', pair, ...call });
      const known = books.get(pair) ?? createRemoteBook(pair, post, questions, parts);
      books.set(pair, known);
      return known;
    },
    startFeed(pair, say) {
      started += 1;
      const id = started;
      let calls = 0;
      const call = (name: 'start' | keyof BookFeed) => (): void => {
        calls += 1;
        engine.post({ type: 'feed', pair, id, call: name });
      };
      const restart = (): void => {
        calls = 0;
        call('start')();
      };
      feeds.set(id, {
        // Its messages before the last call are late: a book must not come to life after its link was lost.
        hear(fact, before) {
          if (before === calls) say(fact);
        },
        restart,
      });
      restart();
      return {
        linkOpened: call('linkOpened'),
        linkLost: call('linkLost'),
        resyncing: call('resyncing'),
        stop() {
          feeds.delete(id);
          call('stop')();
        },
      };
    },
  };
}
