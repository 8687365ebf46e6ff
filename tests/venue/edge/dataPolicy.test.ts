import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import words from '../../../locales/en/logs.json' with { type: 'json' };
import { KEPT, NOT_KEPT, type KeptItem } from '../../../src/domain/dataPolicy.ts';
import { SESSION_LIFETIME } from '../../../venue/accounts/sessions.ts';
import { openStore, type Store } from '../../../venue/sql/store.ts';

/** Where the items of the data policy are stored. */
const TABLES: Readonly<Record<KeptItem, readonly string[]>> = {
  account: ['accounts', 'users', 'taken_usernames', 'recovery_codes', 'passkeys', 'api_keys', 'api_nonces'],
  sessions: ['sessions', 'wrong_codes', 'known_devices', 'passkey_challenges'],
  trading: [
    'orders',
    'unsettled_orders',
    'reached_stops',
    'amendments',
    'trades',
    'balances',
    'entries',
    'postings',
    'intents',
    'price_losses',
    'solvency_secrets',
    'solvency_leaves',
    'solvency_nodes',
  ],
  transfers: [
    'deposits',
    'withdrawals',
    'withdrawal_approvals',
    'payments',
    'chain_transactions',
    'chain_inputs',
    'chain_replaced',
    'grin_deposits',
    'grin_outputs',
    'grin_withdrawals',
  ],
  addresses: ['deposit_addresses', 'refund_addresses', 'address_books', 'book_addresses'],
  support: ['tickets', 'ticket_comments', 'operations'],
};

/** Tables without data about any user. */
const IMPERSONAL = [
  'coins',
  'pairs',
  'candles',
  'trail_marks',
  'house_balances',
  'chains',
  // the venue's own keys
  'secrets',
  // of the sandbox's simulated chains
  'grin_wallet_payments',
  'simulated_forks',
  // blocks of real chains, and how often the venue's own accounts have sent
  'chain_blocks',
  'chain_wallets',
  'ledger_stops',
  // where the database is, and what is pending in a restored copy
  'database_place',
  'uncompared_coins',
  // the operators
  'operators',
  'operator_approvals',
  'maintenance',
  // hashes, and IDs of entries
  'seals',
  'unsealed',
  'prunings',
  'ledger_heads',
  // totals, and hashes
  'solvency_statements',
  'migrations',
];

/** Names that columns with forbidden data would have. */
const FORBIDDEN =
  /(^|_)(ip|ips|host|remote|agent|browser|device|fingerprint|country|city|geo|locale|language|timezone|phone|birth|document|passport|first_name|last_name|referrer|visits?|logins|cookie)(_|$)/;
/** Similar names with another meaning: a repeated request is compared with these. */
const HARMLESS = new Set(['intents.fingerprint']);

let store: Store;
let columns: readonly { readonly table: string; readonly column: string }[] = [];

beforeAll(async () => {
  store = await openStore({});
  const { rows } = await store.pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns where table_schema = 'public'`,
  );
  columns = rows.map((row) => ({ table: row.table_name, column: row.column_name }));
});
afterAll(() => store.close());

describe('the data policy is true of the database', () => {
  it('seven items are not kept, six are, each with its text (PUBLIC-09)', () => {
    expect([NOT_KEPT.length, KEPT.length]).toEqual([7, 6]);
    expect(Object.keys(words.absent.items)).toEqual([...NOT_KEPT]);
    expect(Object.keys(words.kept.items)).toEqual([...KEPT]);
  });

  it('every table belongs to one published item, or contains nothing about users', () => {
    const published = [...Object.values(TABLES).flat(), ...IMPERSONAL].sort();
    expect([...new Set(columns.map(({ table }) => table))].sort()).toEqual(published);
  });

  it('no table called impersonal names an account', () => {
    const naming = columns.filter(
      ({ table, column }) => IMPERSONAL.includes(table) && /account|user/.test(column),
    );
    expect(naming).toEqual([]);
  });

  it('no column contains what is promised not to be kept', () => {
    const found = columns
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => FORBIDDEN.test(name.split('.')[1] ?? '') && !HARMLESS.has(name));
    expect(found).toEqual([]);
  });

  it('the parts of an account are published item by item', () => {
    const of = (table: string): string[] =>
      columns
        .filter((one) => one.table === table)
        .map(({ column }) => column)
        .sort();
    expect(of('sessions')).toEqual([
      'account_id',
      'begun_at',
      'expires_at',
      'id',
      'idle_at',
      'name',
      'replaced_at',
      'replaced_by',
      'token_hash',
    ]);
    expect(of('recovery_codes')).toEqual(['account_id', 'code_hash']);
    const key =
      'account_id addresses can_read can_trade can_trade_at_any_price can_withdraw id label made_at must_confirm secret used_on';
    expect(of('api_keys')).toEqual(key.split(' '));
    expect(of('api_nonces')).toEqual(['expires_at', 'key_id', 'nonce']);
    expect(of('wrong_codes')).toEqual(['account_id', 'since', 'tried_by', 'wrong']);
    expect(of('known_devices')).toEqual(['account_id', 'token_hash', 'used_at']);
    const users = `account_id email username password_hash role last_login security_cooldown_until
      security_cooldown_reason two_factor_secret two_factor_on two_factor_step two_factor_reset_at
      recovery_key_hash recovery_key_at`;
    expect(of('users')).toEqual(users.split(/\s+/).sort());
    expect(words.kept.items.sessions.retentionKept).toContain(`${SESSION_LIFETIME / 3600} hours`);
  });

  it('the rule for columns catches what it should', () => {
    for (const name of ['ip', 'last_ip', 'user_agent', 'device_id', 'country', 'phone']) {
      expect(FORBIDDEN.test(name)).toBe(true);
    }
  });
});
