import type { BookViewOptions } from '../../domain/bookView.ts';
import { startBookFeed } from '../book/feed.ts';
import { createOrderBookStores, type OrderBookStore } from '../book/orderBookStore.ts';
import type { BookFact, BookFeed } from '../book/port.ts';
import type { Clock } from '../clock.ts';
import type { ServerFrame } from '../contract/frames.ts';
import type { PageFact } from '../page.ts';
import { createFrameHub } from './hub.ts';
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
  { url, numbersBooks, isVisible: isVisibleFirst }: StartMessage,
  { clock, openSocket = createBrowserLink, tell }: EngineDependencies,
): (message: PageMessage) => void {
  const hub = createFrameHub({
    numbersBooks,
    now: () => clock.now(),
    log: {
      droppedFrame: (count) => tell({ type: 'dropped', count }),
      defect: (where, error) =>
        tell({ type: 'defect', where, error: error instanceof Error ? error : new Error('unknown') }),
    },
  });
  const page = createPagePort(isVisibleFirst);
  const stores = createOrderBookStores({ clock, page });
  const books = new Map<string, ReturnType<typeof createBook>>();
  const feeds = new Map<number, { calls: number; readonly feed: BookFeed }>();
  const links = createLinks();

  function bookOf(pair: string): ReturnType<typeof createBook> {
    const known = books.get(pair) ?? createBook(stores.of(pair));
    books.set(pair, known);
    return known;
  }

  function createBook(store: OrderBookStore) {
    const { pair } = store;
    let clears = 0;
    let options: BookViewOptions | null = null;
    store.subscribe(() => {
      const view = options && store.view(options);
      const published = { top: store.getTop(), fill: store.getFill(), view };
      tell({ type: 'published', pair, clears, heardAt: hub.heardAt, published });
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
    let frame: ServerFrame | null = null;
    let toldAt = -HEARD_EVERY;
    hub.onFrame((one) => {
      frame = one;
    });

    function received(link: number, text: string): void {
      frame = null;
      const kind = hub.receive(text);
      const isBook = kind === null || kind === 'snapshot' || kind === 'update';
      const since = clock.now() - toldAt;
      // The page needs to know that the link lives, not of every frame.
      if (isBook && since >= 0 && since < HEARD_EVERY) return;
      toldAt = clock.now();
      const received = { kind, frame: isBook ? null : frame };
      tell({ type: 'heard', link, heardAt: hub.heardAt, received });
    }

    return {
      open(link: number): void {
        const say = (event: 'opened' | 'failed' | 'closed') => (): void =>
          tell({ type: 'link', link, event, heardAt: hub.heardAt });
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

  function feed({ pair, id, call }: Extract<PageMessage, { type: 'feed' }>): void {
    if (call === 'start') {
      const { store } = bookOf(pair);
      const started = { calls: 1 };
      const say = (fact: BookFact): void => tell({ type: 'fact', id, calls: started.calls, fact });
      feeds.set(id, Object.assign(started, { feed: startBookFeed({ store, hub, clock, say }) }));
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
        return page.turn(message.isVisible);
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

function createPagePort(isVisibleFirst: boolean) {
  const listeners = new Set<(fact: PageFact) => void>();
  let isVisible = isVisibleFirst;
  return {
    isVisible: () => isVisible,
    listen(listener: (fact: PageFact) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    turn(next: boolean): void {
      isVisible = next;
      for (const listener of listeners) listener(isVisible ? 'visible' : 'hidden');
    },
  };
}
