import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../databases.ts';
import { codeOf } from './codes.ts';
import { PASSWORD, type Answer, type Browser, type Served, serve } from './served.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Listed {
  readonly id: string;
  readonly begun_at: string;
  readonly last_used_at: string;
  readonly ends_at: string;
  readonly is_current: boolean;
  readonly name: string | null;
}

describe.each(databases)('the list of sessions on $name', (kind) => {
  let venue: Served;
  let browser: Browser;
  let email: string;
  let clock = Date.UTC(2026, 10, 25);

  beforeAll(async () => {
    venue = await serve(kind, { LIMIT_ATTEMPTS: '1000' }, () => clock);
  });
  afterAll(() => venue.close());
  beforeEach(async () => {
    ({ browser, email } = await venue.member());
  });

  const signIn = (by: Browser, as = email): Promise<Answer> =>
    by.post('/auth/login', { email: as, password: PASSWORD });
  const list = async (by = browser): Promise<readonly Listed[]> =>
    (await by.get('/auth/sessions')).body.sessions as readonly Listed[];
  const iso = (time: number): string => new Date(time).toISOString();
  const status = async (by: Browser): Promise<number> => (await by.get('/auth/me')).status;

  it('shows when each began, was last used and ends, and which one is asking (SESSION-15)', async () => {
    const began = clock;
    clock += 2 * HOUR;
    const other = venue.browser();
    await signIn(other);
    clock += 30_000;
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        begun_at: iso(began),
        last_used_at: iso(clock),
        ends_at: iso(clock + 12 * HOUR),
        is_current: true,
        name: null,
      },
      {
        id: expect.any(String),
        begun_at: iso(began + 2 * HOUR),
        last_used_at: iso(began + 2 * HOUR),
        ends_at: iso(began + 14 * HOUR),
        is_current: false,
        name: null,
      },
    ]);
    expect((await list(other)).find(({ is_current }) => is_current)?.begun_at).toBe(iso(began + 2 * HOUR));
  });

  it('use within the same minute is not written, and no use moves the end beyond the maximum age (SESSION-15)', async () => {
    const began = clock;
    clock += MINUTE - 1;
    expect((await list())[0]).toMatchObject({ last_used_at: iso(began) });
    for (clock = began + 10 * HOUR; clock < began + 24 * HOUR; clock += 10 * HOUR)
      expect(await status(browser)).toBe(200);
    clock = began + 20 * HOUR;
    expect((await list())[0]).toMatchObject({ ends_at: iso(began + 24 * HOUR) });
  });

  it('a name survives a new token, and can be removed (SESSION-15, SESSION-12)', async () => {
    const [before] = await list();
    expect((await browser.post('/auth/sessions/name', { name: '  Laptop at home ' })).status).toBe(200);
    const secret = String((await browser.post('/auth/2fa/enable')).body.secret);
    clock += MINUTE;
    const verified = { code: codeOf(secret, clock), password: PASSWORD };
    expect((await browser.post('/auth/2fa/verify', verified)).status).toBe(200);
    expect(await list()).toEqual([
      expect.objectContaining({ id: before?.id, begun_at: before?.begun_at, name: 'Laptop at home' }),
    ]);
    await browser.post('/auth/sessions/name', { name: ' ' });
    expect((await list())[0]?.name).toBeNull();
  });

  it.each([
    ['too long', 'x'.repeat(41)],
    ['with a control character', 'a\u0000b'],
  ])('a name %s is refused', async (_, name) => {
    expect((await browser.post('/auth/sessions/name', { name })).status).toBe(422);
  });

  it('one is signed out, its socket is closed, and a repeat finds nothing (SESSION-16)', async () => {
    const other = venue.browser();
    await signIn(other);
    const line = await other.connect();
    const target = (await list()).find(({ is_current }) => !is_current)?.id ?? '';
    const end = () => browser.remove(`/auth/sessions/${target}`);
    expect((await end()).status).toBe(200);
    await line.ended;
    expect(await status(other)).toBe(401);
    expect(await list()).toHaveLength(1);
    expect(await end()).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } });
    expect((await browser.remove('/auth/sessions/nonsense')).status).toBe(404);
    expect(await status(browser)).toBe(200);
  });

  it('all others are signed out, and this one is not (SESSION-16)', async () => {
    const others = [venue.browser(), venue.browser()];
    for (const other of others) await signIn(other);
    expect((await browser.post('/auth/sessions/end-others')).status).toBe(200);
    expect(await list()).toEqual([expect.objectContaining({ is_current: true })]);
    for (const other of others) expect(await status(other)).toBe(401);
  });

  it("nobody can see or end another account's sessions (SESSION-15, SESSION-16)", async () => {
    const stranger = await venue.member();
    const [own] = await list();
    expect(await list(stranger.browser)).toHaveLength(1);
    expect((await stranger.browser.remove(`/auth/sessions/${own?.id}`)).status).toBe(404);
    await stranger.browser.post('/auth/sessions/end-others');
    expect(await status(browser)).toBe(200);
  });

  it('ended ones are not listed (SESSION-15)', async () => {
    const other = venue.browser();
    await signIn(other);
    await other.post('/auth/logout');
    expect(await list()).toHaveLength(1);
    const idle = venue.browser();
    await signIn(idle);
    clock += 6 * HOUR;
    await status(browser);
    clock += 7 * HOUR;
    expect(await list()).toHaveLength(1);
  });
});
