/** Orders of rows. Unknown values are last in both directions. */
import { compare, decimal, type DecimalText } from '../decimal.ts';

type Compare<Row> = (a: Row, b: Row) => number;

/** Marks a comparison with an unknown value, so that `sortRows` does not reverse it. */
const UNKNOWN_LAST = 2;

function byKnown<Row, Value>(
  pick: (row: Row) => Value | null,
  compareKnown: (a: Value, b: Value) => number,
): Compare<Row> {
  return (a, b) => {
    const [left, right] = [pick(a), pick(b)];
    if (left === null && right === null) return 0;
    if (left === null) return UNKNOWN_LAST;
    if (right === null) return -UNKNOWN_LAST;
    return Math.sign(compareKnown(left, right));
  };
}

export const byTime = <Row>(pick: (row: Row) => number | null): Compare<Row> =>
  byKnown(pick, (a: number, b: number) => a - b);

export const byAmount = <Row>(pick: (row: Row) => DecimalText | null): Compare<Row> =>
  byKnown(pick, (a, b) => compare(decimal(a), decimal(b)));

/** By code units, the same in every language: ids and symbols are not words. */
export const byText = <Row>(pick: (row: Row) => string | null): Compare<Row> =>
  byKnown(pick, (a, b) => (a === b ? 0 : a < b ? -1 : 1));

/** Equal rows keep the server's order. */
export function sortRows<Row>(
  rows: readonly Row[],
  by: Compare<Row>,
  direction: 'ascending' | 'descending',
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const order = by(a, b);
    return Math.abs(order) === UNKNOWN_LAST ? order : sign * order;
  });
}
