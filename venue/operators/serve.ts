import { chmodSync, existsSync, unlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Log } from '../log.ts';
import { RefusedError } from '../refused.ts';
import type { Operators } from './commands.ts';

/** Of a path of a unix-domain socket, in bytes; longer ones cannot be opened. */
const LONGEST_PATH = 103;
const LONGEST_BODY = 64_000;

export interface ServedOperators {
  close(): Promise<void>;
}

/**
 * Serves the operators' commands on a unix-domain socket that only the venue's own user may open, and on no port
 * (OPERATOR-06): `POST /<command>` with a JSON body and the operator's key as `Authorization: Bearer`.
 * @returns null where it cannot be opened; the venue then runs without it, and says so.
 */
export async function serveOperators(
  operators: Operators,
  path: string,
  log: Log,
): Promise<ServedOperators | null> {
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    log.warn(`no operator socket: its path is too long; set OPERATOR_SOCKET`, { path });
    return null;
  }
  if (existsSync(path)) {
    if (await isAnswering(path)) {
      log.warn('no operator socket: another node of this machine has it; set OPERATOR_SOCKET', { path });
      return null;
    }
    // What a venue that was killed has left.
    unlinkSync(path);
  }
  const server = createServer((request, response) => {
    answer(operators, request, log).then(
      ([status, body]) => reply(response, status, body),
      (error: unknown) => {
        log.error('an operator command', error);
        reply(response, 500, { message: 'Something went wrong. The log of the venue says more.' });
      },
    );
  });
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  chmodSync(path, 0o600);
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function isAnswering(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function answer(
  operators: Operators,
  request: IncomingMessage,
  log: Log,
): Promise<readonly [status: number, body: unknown]> {
  const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
  const command = request.url?.slice(1) ?? '';
  try {
    if (request.method !== 'POST')
      throw new RefusedError(405, 'METHOD_NOT_ALLOWED', 'Only POST is answered.');
    return [200, await operators.run(command, key, await readBody(request))];
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.status === 401) log.warn('an operator command was refused', { command, code: error.code });
    const { code, parts } = error;
    // A refusal of withdrawals may come in parts (WITHDRAW-09).
    const message = parts === undefined ? error.message : Object.values(parts).join(' - ');
    return [error.status, { message, code }];
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) throw new RefusedError(413, 'BODY_TOO_LARGE', 'This is too long.');
  }
  try {
    return JSON.parse(text === '' ? '{}' : text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RefusedError(400, 'BAD_REQUEST', 'The body is no JSON.');
  }
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
