// Tables in documents that a program writes, between marks that people leave alone.

/**
 * @param rows the first one names the columns; a cell that is missing is empty
 * @returns a table whose columns are aligned
 */
export function tableText(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

/**
 * @returns where the text between the first such marks begins and ends
 * @throws Error when a mark is missing.
 */
function placeBetween(document: string, begin: string, end: string): { from: number; to: number } {
  const at = document.indexOf(begin);
  const to = document.indexOf(end, at);
  if (at === -1 || to === -1) throw new Error(`The document holds no ${begin} … ${end}`);
  return { from: at + begin.length, to };
}

/** The text between two marks. */
export function textBetween(document: string, begin: string, end: string) {
  const { from, to } = placeBetween(document, begin, end);
  return document.slice(from, to);
}

/** Puts a text between two marks. */
export function withText(document: string, begin: string, end: string, text: string) {
  const { from, to } = placeBetween(document, begin, end);
  return `${document.slice(0, from)}\n\n${text}\n\n${document.slice(to)}`;
}
