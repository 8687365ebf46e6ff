import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

export interface BitcoinOutput {
  /** Satoshi. */
  readonly value: bigint;
  readonly script: Uint8Array;
}

export interface BitcoinTransaction {
  readonly txHash: string;
  readonly outputs: readonly BitcoinOutput[];
  /** The outputs that it spends, such as `<hash>:0`. */
  readonly inputs: readonly string[];
  /** Mined coins, which cannot be spent before a hundred blocks have passed. */
  readonly isCoinbase: boolean;
}

const HEADER_BYTES = 80;
const OUTPOINT_BYTES = 36;
const NO_OUTPOINT = `${'00'.repeat(32)}ffffffff`;

/** @throws RangeError for bytes that are no block. The hash is that of the header. */
export function readBlock(bytes: Uint8Array): { hash: string; transactions: BitcoinTransaction[] } {
  const reading = new Reading(bytes);
  const hash = hashOf(reading.take(HEADER_BYTES));
  const count = reading.count();
  const transactions = Array.from({ length: count }, () => readTransaction(reading));
  if (!reading.isAtEnd) throw new RangeError('there is more than a block');
  return { hash, transactions };
}

/** The hash covers everything but the witnesses (BIP 141). */
function readTransaction(reading: Reading): BitcoinTransaction {
  const version = reading.take(4);
  const hasWitness = reading.peek() === 0;
  if (hasWitness) reading.take(2);
  const start = reading.at;
  const inputs = Array.from({ length: reading.count() }, () => {
    const outpoint = reading.take(OUTPOINT_BYTES);
    reading.take(reading.count() + 4);
    return outpoint;
  });
  const outputs = Array.from({ length: reading.count() }, () => ({
    value: littleEndian(reading.take(8)),
    script: reading.take(reading.count()),
  }));
  const body = reading.since(start);
  if (hasWitness)
    for (const _ of inputs) {
      const items = reading.count();
      for (let item = 0; item < items; item += 1) reading.take(reading.count());
    }
  const lock = reading.take(4);
  return {
    txHash: hashOf(concatBytes(version, body, lock)),
    outputs,
    inputs: inputs.map(nameOf),
    isCoinbase: inputs[0] !== undefined && bytesToHex(inputs[0]) === NO_OUTPOINT,
  };
}

/** Hashes are written in reverse byte order. */
const hashOf = (bytes: Uint8Array): string => bytesToHex(sha256(sha256(bytes)).reverse());

const nameOf = (outpoint: Uint8Array): string =>
  `${bytesToHex(outpoint.slice(0, 32).reverse())}:${littleEndian(outpoint.subarray(32))}`;

const littleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

class Reading {
  at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  peek(): number | undefined {
    return this.bytes[this.at];
  }

  since(start: number): Uint8Array {
    return this.bytes.subarray(start, this.at);
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('the block ends too early');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** A number of one, three, five or nine bytes. */
  count(): number {
    const [first = 0] = this.take(1);
    if (first < 0xfd) return first;
    const value = littleEndian(this.take(first === 0xfd ? 2 : first === 0xfe ? 4 : 8));
    // Nothing in a block is longer, and no memory is reserved for what cannot follow.
    if (value > BigInt(this.bytes.length)) throw new RangeError('a count is longer than its block');
    return Number(value);
  }
}
