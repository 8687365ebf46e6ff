/**
 * Finding a withdrawal again after its answer was lost (LOST-02): the newest records of the coin are noted before it is
 * sent, and what is new among them afterwards is compared with what was sent.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { decimal, type DecimalText, toText } from './decimal.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What may be kept of a withdrawal on its way: enough to know it again, and neither its address nor its amount. */
export interface SentWithdrawal {
  readonly ticker: string;
  /** See `fingerprint`. */
  readonly print: string;
  /** Ids of the newest withdrawals of the coin, read right before it was sent. */
  readonly before: readonly string[];
}

interface Described {
  readonly amount: DecimalText;
  /** Empty for a coin that needs none (GRIN). */
  readonly address: string;
}

/**
 * Stands for coin, amount and address of a withdrawal without telling them. Capital letters do not count: servers
 * repeat an EVM address with a checksum in them, and no two addresses in use differ by them alone.
 */
export function fingerprint(ticker: string, { amount, address }: Described): string {
  const parts = [ticker, toText(decimal(amount)), address.toLowerCase()];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32);
}

/** The withdrawal that was sent, among the newest of its coin; null when it is not there. */
export function findSentWithdrawal(sent: SentWithdrawal, records: readonly Withdrawal[]): Withdrawal | null {
  const isTheSame = (record: Withdrawal): boolean =>
    record.currency === sent.ticker &&
    !sent.before.includes(record.id) &&
    // Coins without an address are shown with one of the server's own making, or with none.
    [record.address ?? '', ''].some(
      (address) => fingerprint(sent.ticker, { amount: record.amount, address }) === sent.print,
    );
  return records.find(isTheSame) ?? null;
}

/**
 * A GRIN withdrawal that this page has not sent: it is asked about by its id and never sent again, so that its key does
 * not matter.
 * @param amount tells it from another one that the form may ask for; '0' where it is not known.
 */
export const begunElsewhere = (ticker: string, id: string, amount: DecimalText) => ({
  ticker,
  idempotencyKey: id,
  print: fingerprint(ticker, { amount, address: '' }),
  before: [],
  id,
});
