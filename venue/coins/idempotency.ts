import { createHash } from 'node:crypto';
import { parseDecimal, toText } from '../../src/domain/decimal.ts';
import type { Outcome, Refusal } from '../exchange.ts';
import type { Client } from './post.ts';
import { refuse } from './refusals.ts';

/** Idempotency keys of withdrawals share the table of orders: a key acts once, for good (LOST-04). */
export interface IdempotencyKey {
  readonly account: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** Equal for `0.10` and `0.1`. */
export function fingerprintOf(kind: string, parts: readonly (string | undefined)[]): string {
  const texts = parts.map((text) => {
    const value = text === undefined ? null : parseDecimal(text);
    return value ? toText(value) : (text ?? null);
  });
  return createHash('sha256')
    .update(JSON.stringify([kind, ...texts]))
    .digest('hex');
}

type Stored = { readonly withdrawal: string } | { readonly refusal: Refusal };

/**
 * Runs `act` once per key, in one transaction. A repeat waits and gets the same outcome, even a refusal.
 * @param act returns the withdrawal's id.
 */
export async function once(
  client: Client,
  idempotencyKey: IdempotencyKey | undefined,
  at: Date,
  act: () => Promise<Outcome<string>>,
): Promise<Outcome<string>> {
  if (!idempotencyKey) return act();
  const { account, key, fingerprint } = idempotencyKey;
  const { rowCount } = await client.query(
    `insert into intents (account_id, key, fingerprint, outcome, at) values ($1, $2, $3, '{}', $4)
     on conflict (account_id, key) do nothing`,
    [account, key, fingerprint, at],
  );
  if (rowCount === 0) return repeated(client, idempotencyKey);
  const outcome = await act();
  const stored: Stored = outcome.ok ? { withdrawal: outcome.value } : { refusal: outcome };
  await client.query('update intents set outcome = $3 where account_id = $1 and key = $2', [
    account,
    key,
    JSON.stringify(stored),
  ]);
  return outcome;
}

async function repeated(
  client: Client,
  { account, key, fingerprint }: IdempotencyKey,
): Promise<Outcome<string>> {
  const { rows } = await client.query<{ fingerprint: string; outcome: Stored }>(
    'select fingerprint, outcome from intents where account_id = $1 and key = $2',
    [account, key],
  );
  const [first] = rows;
  if (first?.fingerprint !== fingerprint) return refuse.keyReused();
  const { outcome } = first;
  return 'withdrawal' in outcome ? { ok: true, value: outcome.withdrawal } : outcome.refusal;
}
