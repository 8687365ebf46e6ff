import type { Candle } from '../../domain/intervals.ts';

/** New bars at the end that are updated in place; more are drawn afresh. */
const TAIL = 3;

/** The bars to update at the end; null if all must be drawn: the library takes no bar older than its last. */
export function growthOf(drawn: readonly Candle[], bars: readonly Candle[]): readonly Candle[] | null {
  const last = drawn.at(-1);
  if (!last || bars.length < drawn.length) return null;
  const same = sharedLength(drawn, bars);
  const news = bars.slice(same);
  if (same < drawn.length - 1 || news.length > TAIL) return null;
  const isLater = same === drawn.length || news[0]?.time === last.time;
  return isLater ? news : null;
}

function sharedLength(before: readonly Candle[], after: readonly Candle[]): number {
  const shortest = Math.min(before.length, after.length);
  let same = 0;
  while (same < shortest && isSame(before[same], after[same])) same += 1;
  return same;
}

function isSame(a: Candle | undefined, b: Candle | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return (['time', 'open', 'high', 'low', 'close', 'volume'] as const).every((part) => a[part] === b[part]);
}
