import { chmodSync, chownSync, existsSync, mkdirSync, unlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Log } from '../log.ts';
import { RefusedError } from '../refused.ts';
import type { Operators } from './commands.ts';
import type { Proof } from './signing.ts';

/** Of a path of a unix-domain socket, in bytes; longer ones cannot be opened. */
const LONGEST_PATH = 103;
const LONGEST_BODY = 64_000;

export interface ServedOperators {
  close(): Promise<void>;
}

/**
 * Serves the operators' commands on a unix-domain socket that the venue's own user and one group may open, and on no
 * port (OPERATOR-06). `POST /challenge` returns a challenge to sign, `POST /<command>` takes a JSON body and
 * `Authorization: Operator <public key> <challenge> <signature>`.
 * @param group the number of that group; null for none. @returns null where another node has it; the venue then runs
 * without it, and logs so. @throws Error that names the setting where it cannot be made.
 */
export async function serveOperators(
  operators: Operators,
  path: string,
  log: Log,
  group: number | null = null,
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
    // Left by a venue that was killed.
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
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Nobody else opens it before its group is set.
    const before = process.umask(0o177);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    }).finally(() => process.umask(before));
    if (group !== null) chownSync(path, process.geteuid?.() ?? 0, group);
    chmodSync(path, group === null ? 0o600 : 0o660);
  } catch (error) {
    server.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const advice =
      group !== null && code === 'EPERM'
        ? `This user is not in the group of OPERATOR_GROUP: add it, or name another group.`
        : `The operators' socket ${path} cannot be made (${code}): set OPERATOR_SOCKET to a path that this user may make.`;
    throw new Error(advice, { cause: error });
  }
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
  const command = request.url?.slice(1) ?? '';
  try {
    if (request.method !== 'POST')
      throw new RefusedError(405, 'METHOD_NOT_ALLOWED', 'Only POST is answered.');
    const body = await readBody(request);
    if (command === 'challenge') return [200, { challenge: operators.challenge() }];
    return [200, await operators.run(command, proofIn(request), body)];
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.status === 401) log.warn('an operator command was refused', { command, code: error.code });
    const { code, parts } = error;
    // A refusal of withdrawals may come in parts (WITHDRAW-09).
    const message = parts === undefined ? error.message : Object.values(parts).join(' - ');
    return [error.status, { message, code }];
  }
}

function proofIn({ headers }: IncomingMessage): Proof | null {
  const [, key, challenge, signature] =
    /^Operator (qbop_[\w-]{43}) ([\w-]{43}) ([\w-]{86})$/.exec(headers.authorization ?? '') ?? [];
  return key === undefined || challenge === undefined || signature === undefined
    ? null
    : { key, challenge, signature };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) throw new RefusedError(413, 'BODY_TOO_LARGE', 'This is too long.');
  }
  return text;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
