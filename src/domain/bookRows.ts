/** Rows per side by width of the window in CSS pixels (BOOK-02). */
const ROWS_BELOW_WIDTH: readonly (readonly [width: number, rows: number])[] = [
  [640, 5],
  [768, 6],
  [1024, 8],
  [1280, 10],
  [1440, 12],
];
const ROWS_WHEN_WIDE = 14;
const EXTRA_ROWS_WHEN_TALL = 4;

/** Visible rows per side of the order book: 5 to 14 by width, 4 more in a window that is also tall. */
export function bookRows(width: number, height: number): number {
  const rows = ROWS_BELOW_WIDTH.find(([below]) => width < below)?.[1] ?? ROWS_WHEN_WIDE;
  return width >= 1024 && height > 900 ? rows + EXTRA_ROWS_WHEN_TALL : rows;
}
