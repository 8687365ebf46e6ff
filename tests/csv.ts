/** Reads a file as RFC 4180 says, for tests that open what the product wrote. @throws Error when it is not one. */
export function parseCsv(file: string): string[][] {
  if (!file.startsWith('\uFEFF')) throw new Error('no byte order mark');
  const text = file.slice(1);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) throw new Error('an open quote');
        if (text[at] !== '"') cell += text[at] ?? '';
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      const end = /[,\r\n]|$/.exec(text.slice(at))?.index ?? 0;
      cell = text.slice(at, at + end);
      if (cell.includes('"')) throw new Error('a bare quote');
      at += end;
    }
    row.push(cell);
    if (text[at] === ',') {
      at += 1;
      // A comma at the end of a line stands before one more empty cell.
      if (text.startsWith('\r\n', at)) row.push('');
      else continue;
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`a line that does not end with CR LF at ${at}`);
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}
