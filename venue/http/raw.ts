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

/** Advice for when the port cannot be opened, in place of the system's words. @param prefix of the settings' names. */
export function withAdvice(error: NodeJS.ErrnoException, port: number, host: string, prefix = ''): Error {
  const [setPort, setHost] = [`${prefix}PORT`, `${prefix}HOST`];
  const advice = {
    EADDRINUSE: `Port ${port} of ${host} is taken by another program: end it, or set ${setPort} to another one.`,
    EACCES: `This user may not open port ${port}: set ${setPort} to one from 1024 on, behind a proxy.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: set ${setHost} to one that it has.`,
    ENOTFOUND: `This machine knows no address ${host}: set ${setHost} to one that it has.`,
  }[error.code ?? ''];
  return advice === undefined ? error : new Error(advice, { cause: error });
}

/**
 * @param port 0 for any free port. @param prefix of the settings' names. @returns the port.
 * @throws Error that names the setting when nobody can listen there.
 */
export async function listen(server: Server, port: number, host: string, prefix = ''): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(withAdvice(error, port, host, prefix)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
