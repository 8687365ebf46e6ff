/** What the user draws in the chart of a pair, kept in this browser only (DRAW-01 to DRAW-06). */
import {
  type DecimalText,
  decimal,
  divideBy,
  isPositive,
  multiply,
  negate,
  parseDecimal,
  subtract,
  toText,
} from './decimal.ts';

/** Kept of one pair; one more is refused (DRAW-05). */
export const MAX_SKETCHES = 100;
/** In characters (DRAW-01). */
export const LONGEST_WORDS = 60;

export const SKETCH_KINDS = ['level', 'trend', 'box', 'text'] as const;
export type SketchKind = (typeof SKETCH_KINDS)[number];

/** A measurement is not kept. */
export type Tool = SketchKind | 'measure';
export const TOOLS = ['level', 'trend', 'box', 'measure', 'text'] as const satisfies Tool[];

/** Where a drawing hangs, whatever the interval and the scale. */
export interface Anchor {
  /** Epoch seconds. */
  readonly time: number;
  /** Above 0. */
  readonly price: DecimalText;
}

export interface Sketch {
  readonly kind: SketchKind;
  /** Two of a trend line and a rectangle, else one. */
  readonly points: readonly Anchor[];
  /** The words of a text; else empty. */
  readonly words: string;
}

/** How many points a tool asks for. */
export const pointsOf = (tool: Tool): 1 | 2 => (tool === 'level' || tool === 'text' ? 1 : 2);

/** The last second that a date can have. */
export const LAST_SECOND = 8_640_000_000_000;
const PRICE = /^\d{1,20}(?:\.\d{1,18})?$/;

function anchorIn(kept: unknown): Anchor | null {
  const { time, price } = (kept ?? {}) as Partial<Record<string, unknown>>;
  if (typeof time !== 'number' || !Number.isInteger(time) || time < 0 || time > LAST_SECOND) return null;
  if (typeof price !== 'string' || !PRICE.test(price)) return null;
  const read = parseDecimal(price);
  return read && isPositive(read) ? { time, price } : null;
}

/** Without what a text of one line cannot have; empty for none. */
export const labelOf = (typed: string): string =>
  typed
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS);

function sketchIn(kept: unknown): Sketch | null {
  const { kind: name, points, words } = (kept ?? {}) as Partial<Record<string, unknown>>;
  const kind = SKETCH_KINDS.find((one) => one === name);
  if (kind === undefined || !Array.isArray(points) || points.length !== pointsOf(kind)) return null;
  const anchors = points.map(anchorIn).filter((one) => one !== null);
  if (anchors.length !== points.length || typeof words !== 'string') return null;
  const isWritten = words !== '' && words === labelOf(words);
  return isWritten === (kind === 'text') ? { kind, points: anchors, words } : null;
}

/** By all that it is made of, which no two drawings of a pair share. */
export const isSameSketch = (one: Sketch, other: Sketch): boolean =>
  one.kind === other.kind &&
  one.words === other.words &&
  one.points.length === other.points.length &&
  one.points.every(({ time, price }, at) => {
    const point = other.points[at];
    return point?.time === time && point.price === price;
  });

/** Whether it is among them. */
export const isIn = (sketches: readonly Sketch[], sketch: Sketch): boolean =>
  sketches.some((one) => isSameSketch(one, sketch));

/** @param text of the storage. What is no drawing, or comes twice, is left out. */
export function parseSketches(text: string): readonly Sketch[] {
  let kept: unknown = null;
  try {
    kept = text === '' ? [] : JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  const sketches: Sketch[] = [];
  for (const one of kept) {
    const sketch = sketchIn(one);
    if (sketch && sketches.length < MAX_SKETCHES && !isIn(sketches, sketch)) sketches.push(sketch);
  }
  return sketches;
}

/** For the storage; `parseSketches` reads it. */
export const sketchesText = (sketches: readonly Sketch[]): string =>
  sketches.length === 0 ? '' : JSON.stringify(sketches);

/** What the storage applies instead of a new list: another tab may have changed it, too. */
export interface SketchChange {
  readonly removed: readonly Sketch[];
  readonly added: readonly Sketch[];
}

/** The newest are last, and drawn over the others. What comes instead of another one takes its place. */
export function changedSketches(
  sketches: readonly Sketch[],
  { removed, added }: SketchChange,
): readonly Sketch[] {
  const left = sketches.filter((one) => !isIn(removed, one));
  const place = sketches.findIndex((one) => isIn(removed, one));
  const fresh = added.filter((one) => !isIn(left, one));
  return left.toSpliced(place === -1 ? left.length : place, 0, ...fresh).slice(0, MAX_SKETCHES);
}

/**
 * The drawing after a drag (DRAW-03).
 * @param part the point that is dragged, or one of the other two corners of a rectangle: 2 has the time of its second
 *   point and the price of its first, 3 the opposite; null for all of it
 * @param from where the drag began
 */
export function draggedSketch(sketch: Sketch, part: number | null, from: Anchor, to: Anchor): Sketch {
  const rise = subtract(decimal(to.price), decimal(from.price));
  const moved = sketch.points.map((point, at): Anchor => {
    if (part !== null && part > 1)
      return at === part - 2 ? { ...point, price: to.price } : { ...point, time: to.time };
    if (part !== null) return at === part ? to : point;
    const price = subtract(decimal(point.price), negate(rise));
    const time = Math.min(Math.max(point.time + to.time - from.time, 0), LAST_SECOND);
    // A part that would fall to 0 or below stays: there is no such price.
    return { time, price: isPositive(price) ? toText(price) : point.price };
  });
  return { ...sketch, points: moved };
}

/** Between two points (DRAW-02). */
export interface Measured {
  /** Exact; below 0 for a fall. */
  readonly difference: DecimalText;
  /** Percentage of the first price, cut to four decimals. */
  readonly percent: DecimalText;
  /** Below 0 when the second point is the earlier one. */
  readonly seconds: number;
}

export function measured(from: Anchor, to: Anchor): Measured {
  const [first, last] = [decimal(from.price), decimal(to.price)];
  const difference = subtract(last, first);
  const isFall = difference.units < 0n;
  const size = isFall ? negate(difference) : difference;
  const percent = divideBy(multiply(size, { units: 100n, scale: 0 }), first, 4);
  return {
    difference: toText(difference),
    percent: toText(isFall ? negate(percent) : percent),
    seconds: to.time - from.time,
  };
}
