import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { databases, embedded } from '../databases.ts';
import { payTheRealCost } from '../passwords/cheap.ts';
import { type Answer, type Served, serve } from './served.ts';

const PASSWORD = 'Correct-Horse-1';
const OTHER = 'Battery-Staple-2';

const register = (
  venue: Served,
  email: string | undefined,
  username: string,
  password = PASSWORD,
): Promise<Answer> =>
  venue.browser().post('/auth/register', { email, username, password, confirm_password: password });

describe.each(databases)('registration does not reveal who has an account (LOGIN-18), on $name', (kind) => {
  let venue: Served;
  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000' });
    await register(venue, 'known@example.org', 'known');
  });
  afterAll(() => venue.close());

  const opens = async (password: string): Promise<number> =>
    (await venue.browser().post('/auth/login', { email: 'known@example.org', password })).status;

  it('an email with an account gets the same answer as a new one, and its account is unchanged', async () => {
    const [fresh, known] = [
      await register(venue, 'fresh@example.org', 'fresh', OTHER),
      await register(venue, 'KNOWN@example.org', 'another', OTHER),
    ];
    expect(fresh.status).toBe(201);
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body]);
    expect([...known.headers.keys()]).toEqual([...fresh.headers.keys()]);
    expect([await opens(PASSWORD), await opens(OTHER)]).toEqual([200, 401]);
    // A second request for the same username does not reveal whether an account was made.
    for (const username of ['fresh', 'another', 'ANOTHER', '\uff41nother'])
      expect(await register(venue, 'third@example.org', username)).toMatchObject({
        status: 409,
        body: { code: 'USERNAME_TAKEN' },
      });
    for (const email of ['fresh@example.org', 'known@example.org'])
      expect((await register(venue, email, email === 'fresh@example.org' ? 'fresh' : 'another')).status).toBe(
        409,
      );
  });

  it('a taken username is refused whatever the email, before the email is looked up', async () => {
    const answers = [
      await register(venue, 'known@example.org', 'KNOWN'),
      await register(venue, 'nobody@example.org', 'KNOWN'),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([409, 'USERNAME_TAKEN']);
  });

  it('of 8 registrations of one email at once, one makes an account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        register(venue, 'same@example.org', `same${index}`, `Correct-Horse-${index}`),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const opened = await Promise.all(
      answers.map(async (_, index) =>
        venue
          .browser()
          .post('/auth/login', { email: 'same@example.org', password: `Correct-Horse-${index}` }),
      ),
    );
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe.each(databases)('an account without an email (LOGIN-27), on $name', (kind) => {
  let venue: Served;
  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000' });
    await register(venue, 'known@example.org', 'known');
  });
  afterAll(() => venue.close());

  const login = (email: string, password = PASSWORD): Promise<Answer> =>
    venue.browser().post('/auth/login', { email, password });

  it('signs in with its username, in upper or lower case, and its email is empty', async () => {
    expect((await register(venue, undefined, 'Alone')).status).toBe(201);
    for (const name of ['Alone', 'alone', '\uff21lone'])
      expect(await login(name)).toMatchObject({ status: 200, body: { email: '', username: 'Alone' } });
    expect((await login('alone', OTHER)).status).toBe(401);
    expect((await login('')).status).toBe(422);
  });

  it('is unique by its username, and there can be several', async () => {
    expect((await register(venue, undefined, 'second')).status).toBe(201);
    expect((await register(venue, undefined, 'SECOND')).body.code).toBe('USERNAME_TAKEN');
    expect((await register(venue, undefined, 'known')).body.code).toBe('USERNAME_TAKEN');
    expect((await register(venue, 'new@example.org', 'second')).body.code).toBe('USERNAME_TAKEN');
  });

  it("needs a plain username: nobody else's login, and not the word by which operators mean everybody", async () => {
    for (const username of [
      'known@example.org',
      'at\uff20',
      '@',
      'two words',
      '\u03bd\u03af\u03ba\u03bf\u03c2',
      'Everybody',
    ])
      expect(await register(venue, undefined, username)).toMatchObject({
        status: 422,
        body: { code: 'INVALID_USERNAME' },
      });
    // An account with an email cannot sign in with its username.
    expect((await login('known')).status).toBe(401);
    expect((await login('known@example.org')).status).toBe(200);
  });

  it('has its browser remembered, its name in an authenticator app, and a recovery key', async () => {
    await register(venue, undefined, 'whole');
    const browser = venue.browser();
    await browser.post('/auth/login', { email: 'whole', password: PASSWORD });
    const { body: enrolment } = await browser.post('/auth/2fa/enable');
    expect(decodeURIComponent(String(enrolment.qr_code))).toContain(':whole?');
    const key = 'ab'.repeat(32);
    const hash = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex');
    const kept = await browser.post('/auth/recovery-key', { password: PASSWORD, key_hash: hash });
    expect(kept.status).toBe(200);
    const recovered = await venue
      .browser()
      .post('/auth/recover', {
        email: 'whole',
        recovery_key: key,
        new_password: OTHER,
        confirm_password: OTHER,
      });
    expect(recovered.status).toBe(200);
    expect((await login('whole', OTHER)).status).toBe(200);
  });
});

describe('an email with an account', () => {
  let end: () => void = () => undefined;
  beforeAll(() => {
    end = payTheRealCost();
  });
  afterEach(() => end());

  it('costs a hash, like a new one (LOGIN-18)', async () => {
    const venue = await serve(embedded, { LIMIT_ATTEMPTS: '1000' });
    await register(venue, 'known@example.org', 'known');
    const work = { known: Infinity, fresh: Infinity };
    for (let round = 0; round < 8; round += 1) {
      for (const who of ['known', 'fresh'] as const) {
        const email = who === 'known' ? 'known@example.org' : `fresh${round}@example.org`;
        const before = process.cpuUsage();
        await register(venue, email, `${who}-${round}`);
        const { user, system } = process.cpuUsage(before);
        work[who] = Math.min(work[who], (user + system) / 1000);
      }
    }
    await venue.close();
    // Hashing is most of the work; a missing half would show.
    expect(work.known / work.fresh).toBeGreaterThan(0.7);
    expect(work.known / work.fresh).toBeLessThan(1.4);
  });
});
