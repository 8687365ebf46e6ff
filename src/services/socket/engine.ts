import type { BookViewOptions } from '../../domain/bookView.ts';
import { startBookFeed } from '../book/feed.ts';
import { createOrderBookStore } from '../book/orderBookStore.ts';
import type { BookFact } from '../book/port.ts';
import type { Clock } from '../clock.ts';
import { readServerFrame, type ServerFrame } from '../contract/frames.ts';
import { createBrowserLink, type Link, type OpenLink } from './link.ts';
import type { BookCall, EngineMessage, PageMessage, StartMessage } from './messages.ts';

/** The page hears of book frames at most so often, in milliseconds. */
const HEARD_EVERY = 250;

export interface EngineDependencies {
  readonly clock: Clock;
  readonly openSocket?: (url: string) => OpenLink;
  readonly tell: (message: EngineMessage) => void;
}

/** Reads the socket and keeps the order books: in a worker, or in the page where there is none (BOOK-15). */
export function createSocketEngine(
  { url, numbersBooks, ...first }: StartMessage,
  { clock, openSocket = createBrowserLink, tell }: EngineDependencies,
): (message: PageMessage) => void {
  let { isVisible } = first;
  let heardAt: number | null = null;
  let dropped = 0;
  const books = new Map<string, ReturnType<typeof createBook>>();
  const feeds = new Map<number, { calls: number; readonly feed: ReturnType<typeof startBookFeed> }>();
  const links = createLinks();

  function bookOf(pair: string): ReturnType<typeof createBook> {
    const known = books.get(pair) ?? createBook(pair);
    books.set(pair, known);
    return known;
  }

  function createBook(pair: string) {
    let clears = 0;
    let options: BookViewOptions | null = null;
    const store = createOrderBookStore(pair, {
      clock,
      isVisible: () => isVisible,
      published() {
        const view = options && store.view(options);
        const published = { top: store.getTop(), fill: store.getFill(), view };
        tell({ type: 'published', pair, clears, heardAt, published });
      },
    });
    return {
      store,
      receive(message: BookCall): void {
        switch (message.call) {
          case 'clear':
            clears += 1;
            return store.clear();
          case 'expectOwnChange':
            return store.expectOwnChange();
          case 'setFresh':
            return store.setFresh(message.isFresh);
          case 'shareLast':
            return store.shareLast(message.price);
          case 'showFirst':
            return store.showFirst(message.sides);
          case 'show':
            ({ options } = message);
            store.expectOwnChange();
            return store.publish();
          case 'revision':
            return tell({ type: 'answer', question: message.question, answer: store.revision });
          case 'levels':
            return tell({ type: 'answer', question: message.question, answer: store.levels() });
          case 'compare': {
            const answer = store.compare(message.sides, message.revision);
            return tell({ type: 'answer', question: message.question, answer });
          }
        }
      },
    };
  }

  function createLinks() {
    let open: Link | null = null;
    let toldAt = -HEARD_EVERY;

    function received(link: number, text: string): void {
      const frame = readServerFrame(text);
      if (frame) {
        heardAt = clock.now();
        deliver(frame);
      } else {
        dropped += 1;
        tell({ type: 'dropped', count: dropped });
      }
      const kind = frame?.kind ?? null;
      const isBook = kind === null || kind === 'snapshot' || kind === 'update';
      const since = clock.now() - toldAt;
      // The page needs to know that the link lives, not of every frame.
      if (isBook && since >= 0 && since < HEARD_EVERY) return;
      toldAt = clock.now();
      tell({ type: 'heard', link, heardAt, received: { kind, frame: isBook ? null : frame } });
    }

    return {
      open(link: number): void {
        const say = (event: 'opened' | 'failed' | 'closed') => (): void =>
          tell({ type: 'link', link, event, heardAt });
        toldAt = -HEARD_EVERY;
        try {
          open = openSocket(url)({
            opened: say('opened'),
            failed: say('failed'),
            closed: say('closed'),
            received: (text) => received(link, text),
          });
        } catch {
          // The browser refuses the address, which counts as a failed link.
          say('failed')();
        }
      },
      send(message: Extract<PageMessage, { type: 'send' }>): void {
        // The page waits for the answer.
        if (message.frame.type === 'ping') toldAt = -HEARD_EVERY;
        open?.send(message.frame);
      },
      close(): void {
        open?.close();
        open = null;
      },
    };
  }

  /** When one feed throws, the others still get the frame. */
  function deliver(frame: ServerFrame): void {
    for (const { feed } of feeds.values()) {
      try {
        feed.receive(frame);
      } catch (error) {
        const known = error instanceof Error ? error : new Error('unknown');
        tell({ type: 'defect', where: 'frame listener', error: known });
      }
    }
  }

  function feed({ pair, id, call }: Extract<PageMessage, { type: 'feed' }>): void {
    if (call === 'start') {
      const { store } = bookOf(pair);
      const started = { calls: 1 };
      const say = (fact: BookFact): void => tell({ type: 'fact', id, calls: started.calls, fact });
      feeds.set(id, Object.assign(started, { feed: startBookFeed({ store, numbersBooks, clock, say }) }));
      return;
    }
    const known = feeds.get(id);
    if (!known) return;
    known.calls += 1;
    known.feed[call]();
    if (call === 'stop') feeds.delete(id);
  }

  return (message) => {
    switch (message.type) {
      case 'page':
        ({ isVisible } = message);
        if (isVisible) for (const { store } of books.values()) store.shown();
        return;
      case 'open':
        return links.open(message.link);
      case 'send':
        return links.send(message);
      case 'close':
        return links.close();
      case 'book':
        return bookOf(message.pair).receive(message);
      case 'feed':
        return feed(message);
    }
  };
}
