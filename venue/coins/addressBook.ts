import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { checkAddress } from '../../src/domain/address/check.ts';
import { type CodeAttempt, NO_CODE, type Reauthenticate } from '../accounts/twoFactor.ts';
import type { Outcome, Refusal } from '../exchange.ts';
import { isWithdrawalId } from './lists.ts';
import { atomically, type Client } from './post.ts';
import { refuse } from './refusals.ts';
import { type HasChains, readTerms } from './terms.ts';
import { hasAddresses } from './validation.ts';

/** Milliseconds until a new address can be withdrawn to, and until the book is off (HELD-01, HELD-02). */
export const BOOK_DELAY = 86_400_000;
export const MAX_BOOK_ADDRESSES = 100;

export interface BookAddress {
  readonly id: string;
  readonly coin: string;
  readonly address: string;
  readonly label: string;
  readonly usableAt: Date;
}

export interface AddressBook {
  readonly isOn: boolean;
  /** Set while it is being switched off. */
  readonly offAt: Date | null;
  readonly addresses: readonly BookAddress[];
}

/** Every change returns the whole book. */
export interface AddressBooks {
  addressBook(account: string): Promise<AddressBook>;
  /** Continuing with a book that is being switched off needs no code. */
  switchAddressBook(account: string, isOn: boolean, attempt?: CodeAttempt): Promise<Outcome<AddressBook>>;
  addBookAddress(
    account: string,
    entry: NewBookAddress,
    attempt?: CodeAttempt,
  ): Promise<Outcome<AddressBook>>;
  /** At once, and without a code. Refused with `BOOK_ADDRESS_NOT_FOUND` (404), also for another account's. */
  removeBookAddress(account: string, id: string): Promise<Outcome<AddressBook>>;
}

export interface NewBookAddress {
  readonly coin: string;
  readonly address: string;
  readonly label: string;
}

export interface AddressBookParts {
  readonly pool: Pool;
  readonly hasChains: HasChains;
  readonly reauthenticate: Reauthenticate;
  readonly now: () => Date;
}

export function createAddressBooks({ pool, hasChains, reauthenticate, now }: AddressBookParts): AddressBooks {
  const whole = async (client: Client, account: string): Promise<Outcome<AddressBook>> => ({
    ok: true,
    value: await readBook(client, account, now()),
  });

  return {
    addressBook: (account) => readBook(pool, account, now()),

    switchAddressBook: (account, isOn, attempt = NO_CODE) =>
      atomically(pool, async (client): Promise<Outcome<AddressBook>> => {
        const at = now();
        const book = await lockBook(client, account, at);
        const isDone = isOn ? book.isOn && book.offAt === null : !book.isOn || book.offAt !== null;
        if (isDone) return whole(client, account);
        const unproven = isOn && book.isOn ? null : await reauthenticate(client, account, attempt);
        if (unproven) return unproven;
        await client.query('update address_books set is_on = true, off_at = $2 where account_id = $1', [
          account,
          isOn ? null : new Date(at.getTime() + BOOK_DELAY),
        ]);
        return whole(client, account);
      }),

    addBookAddress: (account, { coin, address, label }, attempt = NO_CODE) =>
      atomically(pool, async (client): Promise<Outcome<AddressBook>> => {
        const terms = await readTerms(client, coin, hasChains);
        if (!terms) return refuse.coinNotFound();
        if (!hasAddresses(coin)) return refuse.addressNotUsed(coin);
        if (address.trim() === '') return refuse.addressRequired(coin);
        const check = checkAddress(coin, terms.network, address);
        if (!check.ok) return refuse.invalidAddress(coin, check);
        const { addresses } = await lockBook(client, account, now());
        const known = addresses.find((entry) => entry.coin === coin && entry.address === check.address);
        if (known) return refuse.inBookAlready(coin);
        if (addresses.length >= MAX_BOOK_ADDRESSES) return refuse.bookFull(MAX_BOOK_ADDRESSES);
        const unproven = await reauthenticate(client, account, attempt);
        if (unproven) return unproven;
        await client.query(
          `insert into book_addresses (id, account_id, coin, address, label, added_at)
           values ($1, $2, $3, $4, $5, $6)`,
          [randomUUID(), account, coin, check.address, label.trim(), now()],
        );
        return whole(client, account);
      }),

    async removeBookAddress(account, id) {
      if (!isWithdrawalId(id)) return refuse.bookAddressNotFound();
      const { rowCount } = await pool.query('delete from book_addresses where account_id = $1 and id = $2', [
        account,
        id,
      ]);
      return rowCount === 1 ? whole(pool, account) : refuse.bookAddressNotFound();
    },
  };
}

/**
 * Why an account may not withdraw to an address (HELD-03). With the book on, a coin without addresses cannot leave: a
 * thief who sold everything for it would need no address at all.
 */
export async function whyNotInBook(
  client: Client,
  account: string,
  { coin, address }: { readonly coin: string; readonly address: string | null },
  at: Date,
): Promise<Refusal | null> {
  const { isOn, addresses } = await readBook(client, account, at);
  if (!isOn) return null;
  if (address === null) return refuse.bookBlocks(coin);
  const entry = addresses.find((one) => one.coin === coin && one.address === address);
  if (!entry) return refuse.notInBook(coin);
  return entry.usableAt > at ? refuse.bookWaits(entry.usableAt, at) : null;
}

async function lockBook(client: Client, account: string, at: Date): Promise<AddressBook> {
  await client.query(
    'insert into address_books (account_id, is_on) values ($1, false) on conflict do nothing',
    [account],
  );
  await client.query('select from address_books where account_id = $1 for update', [account]);
  // Once it is off it is off for good, or continuing would need no code.
  await client.query(
    'update address_books set is_on = false, off_at = null where account_id = $1 and off_at <= $2',
    [account, at],
  );
  return readBook(client, account, at);
}

async function readBook(client: Client, account: string, at: Date): Promise<AddressBook> {
  const found = await client.query<{ off_at: Date | null }>(
    'select off_at from address_books where account_id = $1 and is_on and (off_at is null or off_at > $2)',
    [account, at],
  );
  const { rows } = await client.query<Omit<BookAddress, 'usableAt'> & { added_at: Date }>(
    `select id, coin, address, label, added_at from book_addresses where account_id = $1
     order by coin, lower(label), added_at, id`,
    [account],
  );
  return {
    isOn: found.rows.length > 0,
    offAt: found.rows[0]?.off_at ?? null,
    addresses: rows.map(({ added_at, ...entry }) => ({
      ...entry,
      usableAt: new Date(added_at.getTime() + BOOK_DELAY),
    })),
  };
}
