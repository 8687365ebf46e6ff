import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Slate } from '../../../src/domain/slatepack/slate.ts';
import { commitmentBytes, readCommitment, timesH } from '../../../venue/grin/curve.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { accepted, codeOf } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, nanogrin, startGrin } from './harness.ts';

describe.each(databases)('attacks on GRIN on $name', (kind) => {
  let g: GrinHarness;
  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());

  const slateOf = (text: string): Slate => {
    const read = unpack(text, g.venueWallet.identity);
    if (!read.ok) throw new Error(read.code);
    return read.slate;
  };

  it('a payment of one coin with the kernel of a larger deposit does not count as that deposit', async () => {
    const account = await g.account();
    const s1 = slateOf(await g.begin('1'));
    const [paid, claimed] = [nanogrin('1'), nanogrin('100000')];
    const answered = accepted(await g.grin.receive(account, pack({ ...s1, amount: claimed })));
    // The kernel does not contain the amount, and anybody can shift an output's commitment by a known one.
    const s2 = slateOf(answered.slatepack);
    const commitments = (s2.commitments ?? []).map((output) => {
      const point = readCommitment(output.commitment);
      if (!point) throw new Error('no commitment');
      return { ...output, commitment: commitmentBytes(point.subtract(timesH(claimed - paid))) };
    });
    const forged = pack({ ...s2, commitments });
    // Only the venue knows the blinding of its output, so nobody else can prove another amount.
    expect(codeOf(await g.userWallet.finalize(forged))).toBe('BAD_RANGE_PROOF');
    // Even if a chain accepted it, it would not count as that deposit.
    accepted(await g.carelessWallet.finalize(forged));
    await g.t.network.mine('GRIN', 30);
    expect(await g.t.free(account, 'GRIN')).toBe('0');
    expect(await g.t.depositStage(account, answered.depositId)).toBe('expected');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a withdrawal waiting for its reply is not paid with a deposit that its chain has undone', async () => {
    const account = await g.account();
    const { slatepack } = accepted(await g.grin.receive(account, await g.begin('50')));
    accepted(await g.userWallet.finalize(slatepack));
    await g.t.network.mine('GRIN', 30);
    const { id, s1 } = await g.withdraw(account, '40');
    await g.t.network.reorganise('GRIN', { depth: 30, blocks: 31, drops: true });
    const before = await g.payments();
    expect(codeOf(await g.grin.finalize(account, await g.answer(s1), undefined))).toBe('DEPOSIT_UNDONE');
    expect(await g.payments()).toBe(before);
    expect(await g.t.withdrawalStage(account, id)).toBe('awaiting');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('a waiting withdrawal is paid once the deposit is confirmed again', async () => {
    const account = await g.account();
    const { slatepack } = accepted(await g.grin.receive(account, await g.begin('50')));
    accepted(await g.userWallet.finalize(slatepack));
    await g.t.network.mine('GRIN', 30);
    const { s1 } = await g.withdraw(account, '40');
    await g.t.network.reorganise('GRIN', { depth: 30, blocks: 31, drops: false });
    const s2 = await g.answer(s1);
    expect(codeOf(await g.grin.finalize(account, s2, undefined))).toBe('DEPOSIT_UNDONE');
    await g.t.network.mine('GRIN', 30);
    accepted(await g.grin.finalize(account, s2, undefined));
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });
});
