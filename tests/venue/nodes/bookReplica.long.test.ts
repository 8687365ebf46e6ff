import { describe, expect, it } from 'vitest';
import type { BookLevel, TradeRecord } from '../../../venue/exchange.ts';
import { BookReplica, type FeedEvent, type WholeBook } from '../../../venue/nodes/bookReplica.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const whole = (given: Partial<WholeBook> = {}): WholeBook => ({
  epoch: 5,
  sequence: 10,
  lastPrice: '100',
  lastTrade: 3,
  bids: [['99', '1']],
  asks: [['101', '2']],
  ...given,
});

const changed = (
  [previousSequence, sequence]: readonly [number, number],
  { bids = [], asks = [], epoch = 5 }: { bids?: BookLevel[]; asks?: BookLevel[]; epoch?: number } = {},
): FeedEvent => ({
  kind: 'book',
  epoch,
  change: { pair: 'XMR-BTC', previousSequence, sequence, bids, asks, lastPrice: '100.5' },
});

const trades = (after: number, numbers: readonly number[], epoch = 5): FeedEvent => ({
  kind: 'trades',
  epoch,
  after,
  trades: numbers.map((number) => ({ number }) as TradeRecord),
});

function replicaOf(books: (WholeBook | null)[]) {
  let asked = 0;
  const [told, read, faults]: [number[], string[], unknown[]] = [[], [], []];
  const replica = new BookReplica({
    pair: 'XMR-BTC',
    fetch: async () => {
      asked += 1;
      return books.shift() ?? null;
    },
    readTrades: async (after, upTo) => {
      read.push(`${after}-${upTo}`);
      return Array.from(
        { length: upTo - after },
        (_, index) => ({ number: after + 1 + index }) as TradeRecord,
      );
    },
    onBook: () => undefined,
    onTrades: (list) => told.push(...list.map(({ number }) => number)),
    onFault: (error) => faults.push(error),
  });
  const levels = () => {
    const { bids, asks, sequence } = replica.snapshot(10, new Date(0)) ?? {};
    return { bids, asks, sequence };
  };
  return { replica, levels, told, read, faults, asked: () => asked };
}

async function shown(books: (WholeBook | null)[] = [whole()]) {
  const all = replicaOf(books);
  all.replica.resync();
  await turn();
  return all;
}

describe("a pair's book on a node that does not match it", () => {
  it('is absent until it is fully read, and is requested once', async () => {
    const all = replicaOf([whole()]);
    expect([all.replica.snapshot(1, new Date(0)), all.replica.isValid]).toEqual([undefined, false]);
    all.replica.resync();
    all.replica.resync();
    await turn();
    expect(all.asked()).toBe(1);
    expect(all.levels()).toEqual({ bids: [['99', '1']], asks: [['101', '2']], sequence: 10 });
    expect([all.replica.unknownFor, all.faults]).toEqual([0, []]);
  });

  it('applies each change that follows the one before, also from a new owner', async () => {
    const all = await shown();
    all.replica.receive(changed([10, 11], { bids: [['99', '3']] }));
    all.replica.receive(changed([11, 12], { asks: [['101', '0']] }));
    expect(all.levels()).toEqual({ bids: [['99', '3']], asks: [], sequence: 12 });
    all.replica.receive(changed([12, 4], { bids: [['98', '1']], epoch: 6 }));
    expect(all.levels()).toEqual({
      bids: [
        ['99', '3'],
        ['98', '1'],
      ],
      asks: [],
      sequence: 4,
    });
    expect([all.asked(), all.replica.epoch]).toEqual([1, 6]);
  });

  it.each([
    ['one that it has already', changed([9, 10], { bids: [['99', '7']] })],
    ['one of a former owner', changed([10, 11], { bids: [['99', '7']], epoch: 4 })],
  ])('ignores %s', async (_, event) => {
    const all = await shown();
    all.replica.receive(event);
    expect(all.levels()).toEqual({ bids: [['99', '1']], asks: [['101', '2']], sequence: 10 });
    expect(all.asked()).toBe(1);
  });

  it.each([
    ['one is missing before it', changed([11, 12])],
    ['one is missing before it, of a new owner', changed([11, 12], { epoch: 6 })],
    ['it would cross', changed([10, 11], { bids: [['102', '1']] })],
    ['it cannot be read', changed([10, 11], { bids: [['x', '1']] })],
  ])('is absent, and fully read again, where %s', async (_, event) => {
    const next = whole({ epoch: 6, sequence: 20, bids: [['90', '1']], asks: [] });
    const all = await shown([whole(), next]);
    all.replica.receive(event);
    expect(all.replica.isValid).toBe(false);
    await turn();
    expect([all.asked(), all.levels()]).toEqual([2, { bids: [['90', '1']], asks: [], sequence: 20 }]);
  });

  it('applies what came while it was being read, and not what came before', async () => {
    const all = replicaOf([whole()]);
    all.replica.resync();
    all.replica.receive(changed([8, 9], { bids: [['99', '8']] }));
    all.replica.receive(changed([9, 10], { bids: [['99', '9']] }));
    all.replica.receive(changed([10, 11], { bids: [['99', '4']] }));
    await turn();
    expect([all.asked(), all.levels()]).toEqual([
      1,
      { bids: [['99', '4']], asks: [['101', '2']], sequence: 11 },
    ]);
  });

  it('stays absent where nobody matches the pair, or a former owner answers', async () => {
    for (const answer of [null, whole({ epoch: 4 })]) {
      const all = await shown([whole(), answer]);
      all.replica.resync();
      await turn();
      expect(all.replica.isValid).toBe(false);
    }
  });

  it('reports each trade once and in order, and reads those that it has missed', async () => {
    const all = await shown();
    all.replica.receive(trades(3, [4, 5]));
    all.replica.receive(trades(3, [4, 5]));
    all.replica.receive(trades(5, [6]));
    all.replica.receive(trades(8, [9]));
    await turn();
    expect([all.told, all.read]).toEqual([[4, 5, 6, 7, 8, 9], ['6-9']]);
    expect(all.faults).toEqual([]);
  });
});
