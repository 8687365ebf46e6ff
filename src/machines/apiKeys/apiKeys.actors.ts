import { fromPromise } from 'xstate';
import type { Result } from '../../domain/result.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';
import type { App } from '../app/app.ts';
import { apiKeysMachine, type KeyProof, type KeyWish, type NewKey } from './apiKeys.machine.ts';

export interface ApiKeysDependencies {
  readonly http: Pick<Http, 'send'>;
  /** The list is to be read again. */
  readonly invalidateKeys: () => void;
}

/** Effects of the `apiKeys` machine. None is ended by `signal`: what has left cannot be taken back. */
export function apiKeysImplementations({ http, invalidateKeys }: ApiKeysDependencies) {
  return {
    actors: {
      create: fromPromise<Result<NewKey>, KeyWish>(async ({ input }) => {
        const { label, permissions, addresses, privatePassword, privateCode } = input;
        const sent = await http.send(accountCalls.createApiKey, {
          body: {
            label,
            permissions: [...permissions],
            addresses: [...addresses],
            password: privatePassword,
            ...(privateCode === undefined ? {} : { two_factor_code: privateCode }),
          },
        });
        if (!sent.ok) return sent;
        const { api_key: key, secret } = sent.value;
        return { ok: true, value: { id: key.id, label: key.label, privateSecret: secret } };
      }),
      approve: fromPromise<Result<unknown>, KeyProof>(({ input: { id, privatePassword, privateCode } }) =>
        http.send(accountCalls.confirmApiKey, {
          params: { id },
          body: {
            password: privatePassword,
            ...(privateCode === undefined ? {} : { two_factor_code: privateCode }),
          },
        }),
      ),
      revoke: fromPromise<Result<unknown>, { readonly id: string }>(({ input: { id } }) =>
        http.send(accountCalls.revokeApiKey, { params: { id } }),
      ),
    },
    actions: { invalidateKeys },
  };
}

export const provideApiKeys = ({ services: { http }, resources }: App) =>
  apiKeysMachine.provide(
    apiKeysImplementations({ http, invalidateKeys: () => resources.invalidate('apiKeys') }),
  );
