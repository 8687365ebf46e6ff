import type { Client } from '../coins/post.ts';
import { LARGEST_UNITS, percentOfPpm, textOf, UNIT_DIGITS, unitsOf } from '../ledger/units.ts';
import { RefusedError } from '../refused.ts';
import { type Approvals, approveFor, approveIf, isApproved } from './operators.ts';
import type { Operation } from './trail.ts';

/** Percent with up to four decimals; the last digit is a millionth. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?$/;
/** Of a price band and of a fee, in millionths. */
const MAX_BAND_PPM = 1_000_000;
const MAX_FEE_PPM = 10_000;

/** The trail and the approvals name it with the value, so that two operators mean the same. */
type Act = Pick<Operation, 'operator' | 'reason'>;
type OfPair = Act & { readonly pair: string };

/** Whether it is open, decimals, smallest order, fees, and the width of its price band (LEDGER-03). */
export async function readPairTerms(client: Client): Promise<object[]> {
  const { rows } = await client.query<PairTerms & { symbol: string; decimals: string; named: string | null }>(
    `select symbol, price_precision || ' ' || quantity_precision as decimals, ${TERMS}, named_price as named
     from pairs order by symbol`,
  );
  return rows.map(({ symbol, decimals, is_enabled, ppm, maker, taker, smallest, named }) => ({
    pair: symbol,
    state: is_enabled ? 'open' : 'closed',
    decimals,
    smallest: textOf(BigInt(smallest)),
    maker: percentOfPpm(BigInt(maker)),
    taker: percentOfPpm(BigInt(taker)),
    percent: percentOfPpm(BigInt(ppm)),
    reference: named === null ? null : textOf(BigInt(named)),
  }));
}

/** What operators have left open of each coin; whether its chain is open is another question (CHAIN-06). */
export async function readCoinTerms(client: Client): Promise<object[]> {
  const { rows } = await client.query<{
    coin: string;
    deposits: string;
    withdrawals: string;
    trading: string;
  }>(
    `select ticker as coin, ${Object.entries(COIN_COLUMNS)
      .map(([what, column]) => `case when ${column} then 'on' else 'off' end as ${what}`)
      .join(', ')}
     from coins order by ticker`,
  );
  return rows;
}

/** Two operators widen a pair's band, one narrows it (OPERATOR-09). @throws RefusedError 403, 404, 409, 422. */
export async function setBand(
  client: Client,
  { pair, ...act }: OfPair,
  percent: string,
  at: Date,
): Promise<Approvals> {
  const ppm = ppmOf(percent);
  if (ppm === null || ppm < 1 || ppm > MAX_BAND_PPM)
    throw invalid('Give the percent as a number from 0.0001 to 100.');
  const before = await lockPair(client, pair);
  const operation = { ...act, action: 'band', subject: `${pair}=${percentOfPpm(BigInt(ppm))}` };
  const approved = await approveIf(client, ppm > before.ppm, operation, at);
  if (isApproved(approved))
    await client.query('update pairs set price_deviation_ppm = $2 where symbol = $1', [pair, ppm]);
  return approved;
}

/**
 * Two operators set the reference price of a pair's band before its first trade (OPERATOR-09).
 * @throws RefusedError 403, 404, 409, 422.
 */
export async function setReference(
  client: Client,
  { pair, ...act }: OfPair,
  price: string,
  at: Date,
): Promise<Approvals> {
  const units = unitsOf(price);
  if (units === null || units <= 0n || units > LARGEST_UNITS)
    throw invalid('Give the price as a decimal number above 0.');
  await lockPair(client, pair);
  const operation = { ...act, action: 'reference', subject: `${pair}=${textOf(units)}` };
  const approved = await approveFor(client, operation, at);
  if (isApproved(approved))
    await client.query('update pairs set named_price = $2 where symbol = $1', [pair, String(units)]);
  return approved;
}

/** For a new pair: decimals of its prices and quantities, and its smallest order in the base coin. */
interface NewPair {
  readonly digits: readonly [string, string];
  readonly smallest: string;
  readonly maker: string;
  readonly taker: string;
}

/**
 * Two operators add a pair of existing coins (OPERATOR-14), which every node lists from its next start.
 * @throws RefusedError 403, 404, 409, 422.
 */
export async function addPair(
  client: Client,
  { pair, ...act }: OfPair,
  { digits, smallest, ...fees }: NewPair,
  at: Date,
): Promise<Approvals> {
  const [priceDigits = 0, quantityDigits = 0] = digits.map(Number);
  const [base = '', quote = ''] = pair.split('-');
  const { maker, taker } = feesOf(fees);
  const step = 10n ** BigInt(Math.max(0, UNIT_DIGITS - quantityDigits));
  const least = smallestOf(smallest, step);
  // So no trade is ever rounded.
  if (priceDigits + quantityDigits > UNIT_DIGITS)
    throw invalid(`Decimals of price and quantity are ${UNIT_DIGITS} together at most.`);
  const { rows: coins } = await client.query('select from coins where ticker in ($1, $2)', [base, quote]);
  if (coins.length !== 2 || pair !== `${base}-${quote}`)
    throw new RefusedError(
      404,
      'COIN_NOT_FOUND',
      `${pair} is no pair of two coins of this venue, such as XMR-BTC.`,
    );
  const { rows: known } = await client.query('select from pairs where symbol in ($1, $2)', [
    pair,
    `${quote}-${base}`,
  ]);
  if (known.length > 0) throw unchanged(`${base} and ${quote} have a pair already.`);
  const terms = [
    priceDigits,
    quantityDigits,
    textOf(least),
    percentOfPpm(BigInt(maker)),
    percentOfPpm(BigInt(taker)),
  ];
  const approved = await approveFor(
    client,
    { ...act, action: 'add-pair', subject: `${pair}=${terms.join('/')}` },
    at,
  );
  if (isApproved(approved))
    await client.query(
      `insert into pairs (symbol, base, quote, price_precision, quantity_precision, min_price_increment,
         min_quantity_increment, min_order_size, maker_fee_ppm, taker_fee_ppm, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
      [
        pair,
        base,
        quote,
        priceDigits,
        quantityDigits,
        String(10n ** BigInt(UNIT_DIGITS - priceDigits)),
        String(step),
        String(least),
        maker,
        taker,
        at,
      ],
    );
  return approved;
}

/**
 * One operator closes a pair, whose orders can then only be cancelled; two open it again (OPERATOR-12).
 * @throws RefusedError 403, 404, 409.
 */
export async function openPair(
  client: Client,
  { pair, ...act }: OfPair,
  isOpen: boolean,
  at: Date,
): Promise<Approvals> {
  const state = isOpen ? 'open' : 'closed';
  const { is_enabled: before } = await lockPair(client, pair);
  if (before === isOpen) throw unchanged(`${pair} is ${state} already.`);
  const approved = await approveIf(
    client,
    isOpen,
    { ...act, action: 'pair', subject: `${pair}=${state}` },
    at,
  );
  if (isApproved(approved))
    await client.query('update pairs set is_enabled = $2, updated_at = $3 where symbol = $1', [
      pair,
      isOpen,
      at,
    ]);
  return approved;
}

/**
 * One operator lowers the fees of a pair, two raise them, to 1 percent at most (OPERATOR-13). Resting orders pay the
 * new fee, too. @throws RefusedError 403, 404, 409, 422.
 */
export async function setFees(
  client: Client,
  { pair, ...act }: OfPair,
  fees: { readonly maker: string; readonly taker: string },
  at: Date,
): Promise<Approvals> {
  const { maker, taker } = feesOf(fees);
  const before = await lockPair(client, pair);
  if (maker === before.maker && taker === before.taker) throw unchanged(`${pair} has these fees already.`);
  const isDearer = maker > before.maker || taker > before.taker;
  const subject = `${pair}=${percentOfPpm(BigInt(maker))}/${percentOfPpm(BigInt(taker))}`;
  const approved = await approveIf(client, isDearer, { ...act, action: 'fees', subject }, at);
  if (isApproved(approved))
    await client.query(
      'update pairs set maker_fee_ppm = $2, taker_fee_ppm = $3, updated_at = $4 where symbol = $1',
      [pair, maker, taker, at],
    );
  return approved;
}

/**
 * One operator lowers the smallest order of a pair, two raise it (OPERATOR-20). Resting orders stay.
 * @param smallest in the base coin, in whole quantity steps @throws RefusedError 403, 404, 409, 422.
 */
export async function setSmallest(
  client: Client,
  { pair, ...act }: OfPair,
  smallest: string,
  at: Date,
): Promise<Approvals> {
  const before = await lockPair(client, pair);
  const least = smallestOf(smallest, BigInt(before.step));
  if (least === BigInt(before.smallest)) throw unchanged(`${pair} has this smallest order already.`);
  const operation = { ...act, action: 'rules', subject: `${pair}=${textOf(least)}` };
  const approved = await approveIf(client, least > BigInt(before.smallest), operation, at);
  if (isApproved(approved))
    await client.query('update pairs set min_order_size = $2, updated_at = $3 where symbol = $1', [
      pair,
      String(least),
      at,
    ]);
  return approved;
}

const COIN_COLUMNS = {
  deposits: 'is_deposit_enabled',
  withdrawals: 'is_withdrawal_enabled',
  trading: 'is_trading_enabled',
} as const;
export type OfCoin = keyof typeof COIN_COLUMNS;

/**
 * One operator turns deposits, withdrawals or trading of a coin off, two turn it on again (OPERATOR-12).
 * @throws RefusedError 403, 404, 409.
 */
export async function switchCoin(
  client: Client,
  { coin, what, ...act }: Act & { readonly coin: string; readonly what: OfCoin },
  isOn: boolean,
  at: Date,
): Promise<Approvals> {
  const column = COIN_COLUMNS[what];
  const { rows } = await client.query<{ before: boolean }>(
    `select ${column} as before from coins where ticker = $1 for update`,
    [coin],
  );
  const [row] = rows;
  if (!row) throw new RefusedError(404, 'COIN_NOT_FOUND', `There is no coin ${coin}.`);
  const state = isOn ? 'on' : 'off';
  if (row.before === isOn) throw unchanged(`${what} of ${coin} are ${state} already.`);
  const operation = { ...act, action: 'coin', subject: `${coin}:${what}=${state}` };
  const approved = await approveIf(client, isOn, operation, at);
  if (isApproved(approved))
    await client.query(`update coins set ${column} = $2 where ticker = $1`, [coin, isOn]);
  return approved;
}

/** Millionths; null for anything but a percentage. */
function ppmOf(percent: string): number | null {
  const [, whole, part = ''] = PERCENT.exec(percent) ?? [];
  return whole === undefined ? null : Number(whole + part.padEnd(4, '0'));
}

/** Millionths. @throws RefusedError 422. */
function feesOf(fees: { readonly maker: string; readonly taker: string }): { maker: number; taker: number } {
  const [maker, taker] = [ppmOf(fees.maker), ppmOf(fees.taker)];
  if (maker !== null && taker !== null && maker <= MAX_FEE_PPM && taker <= MAX_FEE_PPM)
    return { maker, taker };
  throw invalid(
    'Give the fees of makers and takers in percent, as numbers from 0 to 1 with at most four decimals.',
  );
}

/** Units. @throws RefusedError 422. */
function smallestOf(smallest: string, step: bigint): bigint {
  const least = unitsOf(smallest);
  if (least !== null && least > 0n && least <= LARGEST_UNITS && least % step === 0n) return least;
  throw invalid('Give the smallest order as an amount above 0 with no more decimals than quantities have.');
}

const invalid = (message: string): RefusedError => new RefusedError(422, 'VALIDATION_FAILED', message);
export const unchanged = (message: string): RefusedError => new RefusedError(409, 'UNCHANGED', message);

const TERMS = `is_enabled, price_deviation_ppm as ppm, maker_fee_ppm as maker, taker_fee_ppm as taker,
  min_order_size as smallest, min_quantity_increment as step`;

interface PairTerms {
  readonly is_enabled: boolean;
  readonly ppm: number;
  readonly maker: number;
  readonly taker: number;
  /** Units of the base coin. */
  readonly smallest: string;
  readonly step: string;
}

async function lockPair(client: Client, pair: string): Promise<PairTerms> {
  const { rows } = await client.query<PairTerms>(`select ${TERMS} from pairs where symbol = $1 for update`, [
    pair,
  ]);
  if (rows[0]) return rows[0];
  throw new RefusedError(404, 'PAIR_NOT_FOUND', `There is no pair ${pair}.`);
}
