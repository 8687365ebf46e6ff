import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, loginOf } from '../../../venue/accounts/account.ts';
import { createAccounts } from '../../../venue/accounts/accounts.ts';
import { createDeletion, ERASED, PSEUDONYMOUS } from '../../../venue/accounts/deletion.ts';
import { createDevices } from '../../../venue/accounts/devices.ts';
import { createPasswords } from '../../../venue/accounts/passwords.ts';
import { createSessions } from '../../../venue/accounts/sessions.ts';
import { sealEntries } from '../../../venue/ledger/seals.ts';
import { unitsOf } from '../../../venue/ledger/units.ts';
import { createRetention } from '../../../venue/retention.ts';
import { transaction } from '../../../venue/sql/transaction.ts';
import { createTickets } from '../../../venue/support/tickets.ts';
import { accepted, codeOf, type CoinsHarness, OUTSIDE, startCoins, withdrawBtc } from '../coins/harness.ts';
import { databases } from '../databases.ts';
import { codeOf as totp } from './codes.ts';
import { dumpOf, tablesWith } from './personalData.ts';

const PASSWORD = 'Correct-Horse-1';
const NO_CODE = { code: '', triedBy: 'test' };

describe.each(databases)('deleting an account on $name', (kind) => {
  let t: CoinsHarness;
  let pool: Pool;
  let parts: Awaited<ReturnType<typeof openParts>>;
  let account: Account;
  let count = 0;

  async function openParts() {
    const now = (): number => t.clock;
    return {
      accounts: createAccounts(pool, await createPasswords(), now),
      sessions: createSessions(pool, now),
      devices: createDevices(pool, now),
      tickets: createTickets(pool, now, 'A venue'),
      deletion: createDeletion({
        pool,
        feeOf: () => unitsOf('0.0001') ?? 0n,
        reauthenticate: t.twoFactor.reauthenticate,
      }),
    };
  }
  beforeAll(async () => {
    t = await startCoins(kind);
    ({ pool } = t.core.store);
    parts = await openParts();
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    count += 1;
    account = await register(`planted${count}`);
  });

  async function register(name: string): Promise<Account> {
    const person = { email: `${name}@example.org`, username: `name-${name}` };
    const made = await parts.accounts.register({ ...person, password: PASSWORD, confirm_password: PASSWORD });
    if (!made) throw new Error('nobody was registered');
    return made;
  }
  const signIn = async ({ id }: Account): Promise<string> => {
    await transaction(pool, (client) => parts.devices.remember(id, null, client));
    return parts.sessions.begin(id);
  };
  const remove = (of: Account, wish: object = {}) =>
    parts.deletion.remove(of, { username: of.username, givenUp: [], attempt: NO_CODE, ...wish });
  const fund = (amounts: Record<string, string>) => t.core.exchange.fund(account.id, amounts, 'test');
  const obstacles = async () => (await parts.deletion.look(account)).obstacles;

  it('leaves no trace of the person in any column or dump, and the ledger still balances (PRIVACY-03)', async () => {
    const { id, username } = account;
    const email = loginOf(account);
    const keys = ['key-of-an-order', 'key-of-a-withdrawal', 'key-of-a-ticket'].map(
      (key) => `${key}-${count}`,
    );
    const [orderKey = '', withdrawalKey = '', ticketKey = ''] = keys;
    const token = await signIn(account);
    await fund({ BTC: '0.5' });
    accepted(await t.coins.setRefundAddress(id, 'XMR', OUTSIDE.XMR));
    accepted(await t.coins.setRefundAddress(id, 'BTC', OUTSIDE.BTC));
    const { address } = accepted(await t.coins.depositAddress(id, 'BTC'));
    const draft = { subject: 'Planted subject', category: 'other', description: `I am ${email}` } as const;
    const ticket = await parts.tickets.create(id, draft, ticketKey);
    await parts.tickets.comment(id, ticket.id, `Call me ${username}`);
    await parts.tickets.answer(null, ticket.id, 'Dear Planted answer');
    expect(codeOf(await remove(account))).toBe('ACCOUNT_IN_USE');

    // A trade, a cancelled order, a deposit, and withdrawals until only dust is left.
    const seller = await t.account({ XMR: '10' });
    const order = { pair: 'XMR-BTC', price: '0.004', quantity: '1' } as const;
    accepted(await t.core.exchange.placeLimit(seller, { ...order, side: 'sell' }));
    accepted(await t.core.exchange.placeLimit(id, { ...order, side: 'buy' }, orderKey));
    const open = accepted(await t.core.exchange.placeLimit(id, { ...order, side: 'buy', price: '0.0035' }));
    expect(await obstacles()).toContainEqual({ kind: 'orders', count: 1 });
    accepted(await t.core.exchange.cancel(id, open.id));
    accepted(
      await t.coins.withdraw(id, { coin: 'XMR', amount: '0.99', address: OUTSIDE.XMR }, withdrawalKey),
    );
    expect(await obstacles()).toContainEqual({ kind: 'withdrawals', count: 1 });
    await t.network.mine('XMR', 31);
    accepted(await withdrawBtc(t, id, '0.4955'));
    await t.network.mine('BTC', 7);
    const { secret } = await t.twoFactor.enable(id);
    await expect(t.twoFactor.verify(id, '000000', 'somebody')).rejects.toMatchObject({ status: 400 });
    await t.twoFactor.verify(id, totp(secret, t.clock), 'somebody');
    t.clock += 30_000;

    const { obstacles: left, leftovers } = await parts.deletion.look(account);
    expect(left).toEqual([]);
    expect(leftovers.map(({ currency }) => currency)).toEqual(['BTC', 'XMR']);
    const planted = [email, username, OUTSIDE.XMR.slice(0, 20), 'planted subject', 'dear planted', ...keys];
    const before = await tablesWith(pool, [email, username, 'planted', ...keys]);
    expect(before).toEqual(['intents', 'ticket_comments', 'tickets', 'users']);

    const attempt = { code: totp(secret, t.clock), triedBy: 'test' };
    const ended = accepted(await remove(account, { givenUp: leftovers, attempt }));
    expect(ended).toHaveLength(1);
    expect(await parts.sessions.find(token)).toBeNull();

    // The address to which a withdrawal went is public on its chain, and stays with the transfer.
    expect(
      await tablesWith(
        pool,
        planted.filter((text) => !OUTSIDE.XMR.startsWith(text)),
      ),
    ).toEqual([]);
    expect(await tablesWith(pool, [OUTSIDE.XMR])).not.toContain('refund_addresses');
    for (const table of ERASED) {
      const { rows } = await pool.query(`select from ${table} where account_id = $1`, [id]);
      expect(rows, table).toEqual([]);
    }
    const dump = (await dumpOf(pool, kind)).toLowerCase();
    expect(dump).toContain(id);
    for (const text of [email, username, 'planted', ...keys]) expect(dump).not.toContain(text.toLowerCase());
    await sealEntries(pool);
    expect(await t.core.exchange.audit()).toEqual([]);

    // Later deposits are returned (REFUND-09), and the email can register again.
    const free = await t.free(id, 'BTC');
    accepted(await t.network.pay('BTC', address, unitsOf('0.2') ?? 0n));
    await t.network.mine('BTC', 6);
    await t.network.returnDeposits();
    await t.network.mine('BTC', 7);
    const [late] = await t.coins.deposits(id, { limit: 1, offset: 0 });
    expect(late).toMatchObject({ stage: 'refused', return_stage: 'completed', return_address: OUTSIDE.BTC });
    expect(await t.free(id, 'BTC')).toBe(free);
    const again = await parts.accounts.register({
      email,
      username,
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    expect(again?.id).not.toBe(id);
    expect(await t.core.balances(again?.id ?? '')).toEqual({});
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('is refused while something prevents it, and then nothing is erased (PRIVACY-04)', async () => {
    await signIn(account);
    await t.pay(account.id, 'BTC', '0.25');
    expect(await obstacles()).toEqual([{ kind: 'deposits', count: 1 }]);
    expect(codeOf(await remove(account))).toBe('ACCOUNT_IN_USE');
    await t.network.mine('BTC', 6);
    expect(await obstacles()).toEqual([{ kind: 'balance', currency: 'BTC', amount: '0.25' }]);
    expect(codeOf(await remove(account))).toBe('ACCOUNT_IN_USE');

    // The chain undoes the deposit after it was spent, so the account owes it.
    accepted(await withdrawBtc(t, account.id, '0.2'));
    await t.network.reorganise('BTC', { depth: 6, blocks: 7, drops: true });
    await t.network.mine('BTC', 7);
    expect((await obstacles()).map(({ kind: one }) => one)).toContain('debt');
    expect(codeOf(await remove(account))).toBe('ACCOUNT_IN_USE');
    expect((await pool.query('select from users where account_id = $1', [account.id])).rows).toHaveLength(1);
    expect((await pool.query('select from sessions where account_id = $1', [account.id])).rows).toHaveLength(
      1,
    );
  });

  it('amounts below the smallest withdrawal are given up, exactly as shown (PRIVACY-04)', async () => {
    // The smallest withdrawal is 0.0005, its fee 0.0001.
    await fund({ BTC: '0.0006' });
    expect(await parts.deletion.look(account)).toEqual({
      obstacles: [{ kind: 'balance', currency: 'BTC', amount: '0.0006' }],
      leftovers: [],
    });
    const other = await register(`dust${count}`);
    await t.core.exchange.fund(other.id, { BTC: '0.00059999' }, 'test');
    const { leftovers } = await parts.deletion.look(other);
    expect(leftovers).toEqual([{ currency: 'BTC', amount: '0.00059999' }]);
    expect(codeOf(await remove(other))).toBe('AMOUNTS_CHANGED');
    await t.core.exchange.fund(other.id, { XMR: '0.001' }, 'test');
    expect(codeOf(await remove(other, { givenUp: leftovers }))).toBe('AMOUNTS_CHANGED');
    const shown = (await parts.deletion.look(other)).leftovers;
    expect(codeOf(await remove(other, { givenUp: shown }))).toBe('accepted');
    expect(await t.free(other.id, 'BTC')).toBe('0.00059999');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('needs the username and the second factor; a wrong code counts, and a refusal uses up no code (PRIVACY-03)', async () => {
    const { secret } = await t.twoFactor.enable(account.id);
    await t.twoFactor.verify(account.id, totp(secret, t.clock), 'somebody');
    t.clock += 30_000;
    const right = { code: totp(secret, t.clock), triedBy: 'test' };
    expect(codeOf(await remove(account, { username: account.username.toUpperCase(), attempt: right }))).toBe(
      'USERNAME_WRONG',
    );
    expect(codeOf(await remove(account))).toBe('TWO_FACTOR_REQUIRED');
    expect(codeOf(await remove(account, { attempt: { ...right, code: '000000' } }))).toBe(
      'TWO_FACTOR_INVALID',
    );
    expect(codeOf(await remove(account, { attempt: right }))).toBe('accepted');
  });

  it('requests in progress meanwhile write nothing about the person again (PRIVACY-03)', async () => {
    for (let round = 0; round < 6; round += 1) {
      const one = await register(`race${count}x${round}`);
      const draft = { subject: `Race ${one.email}`, category: 'other', description: one.username } as const;
      const [removed] = await Promise.all([
        remove(one),
        parts.sessions.begin(one.id).catch(() => null),
        parts.tickets.create(one.id, draft, `key-${one.username}`).catch(() => null),
        t.coins.setRefundAddress(one.id, 'BTC', OUTSIDE.BTC).catch(() => null),
        transaction(pool, (client) => parts.devices.remember(one.id, null, client)).catch(() => null),
        t.twoFactor.enable(one.id).catch(() => null),
        t.core.exchange.placeLimit(
          one.id,
          { pair: 'XMR-BTC', side: 'buy', price: '0.004', quantity: '1' },
          `order-${one.username}`,
        ),
      ]);
      expect(codeOf(removed)).toBe('accepted');
      await createRetention(pool, [], () => t.clock).sweep();
      expect(await tablesWith(pool, [loginOf(one), one.username])).toEqual([]);
      for (const table of ERASED) {
        const { rows } = await pool.query(`select from ${table} where account_id = $1`, [one.id]);
        expect(rows, table).toEqual([]);
      }
    }
  });

  it('every table that names an account is either erased, or kept under its number (PRIVACY-03)', async () => {
    const { rows } = await pool.query<{ table_name: string }>(
      `select table_name from information_schema.columns
       where table_schema = 'public' and column_name = 'account_id' order by table_name`,
    );
    expect(rows.map(({ table_name: table }) => table)).toEqual([...ERASED, ...PSEUDONYMOUS].sort());
  });

  it('the account with the public password stays (PRIVACY-04)', async () => {
    const shared = { ...account, email: 'trader@quietbook.test' };
    expect((await parts.deletion.look(shared)).obstacles).toEqual([{ kind: 'shared' }]);
    expect(codeOf(await remove(shared))).toBe('ACCOUNT_IN_USE');
  });

  it('the data of others stays (PRIVACY-03)', async () => {
    const other = await register(`stays${count}`);
    await signIn(other);
    await parts.tickets.create(
      other.id,
      { subject: 'Mine', category: 'other', description: 'Stays' },
      randomUUID(),
    );
    expect(codeOf(await remove(account))).toBe('accepted');
    expect(await tablesWith(pool, [loginOf(other)])).toEqual(['users']);
    expect((await pool.query('select from tickets where account_id = $1', [other.id])).rows).toHaveLength(1);
  });
});
