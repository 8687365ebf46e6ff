import type { Pool, PoolClient } from 'pg';
import { transaction } from '../sql/transaction.ts';

type Client = Pick<PoolClient, 'query'>;
type Listener = (accountIds: readonly string[]) => void;

const listeners = new WeakMap<Pool, Listener>();
const moved = new WeakMap<Client, Set<string>>();

/** Announces whose balances a transfer has changed, once it is committed (LIVE-05). @param pool of the transactions. */
export const onMoves = (pool: Pool, listener: Listener): void => void listeners.set(pool, listener);

/** Of the transaction that `client` is in. */
export function noteMoves(client: Client, accountIds: readonly string[]): void {
  for (const id of accountIds) moved.get(client)?.add(id);
}

/** A transaction that announces what `noteMoves` has noted. */
export async function movingTransaction<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  const accounts = new Set<string>();
  const value = await transaction(pool, (client) => {
    moved.set(client, accounts);
    return work(client);
  });
  if (accounts.size > 0) listeners.get(pool)?.([...accounts]);
  return value;
}
