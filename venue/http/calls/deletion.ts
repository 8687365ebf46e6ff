import type { Accounts } from '../../accounts/accounts.ts';
import type { Deletion } from '../../accounts/deletion.ts';
import type { Limits } from '../../accounts/limits.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import { valueOf } from '../../refused.ts';
import type { TokenCookie } from '../cookie.ts';
import { type Handlers, signedIn } from '../handler.ts';

export interface DeletionCallParts {
  readonly deletion: Deletion;
  readonly accounts: Pick<Accounts, 'confirmPassword'>;
  readonly sessions: Pick<Sessions, 'announce'>;
  readonly limits: Limits;
  readonly cookie: TokenCookie;
  readonly deviceCookie: TokenCookie;
}

export function deletionHandlers(parts: DeletionCallParts): Handlers<'accountRemains' | 'deleteAccount'> {
  const { deletion, accounts, sessions, limits, cookie, deviceCookie } = parts;
  return {
    accountRemains: (request) => deletion.look(signedIn(request).account),

    async deleteAccount(request) {
      const { account, key } = signedIn(request);
      const { username, password, two_factor_code: code = '', given_up: givenUp } = request.body;
      await limits.spend({ action: 'password', account: key, source: null });
      await accounts.confirmPassword(account.id, password);
      const ended = valueOf(
        await deletion.remove(account, { username, givenUp, attempt: { code, triedBy: key } }),
      );
      request.c.header('set-cookie', cookie.clear());
      request.c.header('set-cookie', deviceCookie.clear(), { append: true });
      sessions.announce(ended);
      return { message: 'Your account was deleted.' };
    },
  };
}
