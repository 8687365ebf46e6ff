// Two ways to the same venue: through nginx, and straight. What comes back has to be the same.
import { request as plainly } from 'node:http';
import { request as securely } from 'node:https';
import { connect } from 'node:tls';
import { NAME } from './server.mjs';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {Buffer} body as it came, still compressed
 *
 * @typedef {object} Question
 * @property {string} [method]
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {string} [body]
 *
 * @typedef {(path: string, question?: Question) => Promise<Answer>} Way
 */

/**
 * @param {(take: (answer: import('node:http').IncomingMessage) => void) => import('node:http').ClientRequest} send
 * @param {string | undefined} body
 * @returns {Promise<Answer>}
 */
const answerOf = (send, body) =>
  new Promise((resolve, reject) => {
    const sent = send((answer) => {
      /** @type {Buffer[]} */
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });

/**
 * @param {string} venue
 * @returns {Way} past nginx, with the address that a proxy would tell
 */
export function straightTo(venue) {
  const { hostname, port } = new URL(venue);
  return (path, { method = 'GET', headers = {}, body } = {}) => {
    const all = { host: NAME, 'x-forwarded-for': '127.0.0.1', ...headers };
    return answerOf((take) => plainly({ host: hostname, port, path, method, headers: all }, take), body);
  };
}

/**
 * @param {number} port
 * @param {string} ca the certificate
 * @returns {Way}
 */
export function throughNginx(port, ca) {
  return (path, { method = 'GET', headers = {}, body } = {}) => {
    const options = { host: '127.0.0.1', port, servername: NAME, ca, path, method };
    return answerOf((take) => securely({ ...options, headers: { host: NAME, ...headers } }, take), body);
  };
}

/**
 * Sends bytes over TLS and nothing more.
 * @param {{ port: number, ca: string, localAddress?: string }} target
 * @param {string} bytes
 * @returns {Promise<string>} what came until the other end closed
 */
export function rawly({ port, ca, localAddress }, bytes) {
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

/** Headers that belong to a connection, or by which a server names its own copy of a file. */
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

/** @param {Answer} answer */
export const comparable = ({ status, headers }) => ({
  status,
  ...Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OWN.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
});
