import { randomUUID } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { expect } from 'vitest';
import { followChain } from '../../../venue/chains/follow.ts';
import { createGrinNode } from '../../../venue/chains/grin/node.ts';
import { createPurse, freeCoins, watchCoins } from '../../../venue/chains/grin/purse.ts';
import { createGrinReader, createGrinSender } from '../../../venue/chains/grin/reader.ts';
import type { ChainReader, ChainSender, ClosedReason } from '../../../venue/chains/port.ts';
import { createRpc } from '../../../venue/chains/rpc.ts';
import { sendRound } from '../../../venue/chains/sending.ts';
import { type Coins, createCoins } from '../../../venue/coins/coins.ts';
import { createKeys } from '../../../venue/coins/keys.ts';
import type { OpenedWithdrawal } from '../../../venue/coins/requests.ts';
import { expireDeposits } from '../../../venue/coins/deposits.ts';
import { expireWithdrawals } from '../../../venue/coins/withdrawals.ts';
import type { Outcome } from '../../../venue/exchange.ts';
import { createGrin, type Grin, WINDOW_MINUTES } from '../../../venue/grin/grin.ts';
import { commitmentOf, type Derive, type OwnCoin } from '../../../venue/grin/ownCoin.ts';
import { pack, unpack } from '../../../venue/grin/pack.ts';
import { finalizePayment, receivePayment, startPayment } from '../../../venue/grin/payment.ts';
import { transactionOf } from '../../../venue/grin/transaction.ts';
import { createWallet, type Wallet } from '../../../venue/grin/wallet.ts';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { createLog } from '../../../venue/log.ts';
import { accepted, FEES } from '../coins/harness.ts';
import { type Harness, startCore } from '../core/harness.ts';
import { embedded } from '../databases.ts';
import { nanogrin } from '../grin/harness.ts';
import { type GrinTestNode, startGrinNode } from './grinNode.ts';

/** Confirmations that a payment needs; few, so that tests are short. */
export const REQUIRED = 3;
const FEE = 23_000_000n;
/** Coins of a user's wallet, in nanogrin each: many, so that no payment waits for another. */
const [COINS, EACH] = [60, nanogrin('100')];

/** A user's wallet on the node's chain. */
export interface UsersWallet {
  readonly wallet: Wallet;
  /** S1 of a payment to the venue. */
  send(amount: string): { readonly s1: string; readonly id: string };
  /** Completes a payment with the venue's reply, without posting it. */
  finalize(s2: string): Promise<{ excess: string; bytes: Uint8Array }>;
  /** The same, and posts it. @returns the excess. */
  post(s2: string): Promise<string>;
  /** S2 to a message of the venue. */
  receive(s1: string): Promise<string>;
}

export interface GrinVenue {
  readonly node: GrinTestNode;
  readonly core: Harness;
  readonly coins: Coins;
  readonly grin: Grin;
  readonly chain: ChainReader & ChainSender;
  readonly derive: Derive;
  readonly user: UsersWallet;
  readonly log: readonly string[];
  /** How far the venue's clock is ahead, in milliseconds. */
  ahead: number;
  follow(through?: ChainReader): Promise<ClosedReason | null>;
  send(through?: ChainReader & ChainSender): Promise<void>;
  watch(): Promise<void>;
  expire(): Promise<void>;
  /** Mines the blocks that confirm what waits, and records them. */
  confirm(): Promise<void>;
  /** Makes a deposit that is credited. */
  deposit(account: string, amount: string): Promise<void>;
  ask(account: string, amount: string): Promise<Outcome<OpenedWithdrawal>>;
  /** Creates a withdrawal that waits for the user's wallet. */
  withdraw(account: string, amount: string): Promise<{ id: string; s1: string }>;
  /** Amount that could be paid now, in units. */
  freeCoins(): Promise<bigint>;
  free(account: string): Promise<string>;
  depositStages(account: string): Promise<string[]>;
  stage(account: string, id: string): Promise<string>;
  audited(): Promise<void>;
  close(): Promise<void>;
}

const derivation =
  (seed: string): Derive =>
  (purpose) =>
    sha256(utf8ToBytes(`${seed}/${purpose}`));

export function createUser(node: GrinTestNode, name = 'user'): UsersWallet {
  const wallet = createWallet({ derive: derivation(name) }, 'user');
  const begun = new Map<string, { s1: ReturnType<typeof startPayment>; inputs: OwnCoin[] }>();
  const coins = Array.from({ length: COINS }, (_, at) => ({ keyId: `coin/${at}`, value: EACH }));
  for (const coin of coins) node.give(commitmentOf(wallet.derive, coin));
  node.mine(1);
  const read = (text: string) => {
    const unpacked = unpack(text, wallet.identity);
    if (!unpacked.ok) throw new Error(unpacked.code);
    return unpacked.slate;
  };

  const user: UsersWallet = {
    wallet,
    send(amount) {
      const coin = coins.pop();
      if (!coin) throw new Error('the wallet is empty');
      const id = randomUUID();
      const s1 = startPayment(wallet.derive, { id, amount: nanogrin(amount), fee: FEE, ttl: 0n }, [coin]);
      begun.set(id, { s1, inputs: [coin] });
      return { s1: pack(s1), id };
    },
    async finalize(text) {
      const s2 = read(text);
      const { s1, inputs } = begun.get(s2.id) ?? {};
      if (!s1 || !inputs) throw new Error('the reply is to another payment');
      const final = await finalizePayment(wallet, s1, s2, inputs);
      if (typeof final === 'string') throw new Error(final);
      return { excess: final.excess, bytes: transactionOf(final) };
    },
    async post(text) {
      const { excess, bytes } = await user.finalize(text);
      await createGrinNode(createRpc(node.url)).push(JSON.parse(Buffer.from(bytes).toString()));
      return excess;
    },
    async receive(text) {
      const received = await receivePayment(wallet, read(text));
      if (!received) throw new Error('the message cannot be answered');
      return pack(received.slate);
    },
  };
  return user;
}

/** A live venue's GRIN on a node; nothing runs automatically. @param seed of the venue's wallet. */
export async function startGrinVenue(seed = 7): Promise<GrinVenue> {
  const node = await startGrinNode();
  const core = await startCore(embedded);
  const { pool } = core.store;
  await pool.query(`update chains set confirmations = $1 where coin = 'GRIN'`, [REQUIRED]);
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const wallet = createWallet(createKeys(new Uint8Array(32).fill(seed)), 'venue');
  const { derive } = wallet;
  const api = createGrinNode(createRpc(node.url, 2000));
  const reader = createGrinReader({ node: api, derive, staleAfter: 1_800_000, now: () => Date.now() });
  const chain = { ...reader, ...createGrinSender(api, reader) };
  const upkeep = watchCoins(api);
  const now = (): Date => new Date(Date.now() + venue.ahead);
  const parts = { pool, hasChains: new Set(['GRIN']), reauthenticate: async () => null, now };
  const purse = createPurse({ pool, derive, node: api, now });
  const grin = createGrin({ ...parts, wallet, purse, windowMinutes: WINDOW_MINUTES });
  const coins = createCoins({
    ...parts,
    keys: { addressOf: () => null },
    fees: { quotes: (ticker) => FEES[ticker] },
    signings: new Map([['GRIN', grin.signing]]),
  });

  const venue: GrinVenue = {
    node,
    core,
    coins,
    grin,
    chain,
    derive,
    user: createUser(node),
    log: lines,
    ahead: 0,
    follow: (through = chain) => followChain({ pool, chain: through, now, log }),
    send: (through = chain) => sendRound({ pool, chain: through, isStopped: () => false, now, log }),
    watch: () => upkeep({ pool, now, log }),
    async expire() {
      await expireWithdrawals(pool, now());
      await expireDeposits(pool, now());
    },
    async confirm() {
      node.mine(REQUIRED);
      expect(await venue.follow()).toBeNull();
    },
    async deposit(account, amount) {
      const { slatepack } = accepted(await grin.receive(account, venue.user.send(amount).s1));
      await venue.user.post(slatepack);
      await venue.confirm();
    },
    ask: (account, amount) => coins.withdraw(account, { coin: 'GRIN', amount, address: '' }, randomUUID()),
    async withdraw(account, amount) {
      const { row, slatepack } = accepted(await venue.ask(account, amount));
      return { id: row.id, s1: slatepack ?? '' };
    },
    freeCoins: () => freeCoins(pool),
    async free(account) {
      const [available = '0'] = ((await core.balances(account)).GRIN ?? '0').split('/');
      return available;
    },
    depositStages: async (account) =>
      (await coins.deposits(account, { limit: 100, offset: 0 })).map(({ stage }) => stage),
    stage: async (account, id) => accepted(await coins.withdrawal(account, id)).row.stage,
    audited: async () => expect(await auditLedger(pool)).toEqual([]),
    async close() {
      await core.remove();
      await node.close();
    },
  };
  expect(await venue.follow()).toBeNull();
  return venue;
}
