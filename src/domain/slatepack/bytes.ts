/** Big-endian binary records, with every length checked. */

/** The bytes are not the expected record. Caught in this folder. */
export class LayoutFault extends Error {}

export interface ByteReader {
  readonly left: () => number;
  readonly u8: () => number;
  readonly u16: () => number;
  readonly u32: () => number;
  readonly u64: () => bigint;
  readonly bytes: (count: number) => Uint8Array;
  /** Length-prefixed by a u64. */
  readonly counted: () => Uint8Array;
  readonly end: () => void;
}

/** @throws LayoutFault beyond the end, and from `end` when bytes are left over. */
export function createByteReader(source: Uint8Array): ByteReader {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  let at = 0;
  const left = (): number => source.length - at;
  const skip = (count: number): number => {
    if (count > left()) throw new LayoutFault();
    at += count;
    return at - count;
  };
  const u64 = (): bigint => view.getBigUint64(skip(8));
  const bytes = (count: number): Uint8Array => {
    const start = skip(count);
    return source.slice(start, start + count);
  };
  return {
    left,
    u8: () => view.getUint8(skip(1)),
    u16: () => view.getUint16(skip(2)),
    u32: () => view.getUint32(skip(4)),
    u64,
    bytes,
    counted: () => {
      const count = u64();
      if (count > BigInt(left())) throw new LayoutFault();
      return bytes(Number(count));
    },
    end: () => {
      if (left() > 0) throw new LayoutFault();
    },
  };
}

export function u8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value);
}

export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >> 24, value >> 16, value >> 8, value);
}

export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}
