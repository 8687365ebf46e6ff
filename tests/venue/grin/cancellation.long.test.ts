import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepted, codeOf } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { type GrinHarness, startGrin, WINDOW } from './harness.ts';

describe.each(databases)('a GRIN withdrawal that nobody has signed, on $name', (kind) => {
  let g: GrinHarness;
  beforeAll(async () => {
    g = await startGrin(kind);
  });
  afterAll(() => g.t.remove());

  it('is cancelled once: the coins are back, its reply moves nothing, and the books balance', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    const s2 = await g.answer(s1);
    expect(await g.t.free(account, 'GRIN')).toBe('4.977');
    const both = await Promise.all([
      g.t.coins.cancelWithdrawal(account, id),
      g.t.coins.cancelWithdrawal(account, id),
    ]);
    for (const outcome of both) expect(accepted(outcome)).toMatchObject({ id, stage: 'cancelled' });
    expect(accepted(await g.t.coins.cancelWithdrawal(account, id))).toMatchObject({ stage: 'cancelled' });
    expect(await g.t.free(account, 'GRIN')).toBe('10');
    expect(codeOf(await g.grin.finalize(account, s2, undefined))).toBe('WINDOW_CLOSED');
    expect(accepted(await g.t.coins.withdrawal(account, id)).slatepack).toBeNull();
    g.t.clock += WINDOW;
    await g.t.network.expire();
    expect(await g.t.free(account, 'GRIN')).toBe('10');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });

  it('is cancelled or finalized, whichever comes first, never both', async () => {
    const account = await g.account('40');
    for (let round = 0; round < 6; round += 1) {
      const { id, s1 } = await g.withdraw(account, '5');
      const s2 = await g.answer(s1);
      const before = await g.t.free(account, 'GRIN');
      const payments = await g.payments();
      const cancel = () => g.t.coins.cancelWithdrawal(account, id);
      const finalize = () => g.grin.finalize(account, s2, randomUUID());
      const first = round % 2 === 0 ? [cancel(), finalize()] : [finalize(), cancel()];
      const codes = (await Promise.all(first)).map(codeOf).sort();
      const stage = await g.t.withdrawalStage(account, id);
      const paid = (await g.payments()) - payments;
      const isBack = (await g.t.free(account, 'GRIN')) !== before;
      expect([
        [['WINDOW_CLOSED', 'accepted'], 'cancelled', 0, true],
        [['NOT_CANCELLABLE', 'accepted'], 'sent', 1, false],
      ]).toContainEqual([codes, stage, paid, isBack]);
      expect(await g.t.core.exchange.audit()).toEqual([]);
    }
  });

  it('is cancelled only by its owner', async () => {
    const [account, other] = [await g.account('10'), await g.account('10')];
    const { id } = await g.withdraw(account, '5');
    expect(codeOf(await g.t.coins.cancelWithdrawal(other, id))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(codeOf(await g.t.coins.cancelWithdrawal(account, randomUUID()))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(codeOf(await g.t.coins.cancelWithdrawal(account, 'no id'))).toBe('WITHDRAWAL_NOT_FOUND');
    expect(await g.t.withdrawalStage(account, id)).toBe('awaiting');
  });

  it('cannot be cancelled once it is finalized', async () => {
    const account = await g.account('10');
    const { id, s1 } = await g.withdraw(account, '5');
    accepted(await g.grin.finalize(account, await g.answer(s1), undefined));
    expect(codeOf(await g.t.coins.cancelWithdrawal(account, id))).toBe('NOT_CANCELLABLE');
    await g.t.network.mine('GRIN', 30);
    expect(codeOf(await g.t.coins.cancelWithdrawal(account, id))).toBe('NOT_CANCELLABLE');
    expect(await g.t.free(account, 'GRIN')).toBe('4.977');
    expect(await g.t.core.exchange.audit()).toEqual([]);
  });
});
