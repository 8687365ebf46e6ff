// Tables in documents that a program writes, between marks that people leave alone.

/**
 * @param {readonly (readonly string[])[]} rows the first one names the columns; a cell that is missing is empty
 * @returns {string} a table whose columns are aligned
 */
export function tableText(rows) {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  /** @param {readonly string[]} row */
  const line = (row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

/**
 * @param {string} document
 * @param {string} begin
 * @param {string} end
 * @returns {{ from: number, to: number }} where the text between the first such marks begins and ends
 * @throws Error when a mark is missing.
 */
function placeBetween(document, begin, end) {
  const at = document.indexOf(begin);
  const to = document.indexOf(end, at);
  if (at === -1 || to === -1) throw new Error(`The document holds no ${begin} … ${end}`);
  return { from: at + begin.length, to };
}

/** The text between two marks. @param {string} document @param {string} begin @param {string} end */
export function textBetween(document, begin, end) {
  const { from, to } = placeBetween(document, begin, end);
  return document.slice(from, to);
}

/**
 * Puts a text between two marks.
 * @param {string} document
 * @param {string} begin
 * @param {string} end
 * @param {string} text
 */
export function withText(document, begin, end, text) {
  const { from, to } = placeBetween(document, begin, end);
  return `${document.slice(0, from)}\n\n${text}\n\n${document.slice(to)}`;
}
