import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Outcome } from '../exchange.ts';
import { mine, newHash, type Reorganisation, reorganise, sendCreated } from '../chains/simulated.ts';
import { broadcast, failWithdrawal, lockChain } from './chain.ts';
import { expireDeposits, ownerOf } from './deposits.ts';
import { atomically } from './post.ts';
import { beginReturns, coinsToReturn } from './returns.ts';
import { UNCREDITED, WAITING_FOR_CHAIN } from './stages.ts';
import { expireWithdrawals } from './withdrawals.ts';

/** A pause before the next sending, as a multiple of how long the last one took. */
const REST = 3;

/** Limit of simulated payments per coin, in units; together with the faucet's, balances fit int8. */
const MAX_PAID = 4n * 10n ** 18n;

export interface Network {
  readonly coins: ReadonlySet<string>;
  requiredFor(coin: string): number;
  refresh(): Promise<void>;
  heightOf(coin: string): number | undefined;
  /**
   * Simulates a payment to an address of the venue. @param amount units.
   * @returns its hash. Refused with `UNKNOWN_ADDRESS` (404) or `SANDBOX_EMPTY` (409).
   */
  pay(coin: string, address: string, amount: bigint): Promise<Outcome<string>>;
  /** Sends waiting withdrawals, then adds blocks. @returns the new height. */
  mine(coin: string, blocks: number): Promise<number>;
  reorganise(coin: string, change: Reorganisation): Promise<number>;
  /** False when it is confirmed or already final. */
  failWithdrawal(id: string): Promise<boolean>;
  expire(): Promise<void>;
  /** Starts returning what is not credited (REFUND-07). */
  returnDeposits(): Promise<void>;
  busy(): Promise<string[]>;
}

export async function openNetwork(
  pool: Pool,
  now: () => Date,
  isStopped: () => boolean = () => false,
  feeOf: (coin: string) => bigint = () => 0n,
): Promise<Network> {
  const { rows } = await pool.query<{ coin: string; height: string; confirmations: number }>(
    'select coin, height, confirmations from chains',
  );
  const required = new Map(rows.map(({ coin, confirmations }) => [coin, confirmations]));
  const heights = new Map(rows.map(({ coin, height }) => [coin, Number(height)]));

  async function grow(coin: string, work: () => Promise<number>): Promise<number> {
    const height = await work();
    heights.set(coin, height);
    return height;
  }

  /** Leaves others the database in between, because one request queries it several times. */
  async function sendWaiting(coin: string): Promise<void> {
    while (!isStopped()) {
      const began = performance.now();
      const areMore = await atomically(pool, async (client) => {
        await lockChain(client, coin);
        return sendCreated(client, coin, now());
      });
      if (!areMore) return;
      await setTimeout((performance.now() - began) * REST);
    }
  }

  return {
    coins: new Set(required.keys()),
    requiredFor(coin) {
      const blocks = required.get(coin);
      if (blocks === undefined) throw new Error(`${coin} has no chain`);
      return blocks;
    },
    async refresh() {
      const found = await pool.query<{ coin: string; height: string }>('select coin, height from chains');
      for (const { coin, height } of found.rows) heights.set(coin, Number(height));
    },
    heightOf: (coin) => heights.get(coin),

    pay: (coin, address, amount) =>
      atomically(pool, async (client): Promise<Outcome<string>> => {
        await lockChain(client, coin);
        if ((await ownerOf(client, coin, address)) === null) {
          const message = `This is no deposit address of ${coin} at this exchange.`;
          return { ok: false, status: 404, code: 'UNKNOWN_ADDRESS', message };
        }
        const sum = await client.query<{ paid: string }>(
          'select coalesce(sum(amount), 0)::text as paid from payments where coin = $1',
          [coin],
        );
        if (BigInt(sum.rows[0]?.paid ?? '0') + amount > MAX_PAID) {
          const message = `The sandbox has paid out all the ${coin} that it has.`;
          return { ok: false, status: 409, code: 'SANDBOX_EMPTY', message };
        }
        const txHash = newHash(coin);
        await broadcast(client, { coin, txHash, address, amount }, now());
        return { ok: true, value: txHash };
      }),

    mine: (coin, blocks) =>
      grow(coin, async () => {
        await sendWaiting(coin);
        return atomically(pool, async (client) => {
          const chain = await lockChain(client, coin);
          return (await mine(client, chain, blocks, now())).height;
        });
      }),

    reorganise: (coin, change) =>
      grow(coin, () =>
        atomically(pool, async (client) => {
          const chain = await lockChain(client, coin);
          return (await reorganise(client, chain, change, now())).height;
        }),
      ),

    failWithdrawal: (id) =>
      atomically(pool, async (client) => {
        const found = await client.query<{ coin: string }>('select coin from withdrawals where id = $1', [
          id,
        ]);
        const coin = found.rows[0]?.coin;
        if (coin === undefined) return false;
        await lockChain(client, coin);
        return failWithdrawal(client, id, now());
      }),

    expire: () =>
      atomically(pool, async (client) => {
        await expireWithdrawals(client, now());
        await expireDeposits(client, now());
      }),

    async returnDeposits() {
      for (const coin of isStopped() ? [] : await coinsToReturn(pool))
        await atomically(pool, async (client) => {
          await lockChain(client, coin);
          await beginReturns(client, coin, feeOf(coin), now());
        });
    },

    async busy() {
      const waiting = await pool.query<{ coin: string }>(
        `select coin from chains c
         where exists (select 1 from payments p where p.coin = c.coin and p.height is null and not p.is_dropped)
           or exists (select 1 from withdrawals w where w.coin = c.coin and w.stage in ${WAITING_FOR_CHAIN})
           or exists (select 1 from deposits d where d.coin = c.coin and (d.stage in ('seen', 'confirming')
             or d.stage in ${UNCREDITED} and d.kept_at is null))
         order by coin`,
      );
      return waiting.rows.map(({ coin }) => coin);
    },
  };
}
