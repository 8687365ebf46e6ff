import { describe, expect, it } from 'vitest';
import { createOrderBookStore } from '../../../src/services/book/orderBookStore.ts';
import { compareBook, readFirstBook } from '../../../src/services/book/rest.ts';
import { bookControl } from '../../models/tools/bookControl.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

const PAIR = 'XMR-BTC';
type Levels = readonly (readonly [string, string])[];

function setup() {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const store = createOrderBookStore(PAIR, {
    clock: new TestClock(),
    isVisible: () => true,
    published: () => undefined,
  });
  const bring = (bids: Levels, asks: Levels = []): void => {
    const volumes = { buysVolume: null, sellsVolume: null };
    const plain = { lastPrice: null, sequence: null, previousSequence: null, isDelta: false };
    store.apply({ kind: 'snapshot', pair: PAIR, bids, asks, ...volumes, ...plain });
  };
  const answer = (bids: Levels, asks: Levels = []): void =>
    network.reply({ status: 200, body: { pair: PAIR, timestamp: '2026-01-05T12:00:00Z', bids, asks } });
  return { http: network.http, network, store, bring, answer, signal: new AbortController() };
}

const rows = (store: ReturnType<typeof setup>['store']): string[] =>
  store
    .view({ rows: 5, filter: 'all', grouping: null })
    .bids.map(({ price, quantity }) => `${price} ${quantity}`);

describe('the first book (BOOK-13)', () => {
  it('is shown when the socket has not brought one', async () => {
    const { http, store, answer, signal } = setup();
    const reading = readFirstBook(http, store, signal.signal);
    answer([['0.10', '2']]);
    expect(await reading).toEqual({ ok: true, value: null });
    expect(rows(store)).toEqual(['0.1 2']);
    expect(store.book.isSynced).toBe(false);
  });

  it('does not replace newer frames of the socket', async () => {
    const { http, store, bring, answer, signal } = setup();
    const reading = readFirstBook(http, store, signal.signal);
    bring([['0.2', '9']]);
    answer([['0.1', '2']]);
    await reading;
    expect(rows(store)).toEqual(['0.2 9']);
    expect(store.book.isSynced).toBe(true);
  });

  it('replaces frames of the socket that were found wrong', async () => {
    const { http, store, bring, answer, signal } = setup();
    bring([['0.9', '1']], [['0.8', '1']]);
    store.expectSnapshot();
    const reading = readFirstBook(http, store, signal.signal);
    answer([['0.1', '2']]);
    await reading;
    expect(rows(store)).toEqual(['0.1 2']);
  });

  it('is not shown when nobody waits for it any more', async () => {
    const { http, store, answer, signal } = setup();
    const reading = readFirstBook(http, store, signal.signal);
    answer([['0.1', '2']]);
    signal.abort();
    await reading.catch(() => undefined);
    expect(store.getFill()).toBe('nothing');
  });

  it('an empty one is a book too', async () => {
    const { http, store, answer, signal } = setup();
    const reading = readFirstBook(http, store, signal.signal);
    answer([]);
    await reading;
    expect(store.getFill()).toBe('empty');
  });

  it('a refusal is returned, and shows nothing', async () => {
    const { http, store, network, signal } = setup();
    const reading = readFirstBook(http, store, signal.signal);
    network.reply({ status: 404, body: { message: 'no' } });
    expect(await reading).toMatchObject({ ok: false, failure: { code: 'refused' } });
    expect(store.getFill()).toBe('nothing');
  });
});

describe('comparing with the server’s own book (BOOK-14)', () => {
  const TEN: Levels = Array.from({ length: 10 }, (_, index) => [`0.${90 - index}`, '1']);

  it.each([
    ['equal, written differently', [['0.50', '1.0']], [['0.5', '1']], 'same'],
    ['another quantity', [['0.5', '1']], [['0.5', '2']], 'different'],
    ['another price', [['0.5', '1']], [['0.4', '1']], 'different'],
    [
      'a level too many',
      [
        ['0.5', '1'],
        ['0.4', '1'],
      ],
      [['0.5', '1']],
      'different',
    ],
    [
      'a level too few',
      [['0.5', '1']],
      [
        ['0.5', '1'],
        ['0.4', '1'],
      ],
      'different',
    ],
    ['a difference below the tenth level', [...TEN, ['0.1', '1']], [...TEN, ['0.1', '2']], 'same'],
    ['a difference in the tenth level', TEN, [...TEN.slice(0, 9), ['0.81', '2']], 'different'],
    ['both empty', [], [], 'same'],
  ] as const)('%s', async (_name, theirs, ours, expected) => {
    const { http, store, bring, answer, signal } = setup();
    bring(ours);
    const comparing = compareBook(http, bookControl(store), signal.signal);
    answer(theirs);
    expect(await comparing).toBe(expected);
  });

  it('both sides count', async () => {
    const { http, store, bring, answer, signal } = setup();
    bring([], [['0.5', '1']]);
    const comparing = compareBook(http, bookControl(store), signal.signal);
    answer([], [['0.5', '2']]);
    expect(await comparing).toBe('different');
  });

  it('reports nothing when the book changed between request and answer', async () => {
    const { http, store, bring, answer, signal } = setup();
    bring([['0.5', '1']]);
    const comparing = compareBook(http, bookControl(store), signal.signal);
    bring([['0.5', '2']]);
    answer([['0.5', '1']]);
    expect(await comparing).toBe('unclear');
  });
});
