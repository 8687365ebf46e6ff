import type { Pool } from 'pg';
import { halvesOf, type Log } from '../log.ts';

/** Milliseconds. */
const SEAL_EVERY = 1000;
const PUBLISH_EVERY = 600_000;
/** The embedded database does nothing else in that time: 500 entries keep orders waiting for 80 ms. */
const BATCH = 100;
const HEADS_SHOWN = 216;

/** Shows later whether the journal up to it is unchanged. */
export interface LedgerHead {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: Date;
}

interface HeadRow {
  readonly number: string;
  readonly hash: string;
  readonly at: Date;
}
const headOf = ({ number, hash, at }: HeadRow): LedgerHead => ({ number: Number(number), hash, at });

/** @returns the number of newly sealed entries (LEDGER-04). */
export async function sealEntries(pool: Pool): Promise<number> {
  let all = 0;
  for (let sealed = BATCH; sealed === BATCH; all += sealed) {
    const { rows } = await pool.query<{ sealed: number }>('select seal_entries($1) as sealed', [BATCH]);
    sealed = rows[0]?.sealed ?? 0;
  }
  return all;
}

/** @returns null when the newest seal is published already, or nothing is sealed. */
export async function publishHead(pool: Pool, at: Date): Promise<LedgerHead | null> {
  const { rows } = await pool.query<HeadRow>(
    `insert into ledger_heads (number, hash, at) select number, hash, $1 from seals order by number desc limit 1
     on conflict do nothing returning number, encode(hash, 'hex') as hash, at`,
    [at],
  );
  return rows[0] ? headOf(rows[0]) : null;
}

export async function readHeads(pool: Pool): Promise<LedgerHead[]> {
  const { rows } = await pool.query<HeadRow>(
    `select number, encode(hash, 'hex') as hash, at from ledger_heads order by number desc limit ${HEADS_SHOWN}`,
  );
  return rows.map(headOf);
}

/** @returns a function that stops it, with everything sealed. */
export function sealRegularly(pool: Pool, now: () => Date, log: Log): () => Promise<void> {
  let underway: Promise<void> = Promise.resolve();
  const attempt = (work: () => Promise<unknown>): void => {
    underway = underway
      .then(work)
      .then(undefined, (error: unknown) => log.error('sealing the journal', error));
  };
  const seal = (): void => attempt(() => sealEntries(pool));
  const publish = (): void =>
    attempt(async () => {
      await sealEntries(pool);
      const head = await publishHead(pool, now());
      if (head) log.info('ledger head', { number: head.number, hash: halvesOf(head.hash) });
    });
  const timers = [setInterval(seal, SEAL_EVERY), setInterval(publish, PUBLISH_EVERY)];
  for (const timer of timers) timer.unref();
  publish();
  return async () => {
    for (const timer of timers) clearInterval(timer);
    seal();
    await underway;
  };
}
