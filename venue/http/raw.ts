import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** The headers of every answer (`security.ts`), as records of header names and values. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** How long a refused connection may take to close, in milliseconds. */
const CLOSE_WITHIN = 2000;

/** The body of a refusal (contract, "Errors"). */
export const refusalBody = (code: string, message: string): string => JSON.stringify({ message, code });

/**
 * Answers on a bare connection, and ends it: where a request never becomes one (a refused socket, bytes that are no
 * HTTP), nobody else adds the headers of every answer.
 */
export function refuseRaw(
  socket: Duplex,
  headers: AnswerHeaders,
  status: number,
  code: string,
  message: string,
): void {
  if (!socket.writable) return;
  const body = refusalBody(code, message);
  const all = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // What still comes is read away: closing over unread bytes would take the answer back. But not for ever.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_WITHIN).unref();
}
