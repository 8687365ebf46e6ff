import type { Client } from '../coins/post.ts';
import { LARGEST_UNITS, percentOfPpm, textOf, unitsOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { type Operation, recordOperation } from './trail.ts';

/** Percent with up to four decimals; its last digit is a millionth. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?$/;
const MILLION = 1_000_000;

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

/** Of the pair `act.subject`, from the venue's next start on (OPERATOR-09). @throws RefusedError 404, 422. */
export async function setBand(
  client: Client,
  act: Omit<Operation, 'action'>,
  percent: string,
  at: Date,
): Promise<void> {
  const [, whole = '', part = ''] = PERCENT.exec(percent) ?? [];
  const ppm = Number(whole + part.padEnd(4, '0'));
  if (whole === '' || ppm < 1 || ppm > MILLION)
    throw new RefusedError(422, 'VALIDATION_FAILED', 'Give the percent as a number from 0.0001 to 100.');
  const { rowCount } = await client.query('update pairs set price_deviation_ppm = $2 where symbol = $1', [
    act.subject,
    ppm,
  ]);
  if (rowCount !== 1) throw new RefusedError(404, 'PAIR_NOT_FOUND', `There is no pair ${act.subject}.`);
  await recordOperation(client, { ...act, action: 'band' }, at);
}

/**
 * Names the price that a pair's band hangs on before its first trade (OPERATOR-09), from the venue's next start on.
 * @throws RefusedError 404, 422.
 */
export async function setReference(
  client: Client,
  act: Omit<Operation, 'action'>,
  price: string,
  at: Date,
): Promise<void> {
  const units = unitsOf(price);
  if (units === null || units <= 0n || units > LARGEST_UNITS)
    throw new RefusedError(422, 'VALIDATION_FAILED', 'Give the price as a decimal number above 0.');
  const { rowCount } = await client.query('update pairs set named_price = $2 where symbol = $1', [
    act.subject,
    String(units),
  ]);
  if (rowCount !== 1) throw new RefusedError(404, 'PAIR_NOT_FOUND', `There is no pair ${act.subject}.`);
  await recordOperation(client, { ...act, action: 'reference' }, at);
}
