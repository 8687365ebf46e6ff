import type { Accounts } from '../../accounts/accounts.ts';
import type { Limits } from '../../accounts/limits.ts';
import type { AddressBook, AddressBooks } from '../../coins/addressBook.ts';
import { valueOf } from '../../refused.ts';
import { type Handlers, signedIn } from '../handler.ts';

export interface AddressBookHandlerParts {
  readonly books: AddressBooks;
  readonly accounts: Pick<Accounts, 'confirmPassword'>;
  readonly limits: Limits;
}

/** The addresses that an account may withdraw to (HELD-01, HELD-02). */
export function addressBookHandlers({
  books,
  accounts,
  limits,
}: AddressBookHandlerParts): Handlers<
  'addressBook' | 'switchAddressBook' | 'addBookAddress' | 'removeBookAddress'
> {
  return {
    async addressBook(request) {
      return wireBook(await books.addressBook(signedIn(request).account.id));
    },

    async switchAddressBook(request) {
      const { account, key } = signedIn(request);
      const { is_on: isOn, password = '', two_factor_code: code = '' } = request.body;
      // Continuing with a book that is being switched off only protects.
      const isProtecting = isOn && (await books.addressBook(account.id)).isOn;
      if (!isProtecting) {
        const attempt = { action: 'twoFactor', account: key, source: null } as const;
        await limits.spend(attempt);
        await accounts.confirmPassword(account.id, password);
        await limits.forgive(attempt);
      }
      return wireBook(valueOf(await books.switchAddressBook(account.id, isOn, { code, triedBy: key })));
    },

    async addBookAddress(request) {
      const { account, key } = signedIn(request);
      const { coin_ticker: coin, address, label, two_factor_code: code = '' } = request.body;
      const added = await books.addBookAddress(account.id, { coin, address, label }, { code, triedBy: key });
      return wireBook(valueOf(added));
    },

    async removeBookAddress(request) {
      const id = request.c.req.param('id') ?? '';
      return wireBook(valueOf(await books.removeBookAddress(signedIn(request).account.id, id)));
    },
  };
}

function wireBook({ isOn, offAt, addresses }: AddressBook): Record<string, unknown> {
  return {
    is_on: isOn,
    off_at: offAt?.toISOString() ?? null,
    addresses: addresses.map(({ id, coin, address, label, usableAt }) => ({
      id,
      coin_ticker: coin,
      address,
      label,
      usable_at: usableAt.toISOString(),
    })),
  };
}
