import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../databases.ts';
import { type Browser, type Served, serve } from './served.ts';

const PASSWORD = 'Correct-Horse-1';
const person = { email: 'leaver@example.org', username: 'leaver' };
const account = { ...person, password: PASSWORD, confirm_password: PASSWORD };

describe('deleting an account by the calls', () => {
  let venue: Served;
  beforeAll(async () => {
    venue = await serve(oneDatabase, { LIMIT_ATTEMPTS: '5' });
  });
  afterAll(() => venue.close());

  async function signedIn(): Promise<Browser> {
    const browser = venue.browser();
    expect((await browser.post('/auth/login', { email: person.email, password: PASSWORD })).status).toBe(200);
    return browser;
  }

  it('ends every session and socket, clears the cookies, and lets the email register again (PRIVACY-05)', async () => {
    await venue.browser().post('/auth/register', account);
    const [one, other] = [await signedIn(), await signedIn()];
    const line = await other.connect();
    const blocked = await one.post('/user/deletion', { username: 'leaver', password: PASSWORD });
    expect(blocked).toMatchObject({ status: 409, body: { code: 'ACCOUNT_IN_USE' } });
    expect((await one.get('/user/deletion')).body.obstacles).toHaveLength(7);

    await one.post('/sandbox/empty', {});
    expect((await one.get('/user/deletion')).body).toEqual({ obstacles: [], leftovers: [] });
    const wrong = await one.post('/user/deletion', { username: 'leaver', password: 'Wrong-Horse-1' });
    expect(wrong).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } });
    const done = await one.post('/user/deletion', { username: 'leaver', password: PASSWORD });
    expect(done).toMatchObject({ status: 200, body: { message: 'Your account was deleted.' } });
    expect(done.headers.getSetCookie().map((text) => text.split(';').slice(0, 2).join(';'))).toEqual([
      'session=; Max-Age=0',
      'device=; Max-Age=0',
    ]);
    await line.ended;
    expect((await other.get('/auth/me')).status).toBe(401);
    expect((await other.get('/user/deletion')).status).toBe(401);
    const again = await venue.browser().post('/auth/login', { email: person.email, password: PASSWORD });
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });

    expect((await venue.browser().post('/auth/register', account)).status).toBe(201);
    expect((await (await signedIn()).get('/order/orders')).body).toEqual([]);
  });

  it('counts wrong passwords per session, as other calls that ask for one do (SESSION-14)', async () => {
    const browser = await signedIn();
    const tries = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      tries.push(
        (await browser.post('/user/deletion', { username: 'leaver', password: 'Wrong-Horse-1' })).status,
      );
    expect(tries).toEqual([403, 403, 403, 403, 403, 429]);
  });
});
