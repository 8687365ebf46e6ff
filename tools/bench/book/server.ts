// A proxy in front of a real venue that scripts the book's socket and REST call. /bench/floor is a page that
// reads the same socket and keeps the same book, but draws nothing.
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { pause } from '../figures.ts';
import type { Feed } from './feed.ts';

const FLOOR = `<!doctype html><html lang="en"><title>floor</title><p>floor</p><script>
const sides = { bids: [], asks: [] };
const put = (side, [price, quantity], direction) => {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((side[middle][0] - price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  const isKnown = side[low]?.[0] === +price;
  if (quantity === '0') side.splice(low, isKnown ? 1 : 0);
  else if (isKnown) side[low][1] = quantity;
  else side.splice(low, 0, [+price, quantity]);
};
const socket = new WebSocket('ws://' + location.host + '/socket/ws');
socket.onopen = () => socket.send('{"type":"subscribe_orderbook","pair_symbol":"XMR-BTC","depth":40}');
socket.onmessage = (event) => {
  const frame = JSON.parse(event.data);
  if (!frame.bids) return;
  if (!frame.delta) { sides.bids = []; sides.asks = []; }
  for (const level of frame.bids) put(sides.bids, level, -1);
  for (const level of frame.asks) put(sides.asks, level, 1);
};
</script></html>`;

/** @param options `rate` is updates per second */
export async function serveBook({ venue, feed, rate }: { venue: string; feed: Feed; rate: number }) {
  let sequence = 0;
  /** When each update was sent, in milliseconds since 1970. */
  const sentAt: number[] = [];
  const watchers = new Set<WebSocket>();

  const server = createServer((request, response) => {
    if (request.url === '/bench/floor') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(FLOOR);
      return;
    }
    if (request.url?.startsWith('/order/orderbook/XMR-BTC')) {
      const body = { pair: 'XMR-BTC', timestamp: new Date().toISOString(), sequence, ...feed.book(sequence) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const passed = ask(
      new URL(request.url ?? '/', venue),
      // A new connection: the venue may close an idle one just when it is used.
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.writeHead(502).end());
    request.pipe(passed);
  });
  const sockets = new WebSocketServer({ server, path: '/socket/ws', perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.send('{"type":"welcome"}');
    socket.on('message', (data) => {
      const { type } = JSON.parse((data as Buffer).toString());
      if (type === 'ping') socket.send('{"type":"pong"}');
      if (type === 'unsubscribe_orderbook') watchers.delete(socket);
      if (type !== 'subscribe_orderbook') return;
      socket.send(feed.snapshot(sequence));
      watchers.add(socket);
    });
    socket.on('close', () => watchers.delete(socket));
  });

  let timer: NodeJS.Timeout | undefined;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    sentAt,
    /**
     * Resolves when a page has subscribed to the book.
     * @throws Error after half a minute.
     */
    async watched() {
      for (let waited = 0; watchers.size === 0; waited += 50) {
        if (waited > 30_000) throw new Error('the page did not subscribe to the book');
        await pause(50);
      }
    },
    sequence: () => sequence,
    start() {
      const started = performance.now();
      const first = sequence;
      timer = setInterval(
        () => {
          const due = Math.min(
            feed.updates.length,
            first + Math.floor(((performance.now() - started) * rate) / 1000),
          );
          for (; sequence < due; sequence += 1) {
            const frame = feed.updates[sequence] ?? '';
            sentAt[sequence + 1] = Date.now();
            for (const socket of watchers) socket.send(frame);
          }
        },
        Math.max(1, Math.min(20, 500 / rate)),
      );
    },
    async close() {
      clearInterval(timer);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}
