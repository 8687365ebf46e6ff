import { withoutGaps } from './bars.ts';
import { type CandleBlock, type CandleSlice, createBlock, sliceOf } from './candleBlocks.ts';
import type { CandleTable } from './candles.ts';
import { type CandleRecord, type Frame, FRAME_LENGTH } from './types.ts';

/** Bars in a block. */
const BARS = 256;
/** Blocks kept, about 22 kB each: more than 30 days of minutes of ten pairs. */
const MOST_BLOCKS = 2048;

/** What is not in the table yet, and how much of it will not change any more. */
export interface LiveCandles {
  /** In order of time. Nothing of the table counts from the first of them on. */
  bars(pair: string, frame: Frame): readonly CandleRecord[];
  /** Bars that end by then (epoch seconds) are stored and do not change. */
  settledTo(pair: string, frame: Frame): number;
  /** Changes whenever a bar that is not settled may have changed. */
  version(pair: string, frame: Frame): string;
  /** Epoch seconds. */
  now(): number;
}

/** The chart as blocks of bars; those of the past are kept, so that an answer costs no database and no serialising. */
export interface CandleCache {
  /**
   * Bars from `start` to `stop` (epoch seconds, both included), without gaps.
   * @param isWanted asked before each block that must be made.
   * @returns null when it is not wanted any more.
   */
  read(
    pair: string,
    frame: Frame,
    start: number,
    stop: number,
    isWanted: () => boolean,
  ): Promise<CandleSlice[] | null>;
  /** Forgets the blocks of a pair that hold `time`, because a bar of the past changed. */
  forget(pair: string, time: number): void;
}

interface Kept {
  readonly version: string | null;
  readonly block: Promise<CandleBlock>;
}

export function createCandleCache(table: Pick<CandleTable, 'read'>, live: LiveCandles): CandleCache {
  /** In order of use. The version is null when the block does not change any more. */
  const blocks = new Map<string, Kept>();

  const keyOf = (pair: string, frame: Frame, index: number): string => `${pair}/${frame}/${index}`;
  const spanOf = (frame: Frame): number => BARS * FRAME_LENGTH[frame];

  function keep(key: string, kept: Kept): void {
    blocks.delete(key);
    blocks.set(key, kept);
    if (blocks.size <= MOST_BLOCKS) return;
    const [oldest] = blocks.keys();
    if (oldest !== undefined) blocks.delete(oldest);
  }

  async function build(pair: string, frame: Frame, start: number, stop: number): Promise<CandleBlock> {
    const added = live.bars(pair, frame);
    const firstAdded = added[0]?.time ?? Number.POSITIVE_INFINITY;
    const stored = firstAdded <= start ? [] : await table.read(pair, frame, start, stop);
    const bars = [...stored.filter(({ time }) => time < firstAdded), ...added];
    return createBlock(withoutGaps(bars, frame, start, stop));
  }

  return {
    async read(pair, frame, start, stop, isWanted) {
      const span = spanOf(frame);
      const slices: CandleSlice[] = [];
      for (let index = Math.floor(start / span); index * span <= stop; index += 1) {
        const key = keyOf(pair, frame, index);
        const [from, end] = [index * span, (index + 1) * span];
        const isSettled = end <= live.settledTo(pair, frame);
        const to = isSettled ? end - 1 : Math.min(live.now(), end - 1);
        const version = isSettled
          ? null
          : `${live.version(pair, frame)}/${Math.floor(to / FRAME_LENGTH[frame])}`;
        let kept = blocks.get(key);
        if (!kept || kept.version !== version) {
          if (!isWanted()) return null;
          kept = { version, block: build(pair, frame, from, to) };
        }
        keep(key, kept);
        try {
          const slice = sliceOf(await kept.block, start, stop);
          if (slice) slices.push(slice);
        } catch (error) {
          if (blocks.get(key) === kept) blocks.delete(key);
          throw error;
        }
      }
      return slices;
    },

    forget(pair, time) {
      for (const frame of ['minute', 'hour', 'day'] as const)
        blocks.delete(keyOf(pair, frame, Math.floor(time / spanOf(frame))));
    },
  };
}
