import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRpcCredentials } from '../../../venue/chains/digestAuth.ts';
import { createRpc, NodeDownError } from '../../../venue/chains/rpc.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** As monerod does it: a challenge belongs to one connection and serves one answer. */
describe('a node that requires a digest login (CHAIN-18)', () => {
  const challenges = new WeakMap<Socket, string>();
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const said = request.headers.authorization ?? '';
    seen.push(said);
    const isRight = isProof(request, said);
    challenges.delete(request.socket);
    request.resume();
    request.once('end', () => {
      if (isRight) return response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'welcome' }));
      const nonce = randomBytes(16).toString('base64');
      challenges.set(request.socket, nonce);
      const offer = (algorithm: string) =>
        `Digest qop="auth",algorithm=${algorithm},realm="monero-rpc",nonce="${nonce}",stale=false`;
      response.writeHead(401, { 'www-authenticate': [offer('MD5-sess'), offer('MD5')] });
      return response.end('<html></html>');
    });
  });
  let url = '';

  function isProof({ socket, url: path = '' }: IncomingMessage, said: string): boolean {
    const of = (name: string): string => new RegExp(`[ ,]${name}="?([^",]*)"?`).exec(said)?.[1] ?? '';
    const secret = md5(`ann:monero-rpc:se:cret`);
    const words = [secret, of('nonce'), of('nc'), of('cnonce'), 'auth', md5(`POST:${path}`)];
    return of('nonce') === challenges.get(socket) && of('response') === md5(words.join(':'));
  }

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/json_rpc`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = (login: string | null) =>
    createRpc(url, 5000, login === null ? null : readRpcCredentials(login)).call(
      z.string(),
      'get_version',
      {},
    );

  it('is answered, even for many at once, and the password is in nothing that is sent', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('ann:se:cret\n')));
    expect(answers).toEqual(Array.from({ length: 8 }, () => 'welcome'));
    expect(seen.join('\n')).toContain('Digest username="ann"');
    expect(seen.join('\n')).not.toContain('se:cret');
    expect(seen.join('\n')).not.toContain('Basic');
  });

  it('counts as down with a wrong login or none, and no error repeats it', async () => {
    for (const login of ['ann:wrong-word', 'ben:se:cret', null]) {
      const error = await ask(login).catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(NodeDownError);
      expect(`${String(error)} ${String((error as Error).cause)}`).not.toMatch(/wrong-word|se:cret/);
    }
  });

  it.each(['', 'ann', ':secret', 'ann:', 'an n:secret', 'ann:sec ret'])(
    'a file with %j is refused',
    (text) => {
      expect(() => readRpcCredentials(text)).toThrow('this is no name:password');
    },
  );
});
