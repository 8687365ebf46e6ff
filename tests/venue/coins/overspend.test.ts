import { describe, expect, test } from 'vitest';
import { textOf } from '../../../venue/ledger/units.ts';
import { databases, hasPostgres, postgres } from '../databases.ts';
import { codeOf, type CoinsHarness, startCoins, withdrawBtc } from './harness.ts';

/**
 * Concurrent withdrawals of one balance. PGlite has one connection and hides such races: the figures that
 * count are those of a real server. `OVERSPEND_ROUNDS=1000` runs as many rounds as promised.
 */
const ROUNDS = Number(process.env.OVERSPEND_ROUNDS ?? '12');
const AT_ONCE = 8;

interface Round {
  readonly accepted: number;
  readonly free: string;
  readonly codes: ReadonlySet<string>;
}

/** @param paid how many of the eight the balance covers, including fees. */
async function oneRound(t: CoinsHarness, paid: number): Promise<Round> {
  // Each takes 0.1001; what is left over is one unit short of another one.
  const account = await t.account({ BTC: textOf(10_010_000n * BigInt(paid + 1) - 1n) });
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => withdrawBtc(t, account, '0.1')));
  return {
    accepted: outcomes.filter(({ ok }) => ok).length,
    free: await t.free(account, 'BTC'),
    codes: new Set(outcomes.map(codeOf)),
  };
}

describe.each(databases)('eight concurrent withdrawals of one balance, on $name', (kind) => {
  test(
    `nothing is overspent in ${ROUNDS} rounds`,
    async () => {
      const t = await startCoins(kind);
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          const paid = round % AT_ONCE;
          const { accepted, free, codes } = await oneRound(t, paid);
          expect({ round, accepted, free }).toEqual({ round, accepted: paid, free: '0.10009999' });
          expect([...codes].filter((code) => code !== 'accepted')).toEqual(['INSUFFICIENT_BALANCE']);
        }
        expect(await t.core.exchange.audit()).toEqual([]);
      } finally {
        await t.remove();
      }
    },
    60_000 + ROUNDS * 200,
  );
});

describe.each(databases)('concurrent orders and withdrawals of one balance, on $name', (kind) => {
  test('nothing is spent twice, and nothing is lost', async () => {
    const t = await startCoins(kind);
    try {
      for (let round = 0; round < 6; round += 1) {
        const account = await t.account({ BTC: '0.35' });
        const outcomes = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, n) =>
            n % 2 === 0
              ? withdrawBtc(t, account, '0.1')
              : t.core.exchange.placeLimit(account, {
                  pair: 'XMR-BTC',
                  side: 'buy',
                  price: '0.001',
                  quantity: '100',
                }),
          ),
        );
        const paid = outcomes.filter(({ ok }, n) => ok && n % 2 === 0).length;
        const held = outcomes.filter(({ ok }, n) => ok && n % 2 === 1).length;
        expect(paid + held).toBe(3);
        const free = 35_000_000n - 10_010_000n * BigInt(paid) - 10_000_000n * BigInt(held);
        expect(await t.core.balances(account)).toEqual({
          BTC: `${textOf(free)}/${textOf(10_000_000n * BigInt(held))}`,
        });
      }
      expect(await t.core.exchange.audit()).toEqual([]);
    } finally {
      await t.remove();
    }
  });
});

describe.runIf(hasPostgres)('the race is a real one', () => {
  test('without the lock on the balance the same rounds do overspend, or only the table stops them', async () => {
    const t = await startCoins(postgres);
    try {
      const { pool } = t.core.store;
      // Rows are created but not locked; and the last barrier, the table's constraint, is dropped too.
      await pool.query(`create or replace function lock_balances(touched jsonb) returns void language sql as $$
        insert into balances (account_id, currency)
          select t.account, t.currency from jsonb_to_recordset(touched) t(account uuid, currency text)
          on conflict do nothing $$`);
      await pool.query('alter table balances drop constraint available_not_negative');
      const rounds: Round[] = [];
      for (let round = 0; round < 10; round += 1) rounds.push(await oneRound(t, 1));
      expect(rounds.some(({ accepted }) => accepted > 1)).toBe(true);
      expect((await t.core.exchange.audit()).join('\n')).toContain('a balance is below zero');
    } finally {
      await t.remove();
    }
  });
});
