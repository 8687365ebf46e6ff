import { withoutGaps } from './bars.ts';
import { type CandleBlock, type CandleSlice, createBlock, sliceOf } from './candleBlocks.ts';
import type { CandleTable } from './candles.ts';
import { type CandleRecord, type Frame, FRAME_LENGTH } from './types.ts';

const BARS = 256;
/** About 22 kB each: more than 30 days of minutes of ten pairs. */
const MAX_BLOCKS = 2048;

/** Bars that are not in the table yet. Times in epoch seconds. */
export interface LiveCandles {
  /** In order of time; from the first of them on, they replace the table's. */
  bars(pair: string, frame: Frame): readonly CandleRecord[];
  /** Epoch seconds: bars that end by then are stored and do not change. */
  settledTo(pair: string, frame: Frame): number;
  /** Changes with every bar that is not settled. */
  version(pair: string, frame: Frame): string;
  now(): number;
}

/** Keeps blocks of past bars, so that an answer needs no database and no serialising. */
export interface CandleCache {
  /** Epoch seconds, both included. Null once `isWanted`, asked before each block, returns false. */
  read(
    pair: string,
    frame: Frame,
    start: number,
    stop: number,
    isWanted: () => boolean,
  ): Promise<CandleSlice[] | null>;
  /** Forgets the blocks with `time`, because a past bar changed. */
  forget(pair: string, time: number): void;
}

interface Kept {
  readonly version: string | null;
  readonly block: Promise<CandleBlock>;
}

export function createCandleCache(table: Pick<CandleTable, 'read'>, live: LiveCandles): CandleCache {
  /** In order of use; the version is null for a block that does not change any more. */
  const blocks = new Map<string, Kept>();

  const keyOf = (pair: string, frame: Frame, index: number): string => `${pair}/${frame}/${index}`;
  const spanOf = (frame: Frame): number => BARS * FRAME_LENGTH[frame];

  function keep(key: string, kept: Kept): void {
    blocks.delete(key);
    blocks.set(key, kept);
    if (blocks.size <= MAX_BLOCKS) return;
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
