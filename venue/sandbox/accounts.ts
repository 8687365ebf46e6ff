import type { Pool } from 'pg';
import type { Accounts } from '../accounts/accounts.ts';
import type { Exchange } from '../exchange.ts';

/** Public, because sandbox coins have no value. */
export const SANDBOX_EMAIL = 'trader@quietbook.test';
export const SANDBOX_PASSWORD = 'Quietbook1';

const STARTER: Readonly<Record<string, string>> = {
  BTC: '1.5',
  USDT: '50000',
  XMR: '120',
  GRIN: '250000',
  WOW: '250000',
  KAS: '200000',
  AVAX: '500',
};

/** Funds starter coins without a balance row, at every login in case an earlier one was interrupted. */
export async function grantStarter(pool: Pool, exchange: Exchange, accountId: string): Promise<void> {
  const { rows } = await pool.query<{ currency: string }>(
    'select currency from balances where account_id = $1',
    [accountId],
  );
  const had = new Set(rows.map(({ currency }) => currency));
  const missing = Object.entries(STARTER).filter(([coin]) => !had.has(coin));
  await exchange.fund(accountId, Object.fromEntries(missing), 'starter');
}

export async function ensureSandboxAccount(
  pool: Pool,
  accounts: Accounts,
  exchange: Exchange,
): Promise<void> {
  const known = await accounts.byEmail(SANDBOX_EMAIL);
  const account =
    known ??
    (await accounts.register(
      {
        email: SANDBOX_EMAIL,
        username: 'trader',
        password: SANDBOX_PASSWORD,
        confirm_password: SANDBOX_PASSWORD,
      },
      true,
    ));
  if (account) await grantStarter(pool, exchange, account.id);
}
