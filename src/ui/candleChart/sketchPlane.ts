/** Where drawings are in the plot, in bars and in pixels, and what a press hits (DRAW-03). */
import { LAST_SECOND, type SketchKind, type Tool } from '../../domain/sketch.ts';

/** The bars of a chart: their times (epoch seconds, oldest first), and the seconds of one. */
export interface Bars {
  readonly times: readonly number[];
  readonly seconds: number;
}

/**
 * The place of a time, counted in bars from the first: a fraction between two, and beyond both ends as if bars went on.
 */
export function placeOf(time: number, { times, seconds }: Bars): number {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (time <= first) return (time - first) / seconds;
  if (time >= last) return times.length - 1 + (time - last) / seconds;
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  const [before = 0, after = 0] = [times[low], times[high]];
  return low + (time - before) / (after - before);
}

/** The time of the bar that is nearest to a place. */
export function timeAt(place: number, { times, seconds }: Bars): number {
  const at = Math.round(place);
  const end = times.length - 1;
  const known = times[Math.min(Math.max(at, 0), end)] ?? 0;
  const beyond = at < 0 ? at : Math.max(at - end, 0);
  return Math.min(Math.max(known + beyond * seconds, 0), LAST_SECOND);
}

/** In pixels, from the top left of the plot. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Shape {
  readonly kind: SketchKind;
  readonly spots: readonly Spot[];
  /** Width of the words. */
  readonly width: number;
}

/** Of the words of a text, which begin at its spot and have it at their middle. */
const HALF_LINE = 8;

/** From a line that ends at both spots. */
function distance(at: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const share = Math.min(Math.max(along, 0), 1);
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy);
}

/** Where it can be dragged by a part: its spots, and then the other two corners of a rectangle. */
export function handlesOf(kind: Tool, spots: readonly Spot[]): readonly Spot[] {
  const [from, to] = spots;
  return kind === 'box' && from && to ? [from, to, { x: to.x, y: from.y }, { x: from.x, y: to.y }] : spots;
}

/** @returns the handle that is hit, null for any other part, undefined for nothing. @param reach how near is near enough */
export function hitOf({ kind, spots, width }: Shape, at: Spot, reach: number): number | null | undefined {
  const [from, to] = spots;
  if (!from) return undefined;
  if (kind === 'level') return Math.abs(at.y - from.y) <= reach ? null : undefined;
  if (kind === 'text') {
    const isBeside = at.x < from.x - reach || at.x > from.x + width + reach;
    return isBeside || Math.abs(at.y - from.y) > HALF_LINE + reach ? undefined : null;
  }
  if (!to) return undefined;
  const handle = handlesOf(kind, spots).findIndex(({ x, y }) => Math.hypot(at.x - x, at.y - y) <= reach);
  if (handle !== -1) return handle;
  if (kind === 'trend') return distance(at, from, to) <= reach ? null : undefined;
  const corners = [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from];
  const isOnEdge = corners.some((corner, edge) => {
    const next = corners[edge + 1];
    return next !== undefined && distance(at, corner, next) <= reach;
  });
  return isOnEdge ? null : undefined;
}
