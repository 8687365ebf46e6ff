import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import words from '../../../locales/en/logs.json' with { type: 'json' };
import type { KeptItem } from '../../../src/domain/dataPolicy.ts';
import { createDevices, DEVICE_LIFETIME } from '../../../venue/accounts/devices.ts';
import { createSessions, SESSION_LIFETIME } from '../../../venue/accounts/sessions.ts';
import { createRetention, SWEEP_EVERY } from '../../../venue/retention.ts';
import { accepted, addUser, codeOf, OUTSIDE } from '../coins/harness.ts';
import { startCore } from '../core/harness.ts';
import { databases } from '../databases.ts';
import { startGrin, WINDOW } from '../grin/harness.ts';
import { openTrader, startVenue, until } from './harness.ts';

/** The promises of the policy, word for word: whoever changes the words has to change what is deleted. */
const PROMISED: Readonly<Record<KeptItem, string>> = {
  account:
    'As long as the account exists. A username requested with an email that already has an account stays taken: its hash is kept permanently',
  sessions:
    'Until you log out: the session for 24 hours at most, less if you do not use it; the browser for 180 days',
  trading: 'As long as the account exists; the key of a rejected request for one day',
  transfers: 'As long as the account exists',
  addresses: 'Refund addresses until you remove them; deposit addresses as long as the account exists',
  support: 'As long as the account exists',
};
const YEAR = 31_536_000_000;

afterEach(() => vi.useRealTimers());

describe('the policy', () => {
  it('promises what is tested here, and the venue sweeps every 10 minutes', () => {
    const published = Object.entries(words.kept.items).map(([item, { retention }]) => [item, retention]);
    const { sessions, trading } = words.kept.items;
    const kept = { sessions: sessions.retentionKept, trading: trading.retentionKept };
    expect({ ...Object.fromEntries(published), ...kept }).toEqual(PROMISED);
    expect(words.kept.items.transfers.text).toContain('for GRIN, the slatepacks in progress');
    expect(words.kept.items.trading.textKeys).toContain('the keys that identify repeated requests');
    expect([SESSION_LIFETIME, SWEEP_EVERY]).toEqual([24 * 3600, 600_000]);
  });
});

describe.each(databases.map((kind) => [kind.name, kind] as const))('retention on %s', (_name, kind) => {
  it('ends on time, and nothing else is deleted in ten years', async () => {
    const g = await startGrin(kind);
    const { pool } = g.t.core.store;
    const sessions = createSessions(pool, () => g.t.clock, SESSION_LIFETIME);
    const retention = createRetention(
      pool,
      [sessions, createDevices(pool, () => g.t.clock)],
      () => g.t.clock,
    );
    const rows = async (table: string): Promise<Record<string, unknown>[]> =>
      (await pool.query<Record<string, unknown>>(`select * from ${table}`)).rows;
    const kept = `accounts users orders entries postings balances intents deposits withdrawals payments
      deposit_addresses refund_addresses grin_deposits grin_withdrawals`.split(/\s+/);
    const counts = async (): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      for (const table of kept) found[table] = (await rows(table)).length;
      return found;
    };
    try {
      const account = await g.account('50');
      await addUser(g.t.core, account);
      await g.t.coins.setRefundAddress(account, 'BTC', OUTSIDE.BTC);
      await g.t.coins.depositAddress(account, 'BTC');
      const trader = await g.t.account({ BTC: '1' });
      const order = { pair: 'XMR-BTC', side: 'buy', price: '0.003', quantity: '1' } as const;
      accepted(await g.t.core.exchange.placeLimit(trader, order, randomUUID()));
      // A credited deposit, one that nobody finalizes, one in progress; and the same for withdrawals.
      const s1 = await g.begin('5');
      const credited = accepted(await g.grin.receive(account, s1));
      accepted(await g.userWallet.finalize(credited.slatepack));
      const paid = await g.withdraw(account, '5');
      accepted(await g.grin.finalize(account, await g.answer(paid.s1), randomUUID()));
      await g.t.network.mine('GRIN', 31);
      const forgotten = await g.withdraw(account, '6');
      const lateReply = await g.answer(forgotten.s1);
      const unpaid = await g.begin('7');
      accepted(await g.grin.receive(account, unpaid));
      g.t.clock += WINDOW + 1000;
      await g.t.network.expire();
      expect(await g.t.withdrawalStage(account, forgotten.id)).toBe('cancelled');
      const open = await g.withdraw(account, '8');
      const begun = await g.begin('9');
      const waiting = accepted(await g.grin.receive(account, begun));
      await sessions.begin(account);
      await pool.query(`insert into known_devices (token_hash, account_id, used_at) values ('x', $1, $2)`, [
        account,
        new Date(g.t.clock),
      ]);
      await pool.query(
        'insert into wrong_codes (account_id, tried_by, wrong, since) values ($1, $2, 1, $3)',
        [account, 'a session', new Date(g.t.clock)],
      );

      const before = await counts();
      expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
      await retention.sweep();
      // Slatepacks of finished transfers are gone, those in progress are there and can be shown again.
      expect((await rows('grin_deposits')).filter(({ s2 }) => s2 !== null)).toHaveLength(1);
      expect((await rows('grin_withdrawals')).filter((row) => row.s1 !== null)).toHaveLength(1);
      expect(accepted(await g.t.coins.withdrawal(account, open.id)).slatepack).toBe(open.s1);
      expect(accepted(await g.grin.receive(account, begun)).slatepack).toBe(waiting.slatepack);
      // An old one is refused with the reason.
      expect(codeOf(await g.grin.receive(account, s1))).toBe('ALREADY_RECEIVED');
      const closed = codeOf(await g.grin.receive(account, unpaid));
      expect(codeOf(await g.grin.finalize(account, lateReply, undefined))).toBe(closed);

      // A session lasts a day.
      g.t.clock += SESSION_LIFETIME * 1000 - 1;
      await retention.sweep();
      expect(await rows('sessions')).toHaveLength(1);
      expect(await rows('wrong_codes')).toHaveLength(0);
      expect(await rows('known_devices')).toHaveLength(1);
      g.t.clock += 1;
      await retention.sweep();
      expect(await rows('sessions')).toHaveLength(0);

      // A device without a sign-in for half a year is forgotten.
      g.t.clock += (DEVICE_LIFETIME - SESSION_LIFETIME) * 1000 - 1;
      await retention.sweep();
      expect(await rows('known_devices')).toHaveLength(1);
      g.t.clock += 1;
      await retention.sweep();
      expect(await rows('known_devices')).toHaveLength(0);

      // Journal, keys of repeated requests, transfers and addresses stay with the account.
      g.t.clock += 10 * YEAR;
      await retention.sweep();
      expect(await counts()).toEqual(before);
      await g.t.coins.removeRefundAddress(account, 'BTC');
      expect((await rows('refund_addresses')).filter(({ coin }) => coin === 'BTC')).toEqual([]);
      expect(await g.t.core.exchange.audit()).toEqual([]);
    } finally {
      await g.t.remove();
    }
  });
});

describe.each(databases)('a refusal under a key on $name (LOAD-08)', (kind) => {
  it('is repeated for a day, and then the key acts anew; a placed order stays', async () => {
    const core = await startCore(kind);
    const { pool } = core.store;
    let clock = Date.now();
    const retention = createRetention(pool, [createSessions(pool, () => clock)], () => clock);
    const keys = async (): Promise<unknown[]> =>
      (await pool.query<{ key: string }>('select key from intents order by key')).rows.map(({ key }) => key);
    try {
      const trader = await core.account({ BTC: '0.005' });
      const order = { pair: 'XMR-BTC', side: 'buy', price: '0.004', quantity: '1' } as const;
      const place = async (key: string, changed: object = {}): Promise<string> =>
        codeOf(await core.exchange.placeLimit(trader, { ...order, ...changed }, key));
      expect(await place('order-key')).toBe('accepted');
      expect(await place('short-key')).toBe('INSUFFICIENT_BALANCE');
      const crossing = { side: 'sell', price: '0.0001' } as const;
      await core.exchange.fund(trader, { XMR: '1' }, 'test');
      expect(await place('self-key', crossing)).toBe('SELF_TRADE');
      expect(await keys()).toEqual(['order-key', 'self-key', 'short-key']);

      clock += 86_400_000 - 60_000;
      await retention.sweep();
      await core.exchange.fund(trader, { BTC: '1' }, 'test');
      expect(await place('short-key')).toBe('INSUFFICIENT_BALANCE');
      clock += 120_000;
      await retention.sweep();
      expect(await keys()).toEqual(['order-key']);
      expect(await place('short-key')).toBe('accepted');
      expect(await place('order-key')).toBe('accepted');
      expect(await core.exchange.audit()).toEqual([]);
    } finally {
      await core.remove();
    }
  });
});

describe.each(databases)('losses against the median on $name (LEDGER-08)', (kind) => {
  it('are deleted after the day for which they count', async () => {
    const core = await startCore(kind);
    const { pool } = core.store;
    let clock = Date.now();
    const retention = createRetention(pool, [], () => clock);
    try {
      await pool.query('insert into price_losses (account_id, since) values ($1, $2)', [
        await core.account(),
        new Date(clock),
      ]);
      const count = async () => (await pool.query('select from price_losses')).rowCount;
      clock += 86_400_000 - 1;
      await retention.sweep();
      expect(await count()).toBe(1);
      clock += 1;
      await retention.sweep();
      expect(await count()).toBe(0);
    } finally {
      await core.remove();
    }
  });
});

describe('a venue', () => {
  it('sweeps automatically: a session of yesterday is deleted, not only refused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    let clock = Date.now();
    const target = await startVenue({}, () => clock);
    try {
      const trader = await openTrader(target);
      clock += SESSION_LIFETIME * 1000;
      await vi.advanceTimersByTimeAsync(SWEEP_EVERY);
      // With the clock set back, a row that is still there would be found.
      clock -= SESSION_LIFETIME * 1000;
      await until(async () => (await trader.get('/auth/me')).status !== 200);
      expect((await trader.get('/auth/me')).status).toBe(401);
    } finally {
      vi.useRealTimers();
      await target.close();
    }
  });
});
