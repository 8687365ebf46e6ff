// The venue's socket hub in a child process of fanout.ts, on books that all change before every flush. It talks
// to the parent over IPC.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange } from '../../venue/exchange.ts';
import type { Fees } from '../../venue/fees/feed.ts';
import type * as hubModule from '../../venue/socket/hub.ts';
import { openVite } from './venue-process.ts';

const [, , pairCount = '7'] = process.argv;
const LEVELS = 40;

let round = 1;

/** A book in which one quantity in ten changes every round. */
function createBook(pair: string) {
  const levels: (side: 'bid' | 'ask') => [string, string][] = (side) =>
    Array.from({ length: LEVELS }, (_, index) => {
      const ticks = 500_000 + (side === 'bid' ? -index - 1 : index + 1);
      const age = index % 10 === round % 10 ? round : 0;
      return [`0.00${ticks}`, `${1 + index}.${String(age).padStart(5, '0')}`];
    });
  return () => {
    const sides = { bids: levels('bid'), asks: levels('ask') };
    return {
      pair,
      sequence: round,
      ...sides,
      lastPrice: '0.005',
      buysVolume: '1',
      sellsVolume: '1',
      at: new Date(),
    };
  };
}

const vite = await openVite();
const { createHub } = (await vite.ssrLoadModule('/venue/socket/hub.ts')) as typeof hubModule;
await vite.close();

const books = new Map(
  Array.from({ length: Number(pairCount) }, (_, index) => [`C${index}-BTC`, createBook(`C${index}-BTC`)]),
);
const listeners = new Set<(change: { pair: string }) => void>();
const timer = setInterval(() => {
  round += 1;
  for (const pair of books.keys()) for (const listener of listeners) listener({ pair });
}, 20);

// The part of an exchange that the hub uses.
const exchange = {
  pair: (symbol: string) => (books.has(symbol) ? { symbol } : undefined),
  book: (pair: string) => books.get(pair)?.(),
  on: (_event: string, listener: (change: { pair: string }) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as unknown as Exchange;
const noStreams = (): never => {
  throw new Error('only books are measured');
};
const hub = createHub({
  exchange,
  fees: { onUpdate: () => () => undefined, snapshot: () => ({}) } as unknown as Fees,
  market: { figures: noStreams, newest: noStreams, trades: noStreams },
  originRule: () => 'unstated',
  headers: {},
  sessionOf: async () => null,
  onSessionsEnded: () => () => undefined,
  budgets: { sockets: 5000, socketPoints: 1_000_000 },
  whyResting: () => null,
  trustedProxies: 0,
  log: { info: console.error, warn: console.error, error: console.error },
  now: Date.now,
});
const server = createServer();
server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** Processor time, sampled at intervals: a busy process answers questions late. */
const samples: { at: number; cpu: number }[] = [];
const sampler = setInterval(() => {
  const { user, system } = process.cpuUsage();
  samples.push({ at: performance.now(), cpu: (user + system) / 1000 });
}, 250);

/** Share of one core over the last seconds. */
function cpuShare(seconds: number) {
  const last = samples.at(-1);
  const first = samples.find(({ at }) => at >= (last?.at ?? 0) - seconds * 1000);
  return first && last && last.at > first.at ? (last.cpu - first.cpu) / (last.at - first.at) : Number.NaN;
}

process.on('message', (message) => {
  if (message === 'figures') {
    process.send?.({ cpu: cpuShare(6), memory: process.memoryUsage().rss, peers: hub.peers });
  }
  if (message === 'stop') {
    clearInterval(timer);
    clearInterval(sampler);
    void hub.close().then(() => process.exit(0));
  }
});
