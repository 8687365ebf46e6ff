import { createHash } from 'node:crypto';
import { hashOfStatement, type Proof, type Statement } from '../venue/solvency/stranger.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { SolvencyVerdict } from '../../src/domain/solvency/proof.ts';
import type { SolvencyStatement } from '../../src/domain/solvency/statement.ts';
import { solvencyImplementations } from '../../src/machines/solvency/solvency.actors.ts';
import {
  solvencyMachine,
  type CheckedProof,
  type SolvencyContext,
  type SolvencySnapshot,
} from '../../src/machines/solvency/solvency.machine.ts';
import * as selectors from '../../src/machines/solvency/solvency.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

const AT = Date.UTC(2026, 10, 26, 9);
const SALT = 'c0'.repeat(32);
const OTHER = { hash: 'd1'.repeat(32), sum: '200000000' };

const sha256 = (text: string): string => createHash('sha256').update(Buffer.from(text, 'hex')).digest('hex');
const bytes = (value: string | number, length: number): string =>
  BigInt(value)
    .toString(16)
    .padStart(length * 2, '0');
const named = (text: string): string => bytes(text.length, 1) + Buffer.from(text).toString('hex');

/** Amounts owed to a user of this account in two trees, with somebody else beside it. Statements: newest first. */
function publishedFor(account: string): {
  readonly statements: readonly Statement[];
  readonly proofs: Readonly<Record<number, Proof>>;
} {
  const amount = '150000000';
  const rootIn = (tree: number): string => {
    const leaf = sha256(`00${bytes(tree, 8)}${named('BTC')}${named(account)}${SALT}${bytes(amount, 16)}`);
    return sha256(`01${leaf}${bytes(amount, 16)}${OTHER.hash}${bytes(OTHER.sum, 16)}`);
  };
  const stated = (number: number, hours: number, previous: string): Statement => {
    const coins = [{ coin: 'BTC', root: rootIn(number), owed: '350000000', reserves: '350000001' }];
    const at = new Date(AT - hours * 3_600_000).toISOString();
    const whole = { number, at, ledger_number: 3, ledger_hash: 'ab'.repeat(32), coins, previous, hash: '' };
    return { ...whole, hash: hashOfStatement(whole) };
  };
  const first = stated(1, 1, '0'.repeat(64));
  const leaves = [{ coin: 'BTC', amount, salt: SALT, position: 0, path: [OTHER] }];
  return {
    statements: [stated(2, 0, first.hash), first],
    proofs: { 1: { number: 1, account, leaves }, 2: { number: 2, account, leaves } },
  };
}

type Machine = typeof solvencyMachine;
type Context = SolvencyContext;
type Ending = Outcome<SolvencySnapshot>;

/** The user of the walks on the screen. */
const ACCOUNT = 'walk-user-1';
const { statements, proofs } = publishedFor(ACCOUNT);

const READ = 'GET /solvency/statements';
const FULL = new DOMException('no room', 'QuotaExceededError');

interface Saving {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  let saving: Saving | undefined;
  return {
    machine: solvencyMachine.provide(
      solvencyImplementations({
        http: network.http,
        files: {
          save: (name, type, text) => {
            const receipt = JSON.parse(text) as { format: string; venue: string; statement: Statement };
            // As the server sent it, so that a stranger can check it.
            const isSealed = hashOfStatement(receipt.statement) === receipt.statement.hash;
            effects.push(`save ${name} as ${type}: ${receipt.format} of ${receipt.venue}, ${isSealed}`);
            return new Promise((resolve, reject) => {
              saving = { resolve, reject };
            });
          },
        },
        venue: () => 'https://venue.example',
      }),
    ),
    clock: new TestClock(),
    settle: (id, outcome) => {
      if (id !== 'saveReceipt') network.reply(outcome.reply as Reply);
      else if (outcome.error instanceof Error) saving?.reject(outcome.error);
      else saving?.resolve();
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const known = statements.map(({ at, ledger_number, ledger_hash, ...rest }): SolvencyStatement => ({
  number: rest.number,
  at: Date.parse(at),
  ledgerNumber: ledger_number,
  ledgerHash: ledger_hash,
  coins: rest.coins,
  previous: rest.previous,
  hash: rest.hash,
}));
function statementOf(number: number): SolvencyStatement {
  const found = known.find((one) => one.number === number);
  if (!found) throw new Error('there is no such statement');
  return found;
}
function proofOf(number: number): Proof {
  const found = proofs[number];
  if (!found) throw new Error('there is no such proof');
  return found;
}

const lost = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});
const TOO_MANY: Failure = { code: 'tooMany', status: 429, retryAfter: 7, retryable: true };
const tooMany = lost('429', { status: 429, body: {}, retryAfter: 7 }, TOO_MANY);
const failing = (call: string): readonly Ending[] => [
  tooMany,
  lost(
    '503',
    { status: 503, body: {} },
    { code: 'server', status: 503, retryable: true, cause: `${call} 503` },
  ),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
];

const readStatements: readonly Ending[] = [
  {
    name: 'published',
    says: 'the published statements have come',
    reply: { status: 200, body: { statements } },
    done: known,
  },
  ...failing('solvencyStatements'),
];

const answered = (name: string, sent: Proof, verdict: SolvencyVerdict): Ending => ({
  name,
  reply: { status: 200, body: sent },
  done: { statement: statementOf(sent.number), proof: sent, verdict },
  when: ({ context }) => context.number === sent.number,
});
const refuted = (fault: 'path' | 'absent' | 'account', coin: string | null): SolvencyVerdict => ({
  isProven: false,
  fault,
  coin,
});
function lowered(number: number): Proof {
  const { leaves, ...rest } = proofOf(number);
  return { ...rest, leaves: leaves.map((leaf) => ({ ...leaf, amount: '149999999' })) };
}
const PROVEN: SolvencyVerdict = {
  isProven: true,
  coins: [{ coin: 'BTC', amount: '150000000', isCovered: true }],
};
const checkBalances: readonly Ending[] = [
  answered('counted', proofOf(2), PROVEN),
  answered('counted before', proofOf(1), PROVEN),
  answered('one unit less', lowered(2), refuted('path', 'BTC')),
  answered('one unit less before', lowered(1), refuted('path', 'BTC')),
  answered('left out', { ...proofOf(2), leaves: [] }, refuted('absent', null)),
  answered("another's", { ...proofOf(2), account: 'somebody' }, refuted('account', null)),
  lost(
    'not kept',
    { status: 404, body: { message: 'Not kept', code: 'NO_TREE' } },
    { code: 'refused', text: 'Not kept', serverCode: 'NO_TREE', status: 404, retryable: false },
  ),
  ...failing('solvencyProof'),
];
const saveReceipt: readonly Ending[] = [
  { name: 'taken', says: 'the browser has taken the receipt', done: undefined },
  { name: 'no room', says: 'there is no room for the receipt', error: FULL },
];

const events: readonly EventCase<Machine>[] = [
  { name: 'retry', says: 'the user presses "Retry"', event: { type: 'user.retry' } },
  { name: 'check', says: 'the user checks the newest statement', event: { type: 'user.check', number: 2 } },
  {
    name: 'check the one before',
    says: 'the user checks the statement before',
    event: { type: 'user.check', number: 1 },
  },
  { name: 'save', says: 'the user saves the receipt', event: { type: 'user.save' } },
];

const NOTHING = { account: ACCOUNT, statements: [], number: 0, checked: null, failure: null };
const failureIn = (event: AnyEvent): Failure => (event.error as OutageError).failure;
const checkedIn = (event: AnyEvent): CheckedProof => event.output as CheckedProof;
const numberIn = (event: AnyEvent): number => (event as unknown as { number: number }).number;
const isProven = ({ checked }: Context): boolean => checked?.verdict.isProven ?? false;
const back = (context: Context): string => (isProven(context) ? 'proven' : 'notProven');

const rows: readonly Row<Context>[] = [
  { ref: 'SOLVENCY-06', in: '', on: '(start)', to: 'loading', does: () => [READ], sets: () => NOTHING },
  {
    ref: 'SOLVENCY-06: what was published is shown',
    in: 'loading',
    on: 'readStatements: published',
    to: 'ready',
    sets: () => ({ ...NOTHING, statements: known }),
  },
  {
    ref: 'SOLVENCY-06: or why it cannot be',
    in: 'loading',
    on: 'readStatements: *',
    to: 'unread',
    sets: (_context, event) => ({ ...NOTHING, failure: failureIn(event) }),
  },
  { ref: 'SOLVENCY-06', in: 'unread', on: 'retry', to: 'loading', does: () => [READ], sets: () => NOTHING },
  {
    ref: 'SOLVENCY-07: the own entry is read, and nothing of an older check stays',
    in: ['ready', 'proven', 'notProven', 'failed'],
    on: 'check*',
    to: 'checking',
    does: (_context, event) => [`GET /solvency/proof?number=${numberIn(event)}`],
    sets: (_context, event) => ({ number: numberIn(event), checked: null, failure: null }),
  },
  {
    ref: 'SOLVENCY-07: proven',
    in: 'checking',
    on: 'checkBalances: counted*',
    to: 'proven',
    sets: (_context, event) => ({ checked: checkedIn(event), failure: null }),
  },
  {
    ref: 'SOLVENCY-07: what is wrong is said',
    in: 'checking',
    on: ['checkBalances: one unit less*', 'checkBalances: left out', "checkBalances: another's"],
    to: 'notProven',
    sets: (_context, event) => ({ checked: checkedIn(event), failure: null }),
  },
  {
    ref: 'SOLVENCY-07: without an answer nothing is known',
    in: 'checking',
    on: 'checkBalances: *',
    to: 'failed',
    sets: (_context, event) => ({ checked: null, failure: failureIn(event) }),
  },
  {
    ref: 'SOLVENCY-08: a receipt, of what was not proven too',
    in: ['proven', 'notProven'],
    on: 'save',
    to: 'saving',
    does: ({ number }) => [
      `save solvency_${number}_2026-11-26T0${7 + number}00.json as application/json: ` +
        'quietbook-solvency-1 of https://venue.example, true',
    ],
    sets: ({ checked }) => ({ checked }),
  },
  {
    ref: 'SOLVENCY-08',
    in: 'saving',
    on: 'saveReceipt: taken',
    to: back,
    sets: ({ checked }) => ({ checked }),
  },
  {
    ref: 'SOLVENCY-08: a file that cannot be written is said',
    in: 'saving',
    on: 'saveReceipt: no room',
    to: back,
    does: () => ['toast {"key":"solvency:toast.notSaved","kind":"error"}'],
    sets: ({ checked }) => ({ checked }),
  },
];

export const solvencyModel: MachineModel<Machine> = {
  name: 'solvency',
  machine: solvencyMachine,
  states: {
    loading: 'the statements are being read',
    ready: 'the statements are shown',
    checking: 'the own balances are being checked',
    proven: 'the page says that the balances are in the sum',
    saving: 'the receipt is being written',
    notProven: 'the page says what does not hold',
    failed: 'the page says that nothing is known',
    unread: 'the page says that the statements could not be read',
  },
  services: { checkBalances: 'the check', readStatements: 'reading the statements' },
  endings: {
    "another's": 'finds the balances of somebody else',
    counted: 'finds the own balances counted',
    'counted before': 'finds the own balances counted in the statement before',
    'left out': 'finds the own balances left out',
    'not kept': 'finds that the statement is not kept any more',
    'one unit less': 'finds one unit less than there is',
    'one unit less before': 'finds one unit less in the statement before',
  },
  variants: [
    {
      name: 'a user',
      input: { account: ACCOUNT },
      events,
      outcomes: { readStatements, checkBalances, saveReceipt },
      sut,
    },
  ],
  key: ({ value, context: { checked, number } }) => ({ value, number, verdict: checked?.verdict ?? null }),
  requirements: rows,
  invariant: ({ value, context: { checked, failure } }) => {
    if ((value === 'unread' || value === 'failed') !== (failure !== null)) return 'does not say why';
    if (value === 'proven' && checked?.verdict.isProven !== true) return 'proven without a proof';
    return value === 'notProven' && checked?.verdict.isProven !== false
      ? 'refuted without a reason'
      : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      selectStage: [
        [/^loading$/, 'loading'],
        [/^unread$/, 'unread'],
        [/^ready$/, 'ready'],
        [/^checking$/, 'checking'],
        [/^proven$/, 'proven'],
        [/^notProven$/, 'notProven'],
        [/^failed$/, 'failed'],
        [/^saving$/, 'saving'],
      ],
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /^(loading|checking|saving)/, failed: /^(unread|failed)/ },
};
