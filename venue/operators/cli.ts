#!/usr/bin/env node
// `quietbook-operator help`: what an operator can do while a venue runs, over its unix-domain socket.
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Answer, asText, type ChainRow, chainTable, lines, plain } from './terminal.ts';
import { newPrivateKey, privateKeyIn, prove, publicTextOf } from './signing.ts';

const HELP = `quietbook-operator <command>

  key                                   makes your key in your home, once, and prints its public half
  add <name> <public key>               a new operator, whom a second operator confirms with the same words;
                                        for 24 hours then the new one approves nothing
  remove <name> <reason>                ends an operator's key
  operators                             lists them

  tickets [--all]                       support tickets that wait for an answer, or all
  ticket <id>                           a ticket with all that was said in it
  answer <id> <text>                    answers it; a text of - is read from standard input
  close <id>                            closes it

  withdrawals                           those that wait for their release
  release <id> <reason>                 approves one; the second operator's approval releases it
  refuse <id> <reason>                  refuses one; the user gets amount and fee back, and reads the reason

  user <email>                          whether it has a second factor, sessions, a pause: nothing of its coins
  reset-two-factor <email> <reason>     takes a lost second factor off, once a second operator approves; withdrawals then
                                        pause for 24 hours
  end-sessions <email> <reason>         signs a user out everywhere, and revokes API keys; everybody in place of the
                                        email signs out all
  end-keys <email> <reason>             revokes API keys alone; everybody in place of the email revokes all
  pause <email> <hours> owner|theft     pauses an account's withdrawals for 72 hours at most, once a second operator
                                        approves: because its owner asked, or somebody else may be using it
  lift <email> <reason>                 ends the pause, once a second operator approves

  pairs                                 each pair: open or closed, decimals of price and quantity, smallest order, fees in
                                        percent, and how far it may trade from its reference price
  pair add <pair> <price decimals> <quantity decimals> <smallest order> <maker> <taker> <reason>
                                        a new pair, from the venue's next start on; fees in percent
  pair open|close <pair> <reason>       closed, its orders can be cancelled and nothing else
  pair rules <pair> <smallest order> <reason>
                                        in the base coin; open orders stay
  fees <pair> <maker> <taker> <reason>  in percent, 1 at most; open orders pay them, too
  band <pair> <percent> <reason>        how far it may trade from its reference price
  reference <pair> <price> <reason>     names that price for the time before a pair's first trade
  coins                                 what is on of each coin
  coin <coin> deposits|withdrawals|trading on|off <reason>
                                        one operator closes, turns off, narrows or lowers; the opposite needs two
  maintenance on|off <reason>           on, the venue takes no order and no withdrawal; orders can be cancelled,
                                        and users read the reason
  earned                                what fees have brought the house, by coin, what is left of it, what is owed
                                        to others, and what is leaving: sent, and not confirmed; gas that the venue
                                        has paid on a chain is not taken off
  fees pay out <coin> <amount> <email> <reason>
                                        credits it to that user's account, once a second operator approves the same

  chains status [--json]                coins on real nodes; ends with 1 if one is
                                        closed, or has withdrawals that nobody sends
  chains give-up <coin> <transaction> [<reason>] [--by <transaction>]
                                        a stored transaction that its node never takes; without a reason it says
                                        what would happen; the second operator's approval does it

  chains compare <coin> [<reason>]      of a restored copy: what it would have paid twice; without a reason it says so only;
                                        the second operator's approval lets the coin leave again

  health                                what the audit finds, and what waits
  log [--limit <number>]                what operators did, the newest first

  --socket <path>                       by default OPERATOR_SOCKET, else operator.sock in DATA_DIR, else
                                        /run/quietbook/operator.sock, else .data/operator.sock
  --key-file <path>                     the file with your key, by default OPERATOR_KEY_FILE, else
                                        ~/.quietbook-operator.pem`;

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
const SERVED = '/run/quietbook/operator.sock';
const inData = (folder: string): string => path.join(folder, 'operator.sock');
const socketPath =
  values.socket ??
  process.env.OPERATOR_SOCKET ??
  (process.env.DATA_DIR === undefined
    ? existsSync(SERVED)
      ? SERVED
      : inData('.data')
    : inData(process.env.DATA_DIR));

const keyFile =
  values['key-file'] ?? process.env.OPERATOR_KEY_FILE ?? path.join(homedir(), '.quietbook-operator.pem');

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Null where there is no file. Signing happens here; only signatures leave this process. */
function readKey(): KeyObject | null {
  if (!existsSync(keyFile)) return null;
  if ((statSync(keyFile).mode & 0o077) !== 0)
    throw new Mistake(`Others can read ${keyFile}: chmod 600 it, or make another key.`);
  try {
    return privateKeyIn(readFileSync(keyFile, 'utf8'));
  } catch (error) {
    throw new Mistake(`${keyFile} holds no key of an operator: ${saidBy(error)}`, { cause: error });
  }
}

function makeKey(): string {
  const key = newPrivateKey();
  try {
    writeFileSync(keyFile, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new Mistake(`No key was made: ${saidBy(error)}`, { cause: error });
  }
  return publicTextOf(key);
}

async function post(
  route: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const [status, said] = await new Promise<readonly [number, string]>((resolve, reject) => {
    const sent = request({ socketPath, path: `/${route}`, method: 'POST', headers }, (response) => {
      let whole = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        whole += part;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, whole]));
    });
    sent.on('error', (error) =>
      reject(new Mistake(`The venue at ${socketPath} does not answer: ${error.message}`, { cause: error })),
    );
    sent.end(body);
  });
  const answer = JSON.parse(said) as Answer;
  if (status !== 200)
    throw new Mistake(typeof answer.message === 'string' ? answer.message : `The venue answered ${status}.`);
  return answer;
}

async function call(route: string, given: object): Promise<Answer> {
  const key = readKey();
  if (!key) throw new Mistake(`There is no key in ${keyFile}. Make one: quietbook-operator key`);
  const { challenge } = await post('challenge', '');
  const body = JSON.stringify(given);
  const { key: own, signature } = prove(key, String(challenge), route, body);
  return post(route, body, { authorization: `Operator ${own} ${String(challenge)} ${signature}` });
}

const rest = (words: readonly string[]): string => words.join(' ');

const approvedBy = ({ approvals, needed }: Answer): string =>
  `Approved: ${plain(approvals)} of ${plain(needed)}. Another operator has to approve it, too.`;

const changed = ({ approvals, needed, ...what }: Answer): string =>
  approvals === needed ? asText(what) : `${asText(what)}\n${approvedBy({ approvals, needed })}`;

async function addPair(pair: string, words: readonly string[]): Promise<string> {
  const [priceDigits = '', quantityDigits = '', smallest = '', maker = '', taker = '', ...reason] = words;
  const terms = { pair, priceDigits, quantityDigits, smallest, maker, taker };
  return changed(await call('add-pair', { ...terms, reason: rest(reason) }));
}

async function payOut([coin = '', amount = '', email = '', ...words]: readonly string[]): Promise<string> {
  const answer = await call('pay-out', { coin, amount, email, reason: rest(words) });
  return answer.paid === true ? 'Paid.' : approvedBy(answer);
}

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
  return approvals === needed ? `${what}\nGiven up.` : `${what}\n${approvedBy({ approvals, needed })}`;
}

async function compare([coin = '', ...words]: readonly string[]): Promise<string> {
  const reason = words.length === 0 ? null : rest(words);
  const told = await call('compare', { coin, reason });
  const { paidTwice, paidAndReturned, blocks, waiting, isHidden, byHand, approvals, needed } = told;
  const columns = ['withdrawal', 'amount', 'address', 'tx'];
  const said = [
    `${plain(blocks)} blocks of ${plain(coin)} were compared.`,
    lines(paidTwice, columns, 'Nothing would be paid twice.'),
    Array.isArray(paidAndReturned) && paidAndReturned.length > 0
      ? `Paid, and in the balance of their users again:\n${lines(paidAndReturned, columns, '')}`
      : '',
    isHidden === true
      ? `This chain hides payments. Look into the wallet that pays for each of these:\n${lines(byHand, ['withdrawal', 'email', 'amount', 'address'], 'None waits.')}`
      : '',
    `Withdrawals that wait: ${plain(waiting)}.`,
    approvals === needed ? 'Compared.' : reason === null ? '' : approvedBy({ approvals, needed }),
  ];
  return said.filter(Boolean).join('\n');
}

const commands: Record<string, (args: string[]) => Promise<string>> = {
  key: async () => makeKey(),
  add: async ([name = '', key = '']) => {
    const { confirmed } = await call('add', { name, key });
    return confirmed === true
      ? `${plain(name)} is an operator, and may approve from 24 hours on.`
      : `Another operator has to confirm it: quietbook-operator add ${plain(name)} ${plain(key)}`;
  },
  remove: async ([name = '', ...words]) => asText(await call('remove', { name, reason: rest(words) })),
  operators: async () =>
    lines(
      (await call('operators', {})).operators,
      ['name', 'added_at', 'added_by', 'confirmed_at', 'removed_at'],
      'There are none.',
    ),
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
    const answer = await call('release', { id, reason: rest(words) });
    return answer.released === true ? 'Released.' : approvedBy(answer);
  },
  refuse: async ([id = '', ...words]) => asText(await call('refuse', { id, reason: rest(words) })),
  user: async ([email = '']) => asText(await call('user', { email })),
  'reset-two-factor': async ([email = '', ...words]) => {
    const answer = await call('reset-two-factor', { email, reason: rest(words) });
    return answer.reset === true ? 'Reset.' : approvedBy(answer);
  },
  'end-sessions': async ([email = '', ...words]) =>
    asText(await call('end-sessions', { email, reason: rest(words) })),
  'end-keys': async ([email = '', ...words]) =>
    asText(await call('end-keys', { email, reason: rest(words) })),
  pause: async ([email = '', hours = '', cause = '']) => {
    const answer = await call('pause', { email, hours: Number(hours), cause });
    return answer.paused === true ? 'Paused.' : approvedBy(answer);
  },
  lift: async ([email = '', ...words]) => {
    const answer = await call('lift', { email, reason: rest(words) });
    return answer.lifted === true ? 'Lifted.' : approvedBy(answer);
  },
  pairs: async () =>
    lines(
      (await call('pairs', {})).pairs,
      ['pair', 'state', 'decimals', 'smallest', 'maker', 'taker', 'percent', 'reference'],
      'There are none.',
    ),
  pair: async ([what = '', pair = '', ...words]) => {
    if (what === 'add') return addPair(pair, words);
    if (what === 'rules') {
      const [smallest = '', ...why] = words;
      return changed(await call('rules', { pair, smallest, reason: rest(why) }));
    }
    if (what !== 'open' && what !== 'close')
      throw new Mistake('Say what: quietbook-operator pair open, pair close, pair rules or pair add');
    return changed(await call('pair', { pair, open: what === 'open', reason: rest(words) }));
  },
  fees: async ([pair = '', maker = '', taker = '', ...words]) => {
    if (pair === 'pay' && maker === 'out') return payOut([taker, ...words]);
    return changed(await call('fees', { pair, maker, taker, reason: rest(words) }));
  },
  band: async ([pair = '', percent = '', ...words]) =>
    changed(await call('band', { pair, percent, reason: rest(words) })),
  reference: async ([pair = '', price = '', ...words]) =>
    changed(await call('reference', { pair, price, reason: rest(words) })),
  coins: async () =>
    lines((await call('coins', {})).coins, ['coin', 'deposits', 'withdrawals', 'trading'], 'There are none.'),
  coin: async ([coin = '', what = '', state = '', ...words]) => {
    if (state !== 'on' && state !== 'off') throw new Mistake(`Say on or off after ${plain(what || coin)}.`);
    return changed(await call('coin', { coin, what, on: state === 'on', reason: rest(words) }));
  },
  maintenance: async ([state = '', ...words]) => {
    if (state !== 'on' && state !== 'off')
      throw new Mistake('Say on or off: quietbook-operator maintenance on');
    return changed(await call('maintenance', { on: state === 'on', reason: rest(words) }));
  },
  earned: async () =>
    lines(
      (await call('earned', {})).earned,
      ['coin', 'trading', 'deposits', 'covered', 'paid', 'left', 'owed', 'unreturned', 'leaving'],
      'Nothing is earned or owed yet.',
    ),
  chains: async ([what, ...words]) => {
    if (what === 'give-up') return giveUp(words);
    if (what === 'compare') return compare(words);
    if (what !== 'status')
      throw new Mistake('Say what: quietbook-operator chains status, chains give-up or chains compare');
    const rows = (await call('chains', {})).chains as readonly ChainRow[];
    // For a script that monitors the venue.
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
