import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceData, TOKEN_CODE, transferData, wordOf } from '../../scripts/token.ts';
import { followChain } from '../../venue/chains/follow.ts';
import { sendRound } from '../../venue/chains/sending.ts';
import { createCoins, type Coins } from '../../venue/coins/coins.ts';
import { auditLedger } from '../../venue/ledger/audit.ts';
import { silentLog } from '../../venue/log.ts';
import { accepted, FEES } from '../venue/coins/harness.ts';
import { type Harness, startCore } from '../venue/core/harness.ts';
import { embedded } from '../venue/databases.ts';
import { type Node, someAddress, startNode, units } from './world.ts';

const TOKEN = '0x00000000000000000000000000000000000c0de1';
const PRETENDER = '0x00000000000000000000000000000000000c0de2';
const PART = 100n;

let node: Node;
let core: Harness;
let coins: Coins;
let richest: string;

const follow = () =>
  followChain({ pool: core.store.pool, chain: node.chain, now: () => new Date(), log: silentLog });
const send = () =>
  sendRound({
    pool: core.store.pool,
    chain: node.chain,
    isStopped: () => false,
    now: () => new Date(),
    log: silentLog,
  });

/** Pays units of the token from the node's own account, all in one transaction. */
function pay(token: string, ...payments: readonly (readonly [string, bigint])[]): Promise<unknown> {
  return node.anvil.call('eth_sendTransaction', {
    from: richest,
    to: token,
    data: transferData(payments.map(([to, amount]) => [to, amount / PART] as const)),
    gas: '0x989680',
  });
}

async function held(address: string): Promise<bigint> {
  const data = balanceData(address);
  return BigInt(String(await node.anvil.call('eth_call', { to: TOKEN, data }, 'latest'))) * PART;
}

async function confirm(): Promise<void> {
  await node.mine(7);
  await follow();
}

const addressOf = async (account: string): Promise<string> =>
  accepted(await coins.depositAddress(account, 'USDT')).address;
const free = async (account: string): Promise<string> =>
  ((await core.balances(account)).USDT ?? '0').split('/')[0] ?? '0';
const audited = async (): Promise<void> => expect(await auditLedger(core.store.pool)).toEqual([]);

beforeAll(async () => {
  [node, core] = await Promise.all([
    startNode({ coin: 'USDT', token: TOKEN, decimals: 6 }),
    startCore(embedded),
  ]);
  [richest = ''] = (await node.anvil.call('eth_accounts')) as string[];
  for (const token of [TOKEN, PRETENDER]) {
    await node.anvil.call('anvil_setCode', token, TOKEN_CODE);
    await node.anvil.call(
      'anvil_setStorageAt',
      token,
      `0x${wordOf(BigInt(richest))}`,
      `0x${wordOf(10n ** 15n)}`,
    );
  }
  coins = createCoins({
    pool: core.store.pool,
    keys: { addressOf: (_, number) => node.chain.addressOf(number) },
    fees: { quotes: (coin) => FEES[coin] },
    signings: new Map(),
    hasChains: new Set(['USDT']),
    reauthenticate: async () => null,
    now: () => new Date(),
  });
  await node.mine(1);
  await follow();
});
afterAll(async () => {
  await core?.remove();
  await node?.anvil.stop();
});

describe('a token on a real node', () => {
  it('is credited by its transfers; of one transaction each is a deposit of its own (CHAIN-02)', async () => {
    const [one, two] = [await core.account(), await core.account()];
    const [first, second] = [await addressOf(one), await addressOf(two)];
    await pay(
      TOKEN,
      [first, units('20')],
      [someAddress(), units('9')],
      [second, units('30')],
      [first, units('25')],
    );
    await confirm();
    expect([await free(one), await free(two)]).toEqual(['45', '30']);
    const deposits = await coins.deposits(one, { limit: 10, offset: 0 });
    expect(new Set(deposits.map(({ tx_hash }) => tx_hash)).size).toBe(1);
    expect(deposits.map(({ output }) => output).toSorted((a, b) => a - b)).toEqual([0, 3]);
    await audited();
  });

  it('200 users can be paid by one transaction', async () => {
    const accounts = await Promise.all(Array.from({ length: 200 }, () => core.account()));
    const payments: (readonly [string, bigint])[] = [];
    for (const account of accounts) payments.push([await addressOf(account), units('11')]);
    await pay(TOKEN, ...payments);
    await confirm();
    for (const account of accounts) expect(await free(account)).toBe('11');
    await audited();
  });

  it('a contract that only pretends to be it, and the coin that fees are paid in, are credited to nobody', async () => {
    const account = await core.account();
    const address = await addressOf(account);
    await pay(PRETENDER, [address, units('50')]);
    await node.pay(address, units('1'));
    await confirm();
    expect(await coins.deposits(account, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('a transaction that fails pays nobody', async () => {
    const account = await core.account();
    const address = await addressOf(account);
    await pay(TOKEN, [address, units('20')], [address, 10n ** 18n]);
    await confirm();
    expect(await coins.deposits(account, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('leaves from the paying account, whose fees another coin pays (CHAIN-04, CHAIN-05)', async () => {
    const account = await core.account({ USDT: '100' });
    const to = someAddress();
    const request = { coin: 'USDT', amount: '40.5', address: to };
    const { row } = accepted(await coins.withdraw(account, request, 'one'));
    const stage = async (): Promise<string> => accepted(await coins.withdrawal(account, row.id)).row.stage;
    await pay(TOKEN, [node.wallet, units('60')]);
    await node.mine(1);
    await send();
    // Nothing is there to pay the fee with.
    expect(await stage()).toBe('created');
    await node.pay(node.wallet, units('1'));
    await node.mine(1);
    await send();
    expect(await stage()).toBe('sent');
    await node.mine(1);
    await confirm();
    expect([await stage(), await held(to)]).toEqual(['completed', units('40.5')]);
    await audited();
  });

  it('without its contract the coin is closed (CHAIN-06)', async () => {
    await node.anvil.call('anvil_setCode', TOKEN, '0x');
    expect(await follow()).toBe('wrong-network');
    await node.anvil.call('anvil_setCode', TOKEN, TOKEN_CODE);
    expect(await follow()).toBeNull();
  });
});
