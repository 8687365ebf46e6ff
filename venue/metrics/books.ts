import type { Pool } from 'pg';
import type { LedgerWatch } from '../ledger/watch.ts';
import type { Registry } from './registry.ts';

/** What waits for an operator. Times in epoch seconds. */
export interface Waiting {
  readonly withdrawalsHeld: number;
  readonly ticketsWaiting: number;
  readonly ticketsWaitingSince: number | null;
  readonly isInMaintenance: boolean;
}

export async function readWaiting(pool: Pool): Promise<Waiting> {
  const { rows } = await pool.query<{
    held: number;
    tickets: number;
    since: number | null;
    resting: boolean;
  }>(
    `select (select count(*)::int from withdrawals where stage = 'held') as held,
       (select count(*)::int from tickets where status = 'open') as tickets,
       (select extract(epoch from min(modified_at))::float8 from tickets where status = 'open') as since,
       exists (select from maintenance) as resting`,
  );
  const [row] = rows;
  return {
    withdrawalsHeld: row?.held ?? 0,
    ticketsWaiting: row?.tickets ?? 0,
    ticketsWaitingSince: row?.since ?? null,
    isInMaintenance: row?.resting ?? false,
  };
}

/** Whether the books balance, and when they were last checked (OPERATOR-17). */
export function watchBooks(
  registry: Registry,
  { whyStopped, checkedAt }: Omit<LedgerWatch, 'check' | 'close'>,
): void {
  registry.gauges(
    'quietbook_withdrawals_stopped',
    'Whether withdrawals are stopped: the books do not balance, or could not be checked.',
    'reason',
    () => (['wrong', 'unchecked'] as const).map((reason) => [reason, Number(whyStopped() === reason)]),
  );
  registry.gauges(
    'quietbook_books_checked_at_seconds',
    'When the last audit of the books that could run began, in epoch seconds.',
    'reach',
    () =>
      (['quick', 'whole'] as const).flatMap((reach) => {
        const at = checkedAt(reach);
        return at === null ? [] : [[reach, at / 1000] as const];
      }),
  );
}

type Connections = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;

/** @param pools by what they are for (LOAD-04). */
export function watchPools(registry: Registry, pools: Readonly<Record<string, Connections>>): void {
  const gauge = (name: string, help: string, read: (pool: Connections) => number): void =>
    registry.gauges(`quietbook_database_${name}`, help, 'pool', () =>
      Object.entries(pools).map(([pool, connections]) => [pool, read(connections)] as const),
    );
  gauge(
    'connections',
    'Connections to the database that are in use.',
    (pool) => pool.totalCount - pool.idleCount,
  );
  gauge('connections_most', 'Connections to the database that may be in use.', (pool) => pool.options.max);
  gauge('waiting', 'Pieces of work that wait for a connection to the database.', (pool) => pool.waitingCount);
}

/** @param waiting null while the database does not answer: then the line is left out. */
export function watchWaiting(registry: Registry, waiting: () => Waiting | null): void {
  const gauge = (name: string, help: string, read: (of: Waiting) => number | null): void =>
    registry.optional(`quietbook_${name}`, help, () => {
      const now = waiting();
      return now && read(now);
    });
  gauge('withdrawals_held', 'Withdrawals that wait for an operator.', (of) => of.withdrawalsHeld);
  gauge('tickets_waiting', 'Tickets that wait for an answer.', (of) => of.ticketsWaiting);
  gauge(
    'tickets_waiting_since_seconds',
    'Since when the oldest of those waits, in epoch seconds.',
    (of) => of.ticketsWaitingSince,
  );
  gauge('maintenance', 'Whether the venue is in maintenance.', (of) => Number(of.isInMaintenance));
}
