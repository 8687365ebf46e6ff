import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSlatepack } from '../../../src/domain/slatepack/read.ts';
import type { Slate } from '../../../src/domain/slatepack/slate.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { receivePayment, startPayment } from '../../../venue/grin/payment.ts';
import { createWallet } from '../../../venue/grin/wallet.ts';
import { slatepack } from '../../data/slatepacks.ts';
import { codeOf as codeAt } from '../accounts/codes.ts';
import { accepted, addUser, codeOf } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, MINUTE, nanogrin, startGrin, WINDOW } from './harness.ts';

describe.each(databases)('GRIN withdrawals on $name', (kind) => {
  let g: GrinHarness;
  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());

  const finalize = (account: string, text: string, key?: string) => g.grin.finalize(account, text, key);
  const slateOf = (text: string): Slate => {
    const read = unpack(text, g.venueWallet.identity);
    if (!read.ok) throw new Error(read.code);
    return read.slate;
  };
  const stageOf = (account: string, id: string) => g.t.withdrawalStage(account, id);
  /** The answer of some other wallet. */
  async function answerOfAnother(s1: string): Promise<string> {
    const another = createWallet({ derive: (purpose) => sha256(utf8ToBytes(purpose)) }, 'user');
    const received = await receivePayment(another, slateOf(s1));
    if (!received) throw new Error('not answered');
    return pack(received.slate);
  }

  it("wait for the user's reply, are sent with it, and confirmed after 30 blocks", async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    expect(readSlatepack(s1)).toMatchObject({
      ok: true,
      slatepack: { sender: null, slate: { stage: 'S1', amount: '5', fee: '0.023' } },
    });
    expect(await g.t.free(account, 'GRIN')).toBe('4.977');
    expect(accepted(await g.t.coins.withdrawal(account, id)).slatepack).toBe(s1);
    const { txHash } = accepted(await finalize(account, await g.answer(s1)));
    expect(txHash).toMatch(/^0[89][0-9a-f]{64}$/);
    const sent = accepted(await g.t.coins.withdrawal(account, id));
    expect(sent).toMatchObject({ slatepack: null, row: { stage: 'sent', tx_hash: txHash, address: null } });
    expect(sent.row.extra_id).toBe(slateOf(s1).id);
    await g.t.network.mine('GRIN', 30);
    expect(await stageOf(account, id)).toBe('completed');
    expect(await g.t.free(account, 'GRIN')).toBe('4.977');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it.each([
    ['under one key', (key: string) => key],
    ['under new keys', () => randomUUID()],
    ['without a key', () => undefined],
  ])('the same reply gets the same answer and is broadcast once, %s', async (_, keyOf) => {
    const account = await g.account('10');
    const { s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    const before = await g.payments();
    const key = randomUUID();
    const [first, second] = await Promise.all([
      finalize(account, s2, keyOf(key)),
      finalize(account, s2, keyOf(key)),
    ]);
    expect(accepted(first)).toEqual(accepted(second));
    expect(await finalize(account, `\n${s2}`, keyOf(key))).toEqual(first);
    await g.t.network.mine('GRIN', 31);
    expect(await finalize(account, s2, keyOf(key))).toEqual(first);
    expect(await g.payments()).toBe(before + 1);
    expect(await g.t.free(account, 'GRIN')).toBe('4.977');
  });

  it('of two replies one is accepted', async () => {
    const account = await g.account('10');
    const { s1 } = await g.withdraw(account, '5');
    const before = await g.payments();
    const both = await Promise.all([
      finalize(account, await g.answer(s1)),
      finalize(account, await answerOfAnother(s1)),
    ]);
    expect(both.map(codeOf).sort()).toEqual(['ALREADY_FINALIZED', 'accepted']);
    expect(await g.payments()).toBe(before + 1);
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a key already used for another reply is refused', async () => {
    const account = await g.account('20');
    const [one, two] = [await g.withdraw(account, '5'), await g.withdraw(account, '5')];
    const key = randomUUID();
    accepted(await finalize(account, await g.answer(one.s1), key));
    expect(codeOf(await finalize(account, await g.answer(two.s1), key))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('a reply that does not match changes nothing, and the right one still counts', async () => {
    const account = await g.account('20');
    const { id, s1 } = await g.withdraw(account, '5');
    const other = await g.withdraw(account, '5');
    const [s2, otherS2] = [await g.answer(s1), await g.answer(other.s1)];
    const { id: slateId, amount, feeField } = slateOf(s1);
    const changed = (change: Partial<Slate>): string => pack({ ...slateOf(s2), ...change });
    const output = (proofBytes: number) => ({
      isOutput: true,
      features: 0,
      commitment: slateOf(s2).commitments?.[0]?.commitment ?? new Uint8Array(33),
      rangeProof: new Uint8Array(proofBytes),
    });
    const refused: readonly (readonly [text: string, code: string])[] = [
      [s1, 'WRONG_STAGE_SAME'],
      [await g.begin('5'), 'WRONG_STAGE_PAYMENT'],
      [changed({ stage: 'S3' }), 'WRONG_STAGE_FINAL'],
      [changed({ stage: 'I2' }), 'INVOICE'],
      [changed({ stage: 'NA' }), 'WRONG_STAGE_NONE'],
      [changed({ id: randomUUID() }), 'OTHER_SLATE'],
      [slatepack('plain-s2'), 'OTHER_SLATE'],
      [changed({ amount: amount + 1n }), 'AMOUNT_DIFFERS'],
      [changed({ feeField: feeField + 1n }), 'AMOUNT_DIFFERS'],
      [changed({ commitments: [] }), 'LAYOUT'],
      [pack({ ...slateOf(otherS2), id: slateId }), 'BAD_SIGNATURE'],
      [changed({ offset: new Uint8Array(32) }), 'BAD_SIGNATURE'],
      [changed({ commitments: Array.from({ length: 20 }, () => output(0)) }), 'BAD_SIGNATURE'],
      [changed({ commitments: [output(674)] }), 'BAD_SIGNATURE'],
      [changed({ commitments: [output(675)] }), 'BAD_RANGE_PROOF'],
      [s2.slice(0, 40) + (s2[40] === 'x' ? 'y' : 'x') + s2.slice(41), 'CHECKSUM'],
      [slatepack('encrypted-for-other-A'), 'ENCRYPTED_OTHER'],
      [pack(slateOf(s2), { sender: slatepackSender('gw-s1-plain') }), 'WRONG_NETWORK'],
    ];
    for (const [text, code] of refused)
      expect([code, codeOf(await finalize(account, text))]).toEqual([code, code]);
    expect(await stageOf(account, id)).toBe('awaiting');
    // Grin++ leaves the amounts in place; anybody may encrypt for the venue.
    const kept = pack({ ...slateOf(s2), amount, feeField }, { to: g.grin.address });
    accepted(await finalize(account, kept));
    accepted(await finalize(account, otherS2));
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  const slatepackSender = (id: string): string | null => {
    const reading = readSlatepack(slatepack(id));
    return reading.ok ? reading.slatepack.sender : null;
  };

  it('nobody can finalize another account’s', async () => {
    const [account, other] = [await g.account('10'), await g.account('10')];
    const { id, s1 } = await g.withdraw(account, '5');
    expect(codeOf(await finalize(other, await g.answer(s1)))).toBe('OTHER_SLATE');
    expect(await stageOf(account, id)).toBe('awaiting');
  });

  it('are refunded when the window closes, and a late reply moves nothing', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    g.t.clock += WINDOW;
    await g.t.network.expire();
    expect(await stageOf(account, id)).toBe('cancelled');
    expect(await g.t.free(account, 'GRIN')).toBe('10');
    expect(codeOf(await finalize(account, s2))).toBe('WINDOW_CLOSED');
    await g.t.network.expire();
    expect(await g.t.free(account, 'GRIN')).toBe('10');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a late reply triggers the refund itself, and only once', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    g.t.clock += WINDOW - 1;
    expect(await stageOf(account, id)).toBe('awaiting');
    g.t.clock += 1;
    // A restored copy may lack a reply that came in time (OPERATOR-18).
    await g.t.core.store.pool.query(`insert into uncompared_coins (coin, height) values ('GRIN', 0)`);
    expect(codeOf(await finalize(account, s2))).toBe('WITHDRAWALS_STOPPED');
    expect(await stageOf(account, id)).toBe('awaiting');
    await g.t.core.store.pool.query('delete from uncompared_coins');
    const late = await Promise.all([finalize(account, s2), finalize(account, s2), g.t.network.expire()]);
    expect(late.slice(0, 2).map((outcome) => outcome && codeOf(outcome))).toEqual([
      'WINDOW_CLOSED',
      'WINDOW_CLOSED',
    ]);
    expect(await stageOf(account, id)).toBe('cancelled');
    expect(await g.t.free(account, 'GRIN')).toBe('10');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a reply at the last moment counts', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    g.t.clock += WINDOW - MINUTE;
    await g.t.network.expire();
    accepted(await finalize(account, await g.answer(s1)));
    g.t.clock += WINDOW;
    await g.t.network.expire();
    expect(await stageOf(account, id)).toBe('sent');
  });

  it('are refunded when their message expires by height', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    await g.t.network.mine('GRIN', 1440);
    expect(codeOf(await g.userWallet.receive(s1))).toBe('TTL_EXPIRED');
    expect(codeOf(await finalize(account, s2))).toBe('TTL_EXPIRED');
    expect(await stageOf(account, id)).toBe('cancelled');
    expect(await g.t.free(account, 'GRIN')).toBe('10');
  });

  it('failed by the network, they are refunded and can no longer be finalized', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    expect(await g.t.network.failWithdrawal(id)).toBe(true);
    expect(codeOf(await finalize(account, s2))).toBe('WINDOW_CLOSED');
    expect(await g.t.free(account, 'GRIN')).toBe('10');
  });

  it('one that is deposited here again reaches its new owner', async () => {
    const [from, to] = [await g.account('10'), await g.account()];
    const { id, s1 } = await g.withdraw(from, '5');
    const answered = accepted(await g.grin.receive(to, s1));
    const { txHash } = accepted(await finalize(from, answered.slatepack));
    await g.t.network.mine('GRIN', 30);
    expect(await stageOf(from, id)).toBe('completed');
    expect(accepted(await g.t.coins.deposit(to, answered.depositId))).toMatchObject({ tx_hash: txHash });
    expect([await g.t.free(from, 'GRIN'), await g.t.free(to, 'GRIN')]).toEqual(['4.977', '5']);
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a reorganisation sends them again', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    const first = accepted(await finalize(account, await g.answer(s1)));
    await g.t.network.mine('GRIN', 30);
    await g.t.network.reorganise('GRIN', { depth: 30, blocks: 31, drops: true });
    expect(await stageOf(account, id)).toBe('sent');
    expect(await finalize(account, await g.answer(s1))).toEqual({ ok: true, value: first });
    await g.t.network.mine('GRIN', 30);
    expect(await stageOf(account, id)).toBe('completed');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a cooldown that has begun meanwhile stops them, and they are refunded', async () => {
    const account = await g.account('10');
    await addUser(g.t.core, account);
    const { id, s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    const setCooldown = (until: Date | null) =>
      g.t.core.store.pool.query(
        `update users set security_cooldown_until = $2, security_cooldown_reason = 'Password changed' where account_id = $1`,
        [account, until],
      );
    await setCooldown(new Date(g.t.clock + 1));
    expect(codeOf(await finalize(account, s2))).toBe('SECURITY_COOLDOWN');
    expect(await stageOf(account, id)).toBe('awaiting');
    await setCooldown(new Date(g.t.clock));
    accepted(await finalize(account, s2));
  });

  it('need a code to start where the account has two-factor: without one there is no slatepack (REAUTH-01)', async () => {
    const account = await g.account('10');
    await addUser(g.t.core, account);
    const { secret } = await g.t.twoFactor.enable(account);
    await g.t.twoFactor.verify(account, codeAt(secret, g.t.clock), 'session');
    const begin = (code: string) =>
      g.t.coins.withdraw(account, { coin: 'GRIN', amount: '5', address: '' }, undefined, {
        code,
        triedBy: 'session',
      });
    expect(await begin('')).toMatchObject({ ok: false, status: 403, code: 'TWO_FACTOR_REQUIRED' });
    expect(await begin(codeAt(secret, g.t.clock))).toMatchObject({ status: 403, code: 'TWO_FACTOR_USED' });
    expect(await g.t.free(account, 'GRIN')).toBe('10');
    // The code of the next step, as from an app whose clock is ahead.
    const { slatepack: s1 } = accepted(await begin(codeAt(secret, g.t.clock + 30_000)));
    expect(s1).toContain('BEGINSLATEPACK');
  });

  it('accept no address', async () => {
    const account = await g.account('10');
    const asked = { coin: 'GRIN', amount: '5', address: g.userWallet.address };
    expect(codeOf(await g.t.coins.withdraw(account, asked, undefined))).toBe('ADDRESS_NOT_USED');
  });

  it('their messages never share a nonce', async () => {
    const account = await g.account('50');
    const slates = [await g.withdraw(account, '5'), await g.withdraw(account, '5')].map(({ s1 }) =>
      slateOf(s1),
    );
    const nonces = slates.map(({ signatures }) => Buffer.from(signatures[0]?.nonce ?? []).toString('hex'));
    expect(new Set(nonces).size).toBe(2);
    const [first] = slates;
    const { id = '', ttl = 0n } = first ?? {};
    const payment = { id, ttl, amount: nanogrin('5'), fee: nanogrin('0.023') };
    expect(startPayment(g.venueWallet.derive, payment)).toEqual(first);
  });
});
