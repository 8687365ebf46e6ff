import { WebSocket } from 'ws';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls, type Call } from '../../../src/services/contract/index.ts';
import { RESET_WAIT } from '../../../venue/accounts/twoFactorReset.ts';
import { databases } from '../databases.ts';
import { BODIES, filled } from '../edge/routes.ts';
import { createAuthenticator, passkeyCode } from './authenticator.ts';
import { codeOf } from './codes.ts';
import { createProgram, type Credentials, makeKey, type Program } from './program.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const DAY = 86_400_000;
const STEP = 30_000;
const BODY = { label: 'Bot', permissions: ['read'], password: PASSWORD };
const ORDER = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', price: '0.002', quantity: '1' };

/** The calls that each permission allows; a key can make no others. */
const OPENS: Readonly<Record<string, readonly string[]>> = {
  read: [
    'balances',
    'order',
    'orders',
    'executions',
    'depositAddresses',
    'deposits',
    'depositStatus',
    'withdrawals',
    'withdrawalStatus',
  ],
  trade: ['placeLimitOrder', 'placeMarketOrder', 'amendOrder', 'cancelOrder'],
  withdraw: ['createWithdrawal', 'finalizeGrinWithdrawal', 'cancelWithdrawal'],
};
const privateCalls = (Object.values(calls) as readonly Call[]).filter(({ isPrivate }) => isPrivate);

describe.each(databases)('API keys on $name', (kind) => {
  let venue: Served;
  let browser: Browser;
  let email: string;
  let clock = Date.now();

  beforeAll(async () => {
    const env = { LIMIT_ATTEMPTS: '10000', LIMIT_COINS: '10000', LIMIT_SIGNED: '60', TRUSTED_PROXIES: '1' };
    venue = await serve(kind, env, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser, email } = await venue.member());
  });

  async function signIn(by: Browser, as = email, rest: object = {}): Promise<void> {
    expect((await by.post('/auth/login', { email: as, password: PASSWORD, ...rest })).status).toBe(200);
  }
  const program = (key: Credentials): Program => createProgram(venue.origin, key, () => clock);
  const make = async (wish: object = {}): Promise<Program> => program(await makeKey(browser, PASSWORD, wish));
  const list = async (by = browser): Promise<readonly Record<string, unknown>[]> =>
    (await by.get('/user/api-keys')).body.api_keys as readonly Record<string, unknown>[];
  const opens = async (by: Program): Promise<number> => (await by.get('/user/balances')).status;
  const refused = (status: number, code: string): object => ({ status, body: { code } });
  async function turnOn(): Promise<string> {
    const secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    const typed = { code: codeOf(secret, clock), password: PASSWORD };
    expect((await browser.post('/auth/2fa/verify', typed)).status).toBe(200);
    clock += STEP;
    return secret;
  }
  async function addPasskey() {
    const device = createAuthenticator();
    const { body } = await browser.post('/auth/passkeys/options', { password: PASSWORD });
    const credential = device.create(body, venue.origin);
    expect((await browser.post('/auth/passkeys', { name: 'Key', credential })).status).toBe(201);
    return device;
  }

  it('a new key shows its secret once, and is listed without it (APIKEY-01)', async () => {
    const wish = {
      ...BODY,
      label: ' Bot ',
      permissions: ['trade', 'read', 'read'],
      addresses: ['2001:DB8::/32'],
    };
    const made = await browser.post('/user/api-keys', wish);
    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: 'Bot',
      permissions: ['read', 'trade'],
      addresses: ['2001:db8::/32'],
      created_at: new Date(clock).toISOString(),
      last_used_on: null,
      must_confirm: false,
    };
    expect(made).toMatchObject({ status: 201, body: { api_key: shown } });
    expect(made.body.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(calls.createApiKey.decode(made.body)).toMatchObject({ ok: true, faults: [] });
    const read = await browser.get('/user/api-keys');
    expect(read.body).toEqual({ api_keys: [shown] });
    expect(calls.apiKeys.decode(read.body)).toMatchObject({ ok: true, faults: [] });
    expect(JSON.stringify(read.body)).not.toContain(made.body.secret);
  });

  it.each([
    ['no label', { label: ' ' }, 'VALIDATION_FAILED'],
    ['a label that no database takes', { label: 'a\u0000b' }, 'VALIDATION_FAILED'],
    ['a long label', { label: 'x'.repeat(41) }, 'VALIDATION_FAILED'],
    ['no permission', { permissions: [] }, 'VALIDATION_FAILED'],
    ['another permission', { permissions: ['admin'] }, 'VALIDATION_FAILED'],
    [
      'many addresses',
      { addresses: Array.from({ length: 21 }, (_, n) => `203.0.113.${n}`) },
      'VALIDATION_FAILED',
    ],
    ['what is no address', { addresses: ['example.org'] }, 'INVALID_NETWORK'],
  ])('%s makes no key (APIKEY-01)', async (_what, wish, code) => {
    expect(await browser.post('/user/api-keys', { ...BODY, ...wish })).toMatchObject(refused(422, code));
    expect(await list()).toEqual([]);
  });

  it('an account has 20 at most, even when many are requested at once (APIKEY-01)', async () => {
    for (let made = 1; made < 20; made += 1) await make();
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/user/api-keys', BODY)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject(refused(409, 'TOO_MANY_API_KEYS'));
  });

  it('a new key needs the password, and the second factor if the account has one (APIKEY-02)', async () => {
    const post = (more: object): Promise<Answer> => browser.post('/user/api-keys', { ...BODY, ...more });
    expect(await post({ password: 'Wrong-Horse-1' })).toMatchObject(refused(403, 'WRONG_PASSWORD'));
    const secret = await turnOn();
    const code = codeOf(secret, clock);
    expect(await post({})).toMatchObject(refused(403, 'TWO_FACTOR_REQUIRED'));
    expect(await post({ two_factor_code: '000000' })).toMatchObject(refused(403, 'TWO_FACTOR_INVALID'));
    // A request refused for another reason does not use up the code (REAUTH-03).
    const typed = { two_factor_code: code };
    expect(await post({ ...typed, addresses: ['x'] })).toMatchObject(refused(422, 'INVALID_NETWORK'));
    expect((await post(typed)).status).toBe(201);
    expect(await post(typed)).toMatchObject(refused(403, 'TWO_FACTOR_USED'));
  });

  it('a passkey that is the only second factor confirms it (APIKEY-02, REAUTH-08)', async () => {
    const device = await addPasskey();
    expect(await browser.post('/user/api-keys', BODY)).toMatchObject(refused(403, 'PASSKEY_REQUIRED'));
    const two_factor_code = await passkeyCode(browser, device, venue.origin);
    expect((await browser.post('/user/api-keys', { ...BODY, two_factor_code })).status).toBe(201);
  });

  it('a signed request reads, places and cancels without a cookie (APIKEY-03)', async () => {
    const bot = await make({ permissions: ['read', 'trade'] });
    const placed = await bot.post('/order/orders/limit', ORDER);
    expect(placed).toMatchObject({ status: 200, body: { state: 'OPENED' } });
    const open = await bot.get('/order/orders?pair=XMR-BTC&state=OPENED&limit=5');
    expect(open.body).toEqual([expect.objectContaining({ id: placed.body.id })]);
    expect(await bot.send('DELETE', `/order/cancel/${String(placed.body.id)}`)).toMatchObject({
      status: 200,
      body: { state: 'CANCELED' },
    });
    expect(open.headers.getSetCookie()).toEqual([]);
  });

  it('a request altered in transit is refused and changes nothing (APIKEY-03)', async () => {
    const key = await makeKey(browser, PASSWORD);
    const bot = program(key);
    const answers = await Promise.all([
      bot.get('/order/orders?limit=5', { target: '/order/orders?limit=6' }),
      bot.send('POST', '/order/orders/limit', ORDER, { headers: { 'X-API-Nonce': 'another' } }),
      bot.send('POST', '/order/orders/limit', ORDER, { headers: { 'X-API-Timestamp': String(clock + 1) } }),
      program({ ...key, secret: 'f'.repeat(64) }).post('/order/orders/limit', ORDER),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(refused(401, 'SIGNATURE_INVALID'));
    const { body } = await browser.get('/order/orders');
    expect(body).toEqual([]);
  });

  it('a cookie sent along with a key is ignored (APIKEY-03)', async () => {
    const key = await makeKey(browser, PASSWORD, { permissions: ['read'] });
    const headers = { cookie: browser.cookie };
    expect(
      await program({ ...key, secret: '0'.repeat(64) }).get('/user/balances', { headers }),
    ).toMatchObject(refused(401, 'SIGNATURE_INVALID'));
    expect(await program(key).post('/order/orders/limit', ORDER, { headers })).toMatchObject(
      refused(403, 'PERMISSION_MISSING'),
    );
    const asked = await fetch(`${venue.origin}/auth/me`, { headers: { ...headers, 'X-API-Key': '' } });
    expect(asked.status).toBe(403);
  });

  it('a page of another site can use neither a key, which it does not have, nor a cookie (APIKEY-03)', async () => {
    const headers = { origin: 'https://evil.example', cookie: browser.cookie, 'X-API-Key': 'x' };
    const answer = await fetch(`${venue.origin}/auth/2fa/enable`, { method: 'POST', headers });
    expect(answer.status).toBe(403);
    const asked = await fetch(`${venue.origin}/user/balances`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'x-api-key' },
    });
    expect(asked.headers.get('access-control-allow-headers')).toBeNull();
  });

  it('a request is accepted once, even when it arrives twice at the same time (APIKEY-03)', async () => {
    const bot = await make();
    const quirks = { nonce: 'n-1', timestamp: clock };
    const answers = await Promise.all([1, 2, 3].map(() => bot.post('/order/orders/limit', ORDER, quirks)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused(401, 'NONCE_USED'));
    // Nor for another call, nor later.
    expect(await bot.get('/user/balances', { nonce: 'n-1' })).toMatchObject(refused(401, 'NONCE_USED'));
    expect(await opens(await make())).toBe(200);
  });

  it('a nonce is remembered until its window ends, and failed requests use none up (APIKEY-03)', async () => {
    const bot = await make({ permissions: ['read'] });
    const quirks = { nonce: 'n-1' };
    expect(await bot.post('/order/orders/limit', ORDER, quirks)).toMatchObject(
      refused(403, 'PERMISSION_MISSING'),
    );
    expect((await bot.get('/user/balances', quirks)).status).toBe(200);
    const late = { ...quirks, timestamp: clock + 4000 };
    clock += 9000;
    expect(await bot.get('/user/balances', late)).toMatchObject(refused(401, 'NONCE_USED'));
    expect(await bot.get('/user/balances', { timestamp: clock - 5001 })).toMatchObject(
      refused(401, 'TIMESTAMP_OUTSIDE_WINDOW'),
    );
    expect((await bot.get('/user/balances')).headers.get('x-api-recv-window')).toBe('5000');
  });

  it.each([['X-API-Timestamp'], ['X-API-Nonce'], ['X-API-Signature']])(
    'without %s it is refused (APIKEY-03)',
    async (name) => {
      const bot = await make();
      expect(await bot.get('/user/balances', { headers: { [name]: '' } })).toMatchObject(
        refused(401, 'SIGNATURE_INCOMPLETE'),
      );
    },
  );

  it('each call needs its own permission, and most accept no key at all (APIKEY-04)', async () => {
    const made = clock;
    const said: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    const bots = new Map<string, Program>();
    for (const permission of Object.keys(OPENS))
      bots.set(permission, await make({ permissions: [permission] }));
    clock = made + DAY;
    for (const { name, method, path } of privateCalls) {
      const needed = Object.keys(OPENS).find((permission) => OPENS[permission]?.includes(name));
      for (const [permission, bot] of bots) {
        const body = method === 'POST' ? (BODIES[path] ?? null) : null;
        const answer = await bot.send(method, filled(path), body);
        const { code } = answer.body;
        const isOpen = answer.status !== 401 && answer.status !== 403 && answer.status < 429;
        said[`${name} with ${permission}`] = isOpen ? 'open' : String(code);
        const other = needed === undefined ? 'NOT_FOR_API_KEYS' : 'PERMISSION_MISSING';
        wanted[`${name} with ${permission}`] = permission === needed ? 'open' : other;
      }
    }
    expect(said).toEqual(wanted);
    // The account's security settings are unchanged.
    await signIn(browser);
    expect(await list()).toHaveLength(3);
    expect((await browser.get('/auth/me')).body).toMatchObject({ two_factor_enabled: false });
  });

  it('only the listed addresses get answers (APIKEY-05)', async () => {
    const bot = await make({ addresses: ['203.0.113.0/24', '2001:db8::1'] });
    const from = (address: string): Promise<Answer> =>
      bot.get('/user/balances', { headers: { 'X-Forwarded-For': address } });
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1', '198.51.100.1, 203.0.113.9'])
      expect((await from(address)).status, address).toBe(200);
    // The last entry comes from the proxy; the client made up the others.
    for (const address of ['198.51.100.1', '2001:db8::2', '203.0.113.9, 198.51.100.1', ''])
      expect(await from(address), address).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED'));
    await expect(bot.connect()).rejects.toThrow('refused with 403');
  });

  it('a socket opened with a key follows its account, and no other key opens one (APIKEY-06)', async () => {
    const bot = await make({ permissions: ['read', 'trade'] });
    const socket = await bot.connect();
    const frames: Record<string, unknown>[] = [];
    const next = (type: string) =>
      new Promise<Record<string, unknown>>((resolve) => {
        const look = (): void => {
          const found = frames.find((frame) => frame.type === type);
          if (found) resolve(found);
        };
        socket.on('message', look);
        look();
      });
    socket.on('message', (data: Buffer) => frames.unshift(JSON.parse(data.toString()) as (typeof frames)[0]));
    socket.send(JSON.stringify({ type: 'subscribe_account' }));
    expect(await next('account_snapshot')).toMatchObject({ orders: [] });
    await bot.post('/order/orders/limit', ORDER);
    expect(await next('account_update')).toMatchObject({ orders: [{ state: 'OPENED' }] });
    socket.close();
    const trader = await make({ permissions: ['trade'] });
    await expect(trader.connect()).rejects.toThrow('refused with 403');
    await expect(bot.connect({ headers: { 'X-API-Nonce': 'x' } })).rejects.toThrow('refused with 401');
    const open = await bot.connect({ nonce: 'once' });
    await expect(bot.connect({ nonce: 'once' })).rejects.toThrow('refused with 401');
    open.close();
  });

  it('a revoked key is refused at once, and its sockets are closed (APIKEY-09)', async () => {
    const key = await makeKey(browser, PASSWORD);
    const [bot, other] = [program(key), await make()];
    const socket = await bot.connect();
    const ended = new Promise<number>((resolve) => {
      socket.once('close', resolve);
    });
    expect((await browser.remove(`/user/api-keys/${key.id}`)).status).toBe(200);
    expect(await ended).toBe(4001);
    expect(await bot.get('/user/balances')).toMatchObject(refused(401, 'API_KEY_UNKNOWN'));
    await expect(bot.connect()).rejects.toThrow('refused with 401');
    expect(await browser.remove(`/user/api-keys/${key.id}`)).toMatchObject(refused(404, 'API_KEY_NOT_FOUND'));
    expect(await browser.remove('/user/api-keys/x')).toMatchObject(refused(404, 'API_KEY_NOT_FOUND'));
    expect(await opens(other)).toBe(200);
  });

  it('no other user can see or revoke a key (APIKEY-09)', async () => {
    const key = await makeKey(browser, PASSWORD);
    const { browser: stranger } = await venue.member();
    expect(await stranger.remove(`/user/api-keys/${key.id}`)).toMatchObject(
      refused(404, 'API_KEY_NOT_FOUND'),
    );
    expect(await list(stranger)).toEqual([]);
    expect(await opens(program(key))).toBe(200);
  });

  it('shows the day of its last use (APIKEY-01)', async () => {
    const bot = await make({ permissions: ['read'] });
    await bot.post('/order/orders/limit', ORDER);
    expect((await list())[0]).toMatchObject({ last_used_on: null });
    await bot.get('/user/balances');
    expect((await list())[0]).toMatchObject({ last_used_on: new Date(clock).toISOString().slice(0, 10) });
    clock += DAY;
    await bot.get('/user/balances');
    await signIn(browser);
    expect((await list())[0]).toMatchObject({ last_used_on: new Date(clock).toISOString().slice(0, 10) });
  });

  it('withdraws without a code, 24 hours after it was made (APIKEY-07)', async () => {
    const secret = await turnOn();
    const bot = await make({ permissions: ['withdraw'], two_factor_code: codeOf(secret, clock) });
    const withdrawal = BODIES['/withdrawal/withdrawals/create'] ?? {};
    clock += DAY - 1;
    const early = await bot.post('/withdrawal/withdrawals/create', withdrawal);
    expect(early).toMatchObject(refused(403, 'API_KEY_TOO_NEW'));
    expect(early.headers.get('retry-after')).toBe('1');
    clock += 1;
    const made = await bot.post('/withdrawal/withdrawals/create', withdrawal);
    expect(made).toMatchObject({ status: 200, body: { state: 'CREATED' } });
    // The address book applies to keys too (HELD-03).
    browser = venue.browser();
    await signIn(browser, email, { two_factor_code: codeOf(secret, clock) });
    clock += STEP;
    const typed = { is_on: true, password: PASSWORD, two_factor_code: codeOf(secret, clock) };
    expect((await browser.post('/user/address-book/switch', typed)).status).toBe(200);
    expect(await bot.post('/withdrawal/withdrawals/create', withdrawal)).toMatchObject(
      refused(403, 'NOT_IN_ADDRESS_BOOK'),
    );
  });

  it('a key made without a second factor withdraws again once it is confirmed with the new one (APIKEY-12)', async () => {
    const key = await makeKey(browser, PASSWORD);
    const [bot, other] = [program(key), venue.browser()];
    await signIn(other);
    clock += DAY;
    browser = venue.browser();
    await signIn(browser);
    const withdrawal = BODIES['/withdrawal/withdrawals/create'] ?? {};
    expect((await bot.post('/withdrawal/withdrawals/create', withdrawal)).status).toBe(200);
    const secret = await turnOn();
    const isRefused = refused(403, 'API_KEY_UNCONFIRMED');
    expect(await bot.post('/withdrawal/withdrawals/create', withdrawal)).toMatchObject(isRefused);
    expect((await browser.post('/auth/sessions/end-others')).status).toBe(200);
    expect(await bot.post('/withdrawal/withdrawals/create', withdrawal)).toMatchObject(isRefused);
    // Its other permissions still work.
    expect(await opens(bot)).toBe(200);
    expect((await list())[0]).toMatchObject({
      must_confirm: true,
      permissions: ['read', 'trade', 'withdraw'],
    });
    const path = `/user/api-keys/${key.id}/confirm`;
    expect(await browser.post(path, { password: PASSWORD })).toMatchObject(
      refused(403, 'TWO_FACTOR_REQUIRED'),
    );
    expect(await browser.post(path, { password: 'Wrong-Horse-9' })).toMatchObject(
      refused(403, 'WRONG_PASSWORD'),
    );
    clock += STEP;
    const typed = { password: PASSWORD, two_factor_code: codeOf(secret, clock) };
    expect(await browser.post('/user/api-keys/x/confirm', typed)).toMatchObject(
      refused(404, 'API_KEY_NOT_FOUND'),
    );
    expect((await browser.post(path, typed)).status).toBe(200);
    expect((await bot.post('/withdrawal/withdrawals/create', withdrawal)).status).toBe(200);
    expect((await list())[0]).toMatchObject({ must_confirm: false });
  });

  it('the first passkey restricts keys too; a key made with a factor keeps all its rights (APIKEY-12)', async () => {
    await makeKey(browser, PASSWORD);
    const device = await addPasskey();
    expect((await list())[0]).toMatchObject({ must_confirm: true });
    const code = await passkeyCode(browser, device, venue.origin);
    // Keys are listed in order of creation.
    clock += 1;
    await makeKey(browser, PASSWORD, { two_factor_code: code });
    await turnOn();
    expect((await list()).map(({ must_confirm }) => must_confirm)).toEqual([true, false]);
  });

  it('says how many requests are left, and refuses too many (APIKEY-08)', async () => {
    const bot = await make();
    const first = await bot.get('/user/balances');
    expect(first.headers.get('x-ratelimit-limit')).toBe('60');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('59');
    expect(Number(first.headers.get('x-ratelimit-reset'))).toBeGreaterThan(0);
    const order = await bot.post('/order/orders/limit', ORDER);
    expect(order.headers.get('x-ratelimit-limit')).toBe('500');
    expect(order.headers.get('x-ratelimit-remaining')).toBe('499');
    // A request with a wrong signature does not count.
    await program({ id: bot.headers('GET', '/')['X-API-Key'] ?? '', secret: '' }).get('/user/balances');
    // All at once: a busy machine would need more than the ten seconds of the window.
    const burst = await Promise.all(Array.from({ length: 61 }, () => bot.get('/user/balances')));
    const last = burst.find(({ status }) => status !== 200) ?? first;
    expect(last).toMatchObject(refused(429, 'TOO_MANY_ATTEMPTS'));
    expect(last.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    // Browsers do not get these headers.
    expect((await browser.get('/user/balances')).headers.get('x-ratelimit-limit')).toBeNull();
  });

  const NEXT = {
    old_password: PASSWORD,
    new_password: 'Battery-Staple-2',
    confirm_password: 'Battery-Staple-2',
  };
  const endings: readonly [string, () => Promise<void>, () => Promise<number>][] = [
    [
      'a change of the password',
      () => Promise.resolve(),
      async () => (await browser.post('/auth/change-password', NEXT)).status,
    ],
    [
      'the deletion of the account',
      async () => void (await browser.post('/sandbox/empty')),
      async () =>
        (await browser.post('/user/deletion', { username: email.split('@')[0], password: PASSWORD })).status,
    ],
  ];
  it.each(endings)('%s revokes all (APIKEY-09)', async (_how, before, end) => {
    await before();
    const bot = await make();
    const socket = await bot.connect();
    const ended = new Promise<number>((resolve) => {
      socket.once('close', resolve);
    });
    expect(await end()).toBe(200);
    expect(await ended).toBe(4001);
    expect(await bot.get('/user/balances')).toMatchObject(refused(401, 'API_KEY_UNKNOWN'));
  });

  it('turning two-factor off revokes all, turning it on none (APIKEY-09)', async () => {
    const bot = await make();
    const secret = await turnOn();
    expect(await opens(bot)).toBe(200);
    const off = { code: codeOf(secret, clock), password: PASSWORD };
    expect((await browser.post('/auth/2fa/disable', off)).status).toBe(200);
    expect(await opens(bot)).toBe(401);
  });

  it('removing the last passkey revokes all, removing another none (APIKEY-09)', async () => {
    const bot = await make();
    const device = await addPasskey();
    const { passkeys } = (await browser.get('/auth/passkeys')).body as { passkeys: { id: string }[] };
    expect(await opens(bot)).toBe(200);
    const two_factor_code = await passkeyCode(browser, device, venue.origin);
    const path = `/auth/passkeys/${passkeys[0]?.id ?? ''}/remove`;
    expect((await browser.post(path, { password: PASSWORD, two_factor_code })).status).toBe(200);
    expect(await opens(bot)).toBe(401);
  });

  it('a sign-in with a recovery code revokes all (APIKEY-09)', async () => {
    const bot = await make();
    const secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    const typed = { code: codeOf(secret, clock), password: PASSWORD };
    const { recovery_codes: codes } = (await browser.post('/auth/2fa/verify', typed)).body;
    expect(await opens(bot)).toBe(200);
    const [code] = codes as readonly string[];
    await signIn(venue.browser(), email, { two_factor_code: code });
    expect(await opens(bot)).toBe(401);
  });

  it('a second factor that was reset by waiting revokes all (APIKEY-09)', async () => {
    const bot = await make();
    await turnOn();
    const typed = { email, password: PASSWORD };
    expect((await venue.browser().post('/auth/2fa/reset', typed)).status).toBe(200);
    clock += RESET_WAIT;
    expect(await opens(bot)).toBe(200);
    await signIn(venue.browser());
    expect(await opens(bot)).toBe(401);
  });

  it('signing out sessions leaves keys as they are (APIKEY-09)', async () => {
    const bot = await make();
    const socket = await bot.connect();
    await browser.post('/auth/sessions/end-others');
    await browser.post('/auth/logout');
    expect(await opens(bot)).toBe(200);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.close();
  });
});
