import type { Pool } from 'pg';
import { auditLedger } from './audit.ts';

/** Findings stay in the table `ledger_stops` until the same audit finds nothing, and stop every process. */
export interface Audits {
  readonly auditQuick: () => Promise<string[]>;
  readonly auditWhole: () => Promise<string[]>;
}

/** A node that matches pairs. */
interface Node {
  auditOwnBooks(): Promise<ReadonlyMap<string, readonly string[]>>;
  isLeader(): boolean;
}

const JOURNAL = 'journal';

async function record(pool: Pool, subject: string, findings: readonly string[]): Promise<void> {
  await (findings.length > 0
    ? pool.query('insert into ledger_stops (subject, at) values ($1, now()) on conflict do nothing', [
        subject,
      ])
    : pool.query('delete from ledger_stops where subject = $1', [subject]));
}

/** Coins of a restored copy (OPERATOR-18). */
async function notCompared(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ coin: string }>('select coin from uncompared_coins order by coin');
  return rows.map(({ coin }) => `restored, and not compared with its chain: all holders, ${coin}:`);
}

async function auditQuick(pool: Pool): Promise<string[]> {
  const findings = await auditLedger(pool, 'quick');
  const { rows } = await pool.query<{ subject: string }>('select subject from ledger_stops');
  return [
    ...findings,
    ...rows.map(({ subject }) => `found before: ${subject}`),
    ...(await notCompared(pool)),
  ];
}

/** Each node audits its own books, the leader the whole journal. */
export const auditTogether = (pool: Pool, nodes: Node): Audits => ({
  auditQuick: () => auditQuick(pool),
  async auditWhole() {
    const found = new Map(await nodes.auditOwnBooks());
    if (nodes.isLeader()) found.set(JOURNAL, await auditLedger(pool));
    for (const [subject, findings] of found) await record(pool, subject, findings);
    return [...found.values()].flat();
  },
});

/** A single venue heeds its own findings, and leaves them to a process that sends (CHAIN-39). */
export const auditAlone = (pool: Pool, audit: () => Promise<string[]>): Audits => ({
  auditQuick: async () => [...(await auditLedger(pool, 'quick')), ...(await notCompared(pool))],
  async auditWhole() {
    const findings = await audit();
    await record(pool, JOURNAL, findings);
    return findings;
  },
});

/** A process that sends coins, and trusts no venue: it reads the journal by itself (CHAIN-39). */
export const auditAsSender = (pool: Pool): Audits => ({
  auditQuick: () => auditQuick(pool),
  auditWhole: () => auditLedger(pool),
});
