// Two ways to the same venue, through nginx and straight, whose answers must be equal.
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainly,
} from 'node:http';
import { request as securely } from 'node:https';
import { connect } from 'node:tls';
import { NAME } from './server.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** still compressed */
  body: Buffer;
}

export interface Question {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export type Way = (path: string, question?: Question) => Promise<Answer>;

const answerOf = (
  send: (take: (answer: IncomingMessage) => void) => ClientRequest,
  body: string | undefined,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = send((answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });

/** Past nginx, with the client address that nginx would send. */
export function straightTo(venue: string): Way {
  const { hostname, port } = new URL(venue);
  return (path, { method = 'GET', headers = {}, body } = {}) => {
    const all = { host: NAME, 'x-forwarded-for': '127.0.0.1', ...headers };
    return answerOf((take) => plainly({ host: hostname, port, path, method, headers: all }, take), body);
  };
}

/** @param ca the certificate */
export function throughNginx(port: number, ca: string): Way {
  return (path, { method = 'GET', headers = {}, body } = {}) => {
    const options = { host: '127.0.0.1', port, servername: NAME, ca, path, method };
    return answerOf((take) => securely({ ...options, headers: { host: NAME, ...headers } }, take), body);
  };
}

/**
 * Sends raw bytes over TLS.
 * @returns all bytes until the other end closed
 */
export function rawly(
  { port, ca, localAddress }: { port: number; ca: string; localAddress?: string },
  bytes: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ host: '127.0.0.1', port, servername: NAME, ca, ...from }, () => {
      socket.write(bytes);
    });
    let text = '';
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
  });
}

/** Headers of a connection, or of a server's copy of a file. */
const OWN = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'date',
  'server',
  'etag',
  'last-modified',
]);

export const comparable = ({ status, headers }: Answer) => ({
  status,
  ...Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OWN.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
});
