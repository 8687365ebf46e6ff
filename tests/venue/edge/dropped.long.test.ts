import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createActor, type ActorRefFrom } from 'xstate';
import { socketImplementations } from '../../../src/machines/socket/socket.actors.ts';
import { linkStatus, socketMachine } from '../../../src/machines/socket/socket.machine.ts';
import { systemClock } from '../../../src/services/clock.ts';
import type { OpenLink } from '../../../src/services/socket/link.ts';
import { createRandom, type Random } from '../../../venue/random.ts';
import { startVenue, type TestVenue, until } from './harness.ts';
import { textHub } from '../../models/tools/textHub.ts';

/** `DROPPED_CLIENTS=1000` runs as many as promised. */
const CLIENTS = Number(process.env.DROPPED_CLIENTS ?? '60');
/** Milliseconds during which nobody answers. */
const DOWN = 2000;
/** Promised: all are live within this time, and at most this share of them comes within a tenth of a second. */
const LIVE_WITHIN = 60_000;
const WINDOW = 100;
const MAX_SHARE_AT_ONCE = 0.5;

interface Client {
  readonly actor: ActorRefFrom<typeof socketMachine>;
  /** Frames of its current link, by type. */
  readonly frames: Map<string, number>;
  /** When its current link was opened, by the clock of `performance`. */
  openedAt: number;
}

/** The path to the venue, which can be cut for everybody at once. */
interface Way {
  readonly url: string;
  cut(): Promise<void>;
  restore(): Promise<void>;
}

let venue: TestVenue;
let way: Way;
let clients: Client[] = [];
beforeEach(async () => {
  venue = await startVenue();
  way = await openWay(Number(new URL(venue.origin).port));
});
afterEach(async () => {
  for (const { actor } of clients.splice(0)) actor.stop();
  await way.cut();
  await venue.close();
});

async function openWay(port: number): Promise<Way> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = async (at: number): Promise<number> => {
    const begun = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.pipe(other);
        socket.once('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
        // Errors of a cut connection are what this test is about.
        socket.on('error', () => socket.destroy());
      }
    });
    server = begun;
    await new Promise<void>((resolve) => {
      begun.listen({ port: at, host: '127.0.0.1', backlog: 2 * CLIENTS }, resolve);
    });
    return (begun.address() as AddressInfo).port;
  };
  const own = await listen(0);
  return {
    url: `ws://127.0.0.1:${own}/socket/ws`,
    cut: () =>
      new Promise((resolve) => {
        server?.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    restore: async () => void (await listen(own)),
  };
}

/** A page's socket with its real chart, its real delays, and a subscription to one book. */
function openClient(random: Random): Client {
  const frames = new Map<string, number>();
  const note = (type: string): void => void frames.set(type, (frames.get(type) ?? 0) + 1);
  const openLink: OpenLink = (handlers) => {
    const socket = new WebSocket(way.url, { perMessageDeflate: false });
    let isClosed = false;
    const unlessClosed = (say: () => void): void => {
      if (!isClosed) say();
    };
    socket.on('open', () => {
      frames.clear();
      client.openedAt = performance.now();
      unlessClosed(handlers.opened);
    });
    socket.on('error', () => unlessClosed(handlers.failed));
    socket.on('close', () => unlessClosed(handlers.closed));
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      note((JSON.parse(text) as { type: string }).type);
      unlessClosed(() => handlers.received(text));
    });
    return {
      send: (frame) => {
        if (socket.readyState !== WebSocket.OPEN) return;
        note(frame.type);
        socket.send(JSON.stringify(frame));
      },
      close: () => {
        isClosed = true;
        socket.close();
      },
    };
  };
  const implementations = socketImplementations({
    openLink,
    hub: textHub(Date.now),
    page: { isOnline: () => true, listen: () => () => undefined },
    clock: systemClock,
    random: () => random.next(),
  });
  const client: Client = { actor: createActor(socketMachine.provide(implementations)), frames, openedAt: 0 };
  client.actor.start();
  client.actor.send({ type: 'subscription.added', topic: 'book:XMR-BTC' });
  return client;
}

const isLive = ({ actor, frames }: Client): boolean =>
  linkStatus(actor.getSnapshot()) === 'connected' && frames.has('orderbook_snapshot');

test(`${CLIENTS} clients dropped at once are all live again within ${LIVE_WITHIN / 1000} s, not all at once, each subscribed once`, async () => {
  const random = createRandom('dropped');
  clients = Array.from({ length: CLIENTS }, () => openClient(random));
  await until(() => clients.every(isLive));

  await way.cut();
  await until(() => clients.every(({ actor }) => linkStatus(actor.getSnapshot()) !== 'connected'));
  const cutAt = performance.now();
  for (const { frames } of clients) frames.clear();
  await until(() => performance.now() - cutAt > DOWN);
  await way.restore();
  await until(() => clients.every(isLive));
  const liveAfter = performance.now() - cutAt;

  expect(liveAfter).toBeLessThan(LIVE_WITHIN);
  const times = clients.map(({ openedAt }) => openedAt).sort((a, b) => a - b);
  const crowds = times.map((from) => times.filter((at) => at >= from && at < from + WINDOW).length);
  const crowd = Math.max(...crowds) / CLIENTS;
  expect(crowd).toBeLessThanOrEqual(MAX_SHARE_AT_ONCE);
  for (const { frames } of clients) {
    expect(frames.get('subscribe_orderbook')).toBe(1);
    expect(frames.get('orderbook_snapshot')).toBe(1);
  }
  if (CLIENTS > 100)
    process.stdout.write(
      `${CLIENTS} clients live ${Math.round(liveAfter)} ms after the cut of ${DOWN} ms, at most ${Math.round(crowd * 100)} % of them in ${WINDOW} ms\n`,
    );
});
