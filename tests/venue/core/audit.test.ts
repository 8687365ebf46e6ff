import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, startCore, tamper } from './harness.ts';

/** A fault, planted by hand, and what the audit must report. `$1` is the account with an open order. */
interface Fault {
  readonly name: string;
  readonly plant: string;
  readonly repair: string;
  readonly says: RegExp;
}

const faults: readonly Fault[] = [
  {
    name: 'a coin from nowhere in a free balance',
    plant: `update balances set available = available + 1 where account_id = $1 and currency = 'BTC'`,
    repair: `update balances set available = available - 1 where account_id = $1 and currency = 'BTC'`,
    says: /all holders, BTC: 0\.00000001 instead of 0[\s\S]*free balance is not what was posted to it: account ID, BTC: 0\.99600001 instead of 0\.996/,
  },
  {
    name: 'free and held mixed up',
    plant: `update balances set available = available + 7, in_orders = in_orders - 7 where account_id = $1 and currency = 'BTC'`,
    repair: `update balances set available = available - 7, in_orders = in_orders + 7 where account_id = $1 and currency = 'BTC'`,
    says: /held for orders is not what the open orders need: account ID, BTC: 0\.00399993 instead of 0\.004/,
  },
  {
    name: 'a balance without any posting',
    plant: `insert into balances values ($1, 'KAS', 500, 0)`,
    repair: `delete from balances where account_id = $1 and currency = 'KAS'`,
    says: /account ID, KAS: 0\.000005 instead of 0/,
  },
  {
    name: 'a posting that was changed later',
    plant: `update postings set available = available - 3 where account_id = $1 and in_orders > 0`,
    repair: `update postings set available = available + 3 where account_id = $1 and in_orders > 0`,
    says: /an entry of the journal does not balance: entry [0-9a-f-]{36}, BTC: -0\.00000003 instead of 0/,
  },
  {
    name: 'an entry that is gone',
    plant: `update entries set id = gen_random_uuid() where kind = 'fund' and id = (select entry_id from postings where account_id = $1 and currency = 'BTC' and available > 0 limit 1)`,
    repair: `update entries set id = (select entry_id from postings p where not exists (select 1 from entries e where e.id = p.entry_id) limit 1)
      where kind = 'fund' and not exists (select 1 from postings where entry_id = entries.id) and $1::uuid is not null`,
    says: /a posting has no entry: entry [0-9a-f-]{36}, BTC/,
  },
  {
    name: 'a house balance that was changed',
    plant: `update house_balances set amount = amount + 1 where name like 'fees:%' and currency = 'BTC' and $1::uuid is not null`,
    repair: `update house_balances set amount = amount - 1 where name like 'fees:%' and currency = 'BTC' and $1::uuid is not null`,
    says: /the fees kept are not those of the trades: house fees:XMR-BTC, BTC/,
  },
  {
    name: 'a balance below zero',
    plant: `update balances set available = -1 - available where account_id = $1 and currency = 'BTC'`,
    repair: `update balances set available = -1 - available where account_id = $1 and currency = 'BTC'`,
    says: /a balance is below zero: account ID, BTC: -0\.99600001 instead of 0/,
  },
  {
    name: 'a trade that is gone',
    plant: `update trades set maker_order = gen_random_uuid() where $1::uuid is not null`,
    repair: `update trades set maker_order = (select id from orders where state = 'FILLED' and side = 'sell' limit 1) where $1::uuid is not null`,
    says: /an order has not traded what its trades say: order [0-9a-f-]{36}, XMR: 1 instead of 0/,
  },
  {
    name: 'a trade at another value',
    plant: `update trades set price = price * 2 where $1::uuid is not null`,
    repair: `update trades set price = price / 2 where $1::uuid is not null`,
    says: /not worth its price times its quantity: trade [0-9a-f-]{36}, BTC: 0\.004 instead of 0\.008/,
  },
  {
    // The postings balance, the balances match them, nothing was minted: only the cause is missing.
    name: 'a forged entry that moves coins from one account to another',
    plant: `with e as (insert into entries (id, kind, at) select '00000000-0000-4000-8000-0000000000ee', 'order', now()),
      p as (insert into postings select '00000000-0000-4000-8000-0000000000ee', account_id, null, 'BTC',
          case account_id when $1 then 5 else -5 end, 0
        from balances where currency = 'BTC' and (account_id = $1 or available > 0)
        order by account_id <> $1 limit 2 returning account_id, available)
      update balances b set available = b.available + p.available from p
        where b.account_id = p.account_id and b.currency = 'BTC'`,
    repair: `with e as (delete from entries where id = '00000000-0000-4000-8000-0000000000ee'),
      p as (delete from postings where entry_id = '00000000-0000-4000-8000-0000000000ee' and $1::uuid is not null
        returning account_id, available)
      update balances b set available = b.available - p.available from p
        where b.account_id = p.account_id and b.currency = 'BTC'`,
    says: /an account does not have what it was given and traded: account ID, BTC: 1\.00000005 instead of 1/,
  },
  {
    name: 'a trade of another account than the order’s',
    plant: `update trades set taker_account = $1`,
    repair: `update trades set taker_account = (select account_id from orders where id = taker_order) where $1::uuid is not null`,
    says: /a trade does not fit its orders: trade [0-9a-f-]{36}, XMR/,
  },
  {
    name: 'a trade on the wrong side of the taker’s limit',
    plant: `update orders set price = price - 100 where id = (select taker_order from trades) and $1::uuid is not null`,
    repair: `update orders set price = price + 100 where id = (select taker_order from trades) and $1::uuid is not null`,
    says: /a trade does not fit its orders: trade [0-9a-f-]{36}, XMR/,
  },
  {
    name: 'a fee that its rate does not make',
    plant: `update trades set taker_fee_ppm = taker_fee_ppm + 1 where $1::uuid is not null`,
    repair: `update trades set taker_fee_ppm = taker_fee_ppm - 1 where $1::uuid is not null`,
    says: /a fee is not what its rate makes of what was received: trade [0-9a-f-]{36}, XMR: 0\.003 instead of 0\.003001/,
  },
  {
    name: 'an answer under a key whose order never was',
    plant: `insert into intents values ($1, 'key', 'f', '{"order": {"id": "00000000-0000-4000-8000-0000000000ee", "pair": "XMR-BTC"}}', now())`,
    repair: `delete from intents where account_id = $1`,
    says: /an answer under a key names an order that is not there: account ID, XMR-BTC/,
  },
  {
    name: 'an open order that the book does not know',
    plant: `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, cost, value, state, created_at, updated_at, executed_at)
      select gen_random_uuid(), 1000000, $1, pair, side, kind, price, quantity, quantity_left, cost, value, state, created_at, updated_at, executed_at
      from orders where account_id = $1 and state = 'OPENED'`,
    repair: `delete from orders where number = 1000000 and $1::uuid is not null`,
    says: /XMR-BTC: order [0-9a-f-]{36} is open and missing from the book/,
  },
  {
    name: 'an order of the book that is closed in the table',
    plant: `update orders set state = 'CANCELED' where account_id = $1 and state = 'OPENED'`,
    repair: `update orders set state = 'OPENED' where account_id = $1 and state = 'CANCELED'`,
    says: /XMR-BTC: order [0-9a-f-]{36} is in the book and not open/,
  },
  {
    name: 'an order of the book at another price than in the table',
    plant: `update orders set price = price * 2 where account_id = $1 and state = 'OPENED'`,
    repair: `update orders set price = price / 2 where account_id = $1 and state = 'OPENED'`,
    says: /XMR-BTC: order [0-9a-f-]{36} is not in the book as it is stored/,
  },
];

describe.each(databases)('the audit on $name', (kind) => {
  let core: Harness;
  let alice: string;
  beforeAll(async () => {
    core = await startCore(kind);
    alice = await core.account({ BTC: '1' });
    const [bob, cyd] = [await core.account({ XMR: '1' }), await core.account({ BTC: '1' })];
    accepted(
      await core.exchange.placeLimit(bob, { pair: 'XMR-BTC', side: 'sell', price: '0.004', quantity: '1' }),
    );
    accepted(
      await core.exchange.placeLimit(cyd, { pair: 'XMR-BTC', side: 'buy', price: '0.004', quantity: '1' }),
    );
    accepted(
      await core.exchange.placeLimit(alice, { pair: 'XMR-BTC', side: 'buy', price: '0.004', quantity: '1' }),
    );
    // Constraints would stop these faults; the audit must find them when somebody has switched those off.
    await core.store.pool.query('alter table balances drop constraint available_not_negative');
  });
  afterAll(() => core.remove());

  test.each(faults)('finds $name', async ({ plant, repair, says }) => {
    expect(await core.exchange.audit()).toEqual([]);
    expect(await tamper(core.store.pool, plant, [alice])).toBeGreaterThan(0);
    const findings = await core.exchange.audit();
    await tamper(core.store.pool, repair, [alice]);
    expect(findings.join('\n').replaceAll(alice, 'ID')).toMatch(says);
    expect(await core.exchange.audit()).toEqual([]);
  });
});

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the statement read. */
const workOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
    node['Actual Loops'] +
  (node.Plans ?? []).reduce((sum, plan) => sum + workOf(plan), 0);

describe.each(databases)('the work of an audit on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());

  // Without table statistics: nobody ever gathers them on the embedded database.
  test('LOAD-13 grows with the trades, not with their square', async () => {
    const TRADES = 6000;
    const { exchange } = core;
    const [buyer, seller] = [await core.account({ BTC: '1' }), await core.account({ XMR: '1' })];
    const order = { pair: 'XMR-BTC', price: '0.004', quantity: '1' };
    accepted(await exchange.placeLimit(seller, { ...order, side: 'sell' }));
    accepted(await exchange.placeLimit(buyer, { ...order, side: 'buy' }));
    const { pool } = core.store;
    const copied = (id: string): string => `md5(${id}::text || k)::uuid`;
    await pool.query(`insert into orders select r.* from orders o, generate_series(1, ${TRADES}) k, lateral
      jsonb_populate_record(o, jsonb_build_object('id', ${copied('o.id')}, 'number', o.number + k * 100)) r`);
    await pool.query(`insert into trades select r.* from trades t, generate_series(1, ${TRADES}) k, lateral
      jsonb_populate_record(t, jsonb_build_object('id', ${copied('t.id')}, 'number', t.number + k * 100,
        'maker_order', ${copied('t.maker_order')}, 'taker_order', ${copied('t.taker_order')})) r`);
    const rules: string[] = [];
    // A query that is a plain string only sets up the connection.
    const listing = async (asked: string | { readonly text: string }) => {
      if (typeof asked !== 'string') rules.push(asked.text);
      return { rows: [] };
    };
    await auditLedger({ query: listing as never });
    expect(rules.length).toBeGreaterThan(20);
    for (const rule of rules) {
      const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `explain (analyze, format json) ${rule}`,
      );
      expect(workOf(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode), rule).toBeLessThan(40 * TRADES);
    }
  });
});

describe.each(databases)('what the tables themselves refuse on $name', (kind) => {
  let core: Harness;
  let alice: string;
  beforeAll(async () => {
    core = await startCore(kind);
    alice = await core.account({ BTC: '1' });
  });
  afterAll(() => core.remove());

  test.each([
    [
      'a free balance below zero',
      `update balances set available = -1 where account_id = $1`,
      'available_not_negative',
    ],
    [
      'a held balance below zero',
      `update balances set in_orders = -1 where account_id = $1`,
      'in_orders_not_negative',
    ],
    [
      'a pair whose values could not be exact',
      `update pairs set price_precision = 8, quantity_precision = 1 where $1::uuid is not null`,
      'exact_values',
    ],
    [
      'a tick finer than the precision',
      `update pairs set min_price_increment = 1, price_precision = 2 where symbol = 'BTC-USDT' and $1::uuid is not null`,
      'tick_fits_precision',
    ],
    [
      'an open market order',
      `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, state, created_at, updated_at)
        values (gen_random_uuid(), 1, $1, 'XMR-BTC', 'buy', 'market', null, 1, 1, 'OPENED', now(), now())`,
      'market_never_rests',
    ],
    [
      'an open order that may not rest',
      `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, state, created_at, updated_at, time_in_force)
        values (gen_random_uuid(), 1, $1, 'XMR-BTC', 'buy', 'limit', 1, 1, 1, 'OPENED', now(), now(), 'IOC')`,
      'only_gtc_rests',
    ],
    [
      'a filled order with something left',
      `insert into orders (id, number, account_id, pair, side, kind, price, quantity, quantity_left, state, created_at, updated_at)
        values (gen_random_uuid(), 1, $1, 'XMR-BTC', 'buy', 'limit', 1, 1, 1, 'FILLED', now(), now())`,
      'filled_has_nothing_left',
    ],
  ])('%s', async (_, sql, constraint) => {
    await expect(core.store.pool.query(sql, [alice])).rejects.toMatchObject({ code: '23514', constraint });
  });

  test('an entry that does not balance', async () => {
    const batch = {
      touched: [{ account: alice, currency: 'BTC' }],
      operations: [
        {
          type: 'fund',
          i: 0,
          at: new Date(),
          account: alice,
          entry: '6f1d0f3e-6e0c-4f4e-9d55-1f0a4c1b8a77',
          lines: [
            { account: null, house: 'mint', currency: 'BTC', available: '-5', in_orders: '0' },
            { account: alice, house: null, currency: 'BTC', available: '6', in_orders: '0' },
          ],
        },
      ],
    };
    await expect(
      core.store.pool.query('select settle_batch($1)', [JSON.stringify(batch)]),
    ).rejects.toMatchObject({ code: 'QB003' });
    expect(await core.balances(alice)).toEqual({ BTC: '1/0' });
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('funding with no amount, too fine an amount, or an unknown coin or account', async () => {
    for (const amount of ['0', '-1', 'x', '0.000000001', '1e11']) {
      await expect(core.exchange.fund(alice, { BTC: amount }, 'test')).rejects.toThrow(RangeError);
    }
    // If one amount is not possible, the others are not given either.
    const withUnknown = core.exchange.fund(alice, { BTC: '1', DOGE: '1', XMR: '1' }, 'test');
    await expect(withUnknown).rejects.toMatchObject({ code: '23503' });
    await expect(core.exchange.fund(alice, { XMR: '1', BTC: '0' }, 'test')).rejects.toThrow(RangeError);
    expect(await core.balances(alice)).toEqual({ BTC: '1/0' });
    await expect(
      core.exchange.fund('6f1d0f3e-6e0c-4f4e-9d55-1f0a4c1b8a77', { BTC: '1' }, 'test'),
    ).rejects.toMatchObject({ code: '23503' });
    await core.exchange.fund(alice, { BTC: '1', XMR: '2' }, 'test');
    expect(await core.balances(alice)).toEqual({ BTC: '2/0', XMR: '2/0' });
    await core.exchange.fund(alice, {}, 'test');
    expect(await core.exchange.audit()).toEqual([]);
  });
});
