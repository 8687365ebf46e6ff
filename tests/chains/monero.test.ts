import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMoneroReader } from '../../venue/chains/monero/reader.ts';
import { openChain } from '../../venue/chains/open.ts';
import type { ChainReader } from '../../venue/chains/port.ts';
import { NodeRefusedError } from '../../venue/chains/rpc.ts';
import { giveUp } from '../../venue/operators/giveUp.ts';
import { RefusedError } from '../../venue/refused.ts';
import { codeOf } from '../venue/coins/harness.ts';
import { testChain } from '../venue/chains/contract.ts';
import { type Chain, Crash, crashPoints } from './crashPoints.ts';
import { type MoneroWorld, startMoneroWorld } from './moneroWorld.ts';
import { type LiveCoin, startCoin } from './venue.ts';
import { units } from './world.ts';

/** Every block costs a tenth of a second or more, so that fewer confirm here. */
const CONFIRMATIONS = 3;

let world: MoneroWorld;
let venue: LiveCoin;
let account: string;
let address: string;

beforeAll(async () => {
  world = await startMoneroWorld();
  venue = await startCoin(world, CONFIRMATIONS);
  // Blocks that make coins spendable take minutes on a machine that does much else.
}, 300_000);
afterAll(async () => {
  await venue?.close();
  await world?.close();
});

testChain('XMR on a node', async () => ({
  chain: world.chain,
  outside: world.stranger.address,
  hasNoReturn: true,
  pay: (to, amount) => world.pay([to, amount]),
  mine: (blocks) => world.mine(blocks),
  reorganise: (depth) => world.reorganise(depth),
  close: async () => undefined,
}));

interface Transfers {
  readonly in?: readonly { readonly address: string; readonly amount: number; readonly txid: string }[];
}

describe('payments to subaddresses', () => {
  beforeEach(async () => {
    await venue.follow();
    account = await venue.core.account();
    address = await venue.addressOf(account);
  });

  it('is found by the view key as the wallet itself finds it (CHAIN-10)', async () => {
    const others = [7n, 8n, 9n].map((number) => world.chain.addressOf(number) ?? '');
    const paid = others.map((to, index) => [to, units(`0.${index + 1}2345678`)] as const);
    const txHash = await world.pay(...paid, [others[0] ?? '', units('0.5')]);
    await world.mine(1);
    const block = await world.chain.tip();
    const found = ((await world.chain.paymentsIn(block)) ?? []).filter((one) => others.includes(one.address));
    const expected = [
      ...paid.map(([to, amount]) => `${to} ${amount}`),
      `${others[0]} ${units('0.5')}`,
    ].sort();
    expect(found.map((one) => `${one.address} ${one.amount}`).sort()).toEqual(expected);
    expect(new Set(found.map(({ output }) => output)).size).toBe(4);
    await world.wallet.call('refresh');
    const transfers = (await world.wallet.call('get_transfers', {
      in: true,
      filter_by_height: true,
      min_height: block.height - 1,
      max_height: block.height,
    })) as Transfers;
    const known = (transfers.in ?? []).filter(({ txid }) => txid === txHash);
    const sums = new Map<string, bigint>();
    for (const one of found) sums.set(one.address, (sums.get(one.address) ?? 0n) + one.amount);
    expect(new Map(known.map((one) => [one.address, BigInt(one.amount) / 10_000n]))).toEqual(sums);
  });

  it('is credited with the block that makes it deep enough, and not before (CHAIN-02)', async () => {
    await world.pay([address, units('2.5')]);
    await venue.follow();
    expect(await venue.depositStages(account)).toEqual([]);
    await world.mine(CONFIRMATIONS - 1);
    await venue.follow();
    expect([await venue.depositStages(account), await venue.free(account)]).toEqual([['confirming'], '0']);
    await world.mine(1);
    await venue.follow();
    expect([await venue.depositStages(account), await venue.free(account)]).toEqual([['credited'], '2.5']);
    await venue.audited();
  });

  it('twice in one transaction is two deposits, each read once, and another user gets only theirs (CHAIN-02)', async () => {
    const other = await venue.core.account();
    await world.pay([address, units('1')], [address, units('1')], [await venue.addressOf(other), units('2')]);
    await world.mine(CONFIRMATIONS);
    await Promise.all([venue.follow(), venue.follow(), venue.follow()]);
    await venue.follow();
    expect([await venue.free(account), await venue.free(other)]).toEqual(['2', '2']);
    expect(await venue.depositStages(account)).toEqual(['credited', 'credited']);
    await venue.audited();
  });

  it('is taken back by a reorganisation, also when the height rose, and may come again (CHAIN-03)', async () => {
    const txHash = await world.pay([address, units('3')]);
    await world.mine(CONFIRMATIONS);
    await venue.follow();
    expect(await venue.free(account)).toBe('3');
    const { txs } = (await world.node.post('/get_transactions', { txs_hashes: [txHash] })) as {
      txs: { as_hex: string }[];
    };
    await world.reorganise(CONFIRMATIONS + 1);
    await venue.follow();
    expect([await venue.free(account), await venue.depositStages(account)]).toEqual(['0', ['seen']]);
    await venue.audited();
    await world.node.post('/send_raw_transaction', { tx_as_hex: txs[0]?.as_hex ?? '' });
    await world.mine(CONFIRMATIONS);
    await venue.follow();
    expect([await venue.free(account), await venue.depositStages(account)]).toEqual(['3', ['credited']]);
    await venue.audited();
  });
});

describe('outputs of which only one can be spent', () => {
  it('are one payment, whichever transactions they are in (CHAIN-10)', async () => {
    await venue.follow();
    const user = await venue.core.account();
    const to = await venue.addressOf(user);
    await world.pay([to, units('1')]);
    await world.mine(1);
    await venue.follow();
    const [first] =
      (await world.chain.paymentsIn(await world.chain.tip()))?.filter((one) => one.address === to) ?? [];
    expect(first?.oneTimeKey).toMatch(/^[0-9a-f]{64}$/);
    await world.pay([to, units('4')]);
    await world.mine(CONFIRMATIONS);
    const repeated: ChainReader = {
      ...world.chain,
      paymentsIn: async (block) =>
        (await world.chain.paymentsIn(block))?.map((one) => ({
          ...one,
          oneTimeKey: one.address === to ? (first?.oneTimeKey ?? '') : (one.oneTimeKey ?? ''),
        })) ?? null,
    };
    expect(await venue.follow(repeated)).toBeNull();
    expect([await venue.free(user), await venue.depositStages(user)]).toEqual(['1', ['credited']]);
    await venue.audited();
  });
});

describe('the settings of XMR', () => {
  it('open the node with the view key of its file, and refuse another one (CHAIN-08)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quietbook-keys-'));
    try {
      const viewKeyFile = join(folder, 'view');
      const { address: main } = world.wallet;
      const settings = {
        kind: 'monero',
        coin: 'XMR',
        url: world.node.url,
        network: 'regtest',
        address: main,
        viewKeyFile,
        walletUrl: null,
        loginFile: null,
        walletLoginFile: null,
      } as const;
      expect(() => openChain(settings, Date.now)).toThrow('CHAIN_XMR_VIEW_KEY_FILE cannot be read (ENOENT).');
      await writeFile(viewKeyFile, `07${'00'.repeat(31)}\n`);
      expect(() => openChain(settings, Date.now)).toThrow('the view key does not belong to the address');
      const { key } = (await world.wallet.call('query_key', { key_type: 'view_key' })) as { key: string };
      await writeFile(viewKeyFile, `${key}\n`);
      const watching = openChain(settings, Date.now);
      expect([await watching.reader.health(), watching.sender]).toMatchObject([{ isOpen: true }, null]);
      expect(watching.reader.addressOf(3n)).toBe(world.chain.addressOf(3n));
      const onMainnet = openChain({ ...settings, network: 'mainnet', walletUrl: world.wallet.url }, Date.now);
      expect(await onMainnet.reader.health()).toEqual({ isOpen: false, reason: 'wrong-network' });
      expect(onMainnet.sender).not.toBeNull();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a node of Monero that cannot be relied on', () => {
  it('that does not answer closes the coin, and it opens again automatically (CHAIN-06)', async () => {
    world.node.pause();
    try {
      expect(await venue.follow()).toBe('down');
      expect(codeOf(await venue.coins.freshAddress(account, 'XMR'))).toBe('DEPOSITS_DISABLED');
    } finally {
      world.node.resume();
    }
    expect(await venue.follow()).toBeNull();
    expect(codeOf(await venue.coins.freshAddress(account, 'XMR'))).toBe('accepted');
  });

  it('of another network, or behind, closes it with its reason (CHAIN-06)', async () => {
    const closedBy = async (answer: object): Promise<unknown> => {
      const scripted = createServer((_, response) => {
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: answer }));
      }).listen(0, '127.0.0.1');
      await once(scripted, 'listening');
      const { port } = scripted.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}`;
      const health = await createMoneroReader({ ...world.reading, url }).health();
      scripted.close();
      return health;
    };
    const info = (await world.node.call('get_info')) as Record<string, unknown>;
    expect(await closedBy(info)).toMatchObject({ isOpen: true });
    const closed = (reason: string) => ({ isOpen: false, reason });
    expect(await closedBy({ ...info, nettype: 'mainnet' })).toEqual(closed('wrong-network'));
    expect(await closedBy({ ...info, synchronized: false })).toEqual(closed('syncing'));
    expect(await closedBy({ ...info, target_height: 1_000_000 })).toEqual(closed('syncing'));
    expect(await closedBy({ ...info, top_block_hash: 'half' })).toEqual(closed('down'));
    expect(await closedBy({})).toEqual(closed('down'));
  });
});

describe('a withdrawal of XMR', () => {
  let to: string;
  beforeEach(async () => {
    account = await venue.core.account({ XMR: '20' });
    const made = (await world.stranger.call('create_address', { account_index: 0 })) as { address: string };
    to = made.address;
    await venue.follow();
  });

  /** Units that the stranger has got at the address, waiting or not. */
  async function got(): Promise<bigint> {
    await world.stranger.call('refresh');
    const found = (await world.stranger.call('get_transfers', { in: true, pool: true })) as Transfers & {
      readonly pool?: Transfers['in'];
    };
    return [...(found.in ?? []), ...(found.pool ?? [])]
      .filter((one) => one.address === to)
      .reduce((sum, one) => sum + BigInt(one.amount) / 10_000n, 0n);
  }

  /** Rounds and blocks until nothing is on its way. */
  async function finish(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await venue.send();
      await venue.confirm();
    }
    await venue.send();
  }

  it('is stored, sent, and completed when it is deep enough, several in one round (CHAIN-04)', async () => {
    const ids = [await venue.withdraw(account, '2', to), await venue.withdraw(account, '3', to)];
    await venue.send();
    const stages = () => Promise.all(ids.map((id) => venue.withdrawalStage(account, id)));
    expect(await stages()).toEqual(['sent', 'sent']);
    await world.mine(1);
    await venue.follow();
    expect(await stages()).toEqual(['sent', 'sent']);
    await finish();
    expect(await stages()).toEqual(['completed', 'completed']);
    expect(await got()).toBe(units('5'));
    await venue.audited();
  });

  it('to another user of the venue is that user’s deposit, once', async () => {
    const other = await venue.core.account();
    await venue.withdraw(account, '2', await venue.addressOf(other));
    await finish();
    expect([await venue.free(other), await venue.depositStages(other)]).toEqual(['2', ['credited']]);
    await venue.audited();
  });

  it('is sent again after a reorganisation that lost it, as the same transaction (CHAIN-04)', async () => {
    const id = await venue.withdraw(account, '2', to);
    await finish();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    await world.reorganise(2 * CONFIRMATIONS + 1);
    await venue.follow();
    expect(await venue.withdrawalStage(account, id)).toBe('sent');
    await finish();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    expect(await got()).toBe(units('2'));
    await venue.audited();
  });

  it.each(crashPoints(() => world.mine(1)))(
    'of a venue that dies %s is sent exactly once (CHAIN-04)',
    async (_, dying) => {
      const id = await venue.withdraw(account, '3', to);
      await venue.send(dying(world.chain)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await finish();
      expect(await venue.withdrawalStage(account, id)).toBe('completed');
      expect(await got()).toBe(units('3'));
      await venue.audited();
    },
  );

  it('of two venues that both think that they send is one (CHAIN-04)', async () => {
    await venue.withdraw(account, '3', to);
    await Promise.allSettled([venue.send(), venue.send(), venue.send()]);
    await finish();
    expect(await got()).toBe(units('3'));
    await venue.audited();
  });

  it('that spends what another one spends is not stored, and waits (CHAIN-11)', async () => {
    const { rows } = await venue.core.store.pool.query<{ input: string }>(
      'select input from chain_inputs limit 1',
    );
    const spent = rows.map(({ input }) => input);
    expect(spent).toHaveLength(1);
    const id = await venue.withdraw(account, '1', to);
    const again: Chain = {
      ...world.chain,
      async prepare(next) {
        const sending = await world.chain.prepare(next);
        return {
          ...sending,
          build(order) {
            const built = sending.build(order);
            return built && { ...built, inputs: spent };
          },
        };
      },
    };
    await expect(venue.send(again)).rejects.toThrow(/chain_inputs/);
    expect(await venue.withdrawalStage(account, id)).toBe('created');
    await finish();
    expect(await got()).toBe(units('1'));
    await venue.audited();
  });

  it('that its node never takes is given up once it cannot pay, as an output was spent by hand (CHAIN-19, CHAIN-42)', async () => {
    const deaf: Chain = {
      ...world.chain,
      send: () => Promise.reject(new NodeRefusedError(-1, 'the node does not take it')),
    };
    const { pool } = venue.core.store;
    const id = await venue.withdraw(account, '1', to);
    await venue.send(deaf);
    const { rows } = await pool.query<{ tx_hash: string; bytes: Buffer; input: string }>(
      `select t.tx_hash, t.bytes, i.input from chain_transactions t
         join chain_inputs i on i.coin = t.coin and i.tx_hash = t.tx_hash where t.withdrawal_id = $1`,
      [id],
    );
    const [stored] = rows;
    // The wallet takes two where it can; one of them is enough to spend.
    expect(rows).toHaveLength(2);
    if (!stored) throw new Error('nothing is stored');
    const ask = (operator: string, by: string | null): Promise<string> =>
      giveUp(
        { pool, chains: [{ kind: 'monero', reader: deaf, sender: deaf }], now: () => new Date() },
        { operator, coin: 'XMR', txHash: stored.tx_hash, by, reason: 'It hangs' },
      ).then(
        () => 'done',
        (error: unknown) => {
          if (!(error instanceof RefusedError)) throw error;
          return error.code === 'NEEDS_BY' ? error.message : error.code;
        },
      );
    // The venue has no key to spend it with, and says what is to be spent.
    expect(await ask('ann', null)).toContain(stored.input);
    const spent = (await world.wallet.call('sweep_single', {
      address: world.wallet.address,
      key_image: stored.input,
    })) as { tx_hash: string };
    await world.mine(1);
    await venue.follow();
    expect(await ask('ann', spent.tx_hash)).toBe('NOT_SPENT');
    await venue.confirm();
    expect(await ask('ann', spent.tx_hash)).toBe('done');
    expect(await venue.withdrawalStage(account, id)).toBe('sent');
    expect(await ask('ben', spent.tx_hash)).toBe('done');
    expect([await venue.withdrawalStage(account, id), await venue.free(account)]).toEqual(['failed', '20']);
    await expect(world.chain.send(stored.bytes)).rejects.toBeInstanceOf(NodeRefusedError);
    // Nothing waits behind it any more, and the other output pays again.
    const next = await venue.withdraw(account, '2', to);
    await finish();
    expect(await venue.withdrawalStage(account, next)).toBe('completed');
    expect(await got()).toBe(units('2'));
    await venue.audited();
  });

  it('waits while too little is in the wallet (CHAIN-05)', async () => {
    const rich = await venue.core.account({ XMR: '900000' });
    const id = await venue.withdraw(rich, '800000', to);
    await venue.send();
    expect(await venue.withdrawalStage(rich, id)).toBe('created');
  });
});
