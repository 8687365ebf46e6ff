import type { ApiKeyRecord, ApiKeys } from '../../accounts/apiKeys.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Limits } from '../../accounts/limits.ts';
import { RefusedError, valueOf } from '../../refused.ts';
import { type Handlers, signedIn } from '../handler.ts';

export interface ApiKeyCallParts {
  readonly apiKeys: ApiKeys;
  readonly accounts: Pick<Accounts, 'confirmPassword'>;
  readonly limits: Limits;
}

/** Keys for programs, as their user makes and revokes them (APIKEY-01). */
export function apiKeyHandlers({
  apiKeys,
  accounts,
  limits,
}: ApiKeyCallParts): Handlers<'apiKeys' | 'createApiKey' | 'confirmApiKey' | 'revokeApiKey'> {
  return {
    async apiKeys(request) {
      return { api_keys: (await apiKeys.list(signedIn(request).account.id)).map(wireKey) };
    },

    async createApiKey(request) {
      const session = signedIn(request);
      const { label, permissions, addresses, password, two_factor_code: code } = request.body;
      const attempt = { action: 'twoFactor', account: session.key, source: null } as const;
      await limits.spend(attempt);
      await accounts.confirmPassword(session.account.id, password);
      const wish = { label, permissions, addresses, attempt: { code, triedBy: session.key } };
      const { key, secret } = valueOf(await apiKeys.create(session, wish));
      await limits.forgive(attempt);
      request.c.status(201);
      return { api_key: wireKey(key), secret };
    },

    async confirmApiKey(request) {
      const session = signedIn(request);
      const { password, two_factor_code: code } = request.body;
      const attempt = { action: 'twoFactor', account: session.key, source: null } as const;
      await limits.spend(attempt);
      await accounts.confirmPassword(session.account.id, password);
      const id = request.c.req.param('id') ?? '';
      valueOf(await apiKeys.confirm(session, id, { code, triedBy: session.key }));
      await limits.forgive(attempt);
      return { message: 'The API key was confirmed.' };
    },

    async revokeApiKey(request) {
      const id = request.c.req.param('id') ?? '';
      if (!(await apiKeys.revoke(signedIn(request).account.id, id)))
        throw new RefusedError(404, 'API_KEY_NOT_FOUND', 'There is no such API key.');
      return { message: 'The API key was revoked.' };
    },
  };
}

const wireKey = ({ id, label, permissions, addresses, madeAt, usedOn, mustConfirm }: ApiKeyRecord) => ({
  id,
  label,
  permissions,
  addresses,
  created_at: madeAt.toISOString(),
  last_used_on: usedOn,
  must_confirm: mustConfirm,
});
