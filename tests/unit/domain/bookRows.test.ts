import { expect, it } from 'vitest';
import { bookRows } from '../../../src/domain/bookView.ts';

// BOOK-02: both sides of every boundary.
it.each([
  [320, 600, 5],
  [639, 900, 5],
  [640, 900, 6],
  [767, 1200, 6],
  [768, 900, 8],
  [1023, 1200, 8],
  [1024, 900, 10],
  [1024, 901, 14],
  [1279, 800, 10],
  [1280, 800, 12],
  [1439, 901, 16],
  [1440, 900, 14],
  [1440, 901, 18],
  [1920, 1080, 18],
])('a window of %i by %i shows %i rows per side (BOOK-02)', (width, height, rows) => {
  expect(bookRows(width, height)).toBe(rows);
});
