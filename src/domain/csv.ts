/**
 * Tables as files for spreadsheets (RFC 4180). Every cell is exact text; a cell that a spreadsheet would take for a
 * formula is made plain text by an apostrophe before it, because ids, addresses and tags come from others.
 */

/** So that spreadsheets read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Spaces, controls, and marks that are not seen: a formula may hide behind them. */
const UNSEEN = String.raw`[\s\p{C}\p{Z}]*`;
/** What begins a formula, also in the wide forms of East Asian keyboards; a bar begins a command in old programs. */
const SIGN = '[=+\\-@|＝＋－＠]';
/**
 * A formula at the beginning of a cell, or where a program that separates by something else, or does not know quotes,
 * would begin one.
 */
const FORMULA = new RegExp(String.raw`(?<=^|[,;\t\r\n])(?=${UNSEEN}${SIGN})`, 'gu');
/** Tabs and line ends at the beginning hide what follows. */
const HIDDEN_START = /^[\t\r\n]/;
/** A plain negative number is no formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The text of one cell as it stands in the file. */
export function csvCell(text: string): string {
  const inert = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "'");
  const safe = HIDDEN_START.test(inert) ? `'${inert}` : inert;
  return /[",;\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A whole file: headings, then rows; null is an empty cell. */
export function csvText(headings: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map((cell) => csvCell(cell ?? '')).join(','));
  return BYTE_ORDER_MARK + lines.map((line) => line + LINE_END).join('');
}
