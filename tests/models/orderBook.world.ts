import { orderBookImplementations } from '../../src/machines/orderBook/orderBook.actors.ts';
import { orderBookMachine } from '../../src/machines/orderBook/index.ts';
import type { LinkStatus } from '../../src/machines/socket/index.ts';
import { startBookFeed } from '../../src/services/book/feed.ts';
import { createOrderBookStores } from '../../src/services/book/orderBookStore.ts';
import { createFrameHub } from '../../src/services/socket/hub.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent } from './tools/explore.ts';
import { scriptedNetwork, silentLog, type Reply } from './tools/ports.ts';
import { scriptedSocket } from './tools/scriptedSocket.ts';
import type { World } from './tools/walk.ts';

export const PAIR = 'XMR-BTC';
/** The services' clock stands still. */
export const NOW = new TestClock().now();

type Levels = readonly (readonly [string, string])[];
interface Sides {
  readonly bids: Levels;
  readonly asks: Levels;
}

export const FULL: Sides = {
  bids: [['0.005', '1']],
  asks: [
    ['0.006', '2'],
    ['0.007', '3'],
  ],
};
export const EMPTY: Sides = { bids: [], asks: [] };
export const CROSSED: Sides = { bids: [['0.006', '1']], asks: [['0.005', '1']] };

/** Real feed, store, hub and call layer; frames, link and network are scripted. */
export function world(): World<typeof orderBookMachine> {
  const effects: string[] = [];
  const servicesClock = new TestClock();
  // A second between frames, so that none waits for its turn to be shown.
  const screenClock = new TestClock();
  const network = scriptedNetwork(effects);
  const hub = createFrameHub({ log: silentLog, numbersBooks: true, now: servicesClock.now });
  let heard = 0;
  const counted = (stop: () => void): (() => void) => {
    heard += 1;
    return () => {
      heard -= 1;
      stop();
    };
  };
  const page = { isVisible: () => true, listen: () => () => undefined };
  const books = createOrderBookStores({ clock: screenClock, page });
  const store = books.of(PAIR);
  let hasPublished = false;
  store.subscribe(() => (hasPublished = true));

  const subscribed = new Set<string>();
  const {
    socket,
    say,
    heard: heardOfLink,
  } = scriptedSocket('lost', (event) => {
    const topic = 'topic' in event ? event.topic : '';
    effects.push(`${event.type} ${topic}`.trim());
    if (event.type === 'subscription.renewed') isAsked = true;
    if (event.type === 'subscription.added') subscribed.add(topic);
    if (event.type === 'subscription.removed') subscribed.delete(topic);
  });
  const link = (next: LinkStatus) => (): void => {
    isAsked = false;
    say(next);
  };

  let sequence = 0;
  /** After a snapshot request, older changes may still arrive. */
  let isAsked = false;
  let isNumbered = true;
  function frame(sides: Sides, part: Record<string, unknown> = {}): void {
    screenClock.jump(1000);
    sequence += 1;
    hub.receive(
      JSON.stringify({
        type: 'orderbook_update',
        pair_symbol: PAIR,
        ...sides,
        ...(isNumbered ? { sequence } : {}),
        ...part,
      }),
    );
  }
  const broken: Readonly<Record<string, () => void>> = {
    gap: () => frame(FULL, { delta: true, previous_sequence: sequence - 1, sequence: (sequence += 2) }),
    early: () => frame(FULL, { delta: true, previous_sequence: sequence }),
    crossed: () => {
      for (const type of ['orderbook_snapshot', 'orderbook_update']) frame(CROSSED, { type });
    },
  };

  return {
    machine: orderBookMachine.provide(
      orderBookImplementations({
        books: {
          ...books,
          startFeed: (pair, tell) =>
            startBookFeed({
              store: books.of(pair),
              hub: {
                onBook: (name, hear) => counted(hub.onBook(name, hear)),
                onError: (hear) => counted(hub.onError(hear)),
              },
              clock: servicesClock,
              say: tell,
            }),
        },
        hub: { heardAt: NOW },
        http: network.http,
        clock: servicesClock,
        page,
        socket,
      }),
    ),
    clock: new TestClock(),
    settle: (_invokeId, { name, reply }) => {
      if (name === 'changed meanwhile') frame(FULL);
      screenClock.jump(1000);
      network.reply(reply as Reply);
    },
    drive: {
      'link.opened': link('connected'),
      'link.lost': link('lost'),
      'link.exhausted': link('exhausted'),
      'book.synced': (event) => {
        if (isAsked) frame(FULL, { delta: true, previous_sequence: sequence });
        isAsked = false;
        isNumbered = event.isNumbered === true;
        frame(event.isEmpty === true ? EMPTY : FULL, { type: 'orderbook_snapshot' });
      },
      'book.emptied': () => frame(EMPTY),
      'book.filled': () => frame(FULL),
      'book.broken': (event: AnyEvent) => broken[String(event.fault)]?.(),
      'book.refused': () => hub.receive('{"type":"error","code":"UNKNOWN_PAIR","message":"No such pair"}'),
    },
    drain: () => {
      const { asks, bids } = store.view({ rows: 5, filter: 'all', grouping: null });
      const shows = `shows ${bids.length}+${asks.length} ${store.getTop().isFresh ? 'fresh' : 'old'}`;
      if (hasPublished) effects.push(shows);
      hasPublished = false;
      return effects.splice(0);
    },
    leaks: () => [
      ...network.open().map((request) => `request ${request}`),
      ...(heard > 0 ? ['a listener of the hub'] : []),
      ...(heardOfLink() > 0 ? ['a listener of the socket'] : []),
      ...[...subscribed].map((topic) => `subscription ${topic}`),
      ...(servicesClock.pending + screenClock.pending > 0 ? ['a timer of the services'] : []),
      ...(store.getFill() !== 'nothing' ? ['data in the store'] : []),
    ],
  };
}
