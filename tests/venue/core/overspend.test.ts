import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { SettlementError } from '../../../venue/core/settlement.ts';
import type { Exchange } from '../../../venue/exchange.ts';
import { silentLog } from '../../../venue/log.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';
import { hasPostgres, postgres } from '../databases.ts';

/**
 * Many orders at once against one balance. Each pair settles on its own connection, so those of pairs with the
 * same quote coin meet in the database. PGlite has one connection and hides such races: this needs a real server.
 */
const PAIRS = ['XMR-USDT', 'BTC-USDT', 'KAS-USDT', 'AVAX-USDT'] as const;
const ORDERS = 64;
const ROUNDS = 10;
/** Each order holds 1 USDT, and there are 20. */
const FUNDS = 20;

interface Round {
  readonly accepted: number;
  readonly available: string;
  readonly inOrders: string;
}

interface Race {
  readonly rounds: readonly Round[];
  readonly findings: readonly string[];
  /** SQLSTATE of the settlements that the database refused. */
  readonly failures: ReadonlySet<string | undefined>;
}

async function oneRound(exchange: Exchange, store: Store): Promise<Round> {
  const account = randomUUID();
  await store.pool.query('insert into accounts (id) values ($1)', [account]);
  await exchange.fund(account, { USDT: String(FUNDS) }, 'test');
  const outcomes = await Promise.all(
    Array.from({ length: ORDERS }, (_, n) =>
      exchange.placeLimit(account, {
        pair: PAIRS[n % 4] ?? 'XMR-USDT',
        side: 'buy',
        price: '0.5',
        quantity: '2',
      }),
    ),
  );
  const balance = (await exchange.balances(account)).find(({ currency }) => currency === 'USDT');
  return {
    accepted: outcomes.filter(({ ok }) => ok).length,
    available: balance?.available ?? '',
    inOrders: balance?.inOrders ?? '',
  };
}

/** Runs the race in a separate database, whose functions or constraints were changed first. */
async function race(changes: readonly string[]): Promise<Race> {
  const database = await postgres.create();
  const store = await openStore(database.options);
  const failures = new Set<string | undefined>();
  try {
    for (const change of changes) await store.pool.query(change);
    const error = (_: string, reason: unknown): void => {
      if (reason instanceof SettlementError) failures.add(reason.code);
    };
    const exchange = await createExchange({ store, log: { ...silentLog, error } });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await oneRound(exchange, store));
    const findings = await exchange.audit();
    await exchange.close();
    return { rounds, findings, failures };
  } finally {
    await store.close();
    await database.remove();
  }
}

/** The planted mistake: nothing is locked, the balance is read first and taken in a second statement. */
const NO_LOCK = `
  create or replace function lock_balances(touched jsonb) returns void language sql as $$
    insert into balances (account_id, currency)
      select t.account, t.currency from jsonb_to_recordset(touched) t(account uuid, currency text) order by 1, 2
      on conflict do nothing
  $$`;
const CHECK_THEN_UPDATE = `
  create or replace function reserve(account uuid, coin text, need bigint, rest bigint) returns boolean language plpgsql as $$
  declare
    free bigint;
  begin
    select available into free from balances where account_id = account and currency = coin;
    if free is null or free < need then
      return false;
    end if;
    perform pg_sleep(0.001); -- what lies between the two in a real program
    update balances set available = available - need, in_orders = in_orders + rest
      where account_id = account and currency = coin;
    return true;
  end $$`;
const NO_CONSTRAINT = 'alter table balances drop constraint available_not_negative';

const honest = Array.from({ length: ROUNDS }, () => ({
  accepted: FUNDS,
  available: '0',
  inOrders: String(FUNDS),
}));

describe.runIf(hasPostgres)('64 orders at once against one balance, on a real PostgreSQL', () => {
  test('first the proof that this suite can fail: with a planted mistake they overspend', async () => {
    const { rounds, findings } = await race([NO_LOCK, CHECK_THEN_UPDATE, NO_CONSTRAINT]);
    const overspent = rounds.filter(({ accepted }) => accepted > FUNDS);
    expect(overspent.length).toBeGreaterThan(0);
    for (const { available } of overspent) expect(available).toMatch(/^-/);
    expect(findings.join('\n')).toMatch(/a balance is below zero: account [0-9a-f-]{36}, USDT/);
  });

  test("with the same mistake, the table's constraint still prevents it", async () => {
    const { rounds, findings, failures } = await race([NO_LOCK, CHECK_THEN_UPDATE]);
    expect(failures).toContain('23514');
    expect(rounds).toEqual(honest);
    expect(findings).toEqual([]);
  });

  test('the conditional update alone is enough, without the lock that prevents deadlocks', async () => {
    const { rounds, findings, failures } = await race([NO_LOCK, NO_CONSTRAINT]);
    expect(rounds).toEqual(honest);
    expect(findings).toEqual([]);
    expect([...failures]).toEqual([]);
  });

  test('the unchanged venue spends exactly what there is, in every round', async () => {
    const { rounds, findings, failures } = await race([]);
    expect(rounds).toEqual(honest);
    expect(findings).toEqual([]);
    expect([...failures]).toEqual([]);
  });
});
