import { describe, expect, it } from 'vitest';
import type { BookViewOptions } from '../../../src/domain/bookView.ts';
import type { BookFact } from '../../../src/services/book/port.ts';
import { bothWays, PAIR, WAYS } from './bothWays.ts';

const whole = (quantity: string, sequence: number, part: object = {}): object => ({
  type: 'orderbook_snapshot',
  pair_symbol: PAIR,
  bids: [['1', quantity]],
  asks: [['2', '7']],
  last_trade_price: '1.5',
  sequence,
  ...part,
});
const change = (quantity: string, sequence: number, previous = sequence - 1): object => ({
  ...whole(quantity, sequence),
  type: 'orderbook_update',
  asks: [],
  delta: true,
  previous_sequence: previous,
});
const OPTIONS = { rows: 5, filter: 'all', grouping: null } as const;

async function live(way: (typeof WAYS)[number]) {
  const socket = bothWays(way);
  const store = socket.books.of(PAIR);
  const facts: string[] = [];
  const seen: string[] = [];
  let options: BookViewOptions = OPTIONS;
  store.view(options);
  store.subscribe(() => {
    const [bid] = store.view(options).bids;
    seen.push(bid?.quantity ?? 'nothing');
  });
  store.clear();
  const say = (fact: BookFact): number => facts.push('fault' in fact ? `broken ${fact.fault}` : fact.type);
  const feed = socket.books.startFeed(PAIR, say);
  const link = await socket.open();
  socket.sockets[0]?.opened();
  feed.linkOpened();
  await socket.settled();
  seen.length = 0;
  const want = async (next: BookViewOptions): Promise<void> => {
    options = next;
    store.view(options);
    await socket.settled();
  };
  return { ...socket, store, facts, seen, feed, link, want };
}

describe.each(WAYS)('a link whose engine runs in the %s (BOOK-15)', (way) => {
  it('opens, speaks, hears and closes', async () => {
    const { open, sockets, heard, receive, settled } = bothWays(way);
    const link = await open();
    const [socket] = sockets;
    socket?.opened();
    link.send({ type: 'subscribe_fees' });
    await receive({ type: 'welcome' }, { type: 'ping' }, { type: 'pong' });
    expect(socket?.sent).toEqual(['subscribe_fees']);
    socket?.closed();
    await settled();
    expect(heard).toEqual(['opened', 'welcome', 'ping', 'pong', 'closed']);
    expect(socket?.isClosed).toBe(false);
  });

  it('reports that it failed, also where the browser refuses its address', async () => {
    const { open, sockets, heard, settled, refuse } = bothWays(way);
    await open();
    sockets[0]?.failed();
    await settled();
    refuse();
    await open();
    expect(heard).toEqual(['failed', 'failed']);
  });

  it('reports nothing after it was closed, nor in place of the next one', async () => {
    const { open, sockets, heard, receive, settled } = bothWays(way);
    const link = await open();
    sockets[0]?.opened();
    await settled();
    link.close();
    await receive({ type: 'pong' });
    sockets[0]?.closed();
    await settled();
    expect(sockets[0]?.isClosed).toBe(true);
    await open();
    sockets[0]?.closed();
    sockets[0]?.received('{"type":"pong"}');
    await settled();
    expect(heard).toEqual(['opened']);
    sockets[1]?.opened();
    await settled();
    expect(heard).toEqual(['opened', 'opened']);
  });

  it('hands on fees, errors and streams to those who wait for them', async () => {
    const { open, hub, receive } = bothWays(way);
    const heard: unknown[] = [];
    hub.onFees(({ mode, fees }) => heard.push([mode, fees]));
    hub.onError(({ code }) => heard.push(code));
    hub.onAuthRequired(() => heard.push('session'));
    hub.onLive('markets', ({ sequence, payload }) => heard.push([sequence, payload.markets]));
    await open();
    await receive(
      { type: 'fees_update', fees: { BTC: { a: 1 } } },
      { type: 'error', code: 'UNKNOWN_PAIR', message: 'no' },
      { type: 'auth_required' },
      { type: 'markets_snapshot', sequence: 4, markets: ['m'] },
    );
    expect(heard).toEqual([['merge', { BTC: { a: 1 } }], 'UNKNOWN_PAIR', 'session', [4, ['m']]]);
  });

  it('counts what it cannot read, which proves that the link lives', async () => {
    const { open, hub, notes, heard, receive, clock } = bothWays(way);
    await open();
    await receive({ type: 'new thing' });
    expect([hub.heardAt, heard, notes]).toEqual([null, ['null'], ['dropped 1']]);
    await receive({ type: 'pong' });
    expect(hub.heardAt).toBe(clock.now());
  });

  it('reports four times a second that book frames came, and at once after a ping', async () => {
    const { link, heard, receive, clock, hub, sockets, settled } = await live(way);
    heard.length = 0;
    await receive(whole('1', 1));
    for (let sequence = 2; sequence <= 1001; sequence += 1) {
      clock.advance(1);
      sockets[0]?.received(JSON.stringify(change(String(sequence), sequence)));
    }
    await settled();
    expect(heard).toEqual(['snapshot', 'update', 'update', 'update', 'update']);
    link.send({ type: 'ping' });
    await settled();
    await receive(change('5', 1002));
    expect(heard.length).toBe(6);
    // The end of a link brings the time of its last frame.
    clock.advance(40);
    sockets[0]?.received(JSON.stringify(change('5', 1003)));
    clock.advance(50);
    sockets[0]?.closed();
    await settled();
    expect(hub.heardAt).toBe(clock.now() - 50);
  });
});

describe.each(WAYS)('a book whose engine runs in the %s (BOOK-15)', (way) => {
  it('is shown, and fresh once its machine reports it', async () => {
    const { store, facts, seen, receive, settled } = await live(way);
    expect([store.getFill(), store.latest().bids]).toEqual(['nothing', []]);
    await receive(whole('3', 1));
    expect([facts, seen, store.getFill()]).toEqual([['synced'], ['3'], 'rows']);
    expect(store.getTop()).toEqual({ bid: '1', ask: '2', last: '1.5', isFresh: false });
    store.setFresh(true);
    await settled();
    expect(store.getTop().isFresh).toBe(true);
    expect(store.latest().spread).toMatchObject({ amount: '1' });
    store.setFresh(false);
    expect(store.getTop().isFresh).toBe(false);
  });

  it('is published at most ten times a second, its last change always (BOOK-12)', async () => {
    const { seen, receive, advance } = await live(way);
    await receive(whole('1', 1));
    for (let sequence = 2; sequence <= 250; sequence += 1) {
      await advance(1);
      await receive(change(String(sequence), sequence));
    }
    await advance(100);
    expect(seen).toEqual(['1', '100', '200', '250']);
  });

  it('is not published while the page is hidden, and at once when it is seen again', async () => {
    const { seen, receive, turn, advance } = await live(way);
    await receive(whole('1', 1));
    await turn(false);
    await advance(500);
    await receive(change('2', 2));
    expect(seen).toEqual(['1']);
    await turn(true);
    expect(seen).toEqual(['1', '2']);
  });

  it('asks for other rows as soon as they are wanted', async () => {
    const { store, seen, receive, want } = await live(way);
    await receive(whole('1', 1));
    await want({ ...OPTIONS, filter: 'sell' });
    expect(store.latest().bids).toEqual([]);
    expect(store.latest().asks).toHaveLength(1);
    await want(OPTIONS);
    expect(seen).toEqual(['1', 'nothing', '1']);
  });

  it('reports all its levels, whatever rows are shown (BOOK-16, BOOK-17)', async () => {
    const { store, receive, settled, want } = await live(way);
    await receive(whole('3', 1));
    await want({ ...OPTIONS, filter: 'sell', rows: 1 });
    const told = store.levels();
    await settled();
    expect(await told).toEqual({ bids: [['1', '3']], asks: [['2', '7']] });
    expect(store.latest().bids).toEqual([]);
  });

  it('reports errors of its frames, and waits for a whole book', async () => {
    const { facts, feed, receive, settled, seen, advance } = await live(way);
    await receive(whole('1', 1), change('2', 5, 4));
    expect(facts).toEqual(['synced', 'broken gap']);
    feed.resyncing();
    await settled();
    await receive(change('3', 6), { type: 'error', code: 'X' });
    await advance(200);
    await receive(whole('4', 9));
    expect(facts).toEqual(['synced', 'broken gap', 'refused', 'synced']);
    expect(seen).toEqual(['1', '4']);
  });

  it('holds nothing after it was cleared, whatever is on its way', async () => {
    const { store, sockets, settled, seen } = await live(way);
    sockets[0]?.received(JSON.stringify(whole('1', 1)));
    store.clear();
    expect([store.getFill(), store.getTop().bid, store.latest().bids]).toEqual(['nothing', null, []]);
    await settled();
    expect(store.getFill()).toBe('nothing');
    expect(seen.at(-1)).toBe('nothing');
  });

  it('does not come to life by messages from before its link was lost', async () => {
    const { feed, facts, sockets, settled, receive } = await live(way);
    sockets[0]?.received(JSON.stringify(whole('1', 1)));
    feed.linkLost();
    await settled();
    expect(facts).toEqual(way === 'page' ? ['synced'] : []);
    facts.length = 0;
    feed.linkOpened();
    await settled();
    await receive(whole('2', 2));
    expect(facts).toEqual(['synced']);
  });

  it('takes the first book, however fast the server answers a subscription', async () => {
    const { feed, link, facts, sockets, settled, open } = await live(way);
    link.close();
    feed.linkLost();
    const next = await open();
    const socket = sockets[1];
    socket?.opened();
    await settled();
    if (!socket) throw new Error('no socket was opened');
    const { sent } = socket;
    sent.push = (...types: string[]) => {
      // As a server does that is nearer than the next message of the page.
      queueMicrotask(() => socket.received(JSON.stringify(whole('3', 1))));
      return types.length;
    };
    next.send({ type: 'subscribe_orderbook', pair_symbol: PAIR });
    feed.linkOpened();
    await settled();
    expect(facts).toEqual(['synced']);
  });

  it('reports nothing to a stopped feed', async () => {
    const { feed, facts, receive, sockets, settled } = await live(way);
    sockets[0]?.received(JSON.stringify(whole('1', 1)));
    feed.stop();
    await settled();
    await receive(change('2', 2));
    expect(facts).toEqual(way === 'page' ? ['synced'] : []);
  });

  it('shows what a call read until the socket brings one (BOOK-13)', async () => {
    const { store, receive, settled, seen, advance } = await live(way);
    store.showFirst({ bids: [['0.9', '4']], asks: [] });
    await settled();
    expect(seen).toEqual(['4']);
    await receive(change('2', 2), whole('5', 3));
    await advance(100);
    store.showFirst({ bids: [['0.9', '4']], asks: [] });
    await advance(100);
    expect(seen).toEqual(['4', '5']);
  });

  it('is compared with what a call reads (BOOK-14)', async () => {
    const { store, receive } = await live(way);
    await receive(whole('1', 1));
    const asks = [['2', '7']] as const;
    expect(await store.compareWith(async () => ({ bids: [['1.0', '1']], asks }))).toBe('same');
    expect(await store.compareWith(async () => ({ bids: [['1.0', '2']], asks }))).toBe('different');
    expect(await store.compareWith(async () => null)).toBe('unclear');
    const changed = async () => {
      await receive(change('3', 2));
      return { bids: [['1', '1']] as const, asks };
    };
    expect(await store.compareWith(changed)).toBe('unclear');
    await expect(store.compareWith(() => Promise.reject(new Error('outage')))).rejects.toThrow('outage');
  });

  it("takes the last price of the tape, and shows the user's change at once", async () => {
    const { store, seen, receive, settled, advance } = await live(way);
    await receive(whole('1', 1));
    await advance(10);
    store.shareLast('1.7');
    // Before the engine answers (LIVE-09).
    expect([store.getTop().last, store.latest().top.last]).toEqual(['1.7', '1.7']);
    expect(seen.length).toBeGreaterThan(1);
    await settled();
    await receive(change('1', 2));
    await advance(100);
    expect(store.getTop().last).toBe('1.7');
    store.expectOwnChange();
    await settled();
    await receive(change('2', 3));
    expect(seen.at(-1)).toBe('2');
    store.shareLast(null);
    await settled();
    expect(store.getTop().last).toBe('1.5');
  });
});

it('a feed that breaks does not keep a frame from the others', async () => {
  const { books, open, sockets, receive, notes } = bothWays('page');
  const said: string[] = [];
  books.startFeed(PAIR, () => {
    throw new Error('planted');
  });
  books.startFeed(PAIR, (fact) => void said.push(fact.type));
  await open();
  sockets.at(-1)?.opened();
  await receive({ type: 'orderbook_snapshot', pair_symbol: PAIR, bids: [['1', '2']], asks: [] });
  expect([said, notes]).toEqual([['synced'], ['defect frame listener']]);
});

describe('where the engine of the socket runs (BOOK-15)', () => {
  it('in a worker, under a policy that admits only its address', async () => {
    const { open, workers, admitted } = bothWays('worker');
    await open();
    await open();
    const [worker] = workers;
    expect(workers).toHaveLength(1);
    expect(admitted.map(({ name }) => name)).toEqual(['socket']);
    expect(admitted[0]?.admit(worker?.url ?? '')).toBe(worker?.url);
    expect(() => admitted[0]?.admit(`${worker?.url}?more`)).toThrow(TypeError);
    expect(() => admitted[0]?.admit('/other.js')).toThrow(TypeError);
  });

  it.each(['file', 'policy'] as const)('in the page when the worker does not start: %s', async (refusal) => {
    const { open, workers, sockets, heard, notes, settled } = bothWays('worker', { refusal });
    const link = await open();
    sockets[0]?.opened();
    link.send({ type: 'subscribe_fees' });
    await settled();
    expect(heard).toEqual(['opened']);
    expect(sockets.map(({ sent }) => sent)).toEqual([['subscribe_fees']]);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual(refusal === 'file' ? [true] : []);
    expect(notes).toEqual([
      refusal === 'file' ? 'socket: its worker did not start' : 'socket: no worker (TypeError)',
    ]);
  });

  it('without its code a link fails, and the next one loads it again', async () => {
    const { open, heard, notes, sockets, settled } = bothWays('page', { loads: [false, true] });
    const first = await open();
    expect([heard, notes]).toEqual([['failed'], ['defect socket']]);
    first.close();
    await settled();
    await open();
    sockets.at(-1)?.opened();
    await settled();
    expect(heard).toEqual(['failed', 'opened']);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });
});

describe('a worker that died (BOOK-18)', () => {
  const rows = (store: { latest(): { bids: readonly { quantity: string }[] } }) =>
    store.latest().bids.map(({ quantity }) => quantity);

  it('takes its link with it; the page continues with the shown rows and the next link', async () => {
    const desk = await live('worker');
    const { workers, heard, notes, sockets, store, feed, link, facts, receive, settled, open } = desk;
    await receive(whole('3', 1));
    store.shareLast('1.7');
    store.setFresh(true);
    const [worker] = workers;
    const compared = store.compareWith(async () => ({ bids: [['1', '3']], asks: [['2', '7']] }));
    worker?.dispatchEvent(new Event('error'));
    await settled();
    expect([worker?.isEnded, notes]).toEqual([true, ['socket: its worker died']]);
    expect(heard.slice(-1)).toEqual(['closed']);
    expect(await compared).toBe('unclear');
    link.close();
    feed.linkLost();
    store.setFresh(false);
    expect([store.getFill(), rows(store), store.getTop().isFresh]).toEqual(['rows', ['3'], false]);
    // Messages in transit when it died.
    worker?.dispatchEvent(new MessageEvent('message', { data: { type: 'dropped', count: 9 } }));
    expect(notes).toHaveLength(1);

    await open();
    sockets.at(-1)?.opened();
    feed.linkOpened();
    await receive(whole('4', 1), change('5', 2));
    await desk.advance(100);
    expect([workers.length, sockets.length]).toEqual([1, 2]);
    expect(facts).toEqual(['synced', 'synced']);
    expect([rows(store), store.getTop().last]).toEqual([['5'], '1.7']);
    store.clear();
    expect(store.getFill()).toBe('nothing');
    await receive(whole('6', 3));
    expect(rows(store)).toEqual(['6']);
  });

  it('is known by its silence, however the page opens and sends', async () => {
    const { workers, heard, notes, advance, open } = bothWays('worker');
    const link = await open();
    for (let turn = 0; turn < 10; turn += 1) await advance(5000);
    expect(notes).toEqual([]);
    const [worker] = workers;
    if (worker) worker.hangs = true;
    await advance(5000);
    link.send({ type: 'ping' });
    expect(notes).toEqual([]);
    await advance(5000);
    expect([notes, heard, worker?.isEnded]).toEqual([['socket: its worker died'], ['closed'], true]);
  });

  it('is not taken for dead because the page slept', async () => {
    const { workers, notes, clock, advance, open } = bothWays('worker');
    await open();
    await advance(10_000);
    // Its answer to the last question could not come, and the timer is late.
    const [worker] = workers;
    if (worker) worker.hangs = true;
    await advance(5000);
    clock.jump(28_800_000);
    if (worker) worker.hangs = false;
    await advance(0);
    await advance(5000);
    await advance(5000);
    expect([notes, worker?.isEnded]).toEqual([[], false]);
  });

  it('before it ever ran, takes nothing with it: the same link opens in the page', async () => {
    const { workers, sockets, heard, notes, advance, open } = bothWays('worker', { refusal: 'silence' });
    const link = await open();
    link.send({ type: 'subscribe_fees' });
    await advance(9999);
    expect(sockets).toEqual([]);
    await advance(1);
    sockets[0]?.opened();
    expect([heard, notes]).toEqual([['opened'], ['socket: its worker did not start']]);
    expect([sockets[0]?.sent, workers[0]?.isEnded]).toEqual([['subscribe_fees'], true]);
  });

  it('leaves a hidden page hidden', async () => {
    const { workers, sockets, store, seen, turn, settled, open, receive, feed } = await live('worker');
    await receive(whole('1', 1));
    await turn(false);
    workers[0]?.dispatchEvent(new Event('error'));
    await settled();
    feed.linkLost();
    await open();
    sockets.at(-1)?.opened();
    feed.linkOpened();
    await receive(whole('2', 1));
    expect(rows(store)).toEqual(['1']);
    await turn(true);
    expect([rows(store), seen.at(-1)]).toEqual([['2'], '2']);
  });
});
