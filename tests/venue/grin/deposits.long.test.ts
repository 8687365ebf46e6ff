import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSlatepack } from '../../../src/domain/slatepack/read.ts';
import type { Slate } from '../../../src/domain/slatepack/slate.ts';
import { createGrin } from '../../../venue/grin/grin.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { slatepack } from '../../data/slatepacks.ts';
import { accepted, codeOf } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, MINUTE, nanogrin, startGrin, WINDOW } from './harness.ts';

describe.each(databases)('deposits of GRIN on $name', (kind) => {
  let g: GrinHarness;
  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());

  /** The user's S1 with part of its slate changed. */
  function changed(text: string, change: Partial<Slate>): string {
    const read = unpack(text, g.venueWallet.identity);
    if (!read.ok) throw new Error(read.code);
    return pack({ ...read.slate, ...change }, { sender: read.sender });
  }

  it('are answered, finalized by the user, and credited after 30 blocks', async () => {
    const account = await g.account();
    const s1 = await g.begin('5');
    const answered = accepted(await g.grin.receive(account, s1));
    expect(answered).toMatchObject({ amount: 500_000_000n, expiresAt: new Date(g.t.clock + WINDOW) });
    expect(readSlatepack(answered.slatepack)).toMatchObject({ slatepack: { slate: { stage: 'S2' } } });
    const { depositId: id } = answered;
    expect(await g.t.depositStage(account, id)).toBe('expected');
    const { txHash, slateId } = accepted(await g.userWallet.finalize(answered.slatepack));
    expect(accepted(await g.t.coins.deposit(account, id))).toMatchObject({
      stage: 'seen',
      tx_hash: txHash,
      extra_id: slateId,
      address: null,
    });
    await g.t.network.mine('GRIN', 29);
    expect(await g.t.depositStage(account, id)).toBe('confirming');
    expect(await g.t.free(account, 'GRIN')).toBe('0');
    await g.t.network.mine('GRIN', 1);
    expect(await g.t.depositStage(account, id)).toBe('credited');
    expect(await g.t.free(account, 'GRIN')).toBe('5');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it.each([
    ['encrypted for the venue, with a payment proof', true, false],
    ['from a named wallet, which is answered encrypted', false, true],
    ['both', true, true],
  ])('%s', async (_, isSealed, isSigned) => {
    const account = await g.account();
    const s1 = await g.begin('2', { to: isSealed ? g.grin.address : null, isSigned });
    const answered = accepted(await g.grin.receive(account, s1));
    const reading = readSlatepack(answered.slatepack);
    expect(reading).toMatchObject({ ok: true, slatepack: { isEncrypted: isSigned } });
    accepted(await g.userWallet.finalize(answered.slatepack));
    await g.t.network.mine('GRIN', 30);
    expect(await g.t.free(account, 'GRIN')).toBe('2');
  });

  it('return their message again, only to their owner, and only while they wait (DEPOSIT-14)', async () => {
    const [account, other] = [await g.account(), await g.account()];
    const [first, second] = [
      accepted(await g.grin.receive(account, await g.begin('5'))),
      accepted(await g.grin.receive(account, await g.begin('6'))),
    ];
    const messageOf = async ({ depositId }: { depositId: string }, of = account): Promise<string | null> =>
      accepted(await g.t.coins.deposit(of, depositId)).slatepack;
    expect(await messageOf(first)).toBe(first.slatepack);
    expect(await messageOf(second)).toBe(second.slatepack);
    expect(codeOf(await g.t.coins.deposit(other, first.depositId))).toBe('DEPOSIT_NOT_FOUND');
    const [listed] = await g.t.coins.deposits(account, { limit: 1, offset: 0 });
    expect(listed).not.toHaveProperty('slatepack');
    accepted(await g.userWallet.finalize(first.slatepack));
    expect(await messageOf(first)).toBeNull();
    g.t.clock += WINDOW;
    await g.t.network.expire();
    expect(await g.t.depositStage(account, second.depositId)).toBe('expired');
    expect(await messageOf(second)).toBeNull();
  });

  it('the ninth digit is not credited', async () => {
    const account = await g.account();
    const answered = accepted(await g.grin.receive(account, await g.begin('1.123456789')));
    accepted(await g.userWallet.finalize(answered.slatepack));
    await g.t.network.mine('GRIN', 30);
    expect(await g.t.free(account, 'GRIN')).toBe('1.12345678');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('the same message gets the same answer, however often and in whatever format', async () => {
    const account = await g.account();
    const s1 = await g.begin('3');
    const [first, second] = await Promise.all([g.grin.receive(account, s1), g.grin.receive(account, s1)]);
    expect(accepted(first)).toEqual(accepted(second));
    expect(await g.grin.receive(account, `> ${s1.replaceAll(' ', '\n> ')}`)).toEqual(first);
    accepted(await g.userWallet.finalize(accepted(first).slatepack));
    expect(await g.grin.receive(account, s1)).toEqual(first);
    expect(await g.t.coins.deposits(account, { limit: 10, offset: 0 })).toHaveLength(1);
  });

  it('nobody else can use it, nor anything else with its id', async () => {
    const [account, other] = [await g.account(), await g.account()];
    const s1 = await g.begin('3');
    accepted(await g.grin.receive(account, s1));
    expect(codeOf(await g.grin.receive(other, s1))).toBe('ALREADY_RECEIVED');
    const dearer = changed(s1, { amount: nanogrin('4') });
    expect(codeOf(await g.grin.receive(account, dearer))).toBe('ALREADY_RECEIVED');
  });

  it('finalizing twice, even concurrently, posts it to the chain once', async () => {
    const account = await g.account();
    const { slatepack: s2 } = accepted(await g.grin.receive(account, await g.begin('3')));
    const before = await g.payments();
    const [first, second] = await Promise.all([g.userWallet.finalize(s2), g.userWallet.finalize(s2)]);
    expect(accepted(first)).toEqual(accepted(second));
    expect(await g.userWallet.finalize(s2)).toEqual(first);
    expect(await g.payments()).toBe(before + 1);
    await g.t.network.mine('GRIN', 30);
    expect(await g.t.free(account, 'GRIN')).toBe('3');
  });

  it('are expected during their window; later ones are still accepted', async () => {
    const account = await g.account();
    const s1 = await g.begin('3');
    const { slatepack: s2, depositId: id } = accepted(await g.grin.receive(account, s1));
    g.t.clock += WINDOW - MINUTE;
    await g.t.network.expire();
    expect(await g.t.depositStage(account, id)).toBe('expected');
    g.t.clock += MINUTE;
    await g.t.network.expire();
    expect(await g.t.depositStage(account, id)).toBe('expired');
    expect(codeOf(await g.grin.receive(account, s1))).toBe('WINDOW_CLOSED');
    accepted(await g.userWallet.finalize(s2));
    await g.t.network.mine('GRIN', 30);
    expect(await g.t.depositStage(account, id)).toBe('credited');
    expect(await g.t.free(account, 'GRIN')).toBe('3');
  });

  it.each([
    ['  ', 'EMPTY'],
    ['hello', 'NO_SLATEPACK'],
    [slatepack('text-one-char-changed'), 'CHECKSUM'],
    [slatepack('text-cut-end'), 'TRUNCATED_END'],
    [slatepack('slate-truncated'), 'LAYOUT'],
    [slatepack('slate-version-3'), 'SLATE_VERSION'],
    [slatepack('plain-s2'), 'WRONG_STAGE_REPLY'],
    [slatepack('mwpy-ba-s3'), 'WRONG_STAGE_FINAL'],
    [slatepack('plain-i1'), 'INVOICE'],
    [slatepack('plain-na'), 'WRONG_STAGE_NONE'],
    [slatepack('plain-s1-zero-amount'), 'AMOUNT_ZERO'],
    [slatepack('plain-s1'), 'BELOW_MINIMUM'],
    [slatepack('gw-s1-plain'), 'WRONG_NETWORK'],
    [slatepack('gw-s1-proof'), 'WRONG_NETWORK'],
    [slatepack('encrypted-for-other-A'), 'ENCRYPTED_OTHER'],
  ])('%.20s… is refused: %s', async (text, code) => {
    expect(codeOf(await g.grin.receive(await g.account(), text))).toBe(code);
  });

  it('a message that is expired, too cheap, or proven to somebody else is refused', async () => {
    const account = await g.account();
    const s1 = await g.begin('5');
    const height = BigInt(g.t.network.heightOf('GRIN') ?? 0);
    const receive = async (change: Partial<Slate>) =>
      codeOf(await g.grin.receive(account, changed(s1, change)));
    expect(await receive({ ttl: height })).toBe('TTL_EXPIRED');
    expect(await receive({ feeField: 12_499_999n })).toBe('FEE_TOO_LOW');
    expect(await receive({ feeField: 12_499_999n + (1n << 40n) })).toBe('FEE_TOO_LOW');
    const key = g.venueWallet.identity.publicKey;
    const proof = { sender: key, receiver: new Uint8Array(32).fill(7), signature: null };
    expect(await receive({ proof })).toBe('PROOF_OTHER');
    expect(await receive({ participants: 3 })).toBe('LAYOUT');
    expect(await receive({ amount: 2n ** 64n - 1n })).toBe('AMOUNT_TOO_LARGE');
    const noPoint = new Uint8Array(33).fill(5);
    expect(await receive({ signatures: [{ excess: noPoint, nonce: noPoint, part: null }] })).toBe('LAYOUT');
    expect(await receive({ ttl: height + 1n })).toBe('accepted');
  });

  it('messages are refused while deposits are off, or without a chain', async () => {
    const s1 = await g.begin('5');
    const { pool } = g.t.core.store;
    await pool.query(`update coins set is_deposit_enabled = false where ticker = 'GRIN'`);
    expect(codeOf(await g.grin.receive(await g.account(), s1))).toBe('DEPOSITS_DISABLED');
    await pool.query(`update coins set is_deposit_enabled = true where ticker = 'GRIN'`);
    const live = createGrin({
      pool,
      wallet: g.venueWallet,
      hasChains: false,
      windowMinutes: 45,
      reauthenticate: async () => null,
      now: () => new Date(),
    });
    expect(codeOf(await live.receive(await g.account(), s1))).toBe('DEPOSITS_DISABLED');
  });

  it('an answer altered on its way is not finalized', async () => {
    const account = await g.account();
    const { slatepack: s2 } = accepted(await g.grin.receive(account, await g.begin('3')));
    const other = accepted(await g.grin.receive(account, await g.begin('4')));
    const read = unpack(other.slatepack, g.venueWallet.identity);
    const id = unpack(s2, g.venueWallet.identity);
    if (!read.ok || !id.ok) throw new Error('unreadable');
    const mixed = pack({ ...read.slate, id: id.slate.id });
    expect(codeOf(await g.userWallet.finalize(mixed))).toBe('BAD_SIGNATURE');
    expect(codeOf(await g.userWallet.finalize(slatepack('plain-s2')))).toBe('OTHER_SLATE');
    accepted(await g.userWallet.finalize(s2));
  });
});
