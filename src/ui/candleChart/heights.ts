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

const ofSteps = (count: bigint, step: Decimal): Decimal => multiply({ units: count, scale: 0 }, step);

/** Never below one step. */
const positive = (value: Decimal, step: Decimal): DecimalText => toText(larger(value, step));

/** The multiple of the step (above 0) that lies nearest; exact, however the height was rounded. */
export function nearestStep(height: number, step: Decimal): DecimalText {
  const count = Math.round(height / toHeight(toText(step)));
  return positive(ofSteps(BigInt(Math.max(0, count)), step), step);
}

/** The price so many steps up (or down, where below 0), on a multiple of the step. */
export function movedBySteps(price: DecimalText, steps: bigint, step: Decimal): DecimalText {
  const from = decimal(price);
  const below = ofSteps(divideBy(from, step, 0).units, step);
  // From between two multiples the first step down ends at the lower one.
  const isBetween = compare(below, from) !== 0;
  const count = steps < 0n && isBetween ? steps + 1n : steps;
  return positive(add(below, ofSteps(count, step)), step);
}
