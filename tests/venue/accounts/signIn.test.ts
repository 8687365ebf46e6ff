import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginOf } from '../../../venue/accounts/account.ts';
import {
  type Accounts,
  COOLDOWN,
  createAccounts,
  type Authenticated,
} from '../../../venue/accounts/accounts.ts';
import { createPasskeys } from '../../../venue/accounts/passkeys.ts';
import { createPasswords } from '../../../venue/accounts/passwords.ts';
import { createSessions, type Sessions } from '../../../venue/accounts/sessions.ts';
import { createTwoFactor } from '../../../venue/accounts/twoFactor.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { testBox } from '../secrets/box.ts';
import { codeOf } from './codes.ts';

const OLD = 'Correct-Horse-1';
const NEXT = 'Battery-Staple-2';

describe.each(databases)('changes while somebody signs in, on $name', (kind) => {
  let database: TestDatabase;
  let store: Store;
  let accounts: Accounts;
  let sessions: Sessions;
  let count = 0;

  beforeAll(async () => {
    database = await kind.create();
    store = await openStore(database.options);
    accounts = createAccounts(store.pool, await createPasswords(), Date.now);
    sessions = createSessions(store.pool, Date.now);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  /** A user whose password has just been authenticated. */
  async function authenticated(): Promise<Authenticated> {
    count += 1;
    const email = `signer${count}@example.org`;
    const user = { email, username: `signer${count}`, password: OLD, confirm_password: OLD };
    await accounts.register(user);
    const known = await accounts.authenticate(email, OLD);
    if (!known) throw new Error('not authenticated');
    return known;
  }
  const signIn = (known: Authenticated) =>
    accounts.signIn(known, (client) => sessions.begin(known.account.id, client));
  /** As the call does it, in a session of the user. */
  async function changePassword({ account }: Authenticated): Promise<string> {
    const session = await sessions.find(await sessions.begin(account.id));
    if (!session) throw new Error('no session');
    const change = { old: OLD, new: NEXT, confirmation: NEXT };
    const renewed = await accounts.changePassword(
      account.id,
      change,
      () => Promise.resolve(),
      (client) => sessions.renew(session, 'changePassword', client),
    );
    return renewed.token;
  }

  /** @returns a recovery key that the user made. */
  async function keep({ account }: Authenticated): Promise<string> {
    const key = randomBytes(32);
    const hash = createHash('sha256').update(key).digest('hex');
    await accounts.keepRecoveryKey(account.id, { password: OLD, hash }, () => Promise.resolve());
    return key.toString('hex');
  }

  it('e-mail, name and password are compared as people read them, for older accounts too (TYPED-01)', async () => {
    const [composed, apart] = ['zo\u00e9@example.org', 'zoe\u0301@example.org'];
    const user = { email: apart, username: 'Zoe\u0301', password: OLD, confirm_password: OLD };
    expect(await accounts.register(user)).toMatchObject({ username: 'Zo\u00e9' });
    for (const email of [composed, apart, '\uff3ao\u00e9@example.org'])
      expect(await accounts.authenticate(email, 'Correct\u2011Horse\u2011\u0661'), email).not.toBeNull();
    await store.pool.query('update users set email = $2 where email = $1', [composed, apart]);
    expect(await accounts.authenticate(apart, OLD)).not.toBeNull();
    await expect(
      accounts.register({ ...user, email: 'other@example.org', username: 'zo\u00e9' }),
    ).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
  });

  it('starts a session where nothing changed', async () => {
    const known = await authenticated();
    const begun = await signIn(known);
    expect(begun?.account.lastLogin).toBeInstanceOf(Date);
    expect((await sessions.find(begun?.begun ?? ''))?.account.id).toBe(known.account.id);
  });

  it('a password changed meanwhile starts none', async () => {
    const known = await authenticated();
    await changePassword(known);
    expect(await signIn(known)).toBeNull();
  });

  it('a second factor turned on meanwhile starts none', async () => {
    const known = await authenticated();
    await store.pool.query(
      `update users set two_factor_on = true, two_factor_secret = 'x' where account_id = $1`,
      [known.account.id],
    );
    expect(await signIn(known)).toBeNull();
  });

  it('a concurrent sign-in and password change leave no session of the old password', async () => {
    const known = await authenticated();
    const [begun] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => signIn(known))),
      changePassword(known),
    ]);
    for (const session of begun) expect(session && (await sessions.find(session.begun))).toBeNull();
  });

  // The embedded database has one connection, so nothing is concurrent there.
  it.runIf(kind.name === 'PostgreSQL')(
    'a sign-in that a recovery key overtakes leaves no session (FORGOT-04)',
    async () => {
      const known = await authenticated();
      const { id } = known.account;
      const email = loginOf(known.account);
      const wish = { email, key: await keep(known), password: NEXT, confirmation: NEXT };
      let recovering: Promise<unknown> | undefined;
      const entered = await accounts.signIn(known, async (client) => {
        recovering = accounts.recover(
          wish,
          () => Promise.resolve(),
          (one) => sessions.endAll(id, one),
        );
        const waits = async (): Promise<boolean> => {
          const { rows } = await store.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length > 0;
        };
        // Until it waits for the row that this sign-in has locked.
        while (!(await waits()));
        return sessions.begin(id, client);
      });
      await recovering;
      expect(entered && (await sessions.find(entered.begun))).toBeNull();
    },
  );

  describe('a longer withdrawal pause keeps its end and its reason (FORGOT-04, REAUTH-05) after', () => {
    const until = new Date(Date.now() + 3 * COOLDOWN);
    const paused = async (): Promise<Authenticated> => {
      const known = await authenticated();
      await store.pool.query(
        `update users set security_cooldown_until = $2, security_cooldown_reason = 'By operators'
         where account_id = $1`,
        [known.account.id, until],
      );
      return known;
    };
    const expectKept = async ({ account }: Authenticated): Promise<void> =>
      expect(await accounts.byEmail(loginOf(account))).toMatchObject({
        cooldownUntil: until,
        cooldownReason: 'By operators',
      });

    it('a new password', async () => {
      const known = await paused();
      await changePassword(known);
      await expectKept(known);
    });
    it('a recovery key', async () => {
      const known = await paused();
      const { id } = known.account;
      const email = loginOf(known.account);
      const key = await keep(known);
      const wish = { email, key, password: NEXT, confirmation: NEXT };
      await accounts.recover(
        wish,
        () => Promise.resolve(),
        (client) => sessions.endAll(id, client),
      );
      await expectKept(known);
    });
    it('turning off two-factor', async () => {
      const known = await paused();
      const { id } = known.account;
      const clock = Date.now();
      const factor = createTwoFactor(store.pool, () => clock, testBox);
      const { secret } = await factor.enable(id);
      const [code] = await factor.verify(id, codeOf(secret, clock), 'here');
      await factor.disable(id, code ?? '', 'here');
      await expectKept(known);
    });
    it('removing the last passkey', async () => {
      const known = await paused();
      await store.pool.query(
        `insert into passkeys (id, account_id, public_key, sign_count, name, made_at)
         values ('x', $1, 'x', 0, 'Key', now())`,
        [known.account.id],
      );
      const id = Buffer.from('x').toString('base64url');
      await createPasskeys(store.pool, Date.now, 'Venue').remove(known.account.id, id);
      await expectKept(known);
    });
  });

  it('a change in an ended session changes nothing (SESSION-12)', async () => {
    const { account } = await authenticated();
    const session = await sessions.find(await sessions.begin(account.id));
    if (!session) throw new Error('no session');
    await sessions.end(session.key);
    const change = accounts.changePassword(
      account.id,
      { old: OLD, new: NEXT, confirmation: NEXT },
      () => Promise.resolve(),
      (client) => sessions.renew(session, 'changePassword', client),
    );
    await expect(change).rejects.toMatchObject({ status: 409, code: 'SESSION_RENEWED' });
    expect(await accounts.authenticate(loginOf(account), OLD)).not.toBeNull();
  });

  it('of two concurrent renewals one gives a token, and it works (SESSION-12)', async () => {
    const { account } = await authenticated();
    const session = await sessions.find(await sessions.begin(account.id));
    if (!session) throw new Error('no session');
    const tokens = await Promise.all([sessions.renewNow(session, 'a'), sessions.renewNow(session, 'b')]);
    const [token, ...rest] = tokens.filter((one) => one !== null);
    expect(rest).toEqual([]);
    expect(await sessions.find(token ?? '')).toMatchObject({ expiresAt: session.expiresAt });
  });
});
