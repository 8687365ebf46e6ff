import { fromPromise } from 'xstate';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import type { App } from '../app/app.ts';
import { addressBookMachine, type BookChange, type ChangeAnswer } from './addressBook.machine.ts';

export interface AddressBookDependencies {
  readonly http: Pick<Http, 'send'>;
  /** The book is to be read again. */
  readonly invalidateBook: () => void;
}

const codeIn = ({ privateCode: code }: { readonly privateCode?: string }) =>
  code === undefined ? {} : { two_factor_code: code };

/** Effects of the `addressBook` machine. */
export function addressBookImplementations({ http, invalidateBook }: AddressBookDependencies) {
  return {
    actors: {
      // Not ended by `signal`: what has left cannot be taken back.
      change: fromPromise<ChangeAnswer, BookChange>(({ input }) => {
        if (input.kind === 'remove')
          return http.send(walletCalls.removeBookAddress, { params: { id: input.id } });
        if (input.kind === 'add') {
          const { coin, address, label } = input;
          return http.send(walletCalls.addBookAddress, {
            body: { coin_ticker: coin, address, label, ...codeIn(input) },
          });
        }
        const password = input.privatePassword === undefined ? {} : { password: input.privatePassword };
        return http.send(walletCalls.switchAddressBook, {
          body: { is_on: input.isOn, ...password, ...codeIn(input) },
        });
      }),
    },
    actions: { invalidateBook },
  };
}

export const provideAddressBook = ({ services: { http }, resources }: App) =>
  addressBookMachine.provide(
    addressBookImplementations({ http, invalidateBook: () => resources.invalidate('addressBook') }),
  );
