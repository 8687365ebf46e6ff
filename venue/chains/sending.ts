import type { Pool } from 'pg';
import { failWithdrawal, lockChain } from '../coins/chain.ts';
import { atomically, type Client } from '../coins/post.ts';
import {
  lockWithdrawal,
  refundWithdrawal,
  sendWithdrawal,
  type WithdrawalRow,
  whyHeld,
} from '../coins/withdrawals.ts';
import type { Log } from '../log.ts';
import { ownOutputs } from './outputs.ts';
import {
  type BuiltTransaction,
  type ChainReader,
  type ChainSender,
  type OwnOutput,
  type Sending,
  UnpayableError,
} from './port.ts';

/** Addresses that are looked at for coins in one round, as each asks the node. */
const SWEPT_AT_ONCE = 10;

export interface SendParts {
  readonly pool: Pool;
  readonly chain: ChainReader & ChainSender;
  /** Whether withdrawals are stopped (LOAD-02). */
  readonly isStopped: () => boolean;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * One round of the part that holds the key: sends again what is not on the chain, builds and stores what waits, and
 * sends that (CHAIN-04). A crash at any point leaves either nothing, or bytes that the next round sends.
 */
export async function sendRound(parts: SendParts): Promise<void> {
  await sendStored(parts);
  for (let more = true; more && !parts.isStopped();) {
    const { built, mayMore } = await buildNext(parts);
    more = mayMore;
    // What could not be sent is sent before anything else is built.
    for (const { bytes } of built) more = (await attempt(parts, bytes)) && more;
  }
  await buildSweeps(parts);
  await sendStored(parts);
}

interface StoredRow {
  readonly tx_hash: string;
  readonly bytes: Buffer;
  readonly withdrawal_id: string | null;
}

/** In the order of their nonces, as a node takes a later one only after those before it. */
async function sendStored({ pool, chain, now, log }: SendParts): Promise<void> {
  const { coin } = chain;
  const { rows: state } = await pool.query<{ confirmations: number }>(
    'select confirmations from chains where coin = $1',
    [coin],
  );
  const required = state[0]?.confirmations ?? 1;
  const { rows } = await pool.query<StoredRow>(
    `select tx_hash, bytes, withdrawal_id from chain_transactions t
     where coin = $1 and (not is_done or exists (
       select from payments p join withdrawals w on w.id = t.withdrawal_id
       where p.coin = t.coin and p.tx_hash = t.tx_hash and p.height is null and w.stage = 'sent'))
     order by wallet, nonce`,
    [coin],
  );
  for (const row of rows) {
    const place = await chain.placeOf(row.tx_hash);
    if (place.kind === 'unknown') {
      await attempt({ chain, log }, row.bytes);
      continue;
    }
    if (place.kind === 'waiting') continue;
    const { height } = await chain.tip();
    if (height - place.block.height + 1 < required) continue;
    await atomically(pool, (client) => finish(client, coin, row, place.hasFailed, now()));
  }
}

/** @returns whether it went. */
async function attempt(
  { chain, log }: Pick<SendParts, 'chain' | 'log'>,
  bytes: Uint8Array,
): Promise<boolean> {
  try {
    await chain.send(bytes);
    return true;
  } catch (error) {
    // The same bytes are sent in the next round; another transaction is never built for it.
    log.error('a transaction could not be sent', error);
    return false;
  }
}

async function finish(
  client: Client,
  coin: string,
  { tx_hash: txHash, withdrawal_id: id }: StoredRow,
  hasFailed: boolean,
  at: Date,
): Promise<void> {
  await lockChain(client, coin);
  if (id !== null && hasFailed) await failWithdrawal(client, id, at);
  await client.query('update chain_transactions set is_done = true where coin = $1 and tx_hash = $2', [
    coin,
    txHash,
  ]);
}

interface Round {
  readonly built: readonly BuiltTransaction[];
  readonly mayMore: boolean;
}

function unlessUnpayable(error: unknown): UnpayableError {
  if (error instanceof UnpayableError) return error;
  throw error;
}

async function buildNext({ pool, chain, now, log }: SendParts): Promise<Round> {
  const { coin } = chain;
  const { rows: first } = await pool.query<{ address: string; amount: string }>(
    `select address, amount from withdrawals where coin = $1 and stage = 'created' and address is not null
     order by number limit 1`,
    [coin],
  );
  const [next] = first;
  if (!next) return { built: [], mayMore: false };
  // Before the transaction, as others wait for it.
  const sending = await chain.prepare({ address: next.address, amount: BigInt(next.amount) });
  return atomically(pool, async (client) => {
    const at = now();
    const state = await lockChain(client, coin);
    const { rows } = await client.query<{ id: string }>(
      `select id from withdrawals where coin = $1 and stage = 'created' order by number limit $2`,
      [coin, sending.most],
    );
    const built: BuiltTransaction[] = [];
    for (const { id } of rows) {
      const row = await lockWithdrawal(client, id);
      if (row?.stage !== 'created') continue;
      const held = await whyHeld(client, row.account_id, at);
      if (held) {
        await refundWithdrawal(client, row, 'failed', held.code, at);
        continue;
      }
      const hasAll = await hasEnough(client, coin, sending, BigInt(row.amount));
      const one = hasAll
        ? await buildOne(client, row, sending, await ownOutputs(client, chain, state), at).catch(
            unlessUnpayable,
          )
        : null;
      if (one instanceof UnpayableError) {
        // Otherwise it would stand before all others for ever.
        log.warn('a withdrawal to an address that its chain cannot pay is given back', { coin });
        await refundWithdrawal(client, row, 'failed', 'ADDRESS_UNPAYABLE', at);
        continue;
      }
      if (!one) {
        log.warn('withdrawals wait, as too little is in the wallet that pays them', { coin });
        return { built, mayMore: false };
      }
      built.push(one);
    }
    return { built, mayMore: rows.length === sending.most };
  });
}

/** Counts what is stored and not on the chain yet, as the node's balance has it still. */
async function hasEnough(client: Client, coin: string, sending: Sending, amount: bigint): Promise<boolean> {
  if (sending.balance === null) return true;
  const { rows } = await client.query<{ amount: string; count: string }>(
    `select coalesce(sum(t.amount), 0)::text as amount, count(*) as count from chain_transactions t
       join payments p on p.coin = t.coin and p.tx_hash = t.tx_hash
     where t.coin = $1 and t.wallet = $2 and p.height is null and not p.is_dropped`,
    [coin, sending.wallet],
  );
  const waiting = BigInt(rows[0]?.amount ?? '0') + BigInt(rows[0]?.count ?? '0') * sending.fee;
  return waiting + amount + sending.fee <= sending.balance;
}

async function buildOne(
  client: Client,
  row: WithdrawalRow,
  sending: Sending,
  outputs: readonly OwnOutput[],
  at: Date,
): Promise<BuiltTransaction | null> {
  const { coin, id, address } = row;
  if (address === null) throw new Error('a withdrawal that leaves by itself has no address');
  const amount = BigInt(row.amount);
  const nonce = await reserveNonce(client, sending);
  const built = sending.build({ address, amount, nonce, outputs });
  if (!built) return null;
  await client.query('insert into payments (coin, tx_hash, address, amount) values ($1, $2, $3, $4)', [
    coin,
    built.txHash,
    address,
    String(amount),
  ]);
  await store(client, { coin, built, wallet: sending.wallet, nonce, amount, withdrawal: id, at });
  await sendWithdrawal(client, row, built.txHash, at);
  return built;
}

/** Its row stays locked until the transaction ends, so that no nonce is used twice or left out. */
async function reserveNonce(
  client: Client,
  { wallet, firstNonce }: Pick<Sending, 'wallet' | 'firstNonce'>,
): Promise<bigint> {
  const { rows } = await client.query<{ nonce: string }>(
    `insert into chain_wallets as w (wallet, next_nonce) values ($1, $2::bigint + 1)
     on conflict (wallet) do update set next_nonce = greatest(w.next_nonce, $2::bigint) + 1
     returning next_nonce - 1 as nonce`,
    [wallet, String(firstNonce)],
  );
  return BigInt(rows[0]?.nonce ?? '0');
}

interface Stored {
  readonly coin: string;
  readonly built: BuiltTransaction;
  readonly wallet: string;
  readonly nonce: bigint;
  readonly amount: bigint;
  readonly withdrawal?: string;
  readonly address?: bigint;
  readonly at: Date;
}

async function store(client: Client, stored: Stored): Promise<void> {
  const { coin, built, wallet, nonce, amount, withdrawal = null, address, at } = stored;
  await client.query(
    `insert into chain_transactions (coin, tx_hash, wallet, nonce, bytes, amount, withdrawal_id, address_number,
       created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      coin,
      built.txHash,
      wallet,
      String(nonce),
      Buffer.from(built.bytes),
      String(amount),
      withdrawal,
      address === undefined ? null : String(address),
      at,
    ],
  );
  await client.query(
    'insert into chain_inputs (coin, tx_hash, input) select $1, $2, input from unnest($3::text[]) input',
    [coin, built.txHash, built.inputs ?? []],
  );
}

/** Coins of credited deposits go into the account that pays withdrawals (CHAIN-07). */
async function buildSweeps({ pool, chain, now }: SendParts): Promise<void> {
  const { coin } = chain;
  const { rows } = await pool.query<{ number: string }>(
    `select a.number from deposit_addresses a where a.coin = $1
       and exists (select from deposits d where d.coin = $1 and d.address = a.address and d.stage = 'credited'
         and not exists (select from chain_transactions t where t.coin = $1 and t.address_number = a.number
           and (t.created_at >= d.confirmed_at or not t.is_done)))
     order by random() limit $2`,
    [coin, SWEPT_AT_ONCE],
  );
  for (const { number } of rows) {
    const sweep = await chain.prepareSweep(BigInt(number));
    if (!sweep) continue;
    await atomically(pool, async (client) => {
      await lockChain(client, coin);
      const underway = await client.query(
        'select from chain_transactions where coin = $1 and address_number = $2 and not is_done',
        [coin, number],
      );
      if (underway.rowCount !== 0) return;
      const nonce = await reserveNonce(client, sweep);
      const built = sweep.build(nonce);
      const { wallet, amount } = sweep;
      await store(client, { coin, built, wallet, nonce, amount, address: BigInt(number), at: now() });
    });
  }
}
