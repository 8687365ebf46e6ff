// Statistics and output of the benches.

/**
 * @param share from 0 to 1
 * @returns NaN for an empty list
 */
export function quantile(list: readonly number[], share: number) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

export const median = (list: readonly number[]) => quantile(list, 0.5);

export const round = (value: number, digits: number = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

export function print(title: string, rows: readonly object[]) {
  console.log(`\n${title}`);
  console.table(rows);
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
