import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted } from '../venue/coins/harness.ts';
import { readFigures } from '../../venue/chains/status.ts';
import { NodeRefusedError } from '../../venue/chains/rpc.ts';
import { type BitcoinWorld, MAX_FEE, someBitcoinAddress, startBitcoinWorld } from './bitcoinWorld.ts';
import { type LiveCoin, startCoin } from './venue.ts';
import { REPLACE_AFTER, units } from './world.ts';

let world: BitcoinWorld;
let venue: LiveCoin;
let account: string;
let to: string;

beforeAll(async () => {
  world = await startBitcoinWorld();
  venue = await startCoin(world);
});
afterAll(async () => {
  await venue?.close();
  await world?.close();
});
beforeEach(async () => {
  world.setFeerate(2);
  account = await venue.core.account({ BTC: '5' });
  to = someBitcoinAddress();
  await world.pay([world.wallet, units('2')]);
  await world.mine(1);
  await venue.confirm();
});

/** bcoin takes nothing instead of what it has. A node that does (BIP 125) drops that for it. */
const replacing = (): BitcoinWorld['chain'] => ({
  ...world.chain,
  async send(bytes) {
    const { id } = Transaction.fromRaw(bytes, { allowUnknownOutputs: true });
    if ((await world.chain.placeOf(id)).kind === 'unknown') await world.node.forget();
    await world.chain.send(bytes);
  },
});

/** A node that refuses what spends the same as something that it has. bcoin does so without a word. */
const keeping = (kept: string): BitcoinWorld['chain'] => ({
  ...world.chain,
  async send(bytes) {
    const { id } = Transaction.fromRaw(bytes, { allowUnknownOutputs: true });
    if (id !== kept) throw new NodeRefusedError(-26, 'insufficient fee');
    await world.chain.send(bytes);
  },
});

async function shown(id: string): Promise<readonly [stage: string, txHash: string]> {
  const { row } = accepted(await venue.coins.withdrawal(account, id));
  return [row.stage, row.tx_hash ?? ''];
}
const hashOf = async (id: string): Promise<string> => (await shown(id))[1];

async function bytesOf(txHash: string): Promise<Uint8Array> {
  const { rows } = await venue.core.store.pool.query<{ bytes: Buffer }>(
    `select bytes from chain_transactions where tx_hash = $1
     union all select bytes from chain_replaced where tx_hash = $1`,
    [txHash],
  );
  return new Uint8Array(rows[0]?.bytes ?? []);
}
const storedAs = async (txHash: string): Promise<Transaction> =>
  Transaction.fromRaw(await bytesOf(txHash), { allowUnknownOutputs: true });

const inputsOf = (tx: Transaction): string[] =>
  Array.from({ length: tx.inputsLength }, (_, at) => {
    const { txid, index } = tx.getInput(at);
    return `${bytesToHex(txid ?? new Uint8Array())}:${index}`;
  });

/** What is left of the inputs comes back as change: the less, the dearer it was. */
const changeOf = (tx: Transaction): bigint => tx.getOutput(1).amount ?? 0n;

/** A withdrawal that is in no block although the venue waits long enough, and whose fee is too low now. */
async function stuck(satoshi: number): Promise<{ id: string; first: string }> {
  const id = await venue.withdraw(account, '1', to);
  await venue.send();
  const first = await hashOf(id);
  world.setFeerate(satoshi);
  await venue.send();
  expect(await hashOf(id)).toBe(first);
  venue.pass(REPLACE_AFTER);
  return { id, first };
}

async function finish(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await venue.send(replacing());
    await world.mine(1);
    await venue.confirm();
  }
  await venue.send();
}

async function paidOnce(id: string, txHash: string): Promise<void> {
  expect(await shown(id)).toEqual(['completed', txHash]);
  expect(await world.got(to)).toBe(units('1'));
  await venue.audited();
}

describe('a withdrawal of BTC whose fee has become too low (CHAIN-28)', () => {
  it('is replaced by one with a higher fee, the same inputs and the same payment, and less change', async () => {
    const { id, first } = await stuck(20);
    await venue.send(replacing());
    const second = await hashOf(id);
    expect(second).not.toBe(first);
    const [old, dearer] = [await storedAs(first), await storedAs(second)];
    expect(inputsOf(dearer)).toEqual(inputsOf(old));
    expect(dearer.getOutput(0)).toEqual(old.getOutput(0));
    expect(dearer.getOutput(1).script).toEqual(old.getOutput(1).script);
    expect(dearer.getInput(0).sequence).toBe(0xfffffffd);
    expect(changeOf(old) - changeOf(dearer)).toBeGreaterThanOrEqual(BigInt(old.vsize) * 17n);
    expect(await world.chain.placeOf(second)).toEqual({ kind: 'waiting' });
    await finish();
    await paidOnce(id, second);
  });

  it('is known by its first transaction again where that is the one in the block', async () => {
    const { id, first } = await stuck(20);
    await venue.send(replacing());
    expect(await hashOf(id)).not.toBe(first);
    await world.node.forget();
    await world.chain.send(await bytesOf(first));
    await world.mine(1);
    await venue.follow();
    expect(await shown(id)).toEqual(['sent', first]);
    await finish();
    await paidOnce(id, first);
  });

  it('continues unchanged with a node that keeps the cheaper one, and holds up no other', async () => {
    const { id, first } = await stuck(20);
    await venue.send(keeping(first));
    expect(await hashOf(id)).toBe(first);
    expect((await readFigures(venue.core.store.pool, 'BTC'))?.unsent).toBe(0);
    await world.pay([world.wallet, units('2')]);
    await world.mine(1);
    await venue.confirm();
    const other = await venue.withdraw(account, '1', someBitcoinAddress());
    await venue.send();
    expect((await shown(other))[0]).toBe('sent');
    await finish();
    await paidOnce(id, first);
  });

  it('never costs more than one transaction may', async () => {
    const { id, first } = await stuck(900);
    await venue.send(replacing());
    const second = await hashOf(id);
    expect(second).not.toBe(first);
    const [old, dearer] = [await storedAs(first), await storedAs(second)];
    const least = changeOf(old) - MAX_FEE;
    expect(changeOf(dearer)).toBeGreaterThan(least);
    venue.pass(REPLACE_AFTER);
    await venue.send(replacing());
    expect(await hashOf(id)).toBe(second);
    await finish();
    await paidOnce(id, second);
  });

  it('stays where there is no change left to pay a higher fee', async () => {
    const { rows } = await venue.core.store.pool.query<{ sum: string }>(
      `select coalesce(sum(amount), 0)::text as sum from payments p where coin = 'BTC' and height is not null
         and address = $1 and not exists (select from chain_inputs i where i.input = p.tx_hash || ':' || p.output)`,
      [world.wallet],
    );
    const all = BigInt(rows[0]?.sum ?? '0');
    const rich = await venue.core.account({ BTC: '1000' });
    const amount = all - 5000n;
    const text = `${amount / 100_000_000n}.${String(amount % 100_000_000n).padStart(8, '0')}`;
    const id = await venue.withdraw(rich, text, to);
    await venue.send();
    const { row } = accepted(await venue.coins.withdrawal(rich, id));
    world.setFeerate(30);
    venue.pass(REPLACE_AFTER);
    await venue.send(replacing());
    expect(accepted(await venue.coins.withdrawal(rich, id)).row.tx_hash).toBe(row.tx_hash);
    await finish();
    expect(await world.got(to)).toBe(amount);
    await venue.audited();
  });
});
