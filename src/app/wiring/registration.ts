import { fromPromise } from 'xstate';
import type { Result } from '../../domain/result.ts';
import type { NewAccount } from '../../machines/registration/index.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';

/** Effects of the `registration` machine. */
export function createRegistrationWiring({ http }: { readonly http: Pick<Http, 'send'> }) {
  return {
    actors: {
      register: fromPromise<Result<null>, NewAccount>(({ input, signal }) => {
        const { email, username, password, confirmation } = input;
        const body = { email, username, password, confirm_password: confirmation };
        return http.send(accountCalls.register, { body }, { signal });
      }),
    },
  };
}
