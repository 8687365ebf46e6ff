// `npm run solvency -- check receipt.json`: checks a receipt of the proof of solvency (docs/solvency.md).
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { checkProof, type SolvencyProof, type SolvencyVerdict } from '../src/domain/solvency/proof.ts';
import { RECEIPT_FORMAT } from '../src/domain/solvency/receipt.ts';
import {
  brokenStatement,
  coverage,
  type SolvencyStatement,
  unitsAsText,
} from '../src/domain/solvency/statement.ts';
import { proofAnswer, statementAnswer } from '../src/services/contract/calls/solvency.ts';

const HELP = `npm run solvency -- check <receipt.json>

  Calculates the receipt's own balances up to the root, and compares its statement with those that are published.

  --statements <file>  an answer of GET /solvency/statements that was kept, in place of asking the venue`;

/** Statements in one answer. */
const PAGE = 200;

/** Shown without a stack trace. */
class Mistake extends Error {}

const receiptFile = z.object({
  format: z.literal(RECEIPT_FORMAT),
  venue: z.string(),
  statement: statementAnswer,
  proof: proofAnswer,
});
const statementsFile = z.object({ statements: z.array(statementAnswer) });

type Receipt = z.output<typeof receiptFile>;

function parsed<S extends z.ZodMiniType>(schema: S, text: string, what: string): z.output<S> {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new Mistake(`${what} is no JSON.`);
  }
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Mistake(`${what} cannot be read: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** From the newest back to the receipt's own, so that the whole chain between them is checked. */
async function published({ venue, statement }: Receipt): Promise<SolvencyStatement[]> {
  if (!/^https?:\/\//.test(venue))
    throw new Mistake(`The receipt names no venue that can be asked: ${venue}`);
  const all: SolvencyStatement[] = [];
  for (;;) {
    const answer = await fetch(`${venue}/solvency/statements?limit=${PAGE}&skip=${all.length}`);
    if (!answer.ok) throw new Mistake(`${venue} answered with ${answer.status}.`);
    const { statements } = parsed(statementsFile, await answer.text(), `the answer of ${venue}`);
    all.push(...statements);
    if (statements.length < PAGE || statements.some(({ number }) => number <= statement.number)) return all;
  }
}

const REASONS: Readonly<Record<Extract<SolvencyVerdict, { isProven: false }>['fault'], string>> = {
  statement: 'the statement in the receipt is not what its hash seals',
  history: 'the published statements do not follow from each other',
  account: 'the leaves belong to another account',
  absent: 'no balance of the account is counted',
  coin: 'a coin is not in the statement, or twice in the proof',
  amount: 'a number is no whole number of 0 or more',
  path: 'a leaf does not lead to the published root',
  total: 'the sums are not the published total',
};

function faultsOf({ statement, proof }: Receipt, list: readonly SolvencyStatement[]): string[] {
  const verdict = checkProof(statement, proof, proof.account);
  const own = verdict.isProven
    ? []
    : [`${REASONS[verdict.fault]}${verdict.coin ? ` (${verdict.coin})` : ''}`];
  const broken = brokenStatement(list);
  const chain = broken === null ? [] : [`statement ${broken}: ${REASONS.history}`];
  const now = list.find(({ number }) => number === statement.number);
  if (!now) return [...own, ...chain, `statement ${statement.number} is not published any more`];
  const isSame = now.hash === statement.hash;
  return [
    ...own,
    ...chain,
    ...(isSame ? [] : [`statement ${statement.number} was changed since the receipt`]),
  ];
}

function lineOf({ coin, amount }: SolvencyProof['leaves'][number], { coins }: SolvencyStatement): string {
  const stated = coins.find((one) => one.coin === coin);
  const share = stated === undefined ? null : coverage(stated);
  return `  ${coin} ${unitsAsText(amount)}${share === null ? '' : `  (reserves cover ${share} % of what is owed)`}`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { statements: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, file] = positionals;
  if (values.help || command !== 'check' || file === undefined) throw new Mistake(HELP);
  const receipt = parsed(receiptFile, readFileSync(file, 'utf8'), file);
  const list =
    values.statements === undefined
      ? await published(receipt)
      : parsed(statementsFile, readFileSync(values.statements, 'utf8'), values.statements).statements;
  const { statement, proof } = receipt;
  console.log(
    `Tree ${statement.number} of ${new Date(statement.at).toISOString()}, account ${proof.account}:`,
  );
  for (const leaf of proof.leaves) console.log(lineOf(leaf, statement));
  const faults = faultsOf(receipt, list);
  if (faults.length === 0) {
    console.log('Proven: these balances are counted, and what was published is still the same.');
    return;
  }
  for (const fault of faults) console.log(`Not proven: ${fault}.`);
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  const isPlain = error instanceof Mistake || (error instanceof Error && 'code' in error);
  console.error(isPlain ? error.message : error);
  process.exit(2);
});
