import { bytesToHex } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasTakenFor } from '../../venue/chains/givenUp.ts';
import { NodeRefusedError } from '../../venue/chains/rpc.ts';
import { giveUp } from '../../venue/operators/giveUp.ts';
import { accepted } from '../venue/coins/harness.ts';
import { type Chain, Crash, crash, type Death, deathsAfterSending } from './crashPoints.ts';
import { GWEI, REPLACE_AFTER, type RealVenue, someAddress, startVenue, units } from './world.ts';

const MOST = 500n * GWEI;
let venue: RealVenue;
let account: string;
let to: string;
let before: number;

beforeAll(async () => {
  venue = await startVenue({ mostPerGas: MOST });
  await venue.pay(venue.wallet, units('500'));
  await venue.mine(1);
});
afterAll(() => venue?.close());
beforeEach(async () => {
  await baseFee(GWEI);
  account = await venue.core.account({ AVAX: '50' });
  to = someAddress();
  before = await nonces();
});

/** Of the next block. */
const baseFee = async (wei: bigint): Promise<void> =>
  void (await venue.anvil.call('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`));

/** A block whose base fee is above what was offered. */
async function dearBlock(gwei = 100n): Promise<void> {
  await baseFee(gwei * GWEI);
  await venue.mine(1);
  await venue.follow();
}

const nonces = async (): Promise<number> =>
  Number(await venue.anvil.call('eth_getTransactionCount', venue.wallet, 'latest'));

/** What the user sees. */
async function shown(id: string): Promise<readonly [stage: string, txHash: string | null]> {
  const { row } = accepted(await venue.coins.withdrawal(account, id));
  return [row.stage, row.tx_hash];
}

const hashOf = async (id: string): Promise<string> => (await shown(id))[1] ?? '';

async function bytesOf(txHash: string): Promise<string> {
  const { rows } = await venue.core.store.pool.query<{ bytes: Buffer }>(
    `select bytes from chain_transactions where tx_hash = $1
     union all select bytes from chain_replaced where tx_hash = $1`,
    [txHash],
  );
  return `0x${bytesToHex(rows[0]?.bytes ?? new Uint8Array())}`;
}

/** A withdrawal whose fee is too low from now on. */
async function stuck(): Promise<{ id: string; first: string }> {
  const id = await venue.withdraw(account, '3', to);
  await venue.send();
  const first = await hashOf(id);
  await dearBlock();
  return { id, first };
}

/** One that was replaced by a dearer one. */
async function replaced(): Promise<{ id: string; first: string; second: string }> {
  const { id, first } = await stuck();
  venue.pass(REPLACE_AFTER);
  await venue.send();
  return { id, first, second: await hashOf(id) };
}

/** The cheaper one gets into a block after all. */
async function mineFirst(first: string, blocks = 1): Promise<void> {
  await baseFee(GWEI);
  await venue.anvil.call('eth_sendRawTransaction', await bytesOf(first));
  await venue.mine(blocks);
}

async function finish(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await venue.send();
    await venue.mine(1);
    await venue.confirm();
  }
}

/** Paid once, in one transaction. */
async function paidOnce(id: string): Promise<void> {
  expect([(await shown(id))[0], await venue.balance(to)]).toEqual(['completed', units('3')]);
  expect(await nonces()).toBe(before + 1);
  await venue.audited();
}

describe('a withdrawal whose fee has become too low (CHAIN-27)', () => {
  it('is replaced by one with a higher fee and the same nonce, and the recorded one is the one in the block', async () => {
    const { id, first } = await stuck();
    await venue.send();
    expect(await hashOf(id)).toBe(first);
    venue.pass(REPLACE_AFTER);
    await venue.send();
    const second = await hashOf(id);
    expect(second).not.toBe(first);
    expect(await venue.chain.placeOf(second)).toEqual({ kind: 'waiting' });
    await dearBlock();
    expect(await shown(id)).toEqual(['sent', second]);
    expect((await venue.chain.placeOf(second)).kind).toBe('mined');
    await finish();
    expect(await hashOf(id)).toBe(second);
    await paidOnce(id);
  });

  it('is known by its first transaction again where that is the one in the block', async () => {
    const { id, first, second } = await replaced();
    await venue.anvil.call('anvil_dropTransaction', second);
    await mineFirst(first);
    await venue.follow();
    expect(await shown(id)).toEqual(['sent', first]);
    await finish();
    expect(await hashOf(id)).toBe(first);
    await paidOnce(id);
  });

  it('is found where another block has the other transaction after a reorganisation', async () => {
    const { id, first, second } = await replaced();
    await dearBlock();
    expect(await shown(id)).toEqual(['sent', second]);
    await venue.reorganise(1);
    await mineFirst(first);
    await venue.follow();
    expect(await shown(id)).toEqual(['sent', first]);
    await finish();
    await paidOnce(id);
  });

  it('is given back once, where its chain refuses the replacement', async () => {
    // A contract that takes nothing: PUSH0 PUSH0 REVERT
    await venue.anvil.call('anvil_setCode', to, '0x5f5ffd');
    const { id, first } = await stuck();
    venue.pass(REPLACE_AFTER);
    await venue.send();
    await venue.anvil.call('anvil_dropTransaction', await hashOf(id));
    await mineFirst(first);
    await finish();
    expect(await shown(id)).toEqual(['failed', first]);
    expect([await venue.free(account), await nonces()]).toEqual(['50', before + 1]);
    await venue.audited();
  });

  it('is replaced again and again while fees rise, and never above the ceiling', async () => {
    const { id, first } = await stuck();
    const seen = new Set([first]);
    for (const gwei of [150n, 350n]) {
      await dearBlock(gwei);
      venue.pass(REPLACE_AFTER);
      await venue.send();
      seen.add(await hashOf(id));
    }
    expect(seen.size).toBe(3);
    await dearBlock(600n);
    venue.pass(REPLACE_AFTER);
    await venue.send();
    expect(seen.has(await hashOf(id))).toBe(true);
    await dearBlock(450n);
    await finish();
    await paidOnce(id);
  });

  it('stays as it is while its fee is enough, however long it takes', async () => {
    const id = await venue.withdraw(account, '3', to);
    await venue.send();
    const first = await hashOf(id);
    venue.pass(REPLACE_AFTER * 100);
    await venue.send();
    expect(await hashOf(id)).toBe(first);
    await finish();
    await paidOnce(id);
  });

  it('of three venues that all think that they send is replaced, and paid once', async () => {
    const { id, first } = await stuck();
    venue.pass(REPLACE_AFTER);
    await Promise.all([venue.send(), venue.send(), venue.send()]);
    expect(await hashOf(id)).not.toBe(first);
    await dearBlock();
    await finish();
    await paidOnce(id);
  });

  const deaths: readonly Death[] = [
    [
      'before it is stored',
      (chain) => ({
        ...chain,
        async replace(one) {
          await chain.replace(one);
          return crash();
        },
      }),
    ],
    [
      'stored and not sent',
      (chain) => {
        let isDead = false;
        return {
          ...chain,
          async send() {
            isDead = true;
            return crash();
          },
          placeOf: async (txHash) => (isDead ? crash() : chain.placeOf(txHash)),
        };
      },
    ],
    ...deathsAfterSending(() => dearBlock()).slice(0, 1),
  ];
  it.each(deaths)('of a venue that dies %s is paid once', async (_, dying) => {
    const { id, first } = await stuck();
    venue.pass(REPLACE_AFTER);
    await venue.send(dying(venue.chain)).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    await venue.send();
    expect(await hashOf(id)).not.toBe(first);
    expect(await venue.chain.placeOf(await hashOf(id))).toEqual({ kind: 'waiting' });
    await dearBlock();
    await finish();
    await paidOnce(id);
  });

  /** What was replaced, given up by two operators while the node takes neither; the first transaction then turns up. */
  it('that is given up and gets into a block by its first transaction has paid, and nothing comes back (CHAIN-19)', async () => {
    const { id, first, second } = await replaced();
    await venue.anvil.call('anvil_dropAllTransactions');
    const both = new Set([await bytesOf(first), await bytesOf(second)]);
    const deaf: Chain = {
      ...venue.chain,
      send: (bytes) =>
        both.has(`0x${bytesToHex(bytes)}`)
          ? Promise.reject(new NodeRefusedError(-1, 'the node does not take it'))
          : venue.chain.send(bytes),
    };
    const { pool } = venue.core.store;
    const ask = (operator: string, by: string | null = null, reason: string | null = 'It hangs') =>
      giveUp(
        { pool, chains: [{ kind: 'evm', reader: deaf, sender: deaf }], now: () => new Date() },
        { operator, coin: 'AVAX', txHash: second, by, reason },
      );
    await ask('ann');
    expect(await ask('ben')).toMatchObject({ approvals: 2 });
    await venue.anvil.call('anvil_dropAllTransactions');
    await baseFee(GWEI);
    await venue.anvil.call('eth_sendRawTransaction', await bytesOf(first));
    await expect(ask('ann', first)).rejects.toMatchObject({ code: 'STILL_THERE' });
    await venue.mine(30);
    await expect(ask('ann', first)).rejects.toMatchObject({ code: 'STILL_THERE' });
    const payment = {
      txHash: second,
      wallet: `31337/${venue.wallet}`,
      nonce: BigInt(before),
      inputs: [],
      bytes: new Uint8Array(),
      withdrawal: id,
      amount: units('3'),
    };
    expect(await hasTakenFor(pool, venue.chain, payment, first, 1)).toBe(false);
    for (let round = 0; round < 3; round += 1) {
      await venue.follow();
      await venue.send(deaf);
      await venue.mine(1);
    }
    expect(await hashOf(id)).toBe(first);
    await paidOnce(id);
  });
});
