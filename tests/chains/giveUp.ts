import { beforeEach, describe, expect, it } from 'vitest';
import { outputsSpentBy } from '../../venue/chains/outputs.ts';
import { NodeRefusedError } from '../../venue/chains/rpc.ts';
import { giveUp, type GivingUp } from '../../venue/operators/giveUp.ts';
import { RefusedError } from '../../venue/refused.ts';
import type { Chain } from './crashPoints.ts';
import type { LiveCoin, TestNode } from './venue.ts';

export interface GiveUpWorld {
  readonly node: TestNode;
  readonly venue: LiveCoin;
  readonly withdraw: { readonly account: string; readonly to: string };
  readonly amount: string;
}

/** What must be so on every chain when operators give up a stored transaction (CHAIN-19). */
export function testGiveUp(open: () => Promise<GiveUpWorld>): void {
  describe('a stored transaction that its node never takes', () => {
    let world: GiveUpWorld;
    let id: string;
    let txHash: string;
    let bytes: Uint8Array;
    let deaf: Chain;

    beforeEach(async () => {
      world = await open();
      const { node, venue, withdraw, amount } = world;
      id = await venue.withdraw(withdraw.account, amount, withdraw.to);
      await venue.send({ ...node.chain, send: () => Promise.reject(new NodeRefusedError(-1, 'no')) });
      const { rows } = await venue.core.store.pool.query<{ tx_hash: string; bytes: Buffer }>(
        'select tx_hash, bytes from chain_transactions where withdrawal_id = $1',
        [id],
      );
      [txHash, bytes] = [rows[0]?.tx_hash ?? '', rows[0]?.bytes ?? Buffer.of()];
      deaf = {
        ...node.chain,
        send: (what) =>
          Buffer.from(what).equals(bytes)
            ? Promise.reject(new NodeRefusedError(-1, 'the node does not take it'))
            : node.chain.send(what),
      };
    });

    const stage = (): Promise<string> => world.venue.withdrawalStage(world.withdraw.account, id);
    const free = (): Promise<string> => world.venue.free(world.withdraw.account);
    const ask = (operator: string, given: object = {}, chain: Chain = deaf): Promise<GivingUp> =>
      giveUp(
        {
          pool: world.venue.core.store.pool,
          chains: [{ kind: 'evm', reader: chain, sender: chain }],
          now: () => new Date(),
        },
        { operator, coin: chain.coin, txHash, by: null, reason: 'It hangs', ...given },
      );
    const codeFor = (...asked: Parameters<typeof ask>): Promise<string> =>
      ask(...asked).then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof RefusedError) return error.code;
          throw error;
        },
      );
    async function rounds(): Promise<void> {
      for (let round = 0; round < 3; round += 1) {
        await world.venue.send(deaf);
        await world.node.mine(1);
        await world.venue.confirm();
      }
      await world.venue.send(deaf);
    }

    it('is given up by two; its coins come back, then those of the user, and it can pay no more (CHAIN-19)', async () => {
      const before = await free();
      expect(await ask('ann', { reason: null })).toMatchObject({ withdrawal: id, approvals: 0, needed: 2 });
      expect(await ask('ann')).toMatchObject({ approvals: 1 });
      expect(await codeFor('ann')).toBe('APPROVED_ALREADY');
      await rounds();
      expect(await stage()).toBe('sent');
      expect(await ask('ben')).toMatchObject({ approvals: 2 });
      // Nothing is given back before something else has spent the same.
      expect([await stage(), await free()]).toEqual(['sent', before]);
      await world.venue.send(deaf);
      expect(await stage()).toBe('sent');
      await rounds();
      expect(await stage()).toBe('failed');
      await world.venue.audited();
      await expect(world.node.chain.send(bytes)).rejects.toBeInstanceOf(NodeRefusedError);
      expect(await world.node.chain.placeOf(txHash)).toEqual({ kind: 'unknown' });
      expect(await codeFor('ann')).toBe('HAS_ENDED');
      const next = await world.venue.withdraw(world.withdraw.account, world.amount, world.withdraw.to);
      await rounds();
      expect(await world.venue.withdrawalStage(world.withdraw.account, next)).toBe('completed');
      const { rows } = await world.venue.core.store.pool.query(
        "select operator from operations where action = 'give-up' and subject = $1 order by number",
        [txHash],
      );
      expect(rows).toEqual([{ operator: 'ann' }, { operator: 'ben' }]);
    });

    it('is given up where another process sends, which pays its coins back (CHAIN-19, CHAIN-36)', async () => {
      const { pool } = world.venue.core.store;
      const watched = (operator: string, given: object = {}): Promise<GivingUp> =>
        giveUp(
          { pool, chains: [{ kind: 'evm', reader: deaf, sender: null }], now: () => new Date() },
          { operator, coin: deaf.coin, txHash, by: null, reason: 'It hangs', ...given },
        );
      // What its node has not refused may be on its way.
      await pool.query('update chain_transactions set unsent_since = null where tx_hash = $1', [txHash]);
      await expect(watched('ann')).rejects.toMatchObject({ code: 'STILL_TAKEN' });
      await world.venue.send(deaf);
      await watched('ann');
      expect(await watched('ben')).toMatchObject({
        approvals: 2,
        will: expect.stringContaining('paid back'),
      });
      await rounds();
      expect(await stage()).toBe('failed');
      await world.venue.audited();
    });

    it('that the node has, or takes when it is asked once more, is refused, and pays (CHAIN-19)', async () => {
      await ask('ann');
      expect(await codeFor('ben', {}, world.node.chain)).toBe('STILL_TAKEN');
      expect(await codeFor('ben')).toBe('STILL_THERE');
      await world.node.mine(1);
      expect(await codeFor('ben')).toBe('STILL_THERE');
      await rounds();
      expect(await stage()).toBe('completed');
      expect(await codeFor('ben')).toBe('HAS_ENDED');
      await world.venue.audited();
    });

    it('that turns up after it was given up pays, and nothing is given back (CHAIN-19)', async () => {
      await ask('ann');
      await ask('ben');
      const before = await free();
      await world.node.chain.send(bytes);
      await rounds();
      await rounds();
      expect([await stage(), await free()]).toEqual(['completed', before]);
      const { rowCount } = await world.venue.core.store.pool.query(
        'select from chain_transactions where not is_done or unsent_since is not null',
      );
      expect(rowCount).toBe(0);
      await world.venue.audited();
    });

    it('whose coins were spent otherwise is given back by the transaction that did it, once it is deep (CHAIN-19)', async () => {
      const { node, venue } = world;
      const { rows } = await venue.core.store.pool.query<{ wallet: string; nonce: string; inputs: string[] }>(
        `select wallet, nonce, array(select input from chain_inputs i where i.tx_hash = t.tx_hash) as inputs
         from chain_transactions t where tx_hash = $1`,
        [txHash],
      );
      const [stored] = rows;
      if (!stored) throw new Error('nothing is stored');

      const outputs = await outputsSpentBy(venue.core.store.pool, node.chain.coin, txHash);
      const other = await node.chain.prepareReturn?.({ ...stored, nonce: BigInt(stored.nonce) }, outputs);
      if (!other) throw new Error('nothing could be built');
      expect(await codeFor('ann', { by: other.txHash })).toBe('NOT_SPENT');
      await node.chain.send(other.bytes);
      await node.mine(1);
      await venue.follow();
      expect(await codeFor('ann', { by: other.txHash })).toBe('NOT_SPENT');
      await venue.confirm();
      await ask('ann', { by: other.txHash });
      expect(await stage()).toBe('sent');
      await ask('ben', { by: other.txHash });
      expect(await stage()).toBe('failed');
      await venue.audited();
    });

    it('of a node that does not answer is not given up (CHAIN-19)', async () => {
      const down: Chain = { ...deaf, placeOf: () => Promise.reject(new Error('no answer')) };
      expect(await codeFor('ann', {}, down)).toBe('NODE_UNSURE');
      expect(await codeFor('ann', { txHash: 'unknown' })).toBe('TRANSACTION_NOT_FOUND');
      expect(await codeFor('ann', { coin: 'GRIN' })).toBe('COIN_NOT_FOUND');
      await world.venue.send();
      await rounds();
      expect(await stage()).toBe('completed');
    });
  });
}
