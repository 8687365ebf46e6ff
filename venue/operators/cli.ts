// `npm run operator -- help`: what whoever runs a venue does while it runs, over its unix-domain socket.
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `npm run operator -- <command>

  add <name>                            a new operator; prints the key, once. The first two need no key
  remove <name> <reason>                ends an operator's key
  operators                             lists them

  tickets [--all]                       support tickets that wait for an answer, or all
  ticket <id>                           a ticket with all that was said in it
  answer <id> <text>                    answers it; a text of - is read from standard input
  close <id>                            closes it

  withdrawals                           those that wait for their release
  release <id> <reason>                 approves one; the second operator's approval releases it
  refuse <id> <reason>                  refuses one; the user gets amount and fee back, and reads the reason

  reset-two-factor <email> <reason>     takes a lost second factor off; withdrawals pause for 24 hours
  end-sessions <email> <reason>         signs a user out everywhere; everybody in place of the email signs out all
  pause <email> <hours> <reason>        pauses an account's withdrawals
  lift <email> <reason>                 ends the pause

  pairs                                 how far each pair may trade from its reference price
  band <pair> <percent> <reason>        changes that, from the venue's next start on

  chains status [--json]                coins on real nodes (npm run chains -- status); ends with 1 if one is
                                        closed, or has withdrawals that nobody sends
  chains give-up <coin> <transaction> [<reason>] [--by <transaction>]
                                        a stored transaction that its node never takes; without a reason it says
                                        what would happen; the second operator's approval does it

  health                                what the audit finds, and what waits
  log [--limit <number>]                what operators did, the newest first

  --socket <path>                       by default OPERATOR_SOCKET, else operator.sock in DATA_DIR (.data)
  --key-file <path>                     the file with your key, by default OPERATOR_KEY_FILE`;

/** Shown without a stack trace. */
class Mistake extends Error {}

const text = { type: 'string' } as const;
const options = {
  socket: text,
  'key-file': text,
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  by: text,
  limit: { ...text, default: '50' },
  help: { type: 'boolean' },
} as const;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return process.exit(2);
  }
}

const { values, positionals } = readArguments();
const socketPath =
  values.socket ?? process.env.OPERATOR_SOCKET ?? path.join(process.env.DATA_DIR ?? '.data', 'operator.sock');

/** From a file, because arguments and environments can be seen by others. */
function readKey(): string | null {
  const file = values['key-file'] ?? process.env.OPERATOR_KEY_FILE;
  if (file === undefined) return null;
  try {
    const key = /^qbop_\S+$/m.exec(readFileSync(file, 'utf8'));
    if (key) return key[0];
  } catch (error) {
    throw new Mistake(`The key cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  throw new Mistake(`${file} holds no key of an operator.`);
}

type Answer = Readonly<Record<string, unknown>>;

async function call(command: string, body: object): Promise<Answer> {
  if (!existsSync(socketPath))
    throw new Mistake(`No venue answers at ${socketPath}. Name its socket with --socket, or its DATA_DIR.`);
  const key = readKey();
  const [status, said] = await new Promise<readonly [number, string]>((resolve, reject) => {
    const sent = request(
      {
        socketPath,
        path: `/${command}`,
        method: 'POST',
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
      },
      (response) => {
        let whole = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          whole += part;
        });
        response.on('end', () => resolve([response.statusCode ?? 0, whole]));
      },
    );
    sent.on('error', (error) =>
      reject(new Mistake(`The venue at ${socketPath} does not answer: ${error.message}`, { cause: error })),
    );
    sent.end(JSON.stringify(body));
  });
  const answer = JSON.parse(said) as Answer;
  if (status !== 200)
    throw new Mistake(typeof answer.message === 'string' ? answer.message : `The venue answered ${status}.`);
  return answer;
}

/** Texts of others may hold what a terminal would obey. */
const plain = (value: unknown): string => textOf(value).replaceAll(CONTROLS, '?');

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** All but the line feed, and what turns the direction of a text. */
const CONTROLS = /[^\P{C}\n]/gu;

/** A list as lines, or that it is empty. */
function lines(list: unknown, fields: readonly string[], none: string): string {
  const rows = (list as readonly Answer[]).map((row) =>
    fields
      .map((field) => plain(Array.isArray(row[field]) ? row[field].join('+') || '-' : row[field]))
      .join('  '),
  );
  return rows.length === 0 ? none : rows.join('\n');
}

const asText = (answer: Answer): string =>
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

/** What `chains` answers, as far as it is shown. */
interface ChainRow {
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

function chainTable(rows: readonly ChainRow[]): string {
  if (rows.length === 0) return 'No coin is on a real node.';
  const cells = rows.map((row) => Object.values(CHAIN_COLUMNS).map((read) => plain(read(row))));
  return table([Object.keys(CHAIN_COLUMNS), ...cells]);
}

const rest = (words: readonly string[]): string => words.join(' ');

async function giveUp([coin = '', tx = '', ...words]: readonly string[]): Promise<string> {
  const reason = words.length === 0 ? null : rest(words);
  const { approvals, needed, will, withdrawal, amount } = await call('give-up', {
    coin,
    tx,
    by: values.by ?? null,
    reason,
  });
  const what = `Withdrawal ${plain(withdrawal)} of ${plain(amount)} ${plain(coin)}. ${plain(will)}`;
  if (reason === null) return `${what}\nGive a reason to approve this; ${plain(needed)} operators have to.`;
  return approvals === needed
    ? `${what}\nGiven up.`
    : `${what}\nApproved: ${plain(approvals)} of ${plain(needed)}. Another operator has to approve it, too.`;
}

const commands: Record<string, (args: string[]) => Promise<string>> = {
  add: async ([name = '']) => {
    const { key } = await call('add', { name });
    // Not into the file that the key goes to.
    console.error(`This is the key of ${plain(name)}. It is not shown again: keep it in a file of mode 600.`);
    return plain(key);
  },
  remove: async ([name = '', ...words]) => asText(await call('remove', { name, reason: rest(words) })),
  operators: async () =>
    lines((await call('operators', {})).operators, ['name', 'added_at', 'removed_at'], 'There are none.'),
  tickets: async () =>
    lines(
      (await call('tickets', { all: values.all })).tickets,
      ['id', 'status', 'category', 'modified', 'email', 'subject'],
      'No ticket waits.',
    ),
  ticket: async ([id = '']) => {
    const { said, ...ticket } = await call('ticket', { id });
    return `${asText(ticket)}\n\n${lines(said, ['at', 'by', 'text'], '')}`;
  },
  answer: async ([id = '', ...words]) => {
    const typed = rest(words);
    return asText(await call('answer', { id, text: typed === '-' ? readFileSync(0, 'utf8') : typed }));
  },
  close: async ([id = '']) => asText(await call('close', { id })),
  withdrawals: async () =>
    lines(
      (await call('withdrawals', {})).withdrawals,
      ['id', 'since', 'amount', 'coin', 'fee', 'email', 'address', 'approved'],
      'No withdrawal waits.',
    ),
  release: async ([id = '', ...words]) => {
    const { released, approvals, needed } = await call('release', { id, reason: rest(words) });
    return released === true
      ? 'Released.'
      : `Approved: ${plain(approvals)} of ${plain(needed)}. Another operator has to approve it, too.`;
  },
  refuse: async ([id = '', ...words]) => asText(await call('refuse', { id, reason: rest(words) })),
  'reset-two-factor': async ([email = '', ...words]) =>
    asText(await call('reset-two-factor', { email, reason: rest(words) })),
  'end-sessions': async ([email = '', ...words]) =>
    asText(await call('end-sessions', { email, reason: rest(words) })),
  pause: async ([email = '', hours = '', ...words]) =>
    asText(await call('pause', { email, hours: Number(hours), reason: rest(words) })),
  lift: async ([email = '', ...words]) => asText(await call('lift', { email, reason: rest(words) })),
  pairs: async () => lines((await call('pairs', {})).pairs, ['pair', 'percent'], 'There are none.'),
  band: async ([pair = '', percent = '', ...words]) =>
    asText(await call('band', { pair, percent, reason: rest(words) })),
  chains: async ([what, ...words]) => {
    if (what === 'give-up') return giveUp(words);
    if (what !== 'status')
      throw new Mistake('Say what: npm run chains -- status, or npm run chains -- give-up');
    const rows = (await call('chains', {})).chains as readonly ChainRow[];
    // For a script that watches the venue.
    if (rows.some(({ closed, isForgotten }) => closed !== null || isForgotten)) process.exitCode = 1;
    return values.json ? JSON.stringify(rows, null, 2) : chainTable(rows);
  },
  health: async () => asText(await call('health', {})),
  log: async () =>
    lines(
      (await call('log', { limit: Number(values.limit) })).operations,
      ['at', 'operator', 'action', 'subject', 'reason'],
      'Nobody has done anything.',
    ),
};

const [name = 'help', ...args] = positionals;
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (values.help || name === 'help') console.log(HELP);
else if (!command) {
  console.error(`Unknown command "${name}".\n\n${HELP}`);
  process.exitCode = 2;
} else {
  try {
    console.log(await command(args));
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
