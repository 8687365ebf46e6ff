// What the benches share: quantiles, medians and one way of printing.

/**
 * The value below which `share` of the list lies; NaN for an empty list.
 * @param {readonly number[]} list
 * @param {number} share from 0 to 1
 */
export function quantile(list, share) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

/** @param {readonly number[]} list */
export const median = (list) => quantile(list, 0.5);

/**
 * @param {number} value
 * @param {number} [digits]
 */
export const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/**
 * @param {string} title
 * @param {readonly object[]} rows
 */
export function print(title, rows) {
  console.log(`\n${title}`);
  console.table(rows);
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
