import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCoins } from '../../../venue/coins/coins.ts';
import { openKeys } from '../../../venue/coins/keys.ts';
import { type Network, openNetwork } from '../../../venue/coins/network.ts';
import { type LedgerWatch, watchLedger } from '../../../venue/ledger/watch.ts';
import { createLog } from '../../../venue/log.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { type Harness, startCore } from '../core/harness.ts';
import { databases, oneDatabase, type TestDatabase } from '../databases.ts';
import { openTrader, refusal, startVenue, until } from '../edge/harness.ts';
import { testBox } from '../secrets/box.ts';
import { codeOf, FEES, OUTSIDE } from './harness.ts';

/** Milliseconds from a planted error until withdrawals are stopped. */
const WITHIN = 5000;
const ONE_MORE = `update balances set available = available + 1 where account_id = $1 and currency = 'BTC'`;
/** In one statement, because an audit between two would see a wrong sum. */
const MOVED = `update balances set available = available + case account_id when $1 then 1 else -1 end
  where account_id in ($1, $2) and currency = 'BTC'`;
const ONE_LESS = `update balances set available = available - 1 where account_id = $1 and currency = 'BTC'`;

describe.each(databases)('a watched ledger on $name', (kind) => {
  let core: Harness;
  let watch: LedgerWatch;
  let isStopped: () => boolean;
  let network: Network;
  let alice: string;
  let bob: string;
  let log: string[];
  let withdraw: () => Promise<string>;
  const query = (sql: string, ...values: unknown[]) => core.store.pool.query(sql, values);

  beforeAll(async () => {
    core = await startCore(kind);
    [alice, bob] = [await core.account({ BTC: '1' }), await core.account({ BTC: '1' })];
  });
  afterAll(() => core.remove());
  beforeEach(async () => {
    const { pool } = core.store;
    log = [];
    const now = (): Date => new Date();
    watch = await watchLedger({
      pool,
      auditWhole: () => core.exchange.audit(),
      log: createLog((line) => log.push(line)),
    });
    const { whyStopped } = watch;
    isStopped = () => whyStopped() !== null;
    network = await openNetwork(pool, now, isStopped);
    const coins = createCoins({
      pool,
      keys: await openKeys(pool, testBox),
      fees: { quotes: (coin) => FEES[coin] },
      signings: new Map(),
      hasChains: true,
      reauthenticate: async () => null,
      whyStopped,
      now,
    });
    withdraw = async () =>
      codeOf(
        await coins.withdraw(alice, { coin: 'BTC', amount: '0.001', address: OUTSIDE.BTC }, randomUUID()),
      );
  });
  afterEach(() => watch.close());

  test('one unit too much stops withdrawals within 5 s, and its repair resumes them', async () => {
    expect(await withdraw()).toBe('accepted');
    await query(ONE_MORE, bob);
    const planted = performance.now();
    await until(isStopped);
    expect(performance.now() - planted).toBeLessThan(WITHIN);
    expect(await withdraw()).toBe('WITHDRAWALS_STOPPED');

    // Earlier withdrawals do not leave either, and are not lost.
    const waiting = `select count(*)::int as n from withdrawals where stage = 'created'`;
    await network.mine('BTC', 1);
    expect((await query(waiting)).rows).toEqual([{ n: 1 }]);

    await query(ONE_LESS, bob);
    await until(() => !isStopped());
    await network.mine('BTC', 1);
    expect((await query(waiting)).rows).toEqual([{ n: 0 }]);
    expect(await withdraw()).toBe('accepted');
    // The coin is named, but no amount of anybody.
    expect(log).toEqual([
      'warning: the books do not balance, withdrawals are stopped findings=all-holders.BTC',
      'the books balance again, withdrawals are open',
    ]);
    await network.mine('BTC', 10);
  });

  test.each([
    [
      'what is held for orders',
      `update balances set in_orders = in_orders + 5, available = available - 5 where account_id = $1 and currency = 'BTC'`,
      `update balances set in_orders = in_orders - 5, available = available + 5 where account_id = $1 and currency = 'BTC'`,
    ],
    [
      'what is locked for withdrawals',
      `update house_balances set amount = amount + case name when 'chain' then 1 else -1 end where name in ('chain', 'withdrawals') and currency = 'BTC' and $1::uuid is not null`,
      `update house_balances set amount = amount - case name when 'chain' then 1 else -1 end where name in ('chain', 'withdrawals') and currency = 'BTC' and $1::uuid is not null`,
    ],
  ])('a wrong unit that no sum shows, in %s, is found by the quick audit', async (_, plant, repair) => {
    await query(plant, alice);
    await watch.check('quick');
    expect(isStopped()).toBe(true);
    await query(repair, alice);
    await watch.check('quick');
    expect(isStopped()).toBe(false);
  });

  test('a unit moved between accounts is found by reading the journal, and stays found', async () => {
    await query(MOVED, alice, bob);
    await watch.check('whole');
    expect(isStopped()).toBe(true);
    expect(log.join()).toContain(`account-${alice}.BTC`);
    // A quick audit does not find it, and must not resume what the whole audit stopped.
    await watch.check('quick');
    expect(isStopped()).toBe(true);
    await query(MOVED, bob, alice);
    await watch.check('whole');
    expect(isStopped()).toBe(false);
  });
});

describe('a check that cannot run (LOAD-02)', () => {
  const clean = (): Promise<string[]> => Promise.resolve([]);
  const failing = (): Promise<string[]> => Promise.reject(new Error('no connection'));

  /** A watch whose whole audit is `auditWhole`, and what it logged. */
  async function watchOver(auditWhole: () => Promise<string[]>, auditQuick = clean) {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line.split('\n')[0] ?? ''));
    const pool = new Pool();
    const watch = await watchLedger({ pool, auditQuick, auditWhole, log });
    return { watch, lines };
  }

  test('is tried again within seconds, and stops withdrawals only after three in a row', async () => {
    let isBroken = true;
    let audits = 0;
    const { watch, lines } = await watchOver(() => {
      audits += 1;
      return isBroken ? failing() : clean();
    });
    await watch.check('whole');
    await watch.check('whole');
    expect(watch.whyStopped()).toBeNull();
    await watch.check('whole');
    expect(watch.whyStopped()).toBe('unchecked');
    isBroken = false;
    await until(() => audits > 3);
    await until(() => watch.whyStopped() === null);
    await watch.close();
    const failed = 'error: the books could not be checked: Error';
    expect(lines).toEqual([
      failed,
      failed,
      failed,
      'warning: withdrawals are stopped until the books can be checked',
      'the books balance again, withdrawals are open',
    ]);
  });

  test('two failures, a clean run, and two more failures stop nothing', async () => {
    const answers = [failing, failing, clean, failing, failing];
    const { watch } = await watchOver(() => (answers.shift() ?? clean)());
    for (let count = 0; count < 5; count += 1) {
      await watch.check('whole');
      expect(watch.whyStopped()).toBeNull();
    }
    await watch.close();
  });

  test('does not resume what a discrepancy stopped', async () => {
    const answers = [() => Promise.resolve(['a rule: all holders, BTC: 1 instead of 0']), failing];
    const { watch } = await watchOver(() => (answers.shift() ?? clean)());
    await watch.check('whole');
    await watch.check('whole');
    expect(watch.whyStopped()).toBe('wrong');
    await watch.check('whole');
    expect(watch.whyStopped()).toBeNull();
    await watch.close();
  });

  test('at startup keeps withdrawals stopped until the first one has run', async () => {
    let isBroken = true;
    const { watch } = await watchOver(clean, () => (isBroken ? failing() : clean()));
    expect(watch.whyStopped()).toBe('unchecked');
    isBroken = false;
    await until(() => watch.whyStopped() === null);
    await watch.close();
  });
});

describe('a venue', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await oneDatabase.create('on disk');
  });
  afterAll(() => database.remove());

  async function plant(sql: string): Promise<void> {
    const store = await openStore(database.options);
    await store.pool.query(sql);
    await store.close();
  }

  test('whose books are wrong starts with withdrawals stopped, and says why', async () => {
    const { databaseUrl, dataDir } = database.options;
    const place = databaseUrl === undefined ? { DATA_DIR: dataDir ?? '' } : { DATABASE_URL: databaseUrl };
    const environment = { ...place, CHAINS: 'manual' };
    await plant(`insert into house_balances (name, currency, amount) values ('mint', 'BTC', 1)`);
    const wrong = await startVenue(environment);
    const user = await openTrader(wrong);
    const asked = { currency: 'BTC', amount: '0.01', address: OUTSIDE.BTC };
    const enabled = async (): Promise<number> => {
      const { body } = await user.get('/coin/coins?page=1&limit=100');
      const { items } = body as { items: { is_withdrawal_enabled: boolean }[] };
      return items.filter((coin) => coin.is_withdrawal_enabled).length;
    };
    const answer = await user.post('/withdrawal/withdrawals/create', asked, {
      'idempotency-key': randomUUID(),
    });
    expect(refusal(answer, 409)).toMatchObject({
      code: 'WITHDRAWALS_STOPPED',
      message: expect.stringContaining('All withdrawals are suspended'),
    });
    expect(await enabled()).toBe(0);
    await wrong.close();
  });
});
