import { hexToBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bitcoinAddress } from '../../venue/chains/bitcoin/reader.ts';
import { readBlock } from '../../venue/chains/bitcoin/blocks.ts';
import { watching } from '../../venue/chains/keys.ts';
import { readFigures } from '../../venue/chains/status.ts';
import { openChain } from '../../venue/chains/open.ts';
import { NodeRefusedError } from '../../venue/chains/rpc.ts';
import { giveUp } from '../../venue/operators/giveUp.ts';
import { testChain } from '../venue/chains/contract.ts';
import { codeOf } from '../venue/coins/harness.ts';
import { Crash, crashPoints } from './crashPoints.ts';
import { type BitcoinWorld, someBitcoinAddress, startBitcoinWorld } from './bitcoinWorld.ts';
import { testGiveUp } from './giveUp.ts';
import { type LiveCoin, startCoin } from './venue.ts';
import { units } from './world.ts';

let world: BitcoinWorld;
let venue: LiveCoin;
let account: string;
let address: string;

beforeAll(async () => {
  world = await startBitcoinWorld();
  await world.pay([world.wallet, units('20')]);
  await world.mine(1);
  venue = await startCoin(world);
});
afterAll(async () => {
  await venue?.close();
  await world?.close();
});

// On a node of its own, as it spends what a venue would believe to have.
testChain('BTC on a node', async () => {
  const own = await startBitcoinWorld();
  await own.pay([own.wallet, units('20')]);
  await own.mine(1);
  return { ...own, outside: someBitcoinAddress(), pay: (to, amount) => own.pay([to, amount]) };
});

/** Confirmations that a coin needs in the venue. */
const required = async (): Promise<number> => {
  const { rows } = await venue.core.store.pool.query<{ confirmations: number }>(
    "select confirmations from chains where coin = 'BTC'",
  );
  return rows[0]?.confirmations ?? 0;
};

describe('a deposit of BTC', () => {
  beforeEach(async () => {
    account = await venue.core.account();
    address = await venue.addressOf(account);
  });

  it('is credited with the block that makes it deep enough, and not before (CHAIN-02)', async () => {
    await world.pay([address, units('0.5')]);
    await world.mine((await required()) - 1);
    await venue.follow();
    expect([await venue.depositStages(account), await venue.free(account)]).toEqual([['confirming'], '0']);
    await world.mine(1);
    await venue.follow();
    expect([await venue.depositStages(account), await venue.free(account)]).toEqual([['credited'], '0.5']);
    await venue.audited();
  });

  it('is each output, twice to one address and with two hundred others in one transaction (CHAIN-02)', async () => {
    const other = await venue.core.account();
    const strangers = Array.from({ length: 197 }, () => [someBitcoinAddress(), 10_000n] as const);
    await world.pay(
      [address, units('1')],
      [address, units('1')],
      [await venue.addressOf(other), units('2')],
      ...strangers,
    );
    await world.mine(1);
    await Promise.all([venue.confirm(), venue.follow()]);
    expect([await venue.free(account), await venue.free(other)]).toEqual(['2', '2']);
    expect(await venue.depositStages(account)).toEqual(['credited', 'credited']);
    await venue.audited();
  });

  it('is taken back by a reorganisation, also when the height rose (CHAIN-03)', async () => {
    await world.pay([address, units('3')]);
    await world.mine(1);
    await venue.confirm();
    expect(await venue.free(account)).toBe('3');
    await world.reorganise(21);
    await venue.follow();
    expect([await venue.free(account), await venue.depositStages(account)]).toEqual(['0', ['seen']]);
    await venue.audited();
  });

  it('waits while the node does not answer, and the coin is closed (CHAIN-06)', async () => {
    world.node.pause();
    try {
      expect(await venue.follow()).toBe('down');
      expect(codeOf(await venue.coins.freshAddress(account, 'BTC'))).toBe('DEPOSITS_DISABLED');
    } finally {
      world.node.resume();
    }
    expect(await venue.follow()).toBeNull();
  });
});

describe('data of a Bitcoin node', () => {
  it('opens by its settings, with name and password, and a zpub gives the same addresses as its xpub', async () => {
    const { account: keys, node } = world;
    const settings = {
      kind: 'bitcoin',
      coin: 'BTC',
      url: node.url.replace('//', '//name:word@'),
      network: 'regtest',
      mostFee: 200_000n,
      replaceAfter: 120,
      xpub: keys.publicExtendedKey,
      keyFile: null,
    } as const;
    const { reader, sender } = openChain(settings, Date.now);
    expect([await reader.health(), sender]).toMatchObject([{ isOpen: true }, null]);
    const onMain = openChain({ ...settings, network: 'main' }, Date.now);
    expect(await onMain.reader.health()).toEqual({ isOpen: false, reason: 'wrong-network' });
    const zpub = new HDKey({
      ...(keys.publicKey ? { publicKey: keys.publicKey } : {}),
      ...(keys.chainCode ? { chainCode: keys.chainCode } : {}),
      versions: { public: 0x04b24746, private: 0x04b2430c },
    }).publicExtendedKey;
    expect(zpub).toMatch(/^zpub/);
    expect(watching(zpub, bitcoinAddress).addressOf(7n)).toBe(reader.addressOf(7n));
  });

  it('is no block when a byte is missing, or one too many', async () => {
    const hash = await world.node.call('getblockhash', 1);
    const bytes = hexToBytes(String(await world.node.call('getblock', hash, false)));
    expect(readBlock(bytes).hash).toBe(hash);
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => readBlock(bytes.subarray(0, length))).toThrow(RangeError);
    expect(() => readBlock(Uint8Array.of(...bytes, 0))).toThrow(RangeError);
  });
});

testGiveUp(async () => {
  account = await venue.core.account({ BTC: '5' });
  await world.pay([world.wallet, units('2')], [world.wallet, units('2')]);
  await world.mine(1);
  await venue.confirm();
  return { node: world, venue, withdraw: { account, to: someBitcoinAddress() }, amount: '1' };
});

describe('a withdrawal of BTC', () => {
  let to: string;
  beforeEach(async () => {
    account = await venue.core.account({ BTC: '5' });
    to = someBitcoinAddress();
    await world.pay([world.wallet, units('2')], [world.wallet, units('2')]);
    await world.mine(1);
    await venue.confirm();
  });

  async function finish(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await venue.send();
      await world.mine(1);
      await venue.confirm();
    }
    await venue.send();
  }

  it('is stored, sent, and completed when it is deep enough, several in one round (CHAIN-04)', async () => {
    const ids = [await venue.withdraw(account, '1', to), await venue.withdraw(account, '1.5', to)];
    await venue.send();
    const stages = () => Promise.all(ids.map((id) => venue.withdrawalStage(account, id)));
    expect(await stages()).toEqual(['sent', 'sent']);
    await finish();
    expect(await stages()).toEqual(['completed', 'completed']);
    expect(await world.got(to)).toBe(units('2.5'));
    await venue.audited();
  });

  it('is paid by what lies on deposit addresses too, each output once (CHAIN-12)', async () => {
    const rich = await venue.core.account({ BTC: '1000' });
    await world.pay([await venue.addressOf(rich), units('45')]);
    await world.mine(1);
    await venue.confirm();
    const id = await venue.withdraw(rich, '44', to);
    await finish();
    expect(await venue.withdrawalStage(rich, id)).toBe('completed');
    expect(await world.got(to)).toBe(units('44'));
    const { rows } = await venue.core.store.pool.query<{ inputs: string; distinct: string }>(
      "select count(*) as inputs, count(distinct input) as distinct from chain_inputs where coin = 'BTC'",
    );
    expect(rows[0]?.inputs).toBe(rows[0]?.distinct);
    await venue.audited();
  });

  it('to another user of the venue is that user’s deposit, once', async () => {
    const other = await venue.core.account();
    await venue.withdraw(account, '1', await venue.addressOf(other));
    await finish();
    expect([await venue.free(other), await venue.depositStages(other)]).toEqual(['1', ['credited']]);
    await venue.audited();
  });

  it('is sent again after a reorganisation that lost it, as the same transaction (CHAIN-04)', async () => {
    const id = await venue.withdraw(account, '1', to);
    await venue.send();
    await world.mine(1);
    await venue.confirm();
    await venue.send();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    await world.reorganise(21);
    await venue.follow();
    expect(await venue.withdrawalStage(account, id)).toBe('sent');
    await finish();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    expect(await world.got(to)).toBe(units('1'));
    await venue.audited();
  });

  it.each(crashPoints(() => world.mine(1)))(
    'of a venue that dies %s is sent exactly once (CHAIN-04)',
    async (_, dying) => {
      const id = await venue.withdraw(account, '1', to);
      await venue.send(dying(world.chain)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await finish();
      expect(await venue.withdrawalStage(account, id)).toBe('completed');
      expect(await world.got(to)).toBe(units('1'));
      await venue.audited();
    },
  );

  it('of three venues that all think that they send is one (CHAIN-04)', async () => {
    await venue.withdraw(account, '1', to);
    await Promise.allSettled([venue.send(), venue.send(), venue.send()]);
    await finish();
    expect(await world.got(to)).toBe(units('1'));
    await venue.audited();
  });

  it('to an unpayable address is given back, and the next one leaves (CHAIN-05)', async () => {
    const unknown = bech32m.encode('bc', [2, ...bech32m.toWords(new Uint8Array(32).fill(7))]);
    const ids = [await venue.withdraw(account, '1', unknown), await venue.withdraw(account, '1', to)];
    await venue.send();
    expect(await Promise.all(ids.map((id) => venue.withdrawalStage(account, id)))).toEqual([
      'failed',
      'sent',
    ]);
    await venue.audited();
  });

  it('whose coins a reorganisation took away is given up; it ends when they are there again (CHAIN-19)', async () => {
    const { chain, node } = world;
    const rich = await venue.core.account({ BTC: '1000' });
    const paid = await world.pay([await venue.addressOf(rich), units('48')]);
    const bytes = await node.call('getrawtransaction', paid, false);
    await world.mine(1);
    await venue.confirm();
    const id = await venue.withdraw(rich, '47', to);
    await venue.send({ ...chain, send: () => Promise.reject(new NodeRefusedError(-26, 'no')) });
    await world.reorganise(21);
    await venue.follow();
    const { rows } = await venue.core.store.pool.query<{ tx_hash: string }>(
      'select tx_hash from withdrawals where id = $1',
      [id],
    );
    const txHash = rows[0]?.tx_hash ?? '';
    const ask = (operator: string, reason: string | null) =>
      giveUp(
        {
          pool: venue.core.store.pool,
          chains: [{ kind: 'bitcoin', reader: chain, sender: chain }],
          now: () => new Date(),
        },
        { operator, coin: 'BTC', txHash, by: null, reason },
      );
    expect((await ask('ann', null)).will).toMatch(/^Nothing that it spends is on the chain/);
    await ask('ann', 'Its coins are gone');
    await ask('ben', 'Its coins are gone');
    const next = await venue.withdraw(account, '1', to);
    await finish();
    expect(await venue.withdrawalStage(account, next)).toBe('completed');
    expect(await venue.withdrawalStage(rich, id)).toBe('sent');
    await node.call('sendrawtransaction', bytes);
    await world.mine(1);
    await venue.confirm();
    await finish();
    expect([await venue.withdrawalStage(rich, id), await venue.free(rich)]).toEqual(['failed', '1048']);
    await venue.audited();
  });

  it('waits while its transaction would cost more than one may, and leaves when it costs less (CHAIN-29)', async () => {
    const waitsFor = async () => (await readFigures(venue.core.store.pool, 'BTC'))?.waitsFor;
    const id = await venue.withdraw(account, '1', to);
    world.setFeerate(900);
    await venue.send();
    expect([await venue.withdrawalStage(account, id), await waitsFor()]).toEqual(['created', 'fee']);
    // A price that nobody pays is the same to whoever waits.
    world.setFeerate(2000);
    await venue.send();
    expect([await venue.withdrawalStage(account, id), await waitsFor()]).toEqual(['created', 'fee']);
    world.setFeerate(5);
    await venue.send();
    expect([await venue.withdrawalStage(account, id), await waitsFor()]).toEqual(['sent', null]);
    await finish();
    expect(await world.got(to)).toBe(units('1'));
    await venue.audited();
  });

  it('waits while too little is in the wallet (CHAIN-05)', async () => {
    const rich = await venue.core.account({ BTC: '9000' });
    const id = await venue.withdraw(rich, '8000', to);
    await venue.send();
    expect(await venue.withdrawalStage(rich, id)).toBe('created');
    expect((await readFigures(venue.core.store.pool, 'BTC'))?.waitsFor).toBe('funds');
  });
});
