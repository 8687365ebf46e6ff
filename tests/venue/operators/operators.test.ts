import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RefusedError } from '../../../venue/refused.ts';
import { serveOperators, type ServedOperators } from '../../../venue/operators/serve.ts';
import { createLog } from '../../../venue/log.ts';
import { createAuthenticator } from '../accounts/authenticator.ts';
import { createProgram } from '../accounts/program.ts';
import { codeOf } from '../accounts/codes.ts';
import { newPrivateKey, type Proof, prove, publicTextOf } from '../../../venue/operators/signing.ts';
import { databases } from '../databases.ts';
import { openTrader, PASSWORD, startVenue, type TestVenue, type Trader } from '../edge/harness.ts';
import { addedBy, codeAs, runAs } from './signer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OUTSIDE = 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv';

type Answer = Record<string, unknown>;

describe.each(databases)('the operators, on $name', (kind) => {
  let target: TestVenue;
  let clock = Date.now();
  let ann: KeyObject;
  let ben: KeyObject;
  let user: Trader;

  const run = (key: KeyObject | null, command: string, given: object = {}): Promise<Answer> =>
    runAs(target.venue.operators, key, command, given);
  const codeFor = (key: KeyObject | null, command: string, given: object = {}): Promise<string> =>
    codeAs(target.venue.operators, key, command, given);
  const trail = async (limit = 100) =>
    (await run(ann, 'log', { limit })).operations as {
      operator: string;
      action: string;
      subject: string;
      reason: string;
    }[];
  const withdraw = async (amount: string): Promise<string> => {
    const answer = await user.post('/withdrawal/withdrawals/create', {
      currency: 'BTC',
      amount,
      address: OUTSIDE,
    });
    expect(answer.status, answer.text).toBe(200);
    return (answer.body as { id: string }).id;
  };
  /** Sessions end meanwhile. */
  const wait = async (milliseconds: number): Promise<void> => {
    clock += milliseconds;
    await user.post('/auth/login', { email: user.email, password: PASSWORD });
  };
  const wire = async (id: string) => (await user.get(`/withdrawal/withdrawals/${id}/status`)).body as Answer;

  beforeAll(async () => {
    target = await startVenue(
      { ACCOUNT_DAILY_CEILINGS: 'BTC:0.1', CHAINS: 'manual', LIMIT_ATTEMPTS: '1000' },
      () => clock,
      kind,
    );
    ann = await addedBy(target.venue.operators, 'ann');
    ben = await addedBy(target.venue.operators, 'ben', [ann]);
    clock += DAY;
    user = await openTrader(target);
  });
  afterAll(() => target.close());

  it("one operator alone adds nobody, and releases nothing in another's name (OPERATOR-10)", async () => {
    const id = await withdraw('0.2');
    const order = { id, reason: 'Mine' };
    await run(ann, 'release', order);
    const second = newPrivateKey();
    const wish = { name: 'eve', key: publicTextOf(second) };
    expect(await run(ann, 'add', wish)).toEqual({ name: 'eve', confirmed: false });
    expect(await codeFor(ann, 'add', wish)).toBe('APPROVED_ALREADY');
    expect(await codeFor(second, 'add', wish)).toBe('NOT_CONFIRMED');
    expect(await codeFor(second, 'release', order)).toBe('NOT_CONFIRMED');
    // Once confirmed, he can read, and approve a day later.
    // With characters that a chat or mail may have changed (TYPED-01).
    const pasted = { name: 'eve', key: wish.key.replace('q', 'ｑ').replaceAll('-', '\u2011') };
    expect(await run(ben, 'add', pasted)).toEqual({ name: 'eve', confirmed: true });
    expect(await codeFor(second, 'withdrawals')).toBe('done');
    const third = { name: 'fay', key: publicTextOf(newPrivateKey()) };
    await run(ann, 'add', third);
    await wait(DAY - 1);
    for (const [command, given] of [
      ['release', order],
      ['add', third],
      ['reset-two-factor', { email: user.email, reason: 'x' }],
    ] as const)
      expect(await codeFor(second, command, given), command).toMatch(/TOO_NEW|TWO_FACTOR_OFF/);
    await wait(1);
    expect(await run(second, 'release', order)).toMatchObject({ released: true });
    for (const name of ['eve', 'fay']) await run(ben, 'remove', { name, reason: 'Has left' });
  });

  it('approvals of a removed operator no longer count (OPERATOR-10)', async () => {
    const gus = await addedBy(target.venue.operators, 'gus', [ann, ben]);
    await wait(DAY);
    const id = await withdraw('0.2');
    await run(gus, 'release', { id, reason: 'Stolen key' });
    await run(ann, 'remove', { name: 'gus', reason: 'The key was stolen' });
    expect(await run(ben, 'release', { id, reason: 'Called' })).toMatchObject({
      released: false,
      approvals: 1,
    });
    await run(ann, 'refuse', { id, reason: 'No.' });
  });

  it('a call is signed: with its key, for its command and body, once, within a minute (OPERATOR-01)', async () => {
    const { operators } = target.venue;
    const codeOfCall = async (...call: Parameters<typeof operators.run>): Promise<string> =>
      operators.run(...call).then(
        () => 'done',
        (error: unknown) => (error instanceof RefusedError ? error.code : String(error)),
      );
    const good = prove(ann, operators.challenge(), 'health', '{}');
    expect(await codeOfCall('health', good, '{}')).toBe('done');
    expect(await codeOfCall('health', good, '{}')).toBe('NOT_PROVEN');
    const fresh = (): Proof => prove(ann, operators.challenge(), 'health', '{}');
    expect(await codeOfCall('withdrawals', fresh(), '{}')).toBe('NOT_PROVEN');
    expect(await codeOfCall('health', fresh(), '{ }')).toBe('NOT_PROVEN');
    expect(await codeOfCall('health', { ...fresh(), key: publicTextOf(ben) }, '{}')).toBe('NOT_PROVEN');
    expect(await codeOfCall('health', { ...fresh(), signature: '' }, '{}')).toBe('NOT_PROVEN');
    expect(await codeOfCall('health', prove(ann, 'x'.repeat(43), 'health', '{}'), '{}')).toBe('NOT_PROVEN');
    const late = fresh();
    clock += 60_000;
    expect(await codeOfCall('health', late, '{}')).toBe('NOT_PROVEN');
  });

  it('the first adds himself, all others are added by two, each name and key once (OPERATOR-01)', async () => {
    const wish = (name: string, key = newPrivateKey()) => ({ name, key: publicTextOf(key) });
    expect(await codeFor(null, 'add', wish('cat'))).toBe('NO_OPERATOR');
    const own = newPrivateKey();
    expect(await codeFor(own, 'add', wish('cat', own))).toBe('NO_OPERATOR');
    expect(await codeFor(ann, 'add', wish('ben'))).toBe('KNOWN_NAME');
    expect(await codeFor(ann, 'add', wish('cat', ben))).toBe('KNOWN_NAME');
    expect(await codeFor(ann, 'add', wish('Not a name'))).toBe('VALIDATION_FAILED');
    expect(await codeFor(ann, 'add', { name: 'cat', key: 'qbop_no' })).toBe('UNFIT_KEY');
    expect(await codeFor(ann, 'remove', { name: 'ben', reason: 'Gone' })).toBe('TOO_FEW_OPERATORS');
    const cat = await addedBy(target.venue.operators, 'cat', [ann, ben]);
    expect(await codeFor(cat, 'health')).toBe('done');
    await run(ann, 'remove', { name: 'cat', reason: 'Has left' });
    expect(await codeFor(cat, 'health')).toBe('NO_OPERATOR');
    expect(await codeFor(ann, 'add', wish('cat'))).toBe('KNOWN_NAME');
    const list = (await run(ann, 'operators')).operators as { name: string }[];
    expect(list.filter(({ name }) => ['ann', 'ben', 'cat'].includes(name))).toMatchObject([
      { name: 'ann', added_by: null, removed_at: null },
      { name: 'ben', added_by: 'ann', removed_at: null },
      { name: 'cat', removed_at: expect.any(Date) },
    ]);
  });

  it('no command works without a key, and the table knows all of them (OPERATOR-01)', async () => {
    for (const command of ['tickets', 'withdrawals', 'release', 'refuse', 'lift', 'log', 'health'])
      expect(await codeFor(null, command)).toBe('NO_OPERATOR');
    expect(await codeFor(ann, 'toString')).toBe('UNKNOWN_COMMAND');
    expect(await codeFor(ann, 'release', { id: 'x' })).toBe('VALIDATION_FAILED');
  });

  it('a waiting withdrawal is listed, released by two, and leaves (OPERATOR-03)', async () => {
    const id = await withdraw('0.2');
    expect(await wire(id)).toMatchObject({ state: 'CREATED', awaits_release: true });
    expect((await run(ann, 'withdrawals')).withdrawals).toMatchObject([
      { id, email: user.email, coin: 'BTC', amount: '0.2', address: OUTSIDE, approved: [] },
    ]);
    const order = { id, reason: 'Called them' };
    expect(await run(ann, 'release', order)).toEqual({ released: false, approvals: 1, needed: 2 });
    expect(await codeFor(ann, 'release', order)).toBe('APPROVED_ALREADY');
    expect((await run(ben, 'withdrawals')).withdrawals).toMatchObject([{ id, approved: ['ann'] }]);
    expect(await run(ben, 'release', order)).toEqual({ released: true, approvals: 2, needed: 2 });
    expect(await wire(id)).toMatchObject({ awaits_release: false });
    expect((await trail(2)).map(({ operator, action, subject }) => [operator, action, subject])).toEqual([
      ['ben', 'release', id],
      ['ann', 'release', id],
    ]);
  });

  it('a refused one returns the coins, and the user reads the reason (OPERATOR-04)', async () => {
    const before = (await user.get('/user/balances')).text;
    const id = await withdraw('0.3');
    await run(ann, 'refuse', { id, reason: 'Not to this address.' });
    expect(await wire(id)).toMatchObject({ state: 'FAILED', refused_reason: 'Not to this address.' });
    expect((await user.get('/user/balances')).text).toBe(before);
    expect(await codeFor(ben, 'release', { id, reason: 'No' })).toBe('NOT_HELD');
  });

  it('a lost second factor is reset: sessions end, withdrawals pause, and each step needs two operators (OPERATOR-05, OPERATOR-10)', async () => {
    const lost = await openTrader(target);
    const subject = { email: lost.email, reason: 'Lost the phone' };
    expect(await codeFor(ann, 'reset-two-factor', subject)).toBe('TWO_FACTOR_OFF');
    const { secret } = (await lost.post('/auth/2fa/enable')).body as { secret: string };
    const key = { key_hash: 'ab'.repeat(32), password: PASSWORD };
    expect((await lost.post('/auth/recovery-key', key)).status).toBe(200);
    await lost.post('/auth/2fa/verify', { code: codeOf(secret, clock), password: PASSWORD });
    expect(await run(ann, 'reset-two-factor', subject)).toEqual({ reset: false, approvals: 1, needed: 2 });
    expect(await codeFor(ann, 'reset-two-factor', subject)).toBe('APPROVED_ALREADY');
    expect((await lost.get('/auth/me')).status).toBe(200);
    expect(await run(ben, 'reset-two-factor', subject)).toEqual({ reset: true, approvals: 2, needed: 2 });
    expect((await lost.get('/auth/me')).status).toBe(401);
    // The recovery key of a forgotten password ends as well.
    const found = (await run(ann, 'user', { email: lost.email })) as { recovery_key: unknown };
    expect(found.recovery_key).not.toBeNull();
    // Now without a code.
    expect((await lost.post('/auth/login', { email: lost.email, password: PASSWORD })).status).toBe(200);
    const asked = { currency: 'BTC', amount: '0.01', address: OUTSIDE };
    const paused = await lost.post('/withdrawal/withdrawals/create', asked);
    expect(paused).toMatchObject({ status: 403 });
    expect(paused.text).toContain('Two-factor authentication was reset by support');
    expect(await run(ann, 'lift', subject)).toMatchObject({ lifted: false });
    expect(await codeFor(ann, 'lift', subject)).toBe('APPROVED_ALREADY');
    expect((await lost.post('/withdrawal/withdrawals/create', asked)).status).toBe(403);
    expect(await run(ben, 'lift', subject)).toMatchObject({ lifted: true });
    expect(await codeFor(ben, 'lift', subject)).toBe('NO_PAUSE');
    expect((await lost.post('/withdrawal/withdrawals/create', asked)).status).toBe(200);
  });

  it('lost passkeys are a lost second factor too, and API keys end with them (OPERATOR-05, APIKEY-09)', async () => {
    const lost = await openTrader(target);
    const wish = { label: 'Bot', permissions: ['read'], password: PASSWORD };
    expect((await lost.post('/user/api-keys', wish)).status).toBe(201);
    const options = (await lost.post('/auth/passkeys/options', { password: PASSWORD })).body as object;
    const credential = createAuthenticator().create(options as never, target.origin);
    expect((await lost.post('/auth/passkeys', { name: 'Phone', credential })).status).toBe(201);
    const subject = { email: lost.email, reason: 'Lost it' };
    await run(ann, 'reset-two-factor', subject);
    expect(await run(ben, 'reset-two-factor', subject)).toMatchObject({ reset: true });
    expect((await lost.post('/auth/login', { email: lost.email, password: PASSWORD })).status).toBe(200);
    expect((await lost.get('/auth/passkeys')).body).toEqual({ passkeys: [] });
    expect((await lost.get('/user/api-keys')).body).toEqual({ api_keys: [] });
  });

  it('one narrows the price band of a pair, two widen it, and anything but a percentage is refused (OPERATOR-09)', async () => {
    const bands = async () => (await run(ann, 'pairs')).pairs as { pair: string; percent: string }[];
    const ofXmr = async () => (await bands()).find(({ pair }) => pair === 'XMR-BTC')?.percent;
    expect(await ofXmr()).toBe('10');
    const change = (percent: string, pair = 'XMR-BTC', who = ann) =>
      codeFor(who, 'band', { pair, percent, reason: 'Thin' });
    for (const wrong of ['0', '-1', 'ten', '100.0001', '1e1', '0.00001'])
      expect(await change(wrong), wrong).toBe('VALIDATION_FAILED');
    expect(await change('9', 'XMR-EUR')).toBe('PAIR_NOT_FOUND');
    expect(await ofXmr()).toBe('10');
    expect(await change('7.5')).toBe('done');
    expect(await ofXmr()).toBe('7.5');
    expect((await trail(1))[0]).toMatchObject({ operator: 'ann', action: 'band', subject: 'XMR-BTC=7.5' });
    expect(await change('7.6')).toBe('done');
    expect(await change('7.60')).toBe('APPROVED_ALREADY');
    // Another value is another act.
    expect(await change('100', 'XMR-BTC', ben)).toBe('done');
    expect(await ofXmr()).toBe('7.5');
    expect(await run(ben, 'band', { pair: 'XMR-BTC', percent: '7.600', reason: 'Too thin' })).toMatchObject({
      approvals: 2,
      needed: 2,
    });
    expect(await ofXmr()).toBe('7.6');
  });

  it('two set the initial price of a pair (OPERATOR-09)', async () => {
    const named = async () => {
      const { pairs } = (await run(ann, 'pairs')) as { pairs: { pair: string; reference: string | null }[] };
      return pairs.find(({ pair }) => pair === 'KAS-USDT')?.reference;
    };
    const name = (who: KeyObject, price: string, pair = 'KAS-USDT') =>
      codeFor(who, 'reference', { pair, price, reason: 'As elsewhere' });
    expect(await name(ann, '-1')).toBe('VALIDATION_FAILED');
    expect(await name(ann, '1', 'XMR-EUR')).toBe('PAIR_NOT_FOUND');
    const before = await named();
    expect(await name(ann, '0.12')).toBe('done');
    expect(await name(ann, '0.120')).toBe('APPROVED_ALREADY');
    expect(await name(ben, '1200')).toBe('done');
    expect(await named()).toBe(before);
    expect(await name(ben, '0.12')).toBe('done');
    expect(await named()).toBe('0.12');
  });

  it('one user is signed out everywhere, and everybody is, and nothing else changes (OPERATOR-08)', async () => {
    const [robbed, other] = [await openTrader(target), await openTrader(target)];
    await robbed.post('/auth/2fa/enable');
    const status = async (by: Trader): Promise<number> => (await by.get('/auth/me')).status;
    const subject = { email: robbed.email, reason: 'A stolen laptop' };
    const made = await robbed.post('/user/api-keys', {
      label: 'Bot',
      permissions: ['read'],
      password: PASSWORD,
    });
    const { api_key: own, secret } = made.body as { api_key: { id: string }; secret: string };
    const program = createProgram(target.origin, { id: own.id, secret }, () => clock);
    expect((await program.get('/user/balances')).status).toBe(200);
    const keyAt = async (): Promise<unknown> =>
      ((await run(ann, 'user', { email: robbed.email })) as { recovery_key: unknown }).recovery_key;
    expect(await keyAt()).toBeNull();
    const key = { key_hash: 'ab'.repeat(32), password: PASSWORD };
    expect((await robbed.post('/auth/recovery-key', key)).status).toBe(200);
    expect(await keyAt()).not.toBeNull();
    expect(await run(ann, 'end-sessions', subject)).toEqual({ ended: 2 });
    expect(await keyAt()).toBeNull();
    expect((await program.get('/user/balances')).status).toBe(401);
    expect([await status(robbed), await status(other)]).toEqual([401, 200]);
    expect((await trail(1))[0]).toMatchObject({ action: 'end-sessions', reason: 'A stolen laptop' });
    expect(await codeFor(ann, 'end-sessions', { ...subject, email: 'nobody@example.org' })).toBe(
      'USER_NOT_FOUND',
    );
    await run(ben, 'end-sessions', { email: 'everybody', reason: 'A leak' });
    expect([await status(other), await status(user)]).toEqual([401, 401]);
    expect((await trail(1))[0]).toMatchObject({ action: 'end-sessions', subject: 'everybody' });
    for (const { email } of [robbed, user])
      expect((await user.post('/auth/login', { email, password: PASSWORD })).body).toMatchObject({
        security_risk: false,
      });
  });

  it('only API keys are revoked, of one user or of everybody (OPERATOR-21)', async () => {
    const traders = [await openTrader(target), await openTrader(target)];
    const programs = await Promise.all(
      traders.map(async (trader) => {
        const made = await trader.post('/user/api-keys', {
          label: 'Bot',
          permissions: ['read'],
          password: PASSWORD,
        });
        const { api_key: own, secret } = made.body as { api_key: { id: string }; secret: string };
        return createProgram(target.origin, { id: own.id, secret }, () => clock);
      }),
    );
    const statuses = async (): Promise<number[]> => {
      const all = await Promise.all([...programs, ...traders].map((caller) => caller.get('/user/balances')));
      return all.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const subject = { email: traders[0]?.email, reason: 'A bot that never stops' };
    expect(await run(ann, 'end-keys', subject)).toEqual({ ended: 1 });
    expect(await statuses()).toEqual([401, 200, 200, 200]);
    expect((await trail(1))[0]).toMatchObject({ action: 'end-keys', reason: 'A bot that never stops' });
    expect(await codeFor(ann, 'end-keys', { ...subject, email: 'nobody@example.org' })).toBe(
      'USER_NOT_FOUND',
    );
    expect(await run(ben, 'end-keys', { email: 'everybody', reason: 'A leak' })).toEqual({ ended: 1 });
    expect(await statuses()).toEqual([401, 401, 200, 200]);
  });

  it('two operators pause withdrawals, for 72 hours at most and for one of two reasons (OPERATOR-11)', async () => {
    const wish = { email: user.email, hours: 2, cause: 'owner' };
    const asked = { currency: 'BTC', amount: '0.01', address: OUTSIDE };
    for (const wrong of [{ hours: 73 }, { hours: 0 }, { cause: 'compliance review' }])
      expect(await codeFor(ann, 'pause', { ...wish, ...wrong })).toBe('VALIDATION_FAILED');
    expect(await run(ann, 'pause', wish)).toMatchObject({ paused: false });
    expect(await codeFor(ann, 'pause', wish)).toBe('APPROVED_ALREADY');
    expect((await user.post('/withdrawal/withdrawals/create', asked)).status).toBe(200);
    expect(await run(ben, 'pause', wish)).toMatchObject({ paused: true });
    const refused = await user.post('/withdrawal/withdrawals/create', asked);
    expect(refused.text).toContain('The owner of the account asked for it');
    clock += 2 * HOUR;
    expect((await user.post('/withdrawal/withdrawals/create', asked)).status).toBe(200);
    // And not repeatedly.
    expect(await codeFor(ann, 'pause', wish)).toBe('PAUSED_BEFORE');
    expect(await codeFor(ann, 'pause', { ...wish, email: 'nobody@example.org' })).toBe('USER_NOT_FOUND');
  });

  it('tickets are read, answered and closed (OPERATOR-07)', async () => {
    const made = await user.post('/support/tickets/create', {
      subject: 'Where?',
      description: 'It is late.',
      category: 'deposit',
    });
    const { id } = made.body as { id: string };
    expect((await run(ann, 'tickets', { all: false })).tickets).toMatchObject([
      { id, email: user.email, subject: 'Where?', status: 'open' },
    ]);
    await run(ann, 'answer', { id, text: 'It is there.' });
    expect((await run(ann, 'tickets', { all: false })).tickets).toEqual([]);
    expect((await run(ann, 'tickets', { all: true })).tickets).toMatchObject([{ id, status: 'pending' }]);
    expect(await run(ben, 'ticket', { id })).toMatchObject({
      subject: 'Where?',
      said: [
        { by: 'user', text: 'It is late.' },
        { by: 'support', text: 'It is there.' },
      ],
    });
    await run(ben, 'close', { id });
    expect((await user.get(`/support/tickets/get/${id}`)).body).toMatchObject({ status: 'closed' });
    expect(await codeFor(ann, 'ticket', { id: 'none' })).toBe('TICKET_NOT_FOUND');
    expect((await trail(2)).map(({ action }) => action)).toEqual(['close', 'answer']);
  });

  it("health shows the audit's findings and what is waiting (OPERATOR-07)", async () => {
    expect(await run(ann, 'health')).toMatchObject({
      findings: [],
      withdrawalsStopped: null,
      // From an earlier test, on top of what was released.
      withdrawalsHeld: 2,
      ticketsOpen: 0,
      booksMissing: [],
    });
  });

  it('the trail names everything that was done, and refused calls leave no trace (OPERATOR-02)', async () => {
    const actions = (await trail()).map(({ operator, action }) => `${operator} ${action}`);
    expect(actions).toEqual(
      expect.arrayContaining([
        'ann add',
        'ben add',
        'ben reset-two-factor',
        'ann remove',
        'ann refuse',
        'ben pause',
        'ben lift',
      ]),
    );
    const before = actions.length;
    await codeFor(ann, 'lift', { email: user.email, reason: 'Nothing to lift' });
    await codeFor(ann, 'refuse', { id: 'none', reason: 'No' });
    expect(await trail()).toHaveLength(before);
    // Line breaks would forge other lines of a list.
    await run(ann, 'end-sessions', { email: user.email, reason: 'one\ntwo' });
    expect((await trail(1))[0]?.reason).toBe('one two');
    expect(await run(ann, 'health')).toMatchObject({ findings: [] });
  });
});

describe('the socket of the operators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qb-'));
  const path = join(folder, 'operator.sock');
  const log: string[] = [];
  let target: TestVenue;
  let served: ServedOperators | null = null;

  beforeAll(async () => {
    target = await startVenue();
    served = await serveOperators(
      target.venue.operators,
      path,
      createLog((line) => log.push(line)),
    );
  });
  afterAll(async () => {
    await served?.close();
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (command: string, body: string, authorization = '') =>
    new Promise<{ status: number | undefined; text: string }>((done, reject) => {
      const headers = { authorization };
      const sent = request({ socketPath: path, path: command, method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (part) => {
          text += String(part);
        });
        response.on('end', () => done({ status: response.statusCode, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });

  it("only the venue's user can open it, and no port leads there (OPERATOR-06)", async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const answers = await Promise.all(
      ['/health', '/add', '/operators'].map((command) =>
        fetch(target.origin + command, { method: 'POST', headers: { origin: target.origin } }),
      ),
    );
    expect(answers.map(({ status }) => status).every((status) => status >= 400)).toBe(true);
  });

  it('refusals are plain text, and neither key nor text reaches the log (OPERATOR-06)', async () => {
    expect(await post('/health', '{}', 'Operator qbop_canary x y')).toMatchObject({ status: 401 });
    expect(await post('/add', 'no json')).toMatchObject({ status: 400 });
    expect(await post('/add', `{"name":"${'x'.repeat(70_000)}"}`)).toMatchObject({ status: 413 });
    expect(log.join('\n')).toContain('an operator command was refused');
    expect(log.join('\n')).not.toContain('canary');
  });

  it('a socket in use stays, and an abandoned one is replaced (OPERATOR-06)', async () => {
    const quiet = createLog((line) => log.push(line));
    expect(await serveOperators(target.venue.operators, path, quiet)).toBeNull();
    const left = join(folder, 'left.sock');
    writeFileSync(left, '');
    const again = await serveOperators(target.venue.operators, left, quiet);
    expect(again).not.toBeNull();
    await again?.close();
    const made = join(folder, 'made');
    const inside = await serveOperators(target.venue.operators, join(made, 'operator.sock'), quiet);
    // Its owner can enter it, unlike a folder with the socket's own mode.
    expect(statSync(made).mode & 0o700).toBe(0o700);
    await inside?.close();
    expect(await serveOperators(target.venue.operators, join(folder, 'x'.repeat(120)), quiet)).toBeNull();
    writeFileSync(join(folder, 'file'), '');
    await expect(
      serveOperators(target.venue.operators, join(folder, 'file', 'operator.sock'), quiet),
    ).rejects.toThrow(/^The operators' socket .* cannot be made \(E\w+\): set OPERATOR_SOCKET /);
  });

  const cli = [
    process.execPath,
    '--import',
    resolve('scripts/typescript.mjs'),
    resolve('venue/operators/cli.ts'),
  ] as const;
  const operator = async (...args: string[]): Promise<string> => {
    const [program, ...words] = [...cli, '--socket', path, ...args];
    return (await promisify(execFile)(program, words)).stdout.trim();
  };

  it('the command makes a key that stays with its owner, and shows what was done (OPERATOR-01, OPERATOR-02)', async () => {
    const keyFile = join(folder, 'key');
    await expect(operator('--key-file', keyFile, 'log')).rejects.toThrow('There is no key');
    const key = await operator('--key-file', keyFile, 'key');
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    await expect(operator('--key-file', keyFile, 'key')).rejects.toThrow('No key was made');
    expect(await operator('--key-file', keyFile, 'add', 'dora', key)).toContain('dora is an operator');
    expect(await operator('--key-file', keyFile, 'log')).toMatch(/dora +add +dora/);
    expect(await operator('--key-file', keyFile, 'withdrawals')).toContain('No withdrawal waits.');
    expect(await operator('--key-file', keyFile, 'pair', 'close', 'XMR-BTC', 'A', 'fork')).toBe(
      'pair: XMR-BTC\nopen: false\nfrom: now on',
    );
    expect(await operator('--key-file', keyFile, 'coin', 'XMR', 'deposits', 'off', 'A', 'fork')).toContain(
      'on: false',
    );
    await expect(operator('--key-file', keyFile, 'coin', 'XMR', 'deposits', 'of')).rejects.toThrow(
      'Say on or off',
    );
    await expect(operator('--key-file', keyFile, 'pair', 'shut', 'XMR-BTC')).rejects.toThrow('Say what');
    await operator('--key-file', keyFile, 'fees', 'XMR-BTC', '0.1', '0.2', 'Season');
    expect(await operator('--key-file', keyFile, 'pairs')).toMatch(
      /^pair +state +decimals +smallest +maker +taker +percent +reference\n(?:.+\n)*XMR-BTC +closed +6 2 +0\.01 +0\.1 +0\.2 /,
    );
    expect(await operator('--key-file', keyFile, 'coins')).toMatch(/\nXMR +off +on +on(?:\n|$)/);
    expect(await operator('--key-file', keyFile, 'earned')).toMatch(
      /^coin +trading .* left +owed +unreturned +leaving\n(?:\S+(?: +0){5} +[\d.]+(?: +0){2}(?:\n|$))+$/,
    );
    await expect(
      operator('--key-file', keyFile, 'fees', 'pay', 'out', 'BTC', '1', 'nobody@example.org', 'Bills'),
    ).rejects.toThrow('No user signs in as nobody@example.org.');
    chmodSync(keyFile, 0o640);
    await expect(operator('--key-file', keyFile, 'log')).rejects.toThrow('Others can read');
    writeFileSync(keyFile, 'no key');
    chmodSync(keyFile, 0o600);
    await expect(operator('--key-file', keyFile, 'log')).rejects.toThrow('holds no key');
    expect(log.join('\n')).not.toContain(key);
  });

  // Only root can act as other users of the machine.
  describe.runIf(process.getuid?.() === 0)('as other users of the machine', () => {
    const [VENUE, GROUP, MEMBER, STRANGER] = [64_001, 64_010, 64_002, 64_003];
    const groupPath = join(folder, 'group.sock');
    let shared: ServedOperators | null = null;

    beforeAll(async () => {
      chmodSync(folder, 0o755);
      shared = await serveOperators(
        target.venue.operators,
        groupPath,
        createLog((line) => log.push(line)),
        GROUP,
      );
    });
    afterAll(() => shared?.close());

    /** Runs a small program as that user. */
    const as = async (uid: number, groups: readonly number[], code: string): Promise<string> => {
      const whole = `process.setgroups(${JSON.stringify(groups)}); process.setgid(${uid}); process.setuid(${uid}); ${code}`;
      return (await promisify(execFile)(process.execPath, ['-e', whole])).stdout.trim();
    };
    const opening = `require('net').connect(${JSON.stringify(groupPath)})
      .on('connect', function () { console.log('open'); this.destroy(); })
      .on('error', (error) => console.log(error.code));`;

    it("the operators' group can open the socket, and nobody else (OPERATOR-06)", async () => {
      const { mode, gid } = statSync(groupPath);
      expect([mode & 0o777, gid]).toEqual([0o660, GROUP]);
      expect(await as(MEMBER, [GROUP], opening)).toBe('open');
      expect(await as(STRANGER, [], opening)).toBe('EACCES');
    });

    it("an operator's key can be read by its owner, but not by the venue's user (OPERATOR-01)", async () => {
      const keyFile = join(folder, 'home', 'key');
      mkdirSync(join(folder, 'home'), { mode: 0o700 });
      await operator('--key-file', keyFile, 'key');
      for (const file of [join(folder, 'home'), keyFile]) chownSync(file, MEMBER, MEMBER);
      const reading = `try { require('fs').readFileSync(${JSON.stringify(keyFile)}); console.log('read'); } catch (error) { console.log(error.code); }`;
      expect(await as(MEMBER, [GROUP], reading)).toBe('read');
      expect(await as(VENUE, [GROUP], reading)).toBe('EACCES');
    });
  });
});
