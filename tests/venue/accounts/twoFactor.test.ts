import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '../../../venue/accounts/accounts.ts';
import { createPasswords } from '../../../venue/accounts/passwords.ts';
import {
  createTwoFactor,
  type TwoFactor,
  WRONG_CODES,
  WRONG_WINDOW,
} from '../../../venue/accounts/twoFactor.ts';
import { RefusedError } from '../../../venue/refused.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { testBox } from '../secrets/box.ts';
import { codeOf } from './codes.ts';

const STEP = 30_000;
const HERE = 'session-1';

describe.each(databases.map((kind) => [kind.name, kind] as const))('two-factor on %s', (_name, kind) => {
  let database: TestDatabase;
  let store: Store;
  let factor: TwoFactor;
  let accountId: string;
  let secret: string;
  let count = 0;
  let clock = Date.UTC(2026, 0, 5, 12);

  /** The code for now, or for another time step. */
  const code = (steps = 0): string => codeOf(secret, clock + steps * STEP);
  const wrongCode = (): string => String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
  const refusalOf = async (work: Promise<unknown>): Promise<RefusedError | null> => {
    try {
      await work;
      return null;
    } catch (error) {
      if (error instanceof RefusedError) return error;
      throw error;
    }
  };
  const codeOfRefusal = async (work: Promise<unknown>): Promise<string | null> =>
    (await refusalOf(work))?.code ?? null;
  const turnOn = async (): Promise<void> => {
    ({ secret } = await factor.enable(accountId));
    await factor.verify(accountId, code(), HERE);
    clock += STEP;
  };

  beforeAll(async () => {
    database = await kind.create();
    store = await openStore(database.options);
    factor = createTwoFactor(store.pool, () => clock, testBox);
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });
  beforeEach(async () => {
    count += 1;
    const accounts = createAccounts(store.pool, await createPasswords(), () => clock);
    const account = await accounts.register({
      email: `factor${count}@example.org`,
      username: `factor${count}`,
      password: 'Correct-Horse-1',
      confirm_password: 'Correct-Horse-1',
    });
    accountId = account?.id ?? '';
  });

  it('is off until a code of the new secret is verified', async () => {
    const made = await factor.enable(accountId);
    expect(made.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(made.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(made.secret);
    expect(uri.searchParams.get('issuer')).toBe('Quietbook');
    expect(decodeURIComponent(uri.pathname)).toContain(`factor${count}@example.org`);
    await factor.check(accountId, '', HERE);
    secret = made.secret;
    await factor.verify(accountId, code(), HERE);
    expect(await codeOfRefusal(factor.check(accountId, '', HERE))).toBe('TWO_FACTOR_REQUIRED');
  });

  it('a secret replaced before it was verified no longer works', async () => {
    const first = await factor.enable(accountId);
    const second = await factor.enable(accountId);
    expect(second.secret).not.toBe(first.secret);
    expect(await codeOfRefusal(factor.verify(accountId, codeOf(first.secret, clock), HERE))).toBe(
      'TWO_FACTOR_INVALID',
    );
    await factor.verify(accountId, codeOf(second.secret, clock), HERE);
  });

  it('enabling and verifying report that it is already enabled', async () => {
    await turnOn();
    const works = [() => factor.enable(accountId), () => factor.verify(accountId, code(), HERE)];
    for (const work of works) {
      const refusal = await refusalOf(work());
      expect(refusal?.status).toBe(400);
      expect(refusal?.message).toContain('already enabled');
    }
  });

  it('cannot be verified or turned off before it is set up', async () => {
    expect(await codeOfRefusal(factor.verify(accountId, '123456', HERE))).toBe('TWO_FACTOR_NOT_SET_UP');
    expect(await codeOfRefusal(factor.disable(accountId, '123456', HERE))).toBe('TWO_FACTOR_OFF');
  });

  it('messages that ask for a code contain "2fa", which the client shows at the code field', async () => {
    await turnOn();
    expect((await refusalOf(factor.check(accountId, '', HERE)))?.message).toMatch(/2fa/i);
    expect((await refusalOf(factor.check(accountId, wrongCode(), HERE)))?.message).toMatch(/2fa/i);
  });

  it('accepts a code once, across all purposes', async () => {
    await turnOn();
    await factor.check(accountId, code(), HERE);
    expect(await codeOfRefusal(factor.check(accountId, code(), HERE))).toBe('TWO_FACTOR_USED');
    const refusal = await refusalOf(factor.disable(accountId, code(), HERE));
    expect(refusal?.code).toBe('TWO_FACTOR_USED');
    // It contains "2fa", which the client shows at the code field.
    expect(refusal?.message).toMatch(/2fa code was used already/i);
  });

  it('says how long to wait after a used code: until the app shows the next one', async () => {
    await turnOn();
    clock = Math.ceil(clock / STEP) * STEP + 10 * STEP + 18_000;
    await factor.check(accountId, code(), HERE);
    expect((await refusalOf(factor.check(accountId, code(), HERE)))?.retryAfter).toBe(12);
    clock += 11_500;
    expect((await refusalOf(factor.check(accountId, code(), HERE)))?.retryAfter).toBe(1);
    clock += 500;
    await factor.check(accountId, code(), HERE);
    // A code of the next step, as from an app whose clock is ahead.
    clock += 2 * STEP;
    await factor.check(accountId, code(1), HERE);
    expect((await refusalOf(factor.check(accountId, code(), HERE)))?.retryAfter).toBe(60);
  });

  it('lets the clock be off by one step, and refuses two', async () => {
    await turnOn();
    clock += 10 * STEP;
    expect(await codeOfRefusal(factor.check(accountId, code(-2), HERE))).toBe('TWO_FACTOR_INVALID');
    expect(await codeOfRefusal(factor.check(accountId, code(2), HERE))).toBe('TWO_FACTOR_INVALID');
    await factor.check(accountId, code(-1), HERE);
    clock += 10 * STEP;
    await factor.check(accountId, code(1), HERE);
  });

  it('refuses a step older than the newest accepted one', async () => {
    await turnOn();
    clock += 10 * STEP;
    await factor.check(accountId, code(1), HERE);
    expect(await codeOfRefusal(factor.check(accountId, code(), HERE))).toBe('TWO_FACTOR_USED');
    expect(await codeOfRefusal(factor.check(accountId, code(-1), HERE))).toBe('TWO_FACTOR_USED');
    clock += 2 * STEP;
    await factor.check(accountId, code(), HERE);
  });

  it('of 50 parallel uses of one code, one succeeds', async () => {
    await turnOn();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => codeOfRefusal(factor.check(accountId, code(), HERE))),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    // The others are used codes, which count as wrong ones and soon are too many.
    expect(answers.filter((answer) => answer === 'TWO_FACTOR_USED')).toHaveLength(WRONG_CODES);
    expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS')).toHaveLength(50 - 1 - WRONG_CODES);
  });

  it('of 50 parallel verifications of one code, one turns it on', async () => {
    ({ secret } = await factor.enable(accountId));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => codeOfRefusal(factor.verify(accountId, code(), HERE))),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([null, 'TWO_FACTOR_ALREADY_ENABLED']));
  });

  it('checks 5 wrong codes in 15 minutes, says when it checks again, and locks nobody out', async () => {
    await turnOn();
    for (let tries = 0; tries < WRONG_CODES; tries += 1) {
      expect(await codeOfRefusal(factor.check(accountId, wrongCode(), HERE))).toBe('TWO_FACTOR_INVALID');
      clock += 60_000;
    }
    const left = WRONG_WINDOW - WRONG_CODES * 60_000;
    const refusal = await refusalOf(factor.check(accountId, code(), HERE));
    expect(refusal).toMatchObject({ status: 429, retryAfter: left / 1000 });
    clock += left - 1;
    expect(await codeOfRefusal(factor.disable(accountId, code(), HERE))).toBe('TOO_MANY_ATTEMPTS');
    clock += 1;
    await factor.check(accountId, code(), HERE);
  });

  it('a right code clears the count of wrong ones', async () => {
    await turnOn();
    for (let tries = 1; tries < WRONG_CODES; tries += 1)
      await codeOfRefusal(factor.check(accountId, wrongCode(), HERE));
    await factor.check(accountId, code(), HERE);
    clock += STEP;
    for (let tries = 0; tries < WRONG_CODES; tries += 1) {
      expect(await codeOfRefusal(factor.check(accountId, wrongCode(), HERE))).toBe('TWO_FACTOR_INVALID');
    }
  });

  it('asking which code is wanted does not count as a try', async () => {
    await turnOn();
    for (let tries = 0; tries < WRONG_CODES * 2; tries += 1)
      await codeOfRefusal(factor.check(accountId, '', HERE));
    expect(await codeOfRefusal(factor.check(accountId, code(), HERE))).toBeNull();
  });

  it.each(['12345', '1234567', 'abcdef', '１２３４５６', '12 456', "' or 1=1"])(
    '%s is no code',
    async (text) => {
      await turnOn();
      expect(await codeOfRefusal(factor.check(accountId, text, HERE))).toBe('TWO_FACTOR_INVALID');
    },
  );

  it('turned off, it forgets the secret and asks no more; turned on again, it has a new one', async () => {
    await turnOn();
    const old = secret;
    await factor.disable(accountId, code(), HERE);
    await factor.check(accountId, '', HERE);
    const kept = await store.pool.query('select two_factor_secret from users where account_id = $1', [
      accountId,
    ]);
    expect(kept.rows[0]).toEqual({ two_factor_secret: null });
    // At once: the new secret has its own codes, whatever step the old one reached.
    ({ secret } = await factor.enable(accountId));
    await factor.verify(accountId, code(), HERE);
    expect(secret).not.toBe(old);
  });

  it("one account's code never works for another", async () => {
    await turnOn();
    const [mine, hers] = [secret, accountId];
    const accounts = createAccounts(store.pool, await createPasswords(), () => clock);
    const other = await accounts.register({
      email: `other${count}@example.org`,
      username: `other${count}`,
      password: 'Correct-Horse-1',
      confirm_password: 'Correct-Horse-1',
    });
    const otherId = other?.id ?? '';
    accountId = otherId;
    await turnOn();
    expect(await codeOfRefusal(factor.check(otherId, codeOf(mine, clock), HERE))).toBe('TWO_FACTOR_INVALID');
    await factor.check(hers, codeOf(mine, clock), HERE);
  });
});
