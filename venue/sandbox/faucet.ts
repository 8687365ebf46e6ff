import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Operation, settle } from '../core/settlement.ts';
import type { Exchange } from '../exchange.ts';
import { Lines } from '../ledger/lines.ts';
import { textOf, unitsOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';

/** Largest holding that may still be funded, in units. */
const ENOUGH = 10n ** 16n;
/** Limit of users' funding per coin, in units. The rest of int8 is for starter coins and market makers. */
const MAX_MINTED = 4n * 10n ** 18n;

export interface Faucet {
  /** @throws RefusedError 422 when the account has enough, 409 when the coin has run out. */
  give(accountId: string, coin: string, amount: string): Promise<void>;
  /** Takes back all free coins, as an account has to be empty to be deleted (PRIVACY-04). */
  takeBack(accountId: string): Promise<void>;
}

export function createFaucet(pool: Pool, exchange: Exchange): Faucet {
  let last: Promise<void> = Promise.resolve();

  async function give(accountId: string, coin: string, amount: string): Promise<void> {
    const units = unitsOf(amount) ?? 0n;
    const { rows } = await pool.query<{ holds: string; minted: string }>(
      `select coalesce((select available + in_orders::numeric from balances where account_id = $1 and currency = $2), 0) as holds,
         coalesce((select -amount from house_balances where name = 'mint' and currency = $2), 0) as minted`,
      [accountId, coin],
    );
    const { holds = '0', minted = '0' } = rows[0] ?? {};
    if (BigInt(holds) + units > ENOUGH) {
      throw new RefusedError(
        422,
        'ENOUGH_FUNDS',
        `The sandbox fills an account up to ${textOf(ENOUGH)} ${coin}. Ask for less.`,
      );
    }
    if (BigInt(minted) + units > MAX_MINTED) {
      throw new RefusedError(409, 'SANDBOX_EMPTY', `The sandbox has no ${coin} left.`);
    }
    await exchange.fund(accountId, { [coin]: amount }, 'sandbox');
  }

  return {
    // One at a time, because each call checks what the others left.
    give(accountId, coin, amount) {
      const mine = last.then(() => give(accountId, coin, amount));
      last = mine.catch(() => undefined); // the caller gets the error
      return mine;
    },

    async takeBack(accountId) {
      const { rows } = await pool.query<{ currency: string; available: string }>(
        'select currency, available from balances where account_id = $1 and available > 0',
        [accountId],
      );
      const at = new Date();
      const operations = rows.map(({ currency, available }): Operation => {
        const lines = new Lines();
        lines.add({ account: accountId }, currency, { available: -BigInt(available) });
        lines.add({ house: 'mint' }, currency, { available: BigInt(available) });
        const entry = randomUUID();
        return { type: 'fund', at, account: accountId, entry, reason: 'sandbox', lines: lines.all() };
      });
      if (operations.length > 0) await settle(pool, null, operations);
    },
  };
}
