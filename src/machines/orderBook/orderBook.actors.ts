import { fromCallback, fromPromise } from 'xstate';
import { valueOrThrow } from '../../domain/result.ts';
import { bookTopic } from '../socket/socket.rules.ts';
import type { LinkStatus } from '../socket/socket.machine.ts';
import { socketPort, type SocketPort } from '../socket/socket.actors.ts';
import type { BookControl, Books } from '../../services/book/port.ts';
import { createRemoteBooks } from '../../services/book/remoteBooks.ts';
import { compareBook, readFirstBook } from '../../services/book/rest.ts';
import type { Clock } from '../../services/clock.ts';
import type { Http } from '../../services/http/port.ts';
import { watchIdle } from '../../services/idleWatcher.ts';
import type { Page } from '../../services/page.ts';
import type { FrameHub } from '../../services/socket/hub.ts';
import type { App } from '../app/app.ts';
import { perApp } from '../shared/common.ts';
import {
  type Compared,
  type FirstBook,
  type OrderBookContext,
  type OrderBookEvent,
  type OrderBookInput,
  orderBookMachine,
  type Resync,
} from './orderBook.machine.ts';

export interface OrderBookDependencies {
  readonly books: { of(pair: string): BookControl } & Pick<Books, 'startFeed'>;
  readonly hub: Pick<FrameHub, 'heardAt'>;
  readonly http: Pick<Http, 'send'>;
  readonly socket: SocketPort;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly clock: Clock;
}

interface Subscription {
  resync(): void;
  end(): void;
}

interface About {
  readonly context: OrderBookContext;
}

/** A hidden page is unsubscribed until it is visible. */
export function orderBookImplementations({ books, hub, http, socket, page, clock }: OrderBookDependencies) {
  return {
    actors: {
      feed: fromCallback<Resync, OrderBookInput>(({ input, sendBack, receive }) => {
        const { pair } = input;
        const topic = bookTopic(pair);
        const store = books.of(pair);
        const say = (event: OrderBookEvent): void => sendBack(event);
        // Another actor may have left rows there.
        store.clear();
        const subscribe = (): Subscription => {
          const feed = books.startFeed(pair, (fact) => {
            if (fact.type === 'broken') say({ type: 'book.broken', fault: fact.fault, at: clock.now() });
            else if (fact.type === 'synced') say({ ...fact, type: 'book.synced' });
            else say({ type: `book.${fact.type}` });
          });
          const listener = (status: LinkStatus): void => {
            if (status === 'connected') {
              feed.linkOpened();
              say({ type: 'link.opened' });
            } else {
              feed.linkLost();
              say({ type: `link.${status}`, heardAt: hub.heardAt });
            }
          };
          const stopListening = socket.listen(listener);
          // An exhausted socket tries again for a new subscriber, so its status is read once more.
          const before = socket.status();
          socket.send({ type: 'subscription.added', topic });
          if (before === 'connected') listener('connected');
          return {
            resync() {
              feed.resyncing();
              socket.send({ type: 'subscription.renewed', topic });
            },
            end() {
              stopListening();
              feed.stop();
              socket.send({ type: 'subscription.removed', topic });
            },
          };
        };
        let subscription: Subscription | null = subscribe();
        receive(() => subscription?.resync());
        // Frames cost processor time and battery even when nothing is drawn.
        const stopWatching = watchIdle(
          { page, clock },
          {
            left: () => {
              subscription?.end();
              subscription = null;
              say({ type: 'link.lost', heardAt: hub.heardAt });
            },
            back: () => {
              subscription = subscribe();
            },
          },
        );
        return () => {
          stopWatching();
          subscription?.end();
          store.clear();
        };
      }),
      firstBook: fromPromise<FirstBook, OrderBookInput>(async ({ input, signal }) => {
        valueOrThrow(await readFirstBook(http, books.of(input.pair), signal));
        return { at: clock.now() };
      }),
      compare: fromPromise<Compared, OrderBookInput>(async ({ input, signal }) => ({
        comparison: page.isVisible() ? await compareBook(http, books.of(input.pair), signal) : 'unclear',
        at: clock.now(),
      })),
    },
    actions: {
      markFresh: ({ context }: About) => books.of(context.pair).setFresh(true),
      markStale: ({ context }: About) => books.of(context.pair).setFresh(false),
      reconnect: () => socket.send({ type: 'user.reconnect' }),
    },
  };
}

export const booksOf = perApp(({ services: { engine, storage, page, deviceClock } }: App) =>
  createRemoteBooks({ engine, storage, page, clock: deviceClock }),
);

export const provideOrderBook = (app: App) => {
  const { hub, clock, deviceClock } = app.services;
  return orderBookMachine.provide(
    orderBookImplementations({
      ...app.services,
      // The engine notes the device's time.
      hub: {
        get heardAt() {
          return hub.heardAt && hub.heardAt + clock.now() - deviceClock.now();
        },
      },
      books: booksOf(app),
      socket: socketPort(app.socket),
    }),
  );
};
