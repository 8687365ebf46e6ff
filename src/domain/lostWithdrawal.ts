/** Finds a withdrawal whose answer was lost (LOST-02) among the records that are new since it was sent. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { decimal, type DecimalText, toText } from './decimal.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Stored in the tab for a withdrawal in progress, without address and amount. */
export interface SentWithdrawal {
  readonly ticker: string;
  readonly print: string;
  /** Ids of the coin's newest withdrawals, read right before it was sent. */
  readonly before: readonly string[];
}

interface Described {
  readonly amount: DecimalText;
  /** Empty for a coin without addresses (GRIN). */
  readonly address: string;
}

/** A hash of coin, amount and address. Case is ignored, because servers return EVM addresses with checksum capitals. */
export function fingerprint(ticker: string, { amount, address }: Described): string {
  const parts = [ticker, toText(decimal(amount)), address.toLowerCase()];
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32);
}

/** Null when it is not there. */
export function findSentWithdrawal(sent: SentWithdrawal, records: readonly Withdrawal[]): Withdrawal | null {
  const isTheSame = (record: Withdrawal): boolean =>
    record.currency === sent.ticker &&
    !sent.before.includes(record.id) &&
    // Coins without an address are listed with one of the server's own, or with none.
    [record.address ?? '', ''].some(
      (address) =>
        record.amount !== null && fingerprint(sent.ticker, { amount: record.amount, address }) === sent.print,
    );
  return records.find(isTheSame) ?? null;
}

/** Sent by another page: it is only read by its id, so its key does not matter. @param amount '0' if not known. */
export const begunElsewhere = (ticker: string, id: string, amount: DecimalText) => ({
  ticker,
  idempotencyKey: id,
  print: fingerprint(ticker, { amount, address: '' }),
  before: [],
  id,
});
