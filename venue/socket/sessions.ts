import type { IncomingMessage } from 'node:http';
import type { ApiKeys } from '../accounts/apiKeys.ts';
import type { Limits } from '../accounts/limits.ts';
import type { Session, Sessions } from '../accounts/sessions.ts';
import { isSigned } from '../accounts/signedRequests.ts';
import type { TokenCookie } from '../http/cookie.ts';
import { refuseUnpermitted } from '../http/programs.ts';
import { addressOf } from '../http/source.ts';

export interface SocketSessionParts {
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly cookie: Pick<TokenCookie, 'read'>;
  readonly limits: Pick<Limits, 'spend'>;
  readonly trustedProxies: number;
  readonly now: () => number;
}

/**
 * Whose socket a handshake opens: that of the cookie, or of the key that signed it, which needs `read` (APIKEY-06).
 * It throws a `RefusedError` for a key that does not open it.
 */
export function socketSessions(
  parts: SocketSessionParts,
): (request: IncomingMessage) => Promise<Session | null> {
  const { apiKeys, sessions, cookie, limits, trustedProxies, now } = parts;
  return async ({ headers, method = 'GET', url = '/', socket }) => {
    const header = (name: string): string | undefined => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? undefined : [value].flat().join();
    };
    if (isSigned(header)) {
      const address = addressOf(socket.remoteAddress, header('x-forwarded-for'), trustedProxies);
      const request = { header, method, target: url, body: new Uint8Array(), address };
      return apiKeys.authenticate(request, async (session) => {
        await limits.spend({ action: 'signed', account: session.account.id, source: null });
        refuseUnpermitted(session, 'read', now());
      });
    }
    const token = cookie.read(headers.cookie);
    return token === null ? null : sessions.find(token);
  };
}
