import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';

/** Name and password of a node's RPC. */
export interface RpcCredentials {
  readonly name: string;
  readonly password: string;
  /** Digest never sends the password itself. */
  readonly scheme: 'basic' | 'digest';
}

/** @param text `name:password`, as the file has it. @throws Error that repeats nothing of it. */
export function readRpcCredentials(text: string): RpcCredentials {
  const [, name, password] = /^([^:\s]+):(\S+)$/.exec(text.trim()) ?? [];
  if (name === undefined || password === undefined) throw new Error('this is no name:password');
  return { name, password, scheme: 'digest' };
}

// The only algorithm that monerod knows (RFC 7616).
const md5 = (...parts: readonly string[]): string => createHash('md5').update(parts.join(':')).digest('hex');

/**
 * Answers a node's challenge.
 * @param challenge the header WWW-Authenticate, which may offer several. @returns null where none is known.
 */
export function digestOf(
  challenge: string,
  { name, password }: Omit<RpcCredentials, 'scheme'>,
  uri: string,
): string | null {
  const offers = challenge.split(/Digest /i).map((offer) => {
    const found = offer.matchAll(/\b(\w+)=(?:"([^"]*)"|([^\s,]+))/g);
    return Object.fromEntries(Array.from(found, ([, key = '', quoted, bare]) => [key, quoted ?? bare ?? '']));
  });
  const offer = offers.find(
    ({ nonce, algorithm = 'MD5', qop = '' }) =>
      nonce && algorithm === 'MD5' && qop.split(',').some((one) => one.trim() === 'auth'),
  );
  if (!offer) return null;
  const { realm = '', nonce = '' } = offer;
  const [count, own] = ['00000001', randomBytes(8).toString('hex')];
  const secret = md5(name, realm, password);
  const response = md5(secret, nonce, count, own, 'auth', md5('POST', uri));
  return (
    `Digest username="${name}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=MD5, qop=auth, ` +
    `nc=${count}, cnonce="${own}", response="${response}"`
  );
}

/**
 * Posts JSON in two requests over one connection, to which monerod's challenge is bound.
 * @returns the body of the answer. @throws Error where the node refuses the login.
 */
export async function postWithDigest(
  address: string,
  body: string,
  login: RpcCredentials,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const url = new URL(address);
  const { Agent, request } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function post(authorization: string | null): Promise<http.IncomingMessage> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, {
      method: 'POST',
      agent,
      signal,
      headers: authorization === null ? headers : { ...headers, authorization },
    });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
    return response;
  }
  const first = await post(null);
  if (first.statusCode !== 401) {
    first.once('close', () => agent.destroy());
    return first;
  }
  const challenge = first.headers['www-authenticate'] ?? '';
  first.resume();
  await once(first, 'end');
  const second = await post(digestOf(challenge, login, url.pathname + url.search));
  second.once('close', () => agent.destroy());
  if (second.statusCode !== 401) return second;
  second.resume();
  throw new Error('the node refuses the name or the password');
}
