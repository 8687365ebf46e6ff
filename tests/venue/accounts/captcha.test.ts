// Signing in where the operator demands a captcha. The service that verifies tokens is a server of this test.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCaptcha } from '../../../venue/accounts/captcha.ts';
import { silentLog } from '../../../venue/log.ts';
import { oneDatabase } from '../databases.ts';
import { serve, type Answer, type Served } from './served.ts';

const SECRET = 'planted-secret';
const PERSON = { email: 'captcha@example.org', password: 'Correct-Horse-1' };

/** A service that accepts each good token once. `says` is its answer to everything else. */
interface Service {
  readonly url: string;
  readonly asked: Readonly<Record<string, unknown>>[];
  says: { status: number; body: string } | 'silence' | null;
  close(): Promise<void>;
}

async function startService(): Promise<Service> {
  const asked: Record<string, unknown>[] = [];
  const used = new Set<unknown>();
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      asked.push(question);
      if (service.says === 'silence') return;
      if (service.says) {
        response.writeHead(service.says.status).end(service.says.body);
        return;
      }
      const { secret, response: token } = question;
      const codes =
        secret !== SECRET
          ? ['invalid-input-secret']
          : used.has(token)
            ? ['timeout-or-duplicate']
            : String(token).startsWith('good')
              ? []
              : ['invalid-input-response'];
      used.add(token);
      response.end(JSON.stringify({ success: codes.length === 0, 'error-codes': codes }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: Service = {
    url: `http://127.0.0.1:${port}/siteverify`,
    asked,
    says: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterEach(() => {
  service.says = null;
});
afterAll(() => service.close());

describe('a venue that demands a captcha', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(oneDatabase, { TURNSTILE_SECRET: SECRET, TURNSTILE_VERIFY_URL: service.url });
    const { status } = await served
      .browser()
      .post('/auth/register', { ...PERSON, username: 'captcha', confirm_password: PERSON.password });
    if (status !== 201) throw new Error(`the account was refused: ${status}`);
  });
  afterAll(() => served.close());

  const signIn = (token?: string, password = PERSON.password): Promise<Answer> =>
    served
      .browser()
      .post('/auth/login', {
        ...PERSON,
        password,
        ...(token === undefined ? {} : { turnstile_token: token }),
      });

  it('lets in whoever passed it, and sends the service only the token', async () => {
    expect((await signIn('good-1')).status).toBe(200);
    expect(service.asked.at(-1)).toEqual({ secret: SECRET, response: 'good-1' });
  });

  it('asks for it where there is no token, without calling the service', async () => {
    const before = service.asked.length;
    for (const token of [undefined, '']) {
      const { status, body } = await signIn(token);
      expect([status, body.code]).toEqual([403, 'CAPTCHA_REQUIRED']);
    }
    expect(service.asked).toHaveLength(before);
  });

  it('refuses an invalid token, and one that was already used', async () => {
    for (const token of ['forged', 'good-1']) {
      const { status, body } = await signIn(token);
      expect([status, body.code]).toEqual([403, 'CAPTCHA_REFUSED']);
      expect(body.message).toMatch(/Complete it again/);
    }
  });

  it('says nothing of a password before the captcha is passed', async () => {
    expect((await signIn('forged', 'Wrong-Password-1')).body.code).toBe('CAPTCHA_REFUSED');
    expect((await signIn('good-2', 'Wrong-Password-1')).body.code).toBe('INVALID_CREDENTIALS');
  });

  it.each([
    ['is down', { status: 503, body: '' }],
    ['answers with a page', { status: 200, body: '<html></html>' }],
    ['answers something else', { status: 200, body: '{"ok":true}' }],
    [
      'does not know our secret',
      { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
    ],
    ['has an error of its own', { status: 500, body: '{"success":false,"error-codes":["internal-error"]}' }],
  ])('a service that %s is reported as such: nobody is let in, and nobody is blamed', async (_what, says) => {
    service.says = says;
    const { status, body, headers } = await signIn('good-3');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'CAPTCHA_UNAVAILABLE', '60']);
    service.says = null;
    expect((await signIn(`good-${says.status}-${says.body.length}`)).status).toBe(200);
  });

  it('lets the pages load the captcha, and nothing else from other origins', async () => {
    const { headers } = await served.browser().get('/auth/me');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
    expect(policy).toContain('frame-src https://challenges.cloudflare.com;');
    expect(policy).toContain('trusted-types captcha');
    expect(policy).toContain("connect-src 'self';");
  });
});

it('gives up on a service that never answers', async () => {
  service.says = 'silence';
  const captcha = createCaptcha(
    { secret: SECRET, verifyUrl: service.url, origin: '' },
    { log: silentLog, limit: 50 },
  );
  await expect(captcha.check('good-9')).rejects.toMatchObject({ code: 'CAPTCHA_UNAVAILABLE' });
});
