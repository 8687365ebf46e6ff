import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { TestVenue } from './harness.ts';

/** Requests a path exactly as written: `fetch` normalises paths. */
export const rawGet = (venue: TestVenue, path: string): Promise<string> =>
  rawSend(venue, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);

/** The server's answer to arbitrary bytes. */
export function rawSend(venue: TestVenue, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(venue.origin).port), '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
    socket.write(text);
  });
}

/** The venue's answer to a socket handshake; the socket is closed again. */
export function upgradeAnswer(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    socket.on('open', () => {
      socket.close();
      resolve({ status: 101, headers: {} });
    });
    socket.on('error', reject);
  });
}
