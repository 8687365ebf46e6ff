import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../src/services/contract/index.ts';
import { ask, limitOrder, openBrowser, PASSWORD, startVenue, type TestVenue } from './harness.ts';

let target: TestVenue;

beforeAll(async () => {
  target = await startVenue({ TRUSTED_PROXIES: '1' });
});
afterAll(() => target.close());

describe('what the pages promise about the venue (PRIVACY-07)', () => {
  it('an account is an email, a username and a password, and trades at once', async () => {
    const browser = openBrowser(target);
    const person = { email: 'first@example.org', password: PASSWORD };
    const asked = await browser.post('/auth/register', {
      ...person,
      username: 'first',
      confirm_password: PASSWORD,
    });
    expect(asked.status).toBe(201);
    expect((await browser.post('/auth/login', person)).status).toBe(200);
    const placed = await browser.post('/order/orders/limit', limitOrder('BUY', '0.003', '1'));
    expect(placed).toMatchObject({ status: 200, body: { state: 'OPENED' } });
    // No account has a lower level than another.
    const me = await browser.get('/auth/me');
    expect(Object.entries(me.body as object).filter(([name]) => /verif|kyc|tier|level/.test(name))).toEqual(
      [],
    );
  });

  // A Tor exit, a data centre, an IPv6 address, private and reserved addresses.
  it.each([
    ['185.220.101.1', 'T1'],
    ['45.83.64.1', 'KP'],
    ['2001:db8:4::7', 'CU'],
    ['10.64.0.9', 'XX'],
    ['203.0.113.5', 'US'],
  ])('nobody is refused for their location: %s, %s', async (address, country) => {
    const headers = {
      'x-forwarded-for': address,
      'cf-ipcountry': country,
      'accept-language': 'fa-IR',
      'content-type': 'application/json',
      origin: target.origin,
    };
    expect((await ask(target.origin, '/api/markets', { headers })).status).toBe(200);
    const email = `from-${country.toLowerCase()}@example.org`;
    const username = `from-${country.toLowerCase()}`;
    const body = { email, username, password: PASSWORD, confirm_password: PASSWORD };
    const post = (path: string, sent: object) =>
      ask(target.origin, path, { method: 'POST', headers, body: JSON.stringify(sent) });
    expect((await post('/auth/register', body)).status).toBe(201);
    expect((await post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  it('the session is in a cookie that no script can read and no other site gets; the device cookie is random', async () => {
    const email = 'cookie@example.org';
    const browser = openBrowser(target);
    const body = { email, username: 'cookie', password: PASSWORD, confirm_password: PASSWORD };
    await browser.post('/auth/register', body);
    const { headers } = await browser.post('/auth/login', { email, password: PASSWORD });
    const set = headers.getSetCookie();
    expect(new Set(set.map((one) => one.split('=')[0]))).toEqual(new Set(['device', 'session']));
    for (const one of set)
      expect(one).toMatch(/; HttpOnly\b.*; SameSite=Strict|; SameSite=Strict.*; HttpOnly/);
    const device = set.find((one) => one.startsWith('device=')) ?? '';
    const [, value = ''] = /^device=([^;]*)/.exec(device) ?? [];
    expect(value).not.toContain('cookie');
    expect(Number(/Max-Age=(\d+)/.exec(device)?.[1])).toBe(180 * 86_400);
  });

  it('there is nothing to borrow, to lend or to trade on margin', () => {
    const paths = Object.values(calls).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => /margin|lend|borrow|loan|leverag|future|stak|earn/.test(path))).toEqual([]);
  });
});
