import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WRONG_CODES } from '../../../venue/accounts/twoFactor.ts';
import { codeOf as codeAt } from '../accounts/codes.ts';
import { databases } from '../databases.ts';
import { accepted, addUser, codeOf, type CoinsHarness, OUTSIDE, startCoins } from './harness.ts';

const STEP = 30_000;

const SESSION = 'session';

describe.each(databases)('actions of a thief with the session, on $name', (kind) => {
  let t: CoinsHarness;
  let account: string;
  let secret: string;

  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    account = await t.account({ BTC: '2' });
    await addUser(t.core, account);
    ({ secret } = await t.twoFactor.enable(account));
    await t.twoFactor.verify(account, code(), SESSION);
    t.clock += STEP;
  });

  const code = (): string => codeAt(secret, t.clock);
  const attempt = (with2fa: string, triedBy = SESSION) => ({ code: with2fa, triedBy });
  const wrongCode = (): string => String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
  const withdraw = (with2fa: string, key: string = randomUUID(), amount = '0.1') =>
    t.coins.withdraw(account, { coin: 'BTC', amount, address: OUTSIDE.BTC }, key, attempt(with2fa));
  const setAddress = (with2fa: string) =>
    t.coins.setRefundAddress(account, 'BTC', OUTSIDE.BTC, attempt(with2fa));
  const withdrawals = async () => (await t.coins.withdrawals(account, { limit: 10, offset: 0 })).length;
  const refundAddress = async () =>
    (await t.coins.refundAddresses(account, false)).find(({ coin }) => coin === 'BTC')?.address;

  it('a withdrawal without a code is refused and moves nothing (REAUTH-01)', async () => {
    const refusal = await withdraw('');
    expect(refusal).toMatchObject({ ok: false, status: 403, code: 'TWO_FACTOR_REQUIRED' });
    expect(await withdrawals()).toBe(0);
    expect(await t.free(account, 'BTC')).toBe('2');
    accepted(await withdraw(code()));
    expect(await withdrawals()).toBe(1);
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('a wrong code, or one already used, withdraws nothing (REAUTH-01)', async () => {
    expect(await withdraw(wrongCode())).toMatchObject({ status: 403, code: 'TWO_FACTOR_INVALID' });
    accepted(await withdraw(code()));
    expect(await withdraw(code())).toMatchObject({ status: 403, code: 'TWO_FACTOR_USED', retryAfter: 30 });
    expect(await withdrawals()).toBe(1);
  });

  it('wrong codes are counted, although nothing else is stored (REAUTH-01)', async () => {
    for (let tries = 0; tries < WRONG_CODES; tries += 1) await withdraw(wrongCode());
    expect(await withdraw(code())).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfter: 900 });
    expect(await withdrawals()).toBe(0);
    // They lock out no other session of the owner (SESSION-14).
    const other = attempt(code(), 'another session');
    accepted(await t.coins.setRefundAddress(account, 'BTC', OUTSIDE.BTC, other));
  });

  it('a withdrawal refused for another reason does not use up the code (REAUTH-03)', async () => {
    expect(codeOf(await withdraw(code(), randomUUID(), '5'))).toBe('INSUFFICIENT_BALANCE');
    accepted(await withdraw(code()));
  });

  it('a repeat with its key needs no other code, and 20 at once withdraw once (REAUTH-03)', async () => {
    const key = randomUUID();
    const once = code();
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => accepted(await withdraw(once, key)).row.id),
    );
    expect(new Set(ids).size).toBe(1);
    expect(accepted(await withdraw('', key)).row.id).toBe(ids[0]);
    expect(await withdrawals()).toBe(1);
  });

  it('20 concurrent withdrawals with one code are one (REAUTH-01)', async () => {
    const once = code();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => codeOf(await withdraw(once))));
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
    expect(await withdrawals()).toBe(1);
  });

  it('a refund address needs a code to be set or changed, but not to be removed (REAUTH-02)', async () => {
    expect(await setAddress('')).toMatchObject({ status: 403, code: 'TWO_FACTOR_REQUIRED' });
    expect(await setAddress(wrongCode())).toMatchObject({ status: 403, code: 'TWO_FACTOR_INVALID' });
    expect(await refundAddress()).toBeNull();
    accepted(await setAddress(code()));
    expect(await setAddress(code())).toMatchObject({ status: 403, code: 'TWO_FACTOR_USED' });
    expect(await refundAddress()).toBe(OUTSIDE.BTC);
    accepted(await t.coins.removeRefundAddress(account, 'BTC'));
  });

  it('switching two-factor off blocks withdrawals for 24 hours, and says why (REAUTH-05)', async () => {
    await t.twoFactor.disable(account, code(), SESSION);
    const until = t.clock + 86_400_000;
    expect(await withdraw('')).toMatchObject({
      status: 403,
      code: 'SECURITY_COOLDOWN',
      parts: {
        reason: 'Two-factor authentication turned off',
        time_remaining: '24h 0m',
        cooldown_until: new Date(until).toISOString(),
      },
    });
    t.clock = until - 1;
    expect(codeOf(await withdraw(''))).toBe('SECURITY_COOLDOWN');
    t.clock = until;
    expect(codeOf(await withdraw(''))).toBe('accepted');
  });

  it('an account without two-factor needs no code (REAUTH-01, REAUTH-02)', async () => {
    account = await t.account({ BTC: '2' });
    await addUser(t.core, account);
    expect(codeOf(await withdraw(''))).toBe('accepted');
    expect(codeOf(await setAddress(''))).toBe('accepted');
  });
});
