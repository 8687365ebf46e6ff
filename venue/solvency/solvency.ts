import type { Pool } from 'pg';
import type { SolvencyLeaf, SolvencyProof } from '../../src/domain/solvency/proof.ts';
import type { SolvencyCoin, SolvencyStatement } from '../../src/domain/solvency/statement.ts';
import type { Outcome } from '../exchange.ts';
import { halvesOf, type Log } from '../log.ts';
import type { Retention } from '../retention.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { publishStatement, readStatements } from './statements.ts';
import { shuffled } from './shuffle.ts';
import {
  ACCOUNT_BYTES,
  CHUNK,
  ENTRY_BYTES,
  idBytes,
  leafLevel,
  levelsAbove,
  nodeAt,
  pathFrom,
  saltOf,
  type TreeOf,
} from './tree.ts';

/** Milliseconds. */
const EVERY = 3_600_000;
const LOOK_EVERY = 60_000;
/** How long a user can ask for their leaves of a tree (SOLVENCY-05). */
const KEPT = 7 * 24 * EVERY;
/** Other work waits for a tree no longer than this, and gets as much time itself (SOLVENCY-10). */
const SLICE = 5;
/** Rows of leaves per insert. */
const BATCH = 8;

export interface Solvency extends Retention {
  /** Makes the next tree, and publishes its statement. @throws Error when it is stopped. */
  make(stop?: AbortSignal): Promise<SolvencyStatement>;
  /** Hashes the snapshot. @param at when it was read. */
  publish(snapshot: Snapshot, at: Date, stop?: AbortSignal): Promise<SolvencyStatement>;
  /** Newest first. */
  statements(skip: number, limit: number): Promise<readonly SolvencyStatement[]>;
  /** @param number of the tree; 0 for the newest. Refused with `NO_TREE` (404). */
  proof(account: string, number: number): Promise<Outcome<SolvencyProof>>;
}

interface Parts {
  /** The connection of the audits (LOAD-04), for the one read of the whole ledger. */
  readonly audits: Pool;
  readonly common: Pool;
  readonly now: () => Date;
}

interface LeafRow {
  readonly coin: string;
  readonly chunk: number;
  readonly leaves: Buffer;
  readonly nodes: Buffer;
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export function createSolvency({ audits, common, now }: Parts): Solvency {
  /** Stores the leaves of a coin. @returns the roots of the stored rows. */
  async function storeLeaves(of: TreeOf, owed: Buffer, rest: () => Promise<void>): Promise<Buffer> {
    const chunks = await shuffled(of, owed, rest);
    const roots: Buffer[] = [];
    for (let at = 0; at < chunks.length; at += BATCH) {
      const batch = chunks.slice(at, at + BATCH);
      await common.query(
        `insert into solvency_leaves (tree, coin, chunk, first, leaves)
         select $1, $2, c.chunk, c.first, c.leaves
         from unnest($3::integer[], $4::bytea[], $5::bytea[]) c(chunk, first, leaves)`,
        [
          of.tree,
          of.coin,
          batch.map((_, index) => at + index),
          batch.map(({ first }) => first),
          batch.map(({ entries }) => entries),
        ],
      );
      for (const { entries } of batch) {
        roots.push(levelsAbove(leafLevel(of, entries)).at(-1) ?? Buffer.alloc(0));
        await rest();
      }
    }
    return Buffer.concat(roots);
  }

  async function publish(snapshot: Snapshot, at: Date, stop?: AbortSignal): Promise<SolvencyStatement> {
    const rest = inSlices(stop);
    const { number, secret } = snapshot;
    // Left by an attempt that did not reach its statement.
    await common.query('delete from solvency_secrets where tree >= $1', [number]);
    await common.query('insert into solvency_secrets (tree, secret) values ($1, $2)', [number, secret]);
    const coins: SolvencyCoin[] = [];
    for (const { coin, owed, reserves } of snapshot.coins) {
      const nodes = await storeLeaves({ tree: number, coin, secret }, owed, rest);
      await common.query('insert into solvency_nodes (tree, coin, nodes) values ($1, $2, $3)', [
        number,
        coin,
        nodes,
      ]);
      const root = nodeAt(levelsAbove(nodes).at(-1) ?? nodes, 0);
      await rest();
      coins.push({ coin, root: root.hash, owed: String(root.sum), reserves });
    }
    return publishStatement(common, snapshot, at, coins);
  }

  async function refuse(): Promise<Outcome<never>> {
    const [newest] = await readStatements(common, 0, 1);
    const message = newest
      ? 'The leaves of this tree are not kept any more: they are for seven days.'
      : 'There is no tree yet. The first one is made within a minute of the start.';
    return { ok: false, status: 404, code: 'NO_TREE', message };
  }

  return {
    async make(stop) {
      const at = now();
      return publish(await takeSnapshot(audits), at, stop);
    },

    publish,

    statements: (skip, limit) => readStatements(common, skip, limit),

    async proof(account, asked) {
      const { rows: trees } = await common.query<{ tree: string; secret: Uint8Array }>(
        `select k.tree, k.secret from solvency_secrets k join solvency_statements s on s.number = k.tree
         where $1::bigint in (0, k.tree) order by k.tree desc limit 1`,
        [asked],
      );
      const [tree] = trees;
      if (!tree) return refuse();
      const number = Number(tree.tree);
      const secret = bufferOf(tree.secret);
      const id = idBytes(account);
      const { rows } = await common.query<LeafRow>(
        `select n.coin, n.nodes, l.chunk, l.leaves
         from (select coin, nodes, sha256($2::bytea || $3::bytea || convert_to(coin, 'UTF8')) as salt
               from solvency_nodes where tree = $1) n,
           lateral (select chunk, leaves from solvency_leaves l
             where l.tree = $1 and l.coin = n.coin and l.first <= n.salt order by chunk desc limit 1) l
         order by n.coin collate "C"`,
        [number, secret, id],
      );
      const leaves = rows.flatMap(({ coin, ...stored }) =>
        leafIn({ tree: number, coin, secret }, id, stored),
      );
      return { ok: true, value: { number, account, leaves } };
    },

    async sweep() {
      await common.query(
        `delete from solvency_secrets k using solvency_statements s where s.number = k.tree and s.at < $1`,
        [new Date(now().getTime() - KEPT)],
      );
    },
  };
}

/** The leaf of an account and its path, or none. */
function leafIn(of: TreeOf, id: Buffer, { chunk, leaves, nodes }: Omit<LeafRow, 'coin'>): SolvencyLeaf[] {
  const entries = bufferOf(leaves);
  const entryAt = (index: number): Buffer => entries.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
  let index = 0;
  while (entryAt(index).length > 0 && !id.equals(entryAt(index).subarray(0, ACCOUNT_BYTES))) index += 1;
  const entry = entryAt(index);
  if (entry.length === 0) return [];
  const lower = levelsAbove(leafLevel(of, entries));
  const upper = levelsAbove(bufferOf(nodes));
  const path = [...pathFrom(lower, index), ...pathFrom(upper, chunk)];
  return [
    {
      coin: of.coin,
      amount: String(entry.readBigInt64BE(ACCOUNT_BYTES)),
      salt: saltOf(of, id).toString('hex'),
      position: chunk * CHUNK + index,
      path: path.map(({ hash, sum }) => ({ hash, sum: String(sum) })),
    },
  ];
}

/** Yields to other work when the slice of time is used up. */
function inSlices(stop?: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    stop?.throwIfAborted();
    if (performance.now() - began < SLICE) return;
    await new Promise((resolve) => setTimeout(resolve, SLICE));
    began = performance.now();
  };
}

/** Makes a tree whenever the newest one is an hour old. @returns a function that stops it. */
export function makeRegularly(solvency: Solvency, now: () => Date, log: Log): () => Promise<void> {
  let isUnderway = false;
  let underway: Promise<void> = Promise.resolve();
  const stop = new AbortController();
  async function look(): Promise<void> {
    const [newest] = await solvency.statements(0, 1);
    if (newest && now().getTime() - newest.at < EVERY) return;
    const { number, hash } = await solvency.make(stop.signal);
    log.info('solvency statement', { number, hash: halvesOf(hash) });
  }
  function begin(): void {
    if (isUnderway) return;
    isUnderway = true;
    underway = look()
      .catch((error: unknown) => {
        if (!stop.signal.aborted) log.error('making the tree of what is owed', error);
      })
      .finally(() => {
        isUnderway = false;
      });
  }
  const timer = setInterval(begin, LOOK_EVERY);
  timer.unref();
  begin();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await underway;
  };
}
