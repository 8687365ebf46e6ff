import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { RealChain } from '../chains/open.ts';
import type { ChainStatus } from '../chains/status.ts';
import { approveWithdrawal, APPROVALS, refuseHeld } from '../coins/held.ts';
import { atomically, type Client } from '../coins/post.ts';
import { MOVING } from '../coins/stages.ts';
import type { LedgerHead } from '../ledger/seals.ts';
import type { StopReason } from '../ledger/watch.ts';
import { RefusedError, valueOf } from '../refused.ts';
import { explain } from '../http/explain.ts';
import type { Tickets } from '../support/tickets.ts';
import { compareCopy, readUncompared } from './copies.ts';
import { giveUp } from './giveUp.ts';
import { switchMaintenance } from './maintenance.ts';
import {
  addOperator,
  type Approvals,
  isApproved,
  listOperators,
  approvesNow,
  mayApprove,
  operatorOf,
  removeOperator,
} from './operators.ts';
import { isProven, type Proof } from './signing.ts';
import { readConversation, readTickets } from './tickets.ts';
import { payOutFees, readEarned } from './payOut.ts';
import { readOperations, recordOperation } from './trail.ts';
import {
  addPair,
  openPair,
  readCoinTerms,
  readPairTerms,
  setBand,
  setFees,
  setReference,
  setSmallest,
  switchCoin,
} from './markets.ts';
import {
  endKeys,
  endSessions,
  findUser,
  liftPause,
  LONGEST_PAUSE,
  pauseWithdrawals,
  readHeld,
  resetTwoFactor,
} from './users.ts';

export interface OperatorParts {
  readonly pool: Pool;
  readonly tickets: Pick<Tickets, 'answer' | 'close'>;
  /** Findings of the whole audit. */
  readonly audit: () => Promise<readonly string[]>;
  readonly whyStopped: () => StopReason | null;
  readonly heads: () => Promise<readonly LedgerHead[]>;
  readonly pairs: readonly { readonly symbol: string }[];
  readonly book: (pair: string) => { readonly sequence: number } | undefined;
  /** Of the coins on real nodes. */
  readonly chains: {
    readonly real: readonly RealChain[];
    readonly status: () => Promise<readonly ChainStatus[]>;
  };
  /** Sessions that a command has ended. */
  readonly onSessionsEnded: (keys: readonly string[]) => void;
  /** Applies changed pairs and coins to the running venue. False where that has to be tried again. */
  readonly onTermsChanged: () => Promise<boolean>;
  readonly now: () => Date;
}

/** What operators can do while the venue runs (OPERATOR-01 to OPERATOR-13). */
export interface Operators {
  /** For one call, which must come within a minute. */
  challenge(): string;
  /** @param proof of the operator who asks. @param body JSON. @throws RefusedError with a text for the terminal. */
  run(command: string, proof: Proof | null, body: string): Promise<unknown>;
}

/** Milliseconds. */
const CHALLENGE_LIFETIME = 60_000;
const MAX_CHALLENGES = 1000;

const line = z.string().check(z.minLength(1), z.maxLength(300));
const word = z.string().check(z.regex(/^\S{1,300}$/, 'must be one word'));
const digits = z.string().check(z.regex(/^[0-8]$/, 'must be a whole number from 0 to 8'));
const nothing = z.strictObject({});

interface Asked<T> {
  readonly client: Client;
  readonly operator: string;
  readonly given: T;
  readonly at: Date;
}

interface Command {
  /** Runs in one transaction, in which it writes the trail. */
  readonly run: (client: Client, key: string | null, given: unknown, at: Date) => Promise<unknown>;
}

/** A command of a known operator. */
const known = <S extends z.ZodMiniType>(
  schema: S,
  work: (asked: Asked<z.output<S>>) => Promise<unknown>,
): Command => ({
  run: async (client, key, given, at) =>
    work({ client, operator: await operatorOf(client, key), given: read(schema, given), at }),
});

function read<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new RefusedError(422, 'VALIDATION_FAILED', explain(parsed.error.issues));
}

export function createOperators(parts: OperatorParts): Operators {
  const { pool, tickets, now } = parts;

  /** Changes the terms of a pair or coin: once they are stored, the running venue takes them over. */
  const changed = (what: object, approved: Approvals): Afterwards =>
    afterwards(async () => {
      const isStored = isApproved(approved);
      const from =
        isStored && ((await parts.onTermsChanged()) ? 'now on' : 'when the database answers again');
      return { ...what, ...countOf(approved), from: from || null };
    });

  const ending = (end: typeof endSessions): Command =>
    known(
      z.strictObject({ email: word, reason: line }),
      async ({ client, operator, given: { email, reason }, at }) => {
        const ended = await end(client, { operator, subject: email, reason }, at);
        return afterwards(async () => {
          parts.onSessionsEnded(ended);
          return { ended: ended.length };
        });
      },
    );

  const commands: Readonly<Record<string, Command>> = {
    add: {
      run: (client, key, given, at) =>
        addOperator(client, key, read(z.strictObject({ name: word, key: word }), given), at),
    },
    remove: known(z.strictObject({ name: word, reason: line }), async ({ client, operator, given, at }) => {
      await removeOperator(client, { operator, subject: given.name, reason: given.reason }, at);
      return { removed: given.name };
    }),
    operators: known(nothing, async ({ client }) => ({ operators: await listOperators(client) })),

    tickets: known(z.strictObject({ all: z.boolean() }), async ({ client, given }) => ({
      tickets: await readTickets(client, given.all),
    })),
    ticket: known(z.strictObject({ id: word }), ({ client, given }) => readConversation(client, given.id)),
    answer: known(
      z.strictObject({ id: word, text: z.string().check(z.minLength(1), z.maxLength(10_000)) }),
      async ({ client, operator, given: { id, text }, at }) => {
        await recordOperation(client, { operator, action: 'answer', subject: id, reason: '' }, at);
        return afterwards(async () => {
          await tickets.answer(null, id, text);
          return { answered: id };
        });
      },
    ),
    close: known(z.strictObject({ id: word }), async ({ client, operator, given: { id }, at }) => {
      await recordOperation(client, { operator, action: 'close', subject: id, reason: '' }, at);
      return afterwards(async () => {
        await tickets.close(null, id);
        return { closed: id };
      });
    }),

    withdrawals: known(nothing, async ({ client }) => ({ withdrawals: await readHeld(client) })),
    release: known(
      z.strictObject({ id: word, reason: line }),
      async ({ client, operator, given: { id, reason }, at }) => {
        await approvesNow(client, operator, at);
        const { approvals } = valueOf(await approveWithdrawal(client, id, operator, at));
        await recordOperation(client, { operator, action: 'release', subject: id, reason }, at);
        return { released: approvals >= APPROVALS, approvals, needed: APPROVALS };
      },
    ),
    refuse: known(
      z.strictObject({ id: word, reason: line }),
      async ({ client, operator, given: { id, reason }, at }) => {
        valueOf(await refuseHeld(client, id, reason, at));
        await recordOperation(client, { operator, action: 'refuse', subject: id, reason }, at);
        return { refused: id };
      },
    ),

    user: known(z.strictObject({ email: word }), ({ client, given, at }) =>
      findUser(client, given.email, at),
    ),
    'reset-two-factor': known(
      z.strictObject({ email: word, reason: line }),
      async ({ client, operator, given: { email, reason }, at }) => {
        const { ended, ...approved } = await resetTwoFactor(client, { operator, subject: email, reason }, at);
        return afterwards(async () => {
          parts.onSessionsEnded(ended);
          return { reset: isApproved(approved), ...countOf(approved) };
        });
      },
    ),
    'end-sessions': ending(endSessions),
    'end-keys': ending(endKeys),
    pause: known(
      z.strictObject({
        email: word,
        hours: z.number().check(z.minimum(1), z.maximum(LONGEST_PAUSE)),
        cause: z.enum(['owner', 'theft']),
      }),
      async ({ client, operator, given: { email, hours, cause }, at }) => {
        const approved = await pauseWithdrawals(client, { operator, subject: email, cause }, hours, at);
        return { paused: isApproved(approved), ...countOf(approved) };
      },
    ),
    lift: known(
      z.strictObject({ email: word, reason: line }),
      async ({ client, operator, given: { email, reason }, at }) => {
        const approved = await liftPause(client, { operator, subject: email, reason }, at);
        return { lifted: isApproved(approved), ...countOf(approved) };
      },
    ),

    pairs: known(nothing, async ({ client }) => ({ pairs: await readPairTerms(client) })),
    coins: known(nothing, async ({ client }) => ({ coins: await readCoinTerms(client) })),
    earned: known(nothing, async ({ client }) => ({ earned: await readEarned(client) })),
    'pay-out': known(
      z.strictObject({ coin: word, amount: word, email: word, reason: line }),
      async ({ client, operator, given: { email, reason, ...what }, at }) => {
        const approved = await payOutFees(client, { operator, email, reason }, what, at);
        return { paid: isApproved(approved), ...countOf(approved) };
      },
    ),
    band: known(
      z.strictObject({ pair: word, percent: word, reason: line }),
      async ({ client, operator, given: { pair, percent, reason }, at }) =>
        changed({ pair, percent }, await setBand(client, { operator, pair, reason }, percent, at)),
    ),
    reference: known(
      z.strictObject({ pair: word, price: word, reason: line }),
      async ({ client, operator, given: { pair, price, reason }, at }) =>
        changed(
          { pair, reference: price },
          await setReference(client, { operator, pair, reason }, price, at),
        ),
    ),
    pair: known(
      z.strictObject({ pair: word, open: z.boolean(), reason: line }),
      async ({ client, operator, given: { pair, open, reason }, at }) =>
        changed({ pair, open }, await openPair(client, { operator, pair, reason }, open, at)),
    ),
    'add-pair': known(
      z.strictObject({
        pair: word,
        priceDigits: digits,
        quantityDigits: digits,
        smallest: word,
        maker: word,
        taker: word,
        reason: line,
      }),
      async ({ client, operator, given: { pair, reason, priceDigits, quantityDigits, ...terms }, at }) => {
        const wish = { ...terms, digits: [priceDigits, quantityDigits] as const };
        const approved = await addPair(client, { operator, pair, reason }, wish, at);
        return { pair, ...countOf(approved), from: isApproved(approved) ? 'the next start on' : null };
      },
    ),
    fees: known(
      z.strictObject({ pair: word, maker: word, taker: word, reason: line }),
      async ({ client, operator, given: { pair, maker, taker, reason }, at }) =>
        changed(
          { pair, maker, taker },
          await setFees(client, { operator, pair, reason }, { maker, taker }, at),
        ),
    ),
    rules: known(
      z.strictObject({ pair: word, smallest: word, reason: line }),
      async ({ client, operator, given: { pair, smallest, reason }, at }) =>
        changed({ pair, smallest }, await setSmallest(client, { operator, pair, reason }, smallest, at)),
    ),
    coin: known(
      z.strictObject({
        coin: word,
        what: z.enum(['deposits', 'withdrawals', 'trading']),
        on: z.boolean(),
        reason: line,
      }),
      async ({ client, operator, given: { coin, what, on, reason }, at }) =>
        changed({ coin, what, on }, await switchCoin(client, { operator, coin, what, reason }, on, at)),
    ),

    maintenance: known(
      z.strictObject({ on: z.boolean(), reason: line }),
      async ({ client, operator, given: { on, reason }, at }) =>
        changed({ maintenance: on }, await switchMaintenance(client, { operator, reason }, on, at)),
    ),

    // The nodes are asked after the transaction.
    chains: known(nothing, async () => afterwards(async () => ({ chains: await parts.chains.status() }))),
    'give-up': known(
      z.strictObject({ coin: word, tx: word, by: z.nullable(word), reason: z.nullable(line) }),
      async ({ client, operator, given: { tx: txHash, ...given }, at }) => {
        if (given.reason !== null) await mayApprove(client, operator, at);
        return afterwards(() =>
          giveUp({ pool, chains: parts.chains.real, now }, { operator, txHash, ...given }),
        );
      },
    ),

    compare: known(z.strictObject({ coin: word, reason: z.nullable(line) }), async ({ operator, given }) =>
      afterwards(() => compareCopy({ pool, chains: parts.chains.real, now }, { operator, ...given })),
    ),

    health: known(nothing, ({ client }) => health(parts, client)),
    log: known(
      z.strictObject({ limit: z.number().check(z.minimum(1), z.maximum(1000)) }),
      async ({ client, given }) => ({ operations: await readOperations(client, given.limit) }),
    ),
  };

  /** Epoch milliseconds until which each is valid. */
  const challenges = new Map<string, number>();

  return {
    challenge() {
      const at = now().getTime();
      for (const [old, until] of challenges)
        if (until <= at || challenges.size >= MAX_CHALLENGES) challenges.delete(old);
      const challenge = randomBytes(32).toString('base64url');
      challenges.set(challenge, at + CHALLENGE_LIFETIME);
      return challenge;
    },

    async run(name, proof, body) {
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
      if (!command) throw new RefusedError(404, 'UNKNOWN_COMMAND', `There is no command ${name}.`);
      if (proof) {
        const until = challenges.get(proof.challenge) ?? 0;
        challenges.delete(proof.challenge);
        if (until <= now().getTime() || !isProven(proof, name, body))
          throw new RefusedError(401, 'NOT_PROVEN', 'The signature does not fit, or came too late.');
      }
      const given = parse(body);
      const done = await atomically(pool, (client) => command.run(client, proof?.key ?? null, given, now()));
      return done instanceof Afterwards ? done.work() : done;
    },
  };
}

const countOf = ({ approvals, needed }: Approvals): Approvals => ({ approvals, needed });

function parse(body: string): unknown {
  try {
    return JSON.parse(body === '' ? '{}' : body) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RefusedError(400, 'BAD_REQUEST', 'The body is no JSON.');
  }
}

/** What happens once the trail is committed: it has its own transaction, or notifies others. */
class Afterwards {
  readonly work: () => Promise<unknown>;
  constructor(work: () => Promise<unknown>) {
    this.work = work;
  }
}
const afterwards = (work: () => Promise<unknown>): Afterwards => new Afterwards(work);

async function health(parts: OperatorParts, client: Client): Promise<Afterwards> {
  const { rows } = await client.query<Record<'held' | 'moving' | 'open_tickets' | 'open_orders', string>>(
    `select (select count(*) from withdrawals where stage = 'held') as held,
       (select count(*) from withdrawals where stage in ${MOVING} and stage <> 'held') as moving,
       (select count(*) from tickets where status = 'open') as open_tickets,
       (select count(*) from orders where state in ('OPENED', 'PARTIALLY_FILLED', 'WAITING', 'TRIGGERED')) as open_orders`,
  );
  const [counts] = rows;
  const notCompared = await readUncompared(client);
  // The embedded database has one connection, which this transaction holds.
  return afterwards(async () => ({
    findings: await parts.audit(),
    notCompared,
    newestHead: (await parts.heads())[0] ?? null,
    withdrawalsStopped: parts.whyStopped(),
    withdrawalsHeld: Number(counts?.held),
    withdrawalsMoving: Number(counts?.moving),
    ticketsOpen: Number(counts?.open_tickets),
    ordersOpen: Number(counts?.open_orders),
    booksMissing: parts.pairs.filter(({ symbol }) => !parts.book(symbol)).map(({ symbol }) => symbol),
  }));
}
