import { type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export type AnswerHeaders = Readonly<Record<string, string>>;

const CLOSE_WITHIN = 2000;

export const refusalBody = (code: string, message: string): string => JSON.stringify({ message, code });

/** Answers and closes a connection whose request does not reach the application. */
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
  // Unread input would make the closing connection discard the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_WITHIN).unref();
}

/** What to do when the port is taken, in place of the system's words. */
export function withAdvice(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new Error(
    `Port ${port} of ${host} is taken by another program: end it, or choose another port with --port ${port + 1}.`,
    { cause: error },
  );
}

/** @param port 0 for any free port. @returns the port. @throws Error when the port is in use. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(withAdvice(error, port, host)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
