import { constants, crc32, deflateRawSync } from 'node:zlib';
import { fromUnits } from '../../src/domain/decimal.ts';
import { type CandleRecord, UNIT_SCALE } from './types.ts';

/** Consecutive bars, serialised and compressed once for all answers. Times in epoch seconds. */
export interface CandleBlock {
  readonly times: readonly number[];
  readonly text: Buffer;
  readonly ends: Uint32Array;
  readonly deflated: Buffer;
}

/** Bars from `first` to before `end`. */
export interface CandleSlice {
  readonly block: CandleBlock;
  readonly first: number;
  readonly end: number;
}

/** A candle is a list: timestamp, high, low, volume, open, close (CHART-09). */
export function barText(bar: CandleRecord): string {
  const amounts = [bar.high, bar.low, bar.volume, bar.open, bar.close];
  return `[${bar.time},${amounts.map((units) => `"${fromUnits(units, UNIT_SCALE)}"`).join(',')}]`;
}

/** @param bars in order of time. */
export function createBlock(bars: readonly CandleRecord[]): CandleBlock {
  const texts = bars.map(barText);
  const ends = new Uint32Array(bars.length);
  let length = 0;
  for (const [index, text] of texts.entries()) {
    length += text.length;
    ends[index] = length;
    length += 1;
  }
  const text = Buffer.from(texts.join(','), 'latin1');
  return { times: bars.map(({ time }) => time), text, ends, deflated: deflate(text, 6) };
}

/** `start` and `stop` are included; null when there are no bars. */
export function sliceOf(block: CandleBlock, start: number, stop: number): CandleSlice | null {
  const { times } = block;
  const from = times.findIndex((time) => time >= start);
  const last = times.findLastIndex((time) => time <= stop);
  return from < 0 || last < from ? null : { block, first: from, end: last + 1 };
}

export function plainAnswer(slices: readonly CandleSlice[]): Uint8Array<ArrayBuffer> {
  return joined([OPEN, ...separated(slices.map(textOf)), CLOSE]);
}

/** One gzip stream of JSON. Only blocks that are not whole are compressed again. */
export function zippedAnswer(slices: readonly CandleSlice[]): Uint8Array<ArrayBuffer> {
  const texts = [OPEN, ...separated(slices.map(textOf)), CLOSE];
  const parts = separated(slices.map(deflatedOf), storedPart(COMMA));
  let check = 0;
  let size = 0;
  for (const text of texts) {
    check = crc32(text, check);
    size += text.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(check, 0);
  trailer.writeUInt32LE(size, 4);
  return joined([GZIP_HEADER, storedPart(OPEN), ...parts, storedPart(CLOSE, true), trailer]);
}

const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');
const COMMA = Buffer.from(',');
/** RFC 1952: deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

const isWhole = ({ block, first, end }: CandleSlice): boolean => first === 0 && end === block.times.length;

function textOf(slice: CandleSlice): Buffer {
  const { block, first, end } = slice;
  const from = first === 0 ? 0 : (block.ends[first - 1] ?? 0) + 1;
  return block.text.subarray(from, block.ends[end - 1]);
}

const deflatedOf = (slice: CandleSlice): Buffer =>
  isWhole(slice) ? slice.block.deflated : deflate(textOf(slice), 1);

/** Ends at a byte and refers to nothing before it, so that parts can be joined. */
const deflate = (text: Buffer, level: number): Buffer =>
  deflateRawSync(text, { level, finishFlush: constants.Z_FULL_FLUSH });

/** Uncompressed (RFC 1951, 3.2.4). */
function storedPart(bytes: Buffer, isLast = false): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

const separated = (parts: readonly Buffer[], separator: Buffer = COMMA): Buffer[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
