import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { orderBookImplementations } from '../../../src/machines/orderBook/orderBook.actors.ts';
import {
  bookStatus,
  orderBookMachine,
  trustedUntil,
} from '../../../src/machines/orderBook/orderBook.machine.ts';
import { startBookFeed } from '../../../src/services/book/feed.ts';
import { createOrderBookStore } from '../../../src/services/book/orderBookStore.ts';
import { IDLE_AFTER } from '../../../src/services/idleWatcher.ts';
import { readServerFrame } from '../../../src/services/contract/frames.ts';
import { bookControl } from '../../models/tools/bookControl.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';
import { scriptedSocket } from '../../models/tools/scriptedSocket.ts';

function setup() {
  const clock = new TestClock();
  const told: string[] = [];
  let isVisible = true;
  const { page, say } = scriptedPage({ isVisible: () => isVisible });
  const store = createOrderBookStore('XMR-BTC', {
    clock,
    isVisible: () => isVisible,
    published: () => undefined,
  });
  let heardAt: number | null = null;
  let feed: ReturnType<typeof startBookFeed> | null = null;
  const { socket, say: link } = scriptedSocket('connected', (event) => void told.push(event.type));
  const actor = createActor(
    orderBookMachine.provide(
      orderBookImplementations({
        books: {
          of: () => bookControl(store),
          startFeed: (_pair, tell) => {
            const started = startBookFeed({ store, numbersBooks: true, clock, say: tell });
            feed = started;
            return {
              ...started,
              stop() {
                started.stop();
                feed = null;
              },
            };
          },
        },
        hub: {
          get heardAt() {
            return heardAt;
          },
        },
        http: scriptedNetwork([]).http,
        clock,
        page,
        socket,
      }),
    ),
    { clock, input: { pair: 'XMR-BTC' } },
  ).start();
  let sequence = 0;
  return {
    clock,
    told,
    actor,
    store,
    turn: (next: 'visible' | 'hidden'): void => {
      isVisible = next === 'visible';
      if (isVisible) store.shown();
      say(next);
    },
    link,
    frame: (kind: 'whole' | 'change', price: string): void => {
      sequence += 1;
      heardAt = clock.now();
      const read = readServerFrame(
        JSON.stringify({
          type: kind === 'whole' ? 'orderbook_snapshot' : 'orderbook_update',
          pair_symbol: 'XMR-BTC',
          bids: [[price, '1']],
          asks: [],
          sequence,
          ...(kind === 'whole' ? {} : { delta: true, previous_sequence: sequence - 1 }),
        }),
      );
      if (read) feed?.receive(read);
    },
    now: () => bookStatus(actor.getSnapshot()),
  };
}

it('a page hidden for a minute gives up its book, and takes a whole one when it is visible', () => {
  const { clock, told, actor, store, turn, frame, now } = setup();
  frame('whole', '0.005');
  expect(now()).toBe('live');
  turn('hidden');
  clock.advance(IDLE_AFTER - 1);
  frame('change', '0.0049');
  expect(now()).toBe('live');
  expect(told).toEqual(['subscription.added']);
  const heardAt = clock.now();
  clock.advance(1);
  expect(told).toEqual(['subscription.added', 'subscription.removed']);
  expect(now()).toBe('disconnected');
  expect(trustedUntil(actor.getSnapshot())).toBe(heardAt);
  // Frames on their way when the topic was given up change nothing.
  frame('whole', '0.004');
  expect(now()).toBe('disconnected');

  clock.advance(3_600_000);
  turn('visible');
  expect(told).toEqual(['subscription.added', 'subscription.removed', 'subscription.added']);
  // Old rows are marked as stale until a snapshot comes.
  expect(now()).toBe('stale');
  frame('change', '0.0041');
  expect(now()).toBe('stale');
  frame('whole', '0.006');
  expect(now()).toBe('live');
  expect(store.getTop()).toMatchObject({ bid: '0.006', isFresh: true });
});

it('a link that was closed is awaited', () => {
  const { clock, turn, link, frame, now } = setup();
  frame('whole', '0.005');
  turn('hidden');
  clock.advance(IDLE_AFTER);
  link('lost');
  link('connected');
  expect(now()).toBe('disconnected');
  link('lost');
  turn('visible');
  expect(now()).toBe('disconnected');
  link('connected');
  frame('whole', '0.006');
  expect(now()).toBe('live');
});

it('a page closed while hidden leaves nothing behind, and gives nothing up twice', () => {
  const { clock, told, actor, store, turn, frame } = setup();
  frame('whole', '0.005');
  turn('hidden');
  clock.advance(IDLE_AFTER);
  actor.stop();
  expect(told).toEqual(['subscription.added', 'subscription.removed']);
  expect(store.getFill()).toBe('rows');
  turn('visible');
  expect(told).toHaveLength(2);
  expect(store.getFill()).toBe('nothing');
  clock.advance(3_600_000);
  expect(clock.pending).toBe(0);
});
