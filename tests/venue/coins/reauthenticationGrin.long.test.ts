import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WRONG_CODES } from '../../../venue/accounts/twoFactor.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { receivePayment } from '../../../venue/grin/payment.ts';
import { createWallet } from '../../../venue/grin/wallet.ts';
import { codeOf as codeAt } from '../accounts/codes.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, startGrin } from '../grin/harness.ts';
import { accepted, addUser, codeOf } from './harness.ts';

const STEP = 30_000;
const SESSION = 'session';

describe.each(databases)('the reply to a GRIN withdrawal, in a stolen session, on $name', (kind) => {
  let g: GrinHarness;
  let account: string;
  let secret: string;
  let id: string;
  let s1: string;

  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());
  beforeEach(async () => {
    account = await g.account('10');
    await addUser(g.t.core, account);
    ({ id, s1 } = await g.withdraw(account, '5'));
    ({ secret } = await g.t.twoFactor.enable(account));
    await g.t.twoFactor.verify(account, code(), SESSION);
    g.t.clock += STEP;
  });

  const code = (): string => codeAt(secret, g.t.clock);
  const wrongCode = (): string => String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
  const finalize = (reply: string, with2fa: string, key: string = randomUUID(), triedBy = SESSION) =>
    g.grin.finalize(account, reply, key, { code: with2fa, triedBy });
  const stage = () => g.t.withdrawalStage(account, id);
  /** The thief's own wallet. */
  async function thiefsReply(): Promise<string> {
    const read = unpack(s1, g.venueWallet.identity);
    if (!read.ok) throw new Error(read.code);
    const thief = createWallet({ derive: (purpose) => sha256(utf8ToBytes(`thief ${purpose}`)) }, 'user');
    const received = await receivePayment(thief, read.slate);
    if (!received) throw new Error('not answered');
    return pack(received.slate);
  }

  it('another wallet cannot answer without a code, and the owner still can (REAUTH-07)', async () => {
    const before = await g.payments();
    expect(await finalize(await thiefsReply(), '')).toMatchObject({
      status: 403,
      code: 'TWO_FACTOR_REQUIRED',
    });
    expect(await finalize(await thiefsReply(), wrongCode())).toMatchObject({
      status: 403,
      code: 'TWO_FACTOR_INVALID',
    });
    expect(await stage()).toBe('awaiting');
    expect(await g.payments()).toBe(before);
    accepted(await finalize(await g.answer(s1), code()));
    expect(await stage()).toBe('sent');
    expect(await g.payments()).toBe(before + 1);
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a used code is refused, with the time of the next one (REAUTH-07)', async () => {
    const reply = await g.answer(s1);
    await g.t.twoFactor.check(account, code(), SESSION);
    expect(await finalize(reply, code())).toMatchObject({
      status: 403,
      code: 'TWO_FACTOR_USED',
      retryAfter: 30,
    });
    expect(await stage()).toBe('awaiting');
    g.t.clock += STEP;
    accepted(await finalize(reply, code()));
  });

  it('wrong codes are counted per session (REAUTH-07, SESSION-14)', async () => {
    const reply = await g.answer(s1);
    for (let tries = 0; tries < WRONG_CODES; tries += 1) await finalize(reply, wrongCode());
    expect(await finalize(reply, code())).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    expect(await stage()).toBe('awaiting');
    accepted(await finalize(reply, code(), randomUUID(), 'another session'));
  });

  it('a reply refused for another reason uses up no code (REAUTH-03)', async () => {
    expect(codeOf(await finalize(s1, code()))).toBe('WRONG_STAGE_SAME');
    accepted(await finalize(await g.answer(s1), code()));
  });

  it('the same reply gets the same answer without another code, also under a new key (REAUTH-03)', async () => {
    const [reply, once, key] = [await g.answer(s1), code(), randomUUID()];
    const hashes = await Promise.all(
      Array.from({ length: 10 }, async () => accepted(await finalize(reply, once, key)).txHash),
    );
    expect(new Set(hashes).size).toBe(1);
    expect(accepted(await finalize(reply, '', key)).txHash).toBe(hashes[0]);
    expect(accepted(await finalize(reply, '')).txHash).toBe(hashes[0]);
    expect(await finalize(await thiefsReply(), '')).toMatchObject({ code: 'ALREADY_FINALIZED' });
  });

  it('an account without two-factor needs no code (REAUTH-07)', async () => {
    await g.t.twoFactor.disable(account, code(), SESSION);
    // The pause of 24 hours is over, and a new withdrawal is started.
    g.t.clock += 86_400_000;
    ({ id, s1 } = await g.withdraw(account, '1'));
    expect(codeOf(await finalize(await g.answer(s1), ''))).toBe('accepted');
  });
});
