import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvText } from '../../../src/machines/history/csv.rules.ts';
import { parseCsv } from '../../csv.ts';

const bare = (text: string): string => text.replaceAll("'", '');

describe('cells (RFC 4180)', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['0.00000001', '0.00000001'],
    ['-0.5', '-0.5'],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' spaced ', '" spaced "'],
  ])('%j becomes %j', (text, cell) => expect(csvCell(text)).toBe(cell));

  it.each([
    '=1+1',
    '=HYPERLINK("http://evil.example","x")',
    '@SUM(1)',
    '+1+1',
    '-1+1',
    '-cmd',
    '|calc',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00A0=1',
    '\u200B=1',
    '\u202E=1',
    '\u0000=1',
    '\uFEFF=1',
    '＝1+1',
    '＠SUM(1)',
    '＋1',
    '－1',
    "=cmd|' /C calc'!A0",
  ])('%j is no formula', (text) => {
    const cell = parseCsv(csvText(['h'], [[text]]))[1]?.[0] ?? '';
    expect(cell.startsWith("'")).toBe(true);
    expect(bare(cell)).toBe(bare(text));
  });
});

it('a text in which another program would start a cell is inert there too', () => {
  expect(csvCell('memo;=1+1')).toBe(`"memo;'=1+1"`);
  expect(csvCell('memo, -x')).toBe(`"memo,' -x"`);
  expect(csvCell('2026-01-05T14:05:09+01:00')).toBe('2026-01-05T14:05:09+01:00');
});

describe('files', () => {
  it('start with the mark of UTF-8 and end every line with CR LF', () => {
    expect(csvText(['a', 'b'], [['1', null]])).toBe('\uFEFFa,b\r\n1,\r\n');
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 4 }),
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          '"',
          ',',
          '\r',
          '\n',
          '\t',
          ' ',
          "'",
          '\u202E',
          '＝',
          ';',
          '\u0000',
        ),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join(''));

  it('contain the input, cell for cell, and no formula', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile, hostile), { maxLength: 5 }), (rows) => {
        const read = parseCsv(csvText(['a', 'b', 'c'], rows)).slice(1);
        expect(read).toHaveLength(rows.length);
        for (const [index, row] of read.entries()) {
          for (const [column, cell] of row.entries()) {
            const put = rows[index]?.[column] ?? '';
            expect(bare(cell)).toBe(bare(put));
            // Other programs have other separators.
            for (const part of cell.split(/[,;\t\r\n]/)) {
              expect(/^[\s\p{C}\p{Z}]*[=+@|＝＋－＠]/u.test(part)).toBe(false);
              const mayBeFormula = /^[\s\p{C}\p{Z}]*-/u.test(part) && !/^-\d+(\.\d+)?$/.test(cell);
              expect(mayBeFormula).toBe(false);
            }
          }
        }
      }),
      { numRuns: 5000 },
    );
  });
});
