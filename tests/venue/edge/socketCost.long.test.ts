import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networksOf, sourceOf } from '../../../venue/http/source.ts';
import { createBudgets } from '../../../venue/socket/budgets.ts';
import {
  limitOrder,
  openSocket,
  openTrader,
  startVenue,
  type TestSocket,
  type TestVenue,
  until,
} from './harness.ts';
import { upgradeAnswer } from './raw.ts';
import { readConfig } from '../../../venue/config.ts';

describe('the cost of sockets (LOAD-05)', () => {
  let target: TestVenue;
  const open = async (environment: Record<string, string>): Promise<void> => {
    target = await startVenue(environment);
  };
  beforeEach(() => open({ LIMIT_SOCKETS: '4', LIMIT_SOCKET_POINTS: '20' }));
  afterEach(() => target.close());

  const subscribe = (socket: TestSocket, depth?: number): void =>
    socket.say({ type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth });
  const snapshots = (socket: TestSocket) =>
    socket.received.filter(({ type }) => type === 'orderbook_snapshot');
  const echoed = async (socket: TestSocket): Promise<void> => {
    const from = socket.received.length;
    socket.say({ type: 'ping' });
    await socket.next(({ type }) => type === 'pong', from);
  };

  it('a repeated subscription is ignored; another depth, or one after leaving, is not', async () => {
    const socket = await openSocket(target.socketUrl);
    subscribe(socket, 40);
    subscribe(socket, 40);
    subscribe(socket, 33);
    await echoed(socket);
    expect(snapshots(socket)).toHaveLength(1);
    subscribe(socket, 500);
    await echoed(socket);
    expect(snapshots(socket)).toHaveLength(2);
    socket.say({ type: 'unsubscribe_orderbook', pair_symbol: 'XMR-BTC' });
    subscribe(socket, 500);
    await echoed(socket);
    expect(snapshots(socket)).toHaveLength(3);
  });

  it('a depth between two gets the larger one', async () => {
    const trader = await openTrader(target);
    for (let tick = 0; tick < 12; tick += 1)
      await trader.post('/order/orders/limit', limitOrder('BUY', `0.0039${tick + 10}`, '0.01'));
    const [few, more] = [await openSocket(target.socketUrl), await openSocket(target.socketUrl)];
    subscribe(few, 1);
    subscribe(more, 11);
    const bids = async (socket: TestSocket): Promise<unknown[]> =>
      (await socket.next(({ type }) => type === 'orderbook_snapshot')).bids as unknown[];
    expect([(await bids(few)).length, (await bids(more)).length]).toEqual([10, 12]);
  });

  it('an address has a limited number of sockets, and gets its place back', async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openSocket(target.socketUrl)));
    const refused = await upgradeAnswer(target.socketUrl, {});
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    sockets[0]?.socket.close();
    await sockets[0]?.closed;
    await until(async () => (await upgradeAnswer(target.socketUrl, {})).status === 101);
  });

  it('another socket of the address has no budget of its own', async () => {
    const socket = await openSocket(target.socketUrl);
    for (let count = 0; count < 400; count += 1) socket.say({ type: 'ping' });
    await socket.next((frame) => frame.code === 'RATE_LIMITED');
    socket.socket.terminate();
    await until(async () => (await upgradeAnswer(target.socketUrl, {})).status === 429);
    expect(socket.received.filter((frame) => frame.code === 'RATE_LIMITED')).toHaveLength(1);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['pongs', (socket) => socket.write(frames(0x8a))],
    ['pings', (socket) => socket.write(frames(0x89))],
    ['empty frames', (socket) => socket.write(Buffer.concat([frames(0x01, 1), frames(0x00)]))],
  ])('a client that sends %s without end is disconnected', async (_name, send) => {
    const socket = await rawSocket(target);
    let isClosed = false;
    socket.on('close', () => {
      isClosed = true;
    });
    socket.resume();
    await until(() => {
      if (!isClosed) send(socket);
      return isClosed;
    });
    expect(target.venue.metrics()).toMatch(/sockets 0$/m);
  });
});

describe('a budget', () => {
  it('is shared by the sockets of an address, and refills with time', () => {
    let now = 0;
    const budgets = createBudgets({ sockets: 2, socketPoints: 10 }, () => now);
    expect(budgets.of(['a']).charge(150)).toBe('fine');
    expect(budgets.of(['a']).charge(1)).toBe('spent');
    expect(budgets.of(['b']).charge(150)).toBe('fine');
    now += 1000;
    expect(budgets.of(['a']).charge(9)).toBe('fine');
    expect(budgets.of(['a']).charge(200)).toBe('overdrawn');
    now += 60_000;
    expect(budgets.of(['a']).charge(150)).toBe('fine');
  });

  it('in IPv6 is shared by the /64s of a /56 and of a /48, which have two and four times as much (LOAD-05)', () => {
    const budgets = createBudgets({ sockets: 2, socketPoints: 10 }, () => 0);
    const lineOf = (address: string) => budgets.of(networksOf(sourceOf(address, undefined, 0)));
    const hold = (address: string): boolean => {
      const budget = lineOf(address);
      if (!budget.hasRoom || budget.charge(75) !== 'fine') return false;
      budget.enter();
      return true;
    };
    const held = (...thirds: readonly string[]): boolean[] =>
      thirds.map((one) => hold(`2001:db8:1:${one}::1`));
    expect(held('100', '100', '100')).toEqual([true, true, false]);
    expect(held('101', '102', '103')).toEqual([true, true, false]);
    expect(held('200', '201', '300', '400', '500')).toEqual([true, true, true, true, false]);
    // Another network and an IPv4 address are not affected.
    expect([hold('2001:db8:2:100::1'), hold('203.0.113.1')]).toEqual([true, true]);
  });

  it('is kept while it is not full, and while a socket is open', () => {
    let now = 0;
    const budgets = createBudgets({ sockets: 1, socketPoints: 10 }, () => now);
    budgets.of(['a']).charge(150);
    budgets.sweep();
    expect(budgets.of(['a']).charge(1)).toBe('spent');
    budgets.of(['a']).enter();
    now += 60_000;
    budgets.sweep();
    expect(budgets.of(['a']).hasRoom).toBe(false);
    budgets.of(['a']).leave();
    budgets.sweep();
    expect(budgets.of(['a']).hasRoom).toBe(true);
  });
});

it('nginx allows an address, or an IPv6 /64, as many sockets as the venue does (LOAD-05)', () => {
  const site = readFileSync('docs/deployment/quietbook.conf', 'utf8');
  const { sockets } = readConfig({}, [], null).limits;
  expect(site).toContain(`limit_conn quietbook_sockets ${sockets};`);
  const patterns = [...site.matchAll(/^ +"~(\^\(\?<network>.*)" +\$network;$/gm)].map(
    ([, pattern = '']) => new RegExp(pattern),
  );
  const networkOf = (address: string): string =>
    patterns.map((pattern) => pattern.exec(address)?.groups?.network).find((found) => found !== undefined) ??
    address;
  expect(patterns).toHaveLength(2);
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8:1:2::7')).not.toBe(networkOf('2001:db8:1:3::7'));
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::a:b:c:d'));
  expect(networkOf('::1')).toBe(':');
});

/** Masked frames without content: those of a client, as RFC 6455 requires. */
const frames = (firstByte: number, count = 2000): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => Buffer.from([firstByte, 0x80, 0, 0, 0, 0])));

async function rawSocket({ origin }: TestVenue): Promise<Socket> {
  const { port, host } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `GET /socket/ws HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  return socket;
}
