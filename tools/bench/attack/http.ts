// Calls over node:http with kept connections; `fetch` would cost the bench more than the venue.
import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly cookie: string;
  readonly body: string;
}

export interface Caller {
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
  /** Its session, as it goes over the wire. */
  cookie(): string;
  close(): void;
}

/**
 * One client with one kept connection.
 * @param address its network address, as a proxy names it.
 * @param withinMs an answer later than that counts as none.
 */
export function createCaller(url: string, address: string, withinMs = 30_000): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { origin } = new URL(url);
  let cookie = '';
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          accept: 'application/json',
          'x-forwarded-for': address,
          ...(cookie === '' ? {} : { cookie }),
          ...(method === 'GET' ? {} : { origin, 'sec-fetch-site': 'same-origin' }),
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        };
        const sent = request(`${url}${path}`, { method, agent, headers, timeout: withinMs }, (response) => {
          let received = '';
          response.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
          response.on('error', reject);
          response.on('end', () => {
            const set = response.headers['set-cookie']?.[0]?.split(';')[0];
            if (set !== undefined) cookie = set;
            resolve({ status: response.statusCode ?? 0, cookie, body: received });
          });
        });
        sent.on('timeout', () => sent.destroy(new Error('no answer')));
        sent.on('error', reject);
        sent.end(text);
      }),
    cookie: () => cookie,
    close: () => agent.destroy(),
  };
}

const PASSWORD = 'Correct-Horse-7';

/** Registers accounts and signs them in. @param addressOf the network address of an account. */
export async function openAccounts(
  url: string,
  count: number,
  name: string,
  addressOf: (index: number) => string,
): Promise<(Caller & { signIn(): Promise<Answer> })[]> {
  const accounts = [];
  for (let index = 0; index < count; index += 1) {
    const caller = createCaller(url, addressOf(index));
    const username = `${name}-${index}-${Date.now().toString(36)}`;
    const email = `${username}@example.org`;
    const registration = { email, username, password: PASSWORD, confirm_password: PASSWORD };
    await caller.call('POST', '/auth/register', registration);
    const signIn = () => caller.call('POST', '/auth/login', { email, password: PASSWORD });
    const { status } = await signIn();
    if (status >= 300) throw new Error(`signing in was answered with ${status}`);
    accounts.push({ ...caller, signIn });
  }
  return accounts;
}
