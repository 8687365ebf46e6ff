import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solve, type WorkChallenge } from '../../../src/domain/proofOfWork.ts';
import {
  CHALLENGE_LIFETIME,
  createProofOfWork,
  MAX_PRESSURE,
  pressureOf,
} from '../../../venue/accounts/proofOfWork.ts';
import { createLimits, TooManyAttemptsError } from '../../../venue/accounts/limits.ts';
import { readConfig } from '../../../venue/config.ts';
import { oneDatabase } from '../databases.ts';
import { type Answer, type Served, serve } from './served.ts';

const NOW = Date.UTC(2026, 0, 5, 12);
const EASY = 4;
const solved = (given: WorkChallenge) => ({ challenge: given.challenge, solution: solve(given) });

describe('a challenge', () => {
  it('is accepted for its purpose, once, and in time (LOGIN-22)', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.integer({ min: 0, max: CHALLENGE_LIFETIME * 2 }),
        fc.integer({ min: -1, max: 9 }),
        (subject, other, later, pressure) => {
          let now = NOW;
          const proof = createProofOfWork(EASY, () => now);
          const given = proof.issue(subject, pressure);
          expect(given.difficulty).toBe(EASY + Math.min(MAX_PRESSURE, Math.max(0, pressure)));
          const work = solved(given);
          now += later;
          // Not for another server, call or account.
          expect(createProofOfWork(EASY, () => now).accept(subject, work)).toBe(false);
          expect(proof.accept(`${subject}${other}.`, work)).toBe(false);
          expect(proof.accept(subject, work)).toBe(later < CHALLENGE_LIFETIME);
          expect(proof.accept(subject, work)).toBe(false);
        },
      ),
    );
  });

  it('is remembered as used until it expires, whatever happens in between', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: CHALLENGE_LIFETIME }), { maxLength: 8 }), (pauses) => {
        let now = NOW;
        const proof = createProofOfWork(0, () => now);
        const used: { challenge: string; solution: string }[] = [];
        for (const pause of pauses) {
          const work = solved(proof.issue('login', 0));
          expect(proof.accept('login', work)).toBe(true);
          used.push(work);
          now += pause;
          for (const old of used) expect(proof.accept('login', old)).toBe(false);
        }
      }),
    );
  });

  it('cannot be made easier, longer-lived, or made up', () => {
    const proof = createProofOfWork(12, () => NOW);
    const given = proof.issue('login', 0);
    const [expires = '', bits = '', nonce = '', seal = ''] = given.challenge.split('.');
    const others = [
      [expires, '0', nonce, seal],
      [String(Number(expires) + 1), bits, nonce, seal],
      [expires, bits, nonce.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')), seal],
      [expires, bits, nonce, seal.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
      [expires, bits, nonce],
      ['', '', '', ''],
    ];
    for (const parts of others)
      expect(proof.accept('login', solved({ challenge: parts.join('.'), difficulty: 0 }))).toBe(false);
    expect(proof.accept('login', { ...solved(given), solution: 'x' })).toBe(false);
    expect(proof.accept('login', solved(given))).toBe(true);
  });

  it('costs one bit more each time that finished work doubles, up to a limit (LOGIN-23)', () => {
    const list = [0, 19, 20, 59, 60, 139, 140].map((worked) => pressureOf(worked, 20));
    expect(list).toEqual([0, 0, 1, 1, 2, 2, 3]);
  });
});

it('only finished work makes it harder, for the account and for the network address (LOGIN-23)', async () => {
  const { limits } = readConfig(
    { LIMIT_ATTEMPTS: '1', WORK_DIFFICULTY: '1', LIMIT_SOURCE_ATTEMPTS: '2' },
    [],
    null,
  );
  const counted = createLimits(limits, () => NOW);
  const attempt = (account: string, source: string) => ({ action: 'login', account, source }) as const;
  const challengeFor = async (account: string, source: string): Promise<WorkChallenge> => {
    const refused = await counted.spend(attempt(account, source)).catch((error: unknown) => error);
    if (!(refused instanceof TooManyAttemptsError) || !refused.work) throw new Error('there is no challenge');
    return refused.work;
  };
  await counted.spend(attempt('ann', '192.0.2.1'));
  const bits: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const given = await challengeFor('ann', '192.0.2.1');
    bits.push(given.difficulty);
    // Asking again is free, and changes nothing.
    expect((await challengeFor('ann', '192.0.2.1')).difficulty).toBe(given.difficulty);
    await counted.spend({ ...attempt('ann', '192.0.2.1'), work: solved(given) });
  }
  expect(bits).toEqual([1, 2, 2, 3, 3, 3, 3, ...Array<number>(13).fill(4)]);
  // Others at the address are affected, others elsewhere are not.
  expect((await challengeFor('bea', '192.0.2.1')).difficulty).toBe(4);
  await counted.spend(attempt('bea', '192.0.2.2'));
  expect((await challengeFor('bea', '192.0.2.2')).difficulty).toBe(1);
  await counted.reset();
  await counted.spend(attempt('ann', '192.0.2.1'));
  expect((await challengeFor('ann', '192.0.2.1')).difficulty).toBe(1);
});

describe('a crowd of strangers', () => {
  const PASSWORD = 'Correct-Horse-1';
  const EXIT = '198.51.100.7';
  let venue: Served;

  beforeAll(async () => {
    venue = await serve(oneDatabase, {
      WORK_DIFFICULTY: '10',
      TRUSTED_PROXIES: '1',
      LIMIT_SOURCE_ATTEMPTS: '200',
    });
  });
  afterAll(() => venue.close());

  const post = (call: 'login' | 'register', body: object, source: string): Promise<Answer> =>
    venue.browser().post(`/auth/${call}`, body, { 'x-forwarded-for': source });
  const account = (name: string) => ({
    email: `${name}@example.org`,
    username: name,
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  const login = (name: string, password: string, source: string, work?: object): Promise<Answer> =>
    post('login', { email: `${name}@example.org`, password, ...(work && { proof_of_work: work }) }, source);
  const challengeIn = ({ status, body }: Answer): WorkChallenge => {
    expect([status, body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    return body.proof_of_work as WorkChallenge;
  };

  it('cannot lock out the owner with 20 wrong tries: work admits one attempt (LOGIN-21)', async () => {
    await post('register', account('owner'), '192.0.2.1');
    for (let index = 0; index < 20; index += 1)
      expect((await login('owner', 'Wrong-Horse-1', `198.51.101.${index}`)).status).toBe(401);
    const refused = await login('owner', PASSWORD, '192.0.2.1');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const work = solved(challengeIn(refused));
    // Not for another account or call, and not with another number.
    challengeIn(await login('owner', PASSWORD, '192.0.2.1', { ...work, solution: `${work.solution}0` }));
    expect((await login('owner', PASSWORD, '192.0.2.1', work)).status).toBe(200);
    for (let index = 0; index < 20; index += 1) await login('owner', 'Wrong-Horse-1', `198.51.102.${index}`);
    challengeIn(await login('owner', PASSWORD, '192.0.2.1', work));
    // A guess costs the same work.
    const guess = solved(challengeIn(await login('owner', 'Wrong-Horse-1', '192.0.2.1')));
    expect((await login('owner', 'Wrong-Horse-1', '192.0.2.1', guess)).status).toBe(401);
    challengeIn(await login('owner', 'Wrong-Horse-1', '192.0.2.1', guess));
  });

  it('cannot shut out everyone behind a shared exit with 200 tries, neither from signing in nor from registering', async () => {
    await post('register', account('exit'), '192.0.2.2');
    for (let index = 0; index < 200; index += 1) {
      expect((await login(`nobody${index}`, 'Wrong-Horse-1', EXIT)).status).toBe(401);
      expect((await post('register', account(`crowd${index}`), EXIT)).status).toBe(201);
    }
    const work = solved(challengeIn(await login('exit', PASSWORD, EXIT)));
    expect((await login('exit', PASSWORD, EXIT, work)).status).toBe(200);
    const person = account('newcomer');
    const asked = solved(challengeIn(await post('register', person, EXIT)));
    challengeIn(await post('register', { ...person, email: 'else@example.org', proof_of_work: asked }, EXIT));
    expect((await post('register', { ...person, proof_of_work: asked }, EXIT)).status).toBe(201);
    challengeIn(await post('register', { ...person, proof_of_work: asked }, EXIT));
  });
});

it('where the operator wants no work, strangers wait as before', async () => {
  const venue = await serve(oneDatabase, { WORK_DIFFICULTY: '0', LIMIT_ATTEMPTS: '1' });
  const attempt = { email: 'ann@example.org', password: 'Wrong-Horse-1' };
  await venue.browser().post('/auth/login', attempt);
  const refused = await venue.browser().post('/auth/login', attempt);
  expect(refused.status).toBe(429);
  expect(Object.keys(refused.body)).toEqual(['message', 'code']);
  await venue.close();
});
