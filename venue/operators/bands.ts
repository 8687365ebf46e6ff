import type { Client } from '../coins/post.ts';
import { LARGEST_UNITS, percentOfPpm, textOf, unitsOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { type Approvals, approveFor, isApproved } from './operators.ts';
import { type Operation, recordOperation } from './trail.ts';

/** Percent with up to four decimals; its last digit is a millionth. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?$/;
const MILLION = 1_000_000;
const BY_ONE: Approvals = { approvals: 1, needed: 1 };

/** The trail and the approvals name it with the value, so that two operators mean the same. */
type OfPair = Pick<Operation, 'operator' | 'reason'> & { readonly pair: string };

/** How far each pair may trade from its reference price (LEDGER-03). */
export async function readBands(client: Client): Promise<object[]> {
  const { rows } = await client.query<{ symbol: string; ppm: number; named: string | null }>(
    'select symbol, price_deviation_ppm as ppm, named_price as named from pairs order by symbol',
  );
  return rows.map(({ symbol, ppm, named }) => ({
    pair: symbol,
    percent: percentOfPpm(BigInt(ppm)),
    reference: named === null ? null : textOf(BigInt(named)),
  }));
}

/**
 * Of the pair, from the venue's next start on; two operators widen it, one narrows it (OPERATOR-09).
 * @throws RefusedError 403, 404, 409, 422.
 */
export async function setBand(
  client: Client,
  { pair, ...act }: OfPair,
  percent: string,
  at: Date,
): Promise<Approvals> {
  const [, whole = '', part = ''] = PERCENT.exec(percent) ?? [];
  const ppm = Number(whole + part.padEnd(4, '0'));
  if (whole === '' || ppm < 1 || ppm > MILLION)
    throw new RefusedError(422, 'VALIDATION_FAILED', 'Give the percent as a number from 0.0001 to 100.');
  const before = await lockPair(client, pair);
  const operation = { ...act, action: 'band', subject: `${pair}=${percentOfPpm(BigInt(ppm))}` };
  if (ppm <= before.ppm) await recordOperation(client, operation, at);
  const approved = ppm > before.ppm ? await approveFor(client, operation, at) : BY_ONE;
  if (isApproved(approved))
    await client.query('update pairs set price_deviation_ppm = $2 where symbol = $1', [pair, ppm]);
  return approved;
}

/**
 * Two operators name the price that a pair's band hangs on before its first trade (OPERATOR-09), from the venue's next
 * start on. @throws RefusedError 403, 404, 409, 422.
 */
export async function setReference(
  client: Client,
  { pair, ...act }: OfPair,
  price: string,
  at: Date,
): Promise<Approvals> {
  const units = unitsOf(price);
  if (units === null || units <= 0n || units > LARGEST_UNITS)
    throw new RefusedError(422, 'VALIDATION_FAILED', 'Give the price as a decimal number above 0.');
  await lockPair(client, pair);
  const operation = { ...act, action: 'reference', subject: `${pair}=${textOf(units)}` };
  const approved = await approveFor(client, operation, at);
  if (isApproved(approved))
    await client.query('update pairs set named_price = $2 where symbol = $1', [pair, String(units)]);
  return approved;
}

async function lockPair(client: Client, pair: string): Promise<{ readonly ppm: number }> {
  const { rows } = await client.query<{ ppm: number }>(
    'select price_deviation_ppm as ppm from pairs where symbol = $1 for update',
    [pair],
  );
  if (rows[0]) return rows[0];
  throw new RefusedError(404, 'PAIR_NOT_FOUND', `There is no pair ${pair}.`);
}
