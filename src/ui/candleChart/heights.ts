/** Between heights in the chart and exact prices (CHART-16). */
import {
  add,
  compare,
  type Decimal,
  decimal,
  type DecimalText,
  divideBy,
  larger,
  multiply,
  toText,
} from '../../domain/decimal.ts';

export const toHeight = (text: DecimalText): number => Number(text);

const LABEL = new Intl.NumberFormat('en', { maximumFractionDigits: 12, useGrouping: false });

/** An axis's label for a height: never an amount. */
export const toLabel = (height: number): DecimalText => LABEL.format(height);

const ofSteps = (count: bigint, step: Decimal): Decimal => multiply({ units: count, scale: 0 }, step);

/** Never below one step. */
const positive = (value: Decimal, step: Decimal): DecimalText => toText(larger(value, step));

/** The multiple of the step (above 0) that lies nearest; exact, however the height was rounded. */
export function nearestStep(height: number, step: Decimal): DecimalText {
  const count = Math.round(height / toHeight(toText(step)));
  return positive(ofSteps(BigInt(Math.max(0, count)), step), step);
}

/** The price this many steps up (or down, where below 0), on a multiple of the step. */
export function movedBySteps(price: DecimalText, steps: bigint, step: Decimal): DecimalText {
  const from = decimal(price);
  const below = ofSteps(divideBy(from, step, 0).units, step);
  // From between two multiples the first step down ends at the lower one.
  const isBetween = compare(below, from) !== 0;
  const count = steps < 0n && isBetween ? steps + 1n : steps;
  return positive(add(below, ofSteps(count, step)), step);
}

/** In pixels; `y` is the middle of a tag. */
interface Tag {
  readonly y: number;
  readonly width: number;
}

const TAG_GAP = 2;

/**
 * Puts tags that would touch beside each other at their lines, and below where a row is full; above where nothing is
 * free down to the bottom (CHART-18).
 * @param height of every tag
 * @param room in which a row starts and ends
 * @param bottom where the plot ends
 * @returns in the order of the tags
 */
export function placeTags(
  tags: readonly Tag[],
  height: number,
  { room, bottom }: { readonly room: number; readonly bottom: number },
): readonly { readonly x: number; readonly y: number }[] {
  const placed: { x: number; y: number; width: number; tag: Tag }[] = [];
  for (const tag of [...tags].sort((one, other) => one.y - other.y)) {
    // Whole pixels: of fractions, two that lie side by side may still touch, again and again.
    const lowest = Math.floor(bottom - height / 2);
    const start = Math.min(Math.round(tag.y), lowest);
    let [x, y, isDown] = [0, start, true];
    for (;;) {
      const beside = placed
        .filter((one) => Math.abs(one.y - y) < height)
        .sort((one, other) => one.x - other.x);
      x = 0;
      for (const one of beside)
        if (one.x < x + tag.width + TAG_GAP) x = Math.max(x, one.x + one.width + TAG_GAP);
      if (beside.length === 0 || x + tag.width <= room) break;
      const ys = beside.map((one) => one.y);
      y = isDown ? Math.min(...ys) + height : Math.max(...ys) - height;
      if (y > lowest) [y, isDown] = [start, false];
    }
    placed.push({ x, y, width: tag.width, tag });
  }
  return tags.map((tag) => {
    const { x = 0, y = tag.y } = placed.find((one) => one.tag === tag) ?? {};
    return { x, y };
  });
}
