import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../../../venue/http/source.ts';
import { oneDatabase } from '../databases.ts';
import { codeOf } from './codes.ts';
import { type Answer, type Browser, type Served, serve } from './served.ts';

const ATTEMPTS = 4;
const SOURCE_ATTEMPTS = 12;
const ORDERS = 5;
const COINS = 3;
const PASSWORD = 'Correct-Horse-1';
const WRONG = 'Wrong-Horse-1';

describe('attempts are counted', () => {
  let venue: Served;
  let count = 0;

  beforeAll(async () => {
    venue = await serve(oneDatabase, {
      LIMIT_ATTEMPTS: String(ATTEMPTS),
      LIMIT_SOURCE_ATTEMPTS: String(SOURCE_ATTEMPTS),
      LIMIT_ORDERS: String(ORDERS),
      LIMIT_COINS: String(COINS),
      TRUSTED_PROXIES: '1',
    });
  });
  afterAll(() => venue.close());

  /** Each test uses a network address of its own, as a proxy would report it. */
  const from = (source: string): Record<string, string> => ({ 'x-forwarded-for': source });
  const login = (email: string, password: string, source: string, rest: object = {}): Promise<Answer> =>
    venue.browser().post('/auth/login', { email, password, ...rest }, from(source));
  const statuses = async (times: number, work: (index: number) => Promise<Answer>): Promise<number[]> => {
    const list: number[] = [];
    for (let index = 0; index < times; index += 1) list.push((await work(index)).status);
    return list;
  };

  async function newEmail(source = '192.0.2.1'): Promise<string> {
    count += 1;
    const email = `limited${count}@example.org`;
    const person = { email, username: `limited${count}`, password: PASSWORD, confirm_password: PASSWORD };
    expect((await venue.browser().post('/auth/register', person, from(source))).status).toBe(201);
    return email;
  }
  async function newBrowser(source: string): Promise<Browser> {
    const email = await newEmail(source);
    const browser = venue.browser();
    await browser.post('/auth/login', { email, password: PASSWORD }, from(source));
    return browser;
  }

  it('orders and coin movements are counted per account, each separately; reads are not counted', async () => {
    const browser = await newBrowser('192.0.2.40');
    const unlisted = { type: 'LIMIT', pair: 'ABC-XYZ', operation: 'BUY', quantity: '1', price: '1' };
    const order = (by = browser) => by.post('/order/orders/limit', unlisted);
    expect(await statuses(ORDERS, () => order())).toEqual(Array(ORDERS).fill(404));
    const refused = await order();
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(10);
    expect(refused.body.message).toContain(`Try again in ${seconds} second`);

    const address = () => browser.post('/user/deposit-address', { coin_ticker: 'BTC' });
    const made = await statuses(COINS, address);
    expect(made.filter((status) => status === 429)).toEqual([]);
    expect((await address()).status).toBe(429);
    const withdrawal = {
      currency: 'BTC',
      amount: '0.1',
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    };
    expect((await browser.post('/withdrawal/withdrawals/create', withdrawal)).status).toBe(429);

    expect((await browser.get('/user/balances')).status).toBe(200);
    expect((await order(await newBrowser('192.0.2.41'))).status).toBe(404);
  });

  it('sign-in, per account, wherever the attempts come from', async () => {
    const email = await newEmail();
    const failed = await statuses(ATTEMPTS, (index) => login(email, WRONG, `198.51.100.${index}`));
    expect(failed).toEqual(Array(ATTEMPTS).fill(401));
    // Now even the right password is not checked, and the answer says for how long.
    const refused = await login(email.toUpperCase(), PASSWORD, '198.51.100.99');
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await newEmail('198.51.100.98');
    expect((await login(other, PASSWORD, '198.51.100.98')).status).toBe(200);
  });

  it('a browser that signed in before is not locked out by strangers, nor by others at its address (LOGIN-16)', async () => {
    const email = await newEmail();
    const owner = venue.browser();
    const enter = (browser: Browser, password: string, source: string): Promise<Answer> =>
      browser.post('/auth/login', { email, password }, from(source));
    expect((await enter(owner, PASSWORD, '198.51.102.1')).status).toBe(200);
    for (let index = 0; index <= SOURCE_ATTEMPTS; index += 1) {
      await login(email, WRONG, `198.51.103.${index}`);
      await login(`other${index}@example.org`, WRONG, '198.51.102.1');
    }
    const stranger = await enter(venue.browser(), PASSWORD, '198.51.102.1');
    expect(stranger.status).toBe(429);
    expect((await enter(owner, PASSWORD, '198.51.102.1')).status).toBe(200);

    // Its own attempts are limited too, and for another account it is a stranger.
    const own = await statuses(ATTEMPTS + 1, () => enter(owner, WRONG, '198.51.102.9'));
    expect(own).toEqual([...Array<number>(ATTEMPTS).fill(401), 429]);
    const other = await newEmail('198.51.102.8');
    for (let index = 0; index < ATTEMPTS; index += 1) await login(other, WRONG, `198.51.104.${index}`);
    const asOther = await owner.post(
      '/auth/login',
      { email: other, password: PASSWORD },
      from('198.51.104.9'),
    );
    expect(asOther.status).toBe(429);
  });

  it('a browser that logged out keeps no cookie and is a stranger again (LOGIN-16)', async () => {
    const email = await newEmail('198.51.108.1');
    const owner = venue.browser();
    const enter = (headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      owner.post('/auth/login', { email, password: PASSWORD }, { ...from('198.51.108.2'), ...headers });
    const signedIn = await enter();
    const device = signedIn.headers.getSetCookie().find((set) => set.startsWith('device=')) ?? '';
    const out = await owner.post('/auth/logout');
    expect(out.headers.getSetCookie().map((set) => set.split('; ', 2).join('; '))).toEqual([
      'session=; Max-Age=0',
      'device=; Max-Age=0',
    ]);
    await statuses(ATTEMPTS, (index) => login(email, WRONG, `198.51.109.${index}`));
    // A copy of the cookie is useless too.
    expect((await enter({ cookie: device.split(';')[0] ?? '' })).status).toBe(429);
  });

  it('after a password change all other browsers of the account are strangers (LOGIN-16)', async () => {
    const email = await newEmail('198.51.105.1');
    const [owner, thief] = [venue.browser(), venue.browser()];
    const enter = (browser: Browser, password: string): Promise<Answer> =>
      browser.post('/auth/login', { email, password }, from('198.51.105.2'));
    await enter(thief, PASSWORD);
    await enter(owner, PASSWORD);
    const change = { old_password: PASSWORD, new_password: 'Next-Horse-1', confirm_password: 'Next-Horse-1' };
    expect((await owner.post('/auth/change-password', change)).status).toBe(200);
    await statuses(ATTEMPTS, (index) => login(email, WRONG, `198.51.106.${index}`));
    expect((await enter(thief, 'Next-Horse-1')).status).toBe(429);
    expect((await enter(owner, 'Next-Horse-1')).status).toBe(200);
  });

  it('a cookie planted in the browser is not adopted (LOGIN-16)', async () => {
    const email = await newEmail('198.51.107.1');
    const planted = `device=${'D'.repeat(43)}`;
    const browser = venue.browser();
    const headers = { cookie: planted, ...from('198.51.107.2') };
    const answer = await browser.post('/auth/login', { email, password: PASSWORD }, headers);
    const device = answer.headers.getSetCookie().find((set) => set.startsWith('device='));
    expect(device).toMatch(/^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(device).not.toContain(planted);
  });

  it('an unknown e-mail is limited like a known one: the limit reveals nothing', async () => {
    const answers = await statuses(ATTEMPTS + 1, () => login('nobody@example.org', WRONG, '198.51.101.1'));
    expect(answers).toEqual([...Array<number>(ATTEMPTS).fill(401), 429]);
  });

  it('sign-in, per source, for all accounts together', async () => {
    const failed = await statuses(SOURCE_ATTEMPTS, (index) =>
      login(`guess${index}@example.org`, WRONG, '203.0.113.7'),
    );
    expect(failed).toEqual(Array(SOURCE_ATTEMPTS).fill(401));
    const email = await newEmail();
    expect((await login(email, PASSWORD, '203.0.113.7')).status).toBe(429);
    expect((await login(email, PASSWORD, '203.0.113.8')).status).toBe(200);
  });

  it('sign-in, per IPv6 line: a /56 has twice as many as a /64, and a /48 four times (LOGIN-25)', async () => {
    let guesses = 0;
    const guess = (source: string) => login(`line${(guesses += 1)}@example.org`, WRONG, source);
    const spent = async (source: string, times = SOURCE_ATTEMPTS) =>
      expect(await statuses(times, () => guess(source)), source).toEqual(Array(times).fill(401));
    await spent('2001:db8:7:100::1');
    expect((await guess('2001:db8:7:100::2')).status).toBe(429);
    await spent('2001:db8:7:1ff::1');
    expect((await guess('2001:db8:7:1aa::1')).status).toBe(429);
    await spent('2001:db8:7:200::1');
    await spent('2001:db8:7:300::1');
    expect((await guess('2001:db8:7:400::1')).status).toBe(429);
    // The neighbour.
    await spent('2001:db8:8:100::1', 1);
    // A success gives the attempt back to the whole line.
    const email = await newEmail('192.0.2.77');
    for (let count = 0; count < 5; count += 1)
      expect(await statuses(SOURCE_ATTEMPTS, () => login(email, PASSWORD, `2001:db8:9:${count}::1`))).toEqual(
        Array(SOURCE_ATTEMPTS).fill(200),
      );
  });

  it('a success does not count against the source: many users may share one', async () => {
    const email = await newEmail();
    const answers = await statuses(SOURCE_ATTEMPTS * 2, () => login(email, PASSWORD, '203.0.113.20'));
    expect(answers).toEqual(Array(SOURCE_ATTEMPTS * 2).fill(200));
  });

  it('registration, per e-mail and per source', async () => {
    const register = (email: string, source: string): Promise<Answer> =>
      venue
        .browser()
        .post(
          '/auth/register',
          { email, username: email.slice(0, 20), password: 'short', confirm_password: 'short' },
          from(source),
        );
    expect(await statuses(ATTEMPTS + 1, () => register('again@example.org', '203.0.113.30'))).toEqual([
      ...Array<number>(ATTEMPTS).fill(422),
      429,
    ]);
    const many = await statuses(SOURCE_ATTEMPTS + 1, (index) =>
      register(`many${index}@example.org`, '203.0.113.31'),
    );
    expect(many).toEqual([...Array<number>(SOURCE_ATTEMPTS).fill(422), 429]);
  });

  it('password changes', async () => {
    const browser = await newBrowser('203.0.113.40');
    const change = { old_password: WRONG, new_password: 'Next-Horse-1', confirm_password: 'Next-Horse-1' };
    const answers = await statuses(ATTEMPTS + 1, () =>
      browser.post('/auth/change-password', change, from('203.0.113.40')),
    );
    expect(answers).toEqual([...Array<number>(ATTEMPTS).fill(401), 429]);
  });

  it('two-factor codes', async () => {
    const browser = await newBrowser('203.0.113.50');
    const { body } = await browser.post('/auth/2fa/enable', undefined, from('203.0.113.50'));
    const right = codeOf(String(body.secret), Date.now());
    const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0');
    const answers = await statuses(ATTEMPTS + 1, () =>
      browser.post('/auth/2fa/verify', { code: wrong, password: PASSWORD }, from('203.0.113.50')),
    );
    expect(answers).toEqual([...Array<number>(ATTEMPTS).fill(400), 429]);
  });
});

describe('where a request comes from', () => {
  it.each([
    ['the connection, without proxies', '192.0.2.1', '198.51.100.1', 0, '192.0.2.1'],
    ['nobody knows without a connection', undefined, undefined, 0, null],
    ['what one proxy saw', '127.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
    ['not what the client made up', '127.0.0.1', '10.0.0.1, 10.0.0.2, 198.51.100.1', 1, '198.51.100.1'],
    ['what the first of two proxies saw', '127.0.0.1', '10.0.0.1, 198.51.100.1, 10.1.1.1', 2, '198.51.100.1'],
    ['nobody knows when the proxy says nothing', '127.0.0.1', undefined, 1, null],
    ['IPv4 in IPv6', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', undefined, 0, '2001:db8:1:2'],
    ['the same /64 written short', '2001:0db8:1:2::9', undefined, 0, '2001:db8:1:2'],
    ['a shortened beginning', '::1', undefined, 0, '0:0:0:0'],
    ['a shortened middle', '2001:db8::1', undefined, 0, '2001:db8:0:0'],
  ] as const)('%s', (_title, peer, forwarded, proxies, source) => {
    expect(sourceOf(peer, forwarded, proxies)).toBe(source);
  });
});
