import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, createAccounts } from '../../../venue/accounts/accounts.ts';
import { RefusedError } from '../../../venue/refused.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { databases, type TestDatabase } from '../databases.ts';

const PASSWORD = 'Correct-Horse-1';
const AT_ONCE = 8;

describe.each(databases)('concurrent registrations on $name', (kind) => {
  let database: TestDatabase;
  let store: Store;
  let accounts: Accounts;
  /** Errors of failed queries; the database writes the same to its log. */
  const failures: unknown[] = [];

  beforeAll(async () => {
    database = await kind.create();
    store = await openStore(database.options);
    // Hashing is not part of this, and is slow.
    const passwords = { hash: () => Promise.resolve('hash'), verify: () => Promise.resolve(true) };
    accounts = createAccounts(watched(store.pool), passwords, Date.now);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  function watched<T extends Pick<Pool, 'query'>>(queried: T): T {
    const query = queried.query.bind(queried) as (text: string, values?: unknown[]) => Promise<unknown>;
    return new Proxy(queried, {
      get(target, name) {
        if (name === 'query')
          return (text: string, values?: unknown[]) =>
            query(text, values).catch((error: unknown) => {
              failures.push(error);
              throw error;
            });
        if (name === 'connect') return async () => watched(await store.pool.connect());
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  const register = (email: string, username: string): Promise<unknown> =>
    accounts
      .register({ email, username, password: PASSWORD, confirm_password: PASSWORD })
      .catch((error: unknown) => (error instanceof RefusedError ? error.code : error));

  const count = async (table: 'users' | 'accounts'): Promise<number> =>
    Number((await store.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);

  it.each([
    ['e-mail address', null, () => 'same@example.org', (n: number) => `person${n}`],
    ['username', 'USERNAME_TAKEN', (n: number) => `other${n}@example.org`, () => 'same'],
  ])('of one %s: one succeeds, and no query fails (LOGIN-20)', async (_what, code, email, username) => {
    const [users, all] = [await count('users'), await count('accounts')];
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => register(email(n), username(n))),
    );
    expect(answers.filter((answer) => answer === code)).toHaveLength(AT_ONCE - 1);
    expect(failures).toEqual([]);
    expect(await count('users')).toBe(users + 1);
    // Refused ones leave no account behind.
    expect(await count('accounts')).toBe(all + 1);
  });
});
