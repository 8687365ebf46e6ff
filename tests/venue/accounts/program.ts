import { createHmac, randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Answer, Browser } from './served.ts';

/** The credentials of a program. */
export interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/** What a test changes in a correctly signed request. */
export interface Quirks {
  readonly timestamp?: number;
  readonly nonce?: string;
  /** Sent in place of the signed values. */
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Program {
  headers(method: string, target: string, body?: string, quirks?: Quirks): Record<string, string>;
  send(method: string, target: string, body?: object | null, quirks?: Quirks): Promise<Answer>;
  get(target: string, quirks?: Quirks): Promise<Answer>;
  post(target: string, body: object, quirks?: Quirks): Promise<Answer>;
  /** Opens the socket; rejects with the status when refused. */
  connect(quirks?: Quirks): Promise<WebSocket>;
}

/** Signs as the documentation says, without the venue's own code. @param now epoch milliseconds. */
export function createProgram(
  origin: string,
  { id, secret }: Credentials,
  now: () => number = Date.now,
): Program {
  function headers(method: string, target: string, body = '', quirks: Quirks = {}): Record<string, string> {
    const timestamp = String(quirks.timestamp ?? now());
    const nonce = quirks.nonce ?? randomUUID();
    const lines = [timestamp, nonce, method, target, body].join('\n');
    return {
      'X-API-Key': id,
      'X-API-Timestamp': timestamp,
      'X-API-Nonce': nonce,
      'X-API-Signature': createHmac('sha256', secret).update(lines).digest('hex'),
      ...quirks.headers,
    };
  }
  const program: Program = {
    headers,
    async send(method, target, body, quirks = {}) {
      const text = body ? JSON.stringify(body) : '';
      const answer = await fetch(`${origin}${quirks.target ?? target}`, {
        method,
        headers: {
          ...(text === '' ? {} : { 'content-type': 'application/json' }),
          ...headers(method, target, text, quirks),
        },
        ...(text === '' ? {} : { body: text }),
      });
      const said = await answer.text();
      return {
        status: answer.status,
        body: (said === '' ? {} : JSON.parse(said)) as Answer['body'],
        headers: answer.headers,
      };
    },
    get: (target, quirks) => program.send('GET', target, null, quirks),
    post: (target, body, quirks) => program.send('POST', target, body, quirks),
    connect: (quirks) =>
      new Promise((resolve, reject) => {
        const target = '/socket/ws';
        const socket = new WebSocket(`${origin.replace('http', 'ws')}${target}`, {
          headers: headers('GET', target, '', quirks),
        });
        socket.once('open', () => resolve(socket));
        socket.once('unexpected-response', (_request, response) => {
          reject(new Error(`refused with ${response.statusCode}`));
        });
        socket.once('error', reject);
      }),
  };
  return program;
}

/** A new key of a signed-in user. */
export async function makeKey(
  by: Pick<Browser, 'post'>,
  password: string,
  wish: object = {},
): Promise<Credentials> {
  const given = { label: 'Bot', permissions: ['read', 'trade', 'withdraw'], password, ...wish };
  const { status, body } = await by.post('/user/api-keys', given);
  if (status !== 201) throw new Error(`no key was made: ${JSON.stringify(body)}`);
  return { id: (body.api_key as { id: string }).id, secret: String(body.secret) };
}
