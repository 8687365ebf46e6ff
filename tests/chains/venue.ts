import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { followChain } from '../../venue/chains/follow.ts';
import type { ChainReader, ChainSender, ClosedReason } from '../../venue/chains/port.ts';
import { sendRound } from '../../venue/chains/sending.ts';
import { lockChain } from '../../venue/coins/chain.ts';
import { type Coins, createCoins } from '../../venue/coins/coins.ts';
import { atomically } from '../../venue/coins/post.ts';
import { beginReturns } from '../../venue/coins/returns.ts';
import { auditLedger } from '../../venue/ledger/audit.ts';
import { unitsOf } from '../../venue/ledger/units.ts';
import { silentLog } from '../../venue/log.ts';
import { FEES, accepted } from '../venue/coins/harness.ts';
import { type Harness, startCore } from '../venue/core/harness.ts';
import { type DatabaseKind, embedded } from '../venue/databases.ts';

/** What a test does with any chain. */
export interface TestNode {
  readonly chain: ChainReader & ChainSender;
  mine(blocks: number): Promise<void>;
}

export interface LiveCoin {
  readonly core: Harness;
  readonly coins: Coins;
  /** Records what the node tells. @param through another adapter, such as one that is lied to. */
  follow(through?: ChainReader): Promise<ClosedReason | null>;
  /** One round of sending. @param through another adapter, such as one that crashes. */
  send(through?: ChainReader & ChainSender): Promise<void>;
  /** Begins to return what is not credited. */
  returnDeposits(): Promise<void>;
  /** So many milliseconds pass, for the venue alone. */
  pass(milliseconds: number): void;
  /** Blocks that confirm whatever is in the latest one, and their recording. */
  confirm(): Promise<void>;
  addressOf(account: string): Promise<string>;
  free(account: string): Promise<string>;
  withdraw(account: string, amount: string, address: string): Promise<string>;
  withdrawalStage(account: string, id: string): Promise<string>;
  /** Stage of each deposit, the newest first. */
  depositStages(account: string): Promise<string[]>;
  /** Stops and starts on the same database, if that is a server. */
  restart(): Promise<void>;
  /** The venue's books agree with each other. */
  audited(): Promise<void>;
  close(): Promise<void>;
}

/** A live venue's coin on a node; nothing happens by itself. @param confirmations fewer than usual, where given. */
export async function startCoin(
  node: TestNode,
  confirmations: number | null = null,
  kind: DatabaseKind = embedded,
): Promise<LiveCoin> {
  const { chain } = node;
  const core = await startCore(kind);
  let { pool } = core.store;
  const { coin } = chain;
  let passed = 0;
  const now = (): Date => new Date(Date.now() + passed);
  if (confirmations !== null)
    await pool.query('update chains set confirmations = $2 where coin = $1', [coin, confirmations]);
  // That rule has tests of its own.
  await pool.query('update coins set refund_address_required = false where ticker = $1', [coin]);
  // They give up what a node never takes.
  for (const [index, name] of ['ann', 'ben'].entries())
    await pool.query(
      'insert into operators (name, public_key, added_at, confirmed_at) values ($1, $2, $3, $3)',
      [name, Buffer.alloc(32, index), new Date(0)],
    );
  const openCoins = (): Coins =>
    createCoins({
      pool,
      keys: { addressOf: (_, number) => chain.addressOf(number) },
      fees: { quotes: (ticker) => FEES[ticker] },
      signings: new Map(),
      hasChains: new Set([coin]),
      reauthenticate: async () => null,
      now,
    });
  let coins = openCoins();
  const follow = (through: ChainReader = chain): Promise<ClosedReason | null> =>
    followChain({ pool, chain: through, now, log: silentLog });
  await node.mine(1);
  await follow();
  return {
    core,
    get coins() {
      return coins;
    },
    follow,
    send: (through = chain) =>
      sendRound({ pool, chain: through, isStopped: () => false, now, log: silentLog }),
    async returnDeposits() {
      const fee = unitsOf(FEES[coin]?.current ?? '0') ?? 0n;
      await atomically(pool, async (client) => {
        await lockChain(client, coin);
        await beginReturns(client, coin, fee, now());
      });
    },
    pass(milliseconds) {
      passed += milliseconds;
    },
    async confirm() {
      await node.mine(confirmations ?? 20);
      await follow();
    },
    addressOf: async (account) => accepted(await coins.depositAddress(account, coin)).address,
    async free(account) {
      const [available = '0'] = ((await core.balances(account))[coin] ?? '0').split('/');
      return available;
    },
    async withdraw(account, amount, address) {
      return accepted(await coins.withdraw(account, { coin, amount, address }, randomUUID())).row.id;
    },
    withdrawalStage: async (account, id) => accepted(await coins.withdrawal(account, id)).row.stage,
    depositStages: async (account) =>
      (await coins.deposits(account, { limit: 100, offset: 0 })).map(({ stage }) => stage),
    async restart() {
      await core.restart();
      ({ pool } = core.store);
      coins = openCoins();
    },
    audited: async () => expect(await auditLedger(pool)).toEqual([]),
    close: () => core.remove(),
  };
}
