/** @param rows the first row names the columns; a missing cell is empty */
export function tableText(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}

/** @throws Error if a mark is missing. */
function placeBetween(document: string, begin: string, end: string): { from: number; to: number } {
  const at = document.indexOf(begin);
  const to = document.indexOf(end, at);
  if (at === -1 || to === -1) throw new Error(`The document holds no ${begin} … ${end}`);
  return { from: at + begin.length, to };
}

export function textBetween(document: string, begin: string, end: string) {
  const { from, to } = placeBetween(document, begin, end);
  return document.slice(from, to);
}

export function withText(document: string, begin: string, end: string, text: string) {
  const { from, to } = placeBetween(document, begin, end);
  return `${document.slice(0, from)}\n\n${text}\n\n${document.slice(to)}`;
}
