import { OutageError } from '../../src/domain/failure.ts';
import { orderBookMachine, type OrderBookSnapshot } from '../../src/machines/orderBook/index.ts';
import type { MachineModel } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import type { Reply } from './tools/ports.ts';
import { orderBookSpec } from './orderBook.spec.ts';
import { EMPTY, FULL, NOW, PAIR, world } from './orderBook.world.ts';
import { orderBookPhrases } from './orderBook.phrases.ts';

type Machine = typeof orderBookMachine;
type Case = EventCase<Machine>;
type Ending = Outcome<OrderBookSnapshot>;
type When = (snapshot: OrderBookSnapshot) => boolean;

const isOpen: When = (snapshot) => snapshot.matches({ link: 'open' });
const isGivenUp: When = (snapshot) => snapshot.matches({ health: { failed: 'unreachable' } });
const isLive: When = (snapshot) => snapshot.matches({ health: 'live' });
const isEmpty: When = (snapshot) => snapshot.matches({ health: { empty: 'resting' } });
const isRight: When = (snapshot) => isLive(snapshot) || isEmpty(snapshot);
const isOut: When = (snapshot) => isOpen(snapshot) && !isRight(snapshot);

const both =
  (...conditions: readonly When[]): When =>
  (snapshot) =>
    conditions.every((condition) => condition(snapshot));

const ofLink: Case[] = [
  {
    name: 'link.opened',
    event: { type: 'link.opened' },
    when: (snapshot) => !isOpen(snapshot) && !isGivenUp(snapshot),
  },
  {
    name: 'link.lost',
    event: { type: 'link.lost', heardAt: NOW },
    when: (snapshot) => isOpen(snapshot) || isGivenUp(snapshot),
  },
  {
    name: 'link.exhausted',
    event: { type: 'link.exhausted', heardAt: NOW },
    when: (snapshot) => !isGivenUp(snapshot),
  },
];

const synced = (name: string, isNumbered: boolean, isEmpty = false): Case => ({
  name: `book.synced${name}`,
  event: { type: 'book.synced', isEmpty, isNumbered },
  when: isOut,
});

const ofBook: Case[] = [
  synced(', numbered', true),
  synced(', not numbered', false),
  synced(', empty, numbered', true, true),
  synced(', empty, not numbered', false, true),
  { name: 'book.emptied', event: { type: 'book.emptied' }, when: isLive },
  { name: 'book.filled', event: { type: 'book.filled' }, when: isEmpty },
  { name: 'book.refused', event: { type: 'book.refused' }, when: isOut },
  {
    name: 'book.broken by a gap',
    event: { type: 'book.broken', fault: 'gap', at: NOW },
    when: both(isRight, ({ context }) => context.isNumbered),
  },
  {
    name: 'book.broken by crossed sides',
    event: { type: 'book.broken', fault: 'crossed', at: NOW },
    when: isOpen,
  },
  {
    name: 'book.broken by an early change',
    event: { type: 'book.broken', fault: 'early', at: NOW },
    when: (snapshot) => snapshot.matches({ health: { stale: 'restoring' } }),
  },
];

const reconnect: Case = { name: 'user.reconnect', event: { type: 'user.reconnect' } };
const filters = (['all', 'buy', 'sell'] as const).map((filter): Case => ({
  name: `user.filter ${filter}`,
  event: { type: 'user.filter', filter },
}));

const answer = (sides: typeof FULL): Reply => ({
  status: 200,
  body: { pair: PAIR, timestamp: '2026-01-05T12:00:00Z', ...sides },
});
const DOWN: Ending = {
  name: 'server down',
  reply: { status: 503, body: undefined },
  error: new OutageError({ status: 503, code: 'server', retryable: true, cause: 'orderBook 503' }),
};
const REFUSED: Reply = { status: 404, body: { message: 'No such pair', code: 'UNKNOWN_PAIR' } };

const firstBook: readonly Ending[] = [
  { name: 'rows', reply: answer(FULL), done: { ok: true, value: { at: NOW } } },
  {
    name: 'refused',
    reply: REFUSED,
    done: {
      ok: false,
      failure: {
        code: 'refused',
        status: 404,
        text: 'No such pair',
        serverCode: 'UNKNOWN_PAIR',
        retryable: false,
      },
    },
  },
  DOWN,
  {
    name: 'silence',
    reply: 'silence',
    error: new OutageError({ code: 'timeout', retryable: true, cause: 'AbortError' }),
  },
];

const compare: readonly Ending[] = [
  { name: 'same', reply: answer(FULL), done: { comparison: 'same', at: NOW } },
  {
    name: 'different',
    reply: answer({ ...FULL, bids: [['0.005', '1.1']] }),
    done: { comparison: 'different', at: NOW },
  },
  { name: 'changed meanwhile', reply: answer(EMPTY), done: { comparison: 'unclear', at: NOW } },
  { name: 'refused', reply: REFUSED, done: { comparison: 'unclear', at: NOW } },
  DOWN,
];

/** The budget's 5 s end before any longer wait. */
const timer = (snapshot: OrderBookSnapshot, name: string): boolean =>
  name === 'resyncPause' || snapshot.matches({ budget: 'free' });

export const orderBookModel: MachineModel<Machine> = {
  name: 'orderBook',
  phrases: orderBookPhrases,
  machine: orderBookMachine.provide({ actions: { markFresh: () => undefined, reconnect: () => undefined } }),
  variants: [
    {
      name: 'health',
      input: { pair: PAIR },
      events: [...ofLink, ...ofBook, reconnect],
      outcomes: { firstBook, compare },
      world,
      timer,
    },
    {
      name: 'filter',
      input: { pair: PAIR },
      events: [...filters, ...ofLink, ...ofBook.slice(0, 1)],
      outcomes: { firstBook: firstBook.slice(0, 1) },
      world,
      timer: () => false,
    },
  ],
  spec: orderBookSpec,
};
