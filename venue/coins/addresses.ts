import type { Pool } from 'pg';
import { checkAddress } from '../../src/domain/address/check.ts';
import { type CodeAttempt, NO_CODE, type Reauthenticate } from '../accounts/twoFactor.ts';
import type { Outcome } from '../exchange.ts';
import type { Keys } from './keys.ts';
import { atomically, type Client } from './post.ts';
import { refuse } from './refusals.ts';
import { type HasChains, hasChain, readTerms, type Terms } from './terms.ts';

export interface DepositAddressRow {
  readonly coin: string;
  readonly address: string;
  readonly created_at: Date;
}

export interface RefundAddressRow {
  readonly coin: string;
  readonly coin_id: string;
  readonly name: string;
  readonly network: string;
  readonly is_required: boolean;
  readonly is_deposit_enabled: boolean;
  readonly is_withdrawal_enabled: boolean;
  readonly is_trading_enabled: boolean;
  readonly address_format: string;
  readonly address_example: string | null;
  readonly id: string | null;
  readonly address: string | null;
  readonly set_at: Date | null;
}

export interface Addresses {
  /** The newest one, made where there is none yet. */
  depositAddress(account: string, coin: string): Promise<Outcome<DepositAddressRow>>;
  /** Another one; the older ones stay valid (PRIVACY-01). */
  freshAddress(account: string, coin: string): Promise<Outcome<DepositAddressRow>>;
  /** By coin, the newest first. */
  depositAddresses(account: string, coin: string | undefined): Promise<DepositAddressRow[]>;
  /** All coins, sorted by ticker. */
  refundAddresses(account: string, isTradingOnly: boolean): Promise<RefundAddressRow[]>;
  setRefundAddress(
    account: string,
    coin: string,
    text: string,
    attempt?: CodeAttempt,
  ): Promise<Outcome<{ address: string }>>;
  removeRefundAddress(account: string, coin: string): Promise<Outcome<null>>;
}

export interface AddressParts {
  readonly pool: Pool;
  readonly keys: Pick<Keys, 'addressOf'>;
  readonly hasChains: HasChains;
  readonly reauthenticate: Reauthenticate;
  readonly now: () => Date;
}

/** New addresses of an account and coin within `ADDRESS_WINDOW` (PRIVACY-02). */
export const MAX_ADDRESSES = 20;
/** Milliseconds. */
export const ADDRESS_WINDOW = 86_400_000;

export function createAddresses({ pool, keys, hasChains, reauthenticate, now }: AddressParts): Addresses {
  async function find(client: Client, account: string, coin: string): Promise<DepositAddressRow | undefined> {
    const { rows } = await client.query<DepositAddressRow>(
      'select coin, address, created_at from deposit_addresses where account_id = $1 and coin = $2 order by number desc limit 1',
      [account, coin],
    );
    return rows[0];
  }

  /** One address at a time; orders and transfers of the account do not wait. */
  async function takeTurn(client: Client, account: string): Promise<void> {
    await client.query('select from accounts where id = $1 for no key update', [account]);
  }

  async function make(client: Client, account: string, coin: string): Promise<DepositAddressRow | null> {
    const { rows } = await client.query<{ number: string }>(
      `select nextval(pg_get_serial_sequence('deposit_addresses', 'number')) as number`,
    );
    const number = BigInt(rows[0]?.number ?? '0');
    const address = keys.addressOf(coin, number);
    if (address === null) return null;
    const { rows: made } = await client.query<DepositAddressRow>(
      `insert into deposit_addresses (coin, number, account_id, address, created_at) overriding system value
       values ($1, $2, $3, $4, $5) returning coin, address, created_at`,
      [coin, String(number), account, address, now()],
    );
    return made[0] ?? null;
  }

  /** When the next address may be made; null for now. */
  async function nextAt(client: Client, account: string, coin: string): Promise<Date | null> {
    const { rows } = await client.query<{ created_at: Date }>(
      `select created_at from deposit_addresses
       where account_id = $1 and coin = $2 and created_at > $3 order by number desc limit 1 offset $4`,
      [account, coin, new Date(now().getTime() - ADDRESS_WINDOW), MAX_ADDRESSES - 1],
    );
    return rows[0] ? new Date(rows[0].created_at.getTime() + ADDRESS_WINDOW) : null;
  }

  const withTerms = (
    account: string,
    coin: string,
    work: (client: Client) => Promise<Outcome<DepositAddressRow> | null>,
  ): Promise<Outcome<DepositAddressRow>> =>
    atomically(pool, async (client): Promise<Outcome<DepositAddressRow>> => {
      const terms = await readTerms(client, coin, hasChains);
      if (!terms) return refuse.coinNotFound();
      if (!terms.isDepositEnabled) return refuse.depositsDisabled(coin, terms.closed);
      if (await lacksRefundAddress(client, account, terms)) return refuse.refundAddressRequired(coin);
      return (await work(client)) ?? refuse.noDepositAddress(coin);
    });

  return {
    depositAddress: (account, coin) =>
      withTerms(account, coin, async (client) => {
        const known = await find(client, account, coin);
        if (known) return { ok: true, value: known };
        await takeTurn(client, account);
        const row = (await find(client, account, coin)) ?? (await make(client, account, coin));
        return row && { ok: true, value: row };
      }),

    freshAddress: (account, coin) =>
      withTerms(account, coin, async (client) => {
        await takeTurn(client, account);
        const next = await nextAt(client, account, coin);
        if (next) return refuse.tooManyAddresses(coin, MAX_ADDRESSES, next, now());
        const row = await make(client, account, coin);
        return row && { ok: true, value: row };
      }),

    async depositAddresses(account, coin) {
      const { rows } = await pool.query<DepositAddressRow>(
        `select coin, address, created_at from deposit_addresses
         where account_id = $1 and ($2::text is null or coin = $2) order by coin, number desc`,
        [account, coin ?? null],
      );
      return rows;
    },

    async refundAddresses(account, isTradingOnly) {
      const { rows } = await pool.query<RefundAddressRow & { can_arrive: boolean }>(
        `select c.ticker as coin, c.id as coin_id, c.name, c.network, c.refund_address_required as is_required,
           c.is_deposit_enabled, c.is_withdrawal_enabled,
           exists (select from deposit_addresses d where d.account_id = $1 and d.coin = c.ticker) as can_arrive,
           c.is_trading_enabled, c.address_format, c.address_example,
           r.id, r.address, r.set_at
         from coins c left join refund_addresses r on r.account_id = $1 and r.coin = c.ticker
         where c.is_trading_enabled or not $2 order by c.ticker`,
        [account, isTradingOnly],
      );
      return rows.map(({ can_arrive: canArrive, ...row }) => {
        const isDepositEnabled = row.is_deposit_enabled && hasChain(hasChains, row.coin);
        return {
          ...row,
          is_required: row.is_required && (isDepositEnabled || canArrive),
          is_deposit_enabled: isDepositEnabled,
          is_withdrawal_enabled: row.is_withdrawal_enabled && hasChain(hasChains, row.coin),
        };
      });
    },

    setRefundAddress: (account, coin, text, attempt = NO_CODE) =>
      atomically(pool, async (client): Promise<Outcome<{ address: string }>> => {
        const terms = await readTerms(client, coin, hasChains);
        if (!terms) return refuse.coinNotFound();
        if (text.trim() === '') return refuse.addressRequired(coin);
        const check = checkAddress(coin, terms.network, text);
        if (!check.ok) return refuse.invalidAddress(coin, check);
        const unproven = await reauthenticate(client, account, attempt);
        if (unproven) return unproven;
        await client.query(
          `insert into refund_addresses (account_id, coin, address, set_at) values ($1, $2, $3, $4)
           on conflict (account_id, coin) do update set address = excluded.address, set_at = excluded.set_at`,
          [account, coin, check.address, now()],
        );
        return { ok: true, value: { address: check.address } };
      }),

    async removeRefundAddress(account, coin) {
      const { rowCount } = await pool.query(
        'delete from refund_addresses where account_id = $1 and coin = $2',
        [account, coin],
      );
      return rowCount === 1 ? { ok: true, value: null } : refuse.refundAddressNotFound(coin);
    },
  };
}

/** Whether the coin requires a refund address that the account has not set (DEPOSIT-02, WITHDRAW-03). */
export async function lacksRefundAddress(
  client: Client,
  account: string,
  { coin, isDepositEnabled, needsRefundAddress }: Terms,
): Promise<boolean> {
  if (!needsRefundAddress) return false;
  // A coin that cannot come in is not returned; one that arrives at an address while deposits are off is (REFUND-09).
  const { rows } = await client.query<{ lacks: boolean }>(
    `select not exists (select from refund_addresses where account_id = $1 and coin = $2)
       and ($3 or exists (select from deposit_addresses where account_id = $1 and coin = $2)) as lacks`,
    [account, coin, isDepositEnabled],
  );
  return rows[0]?.lacks === true;
}
