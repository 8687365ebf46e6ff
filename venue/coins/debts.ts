import type { Pool } from 'pg';
import type { Exchange } from '../exchange.ts';
import { collectDebt } from './deposits.ts';
import { atomically } from './post.ts';

export interface DebtParts {
  readonly pool: Pool;
  readonly exchange: Pick<Exchange, 'cancel'>;
  readonly now: () => Date;
}

/** Collects debts for undone deposits from the free balance, after cancelling the account's orders (LEDGER-02). */
export async function settleDebts({ pool, exchange, now }: DebtParts): Promise<void> {
  const open = await pool.query<{ id: string; account_id: string }>(
    `select o.id, o.account_id from orders o
     where o.account_id in (select d.account_id from deposits d where d.covered > 0)
       and o.state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED') order by o.account_id, o.number`,
  );
  for (const { id, account_id: account } of open.rows) await exchange.cancel(account, id);
  const owed = await pool.query<{ account_id: string; coin: string }>(
    `select distinct d.account_id, d.coin from deposits d
       join balances b on b.account_id = d.account_id and b.currency = d.coin
     where d.covered > 0 and b.available > 0`,
  );
  for (const { account_id: account, coin } of owed.rows)
    await atomically(pool, (client) => collectDebt(client, account, coin, now()));
}
