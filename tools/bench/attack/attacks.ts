// What an attacker sends: `attacks.ts <url> <name> <cookies as JSON>`, until its process is ended.
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { CallName } from '../../../src/services/contract/index.ts';
import { BEFORE_A_SESSION } from './beforeSession.ts';
import { CALLS, FRAMES, requestOf } from './requests.ts';
import { triggerStops } from './stops.ts';

/** Told to be ready once it is done with what it has to prepare. */
export type Attack = (url: string, cookies: readonly string[]) => void | Promise<void>;

/** A crowd: attackers come from so many network addresses. */
const ADDRESSES = 10;
const addressOf = (index: number): string => `203.0.113.${1 + (index % ADDRESSES)}`;

/** Connections that send `ahead` requests at once, and again when as many answers came back. */
function flood(
  url: string,
  connections: number,
  ahead: number,
  next: (host: string, index: number) => string,
): void {
  const { hostname, port, host } = new URL(url);
  const open = (index: number): void => {
    const socket = connect(Number(port), hostname);
    const send = (): void => {
      socket.write(Array.from({ length: ahead }, () => next(host, index)).join(''));
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
    socket.on('close', () => setTimeout(() => open(index), 50));
  };
  for (let index = 0; index < connections; index += 1) open(index);
}

const calling =
  (name: CallName, connections: number, ahead = 1): Attack =>
  (url) =>
    flood(url, connections, ahead, (host, index) => requestOf(name, host, addressOf(index)));

const callingSignedIn =
  (name: CallName, connections: number): Attack =>
  (url, cookies) =>
    flood(url, connections, 1, (host, index) =>
      requestOf(name, host, addressOf(index), cookies[index % cookies.length]),
    );

/** Sockets that send `frames` frames a second each. */
function sockets(url: string, count: number, frames: number, act: (socket: WebSocket) => void): void {
  const open = (index: number): void => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket/ws`, {
      perMessageDeflate: false,
      headers: { 'X-Forwarded-For': addressOf(index) },
    });
    const timer = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      for (let sent = 0; sent < frames / 10; sent += 1) act(socket);
    }, 100);
    socket.on('message', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(() => open(index), 50);
    });
  };
  for (let index = 0; index < count; index += 1) open(index);
}

const subscribe = (depth: () => number) => (socket: WebSocket) => {
  const wish = JSON.parse(FRAMES.subscribe_orderbook?.() ?? '{}') as object;
  socket.send(JSON.stringify({ ...wish, depth: depth() }));
};

/** Names what `flood` sends. */
const flooding =
  (connections: number, next: (host: string, index: number) => string): Attack =>
  (url) =>
    flood(url, connections, 1, next);

export const ATTACKS: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    Object.entries(BEFORE_A_SESSION).map(([name, { connections, request }]) => [
      name,
      flooding(connections, (host, index) => request(host, addressOf(index))),
    ]),
  ),
  'stop orders of 20 accounts, one trade triggers all': triggerStops,
  'charts, 40 connections, 20 requests ahead': calling('candles', 40, 20),
  'charts, 200 connections': calling('candles', 200),
  'trades, 100 connections': calling('trades', 100),
  'books, 100 connections': calling('orderBook', 100),
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

/** @param name of `ATTACKS`, or of a cost: `<call>, anonymous`, `<call>, signed in`, `frame <type>`. */
function attackOf(name: string): Attack {
  const own = ATTACKS[name];
  if (own) return own;
  const frame = FRAMES[name.replace(/^frame /, '')];
  if (frame) return (url) => sockets(url, 20, 1000, (socket) => socket.send(frame()));
  const [call, who] = name.split(', ');
  const found = CALLS.find((one) => one === call);
  if (!found) throw new Error(`there is no attack ${name}`);
  return who === 'signed in' ? callingSignedIn(found, 40) : calling(found, 40);
}

const [, script, url = '', name = '', cookies = '[]'] = process.argv;
if (script === import.meta.filename) {
  await attackOf(name)(url, JSON.parse(cookies) as string[]);
  console.log('ready');
}
