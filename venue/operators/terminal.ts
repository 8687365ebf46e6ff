/** How the operators' command prints an answer in a terminal. */
export type Answer = Readonly<Record<string, unknown>>;

/** Texts from users may contain terminal control codes. */
export const plain = (value: unknown): string => textOf(value).replaceAll(CONTROLS, '?');

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** All but the line feed, and characters that turn the direction of a text. */
const CONTROLS = /[^\P{C}\n]/gu;

/** A list in columns below their names, or a note that it is empty. */
export function lines(list: unknown, fields: readonly string[], none: string): string {
  const rows = (list as readonly Answer[]).map((row) =>
    fields.map((field) => plain(Array.isArray(row[field]) ? row[field].join('+') || '-' : row[field])),
  );
  return rows.length === 0 ? none : table([fields, ...rows]);
}

export const asText = (answer: Answer): string =>
  Object.entries(answer)
    .map(([name, value]) => `${name}: ${plain(value)}`)
    .join('\n');

/** In columns, each as wide as its widest text. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The shown part of the answer of `chains`. */
export interface ChainRow {
  readonly coin: string;
  readonly adapter: string;
  readonly closed: string | null;
  readonly height: number;
  readonly waiting: number;
  readonly waitsFor: string | null;
  readonly held: number;
  readonly unsent: number;
  readonly unsentSince: string | null;
  readonly givenUp: number;
  readonly sender: keyof typeof SENDERS;
  readonly isForgotten: boolean;
  readonly hot: string | null;
  readonly ceiling: string | null;
  readonly node: Answer | null;
}

const SENDERS = { here: 'this process', elsewhere: 'another process', nobody: 'nobody' };
const CHAIN_COLUMNS: Readonly<Record<string, (row: ChainRow) => unknown>> = {
  coin: ({ coin }) => coin,
  state: ({ closed }) => (closed === null ? 'open' : `closed: ${closed}`),
  adapter: ({ adapter }) => adapter,
  network: ({ node }) => node?.network,
  node: ({ node }) => node?.height,
  recorded: ({ height }) => String(height),
  'tip age': ({ node }) => (typeof node?.tipAge === 'number' ? `${node.tipAge} s` : null),
  peers: ({ node }) => node?.peers,
  synced: ({ node }) => node && (node.isSyncing === true ? 'no' : 'yes'),
  sender: ({ sender }) => SENDERS[sender],
  hot: ({ hot }) => hot,
  ceiling: ({ ceiling }) => ceiling,
  waiting: ({ waiting, waitsFor }) => (waitsFor === null ? String(waiting) : `${waiting} for ${waitsFor}`),
  held: ({ held }) => String(held),
  'given up': ({ givenUp }) => String(givenUp),
  stuck: ({ unsent, unsentSince }) => (unsent === 0 ? '0' : `${unsent} since ${unsentSince}`),
};

export function chainTable(rows: readonly ChainRow[]): string {
  if (rows.length === 0) return 'No coin is on a real node.';
  const cells = rows.map((row) => Object.values(CHAIN_COLUMNS).map((read) => plain(read(row))));
  return table([Object.keys(CHAIN_COLUMNS), ...cells]);
}
