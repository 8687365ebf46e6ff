import { SIGNATURE_WINDOW, SIGNED_CALLS } from '../../src/services/contract/signedCalls.ts';
import type { CallName } from '../../src/services/contract/index.ts';
import type { KeyPermission } from '../../src/domain/apiKey.ts';
import type { ApiKeys } from '../accounts/apiKeys.ts';
import type { Limits } from '../accounts/limits.ts';
import type { Session } from '../accounts/sessions.ts';
import { isSigned, readSignature } from '../accounts/signedRequests.ts';
import { RefusedError } from '../refused.ts';
import { largestBody, readBytes } from './body.ts';
import type { Entrance } from './entrance.ts';
import type { HttpContext } from './handler.ts';
import { tellLeft } from './rateLimits.ts';
import { addressOf } from './source.ts';

export interface ProgramParts {
  readonly apiKeys: Pick<ApiKeys, 'authenticate'>;
  readonly limits: Pick<Limits, 'spend'>;
  readonly trustedProxies: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface Signed {
  readonly session: Session;
  /** It was read whole, because the body is signed, too. */
  readonly body: Uint8Array;
}

/** Requests that a program signs with its key, in place of a cookie (APIKEY-03). */
interface Programs {
  /** @throws RefusedError 401, 403, or 429 where the account has sent too many. */
  admit(c: HttpContext, name: CallName): Promise<Signed>;
}

export const isOfProgram = (c: HttpContext): boolean => isSigned((name) => c.req.header(name));

export function createPrograms({
  apiKeys,
  limits,
  trustedProxies,
  now,
  lookUp,
}: ProgramParts & Pick<Entrance, 'lookUp'>): Programs {
  return {
    async admit(c, name) {
      const permission = SIGNED_CALLS[name];
      if (permission === undefined) throw notForKeys();
      c.header('x-api-recv-window', String(SIGNATURE_WINDOW));
      const { method } = c.req;
      // Errors in its headers are refused before its body is read.
      readSignature((header) => c.req.header(header), now());
      const body = await readBytes(c.req.raw, largestBody(name));
      const request = {
        header: (header: string) => c.req.header(header),
        method,
        target: targetOf(c),
        body,
        address: addressOf(
          c.env?.incoming?.socket.remoteAddress,
          c.req.header('x-forwarded-for'),
          trustedProxies,
        ),
      };
      const session = await lookUp(c, () =>
        apiKeys.authenticate(request, async (found) => {
          const { id } = found.account;
          tellLeft(c, await limits.spend({ action: 'signed', account: id, source: null }));
          refuseUnpermitted(found, permission, now());
        }),
      );
      return { session, body };
    },
  };
}

/** @throws RefusedError 403 where the key may not do it, or not yet (APIKEY-04, APIKEY-07). */
export function refuseUnpermitted({ apiKey }: Session, permission: KeyPermission, now: number): void {
  if (permission === 'withdraw' && apiKey?.mustConfirm === true)
    throw new RefusedError(
      403,
      'API_KEY_UNCONFIRMED',
      'This API key was created without the second factor. Confirm it under /security, or create another one.',
    );
  if (apiKey?.permissions.includes(permission) !== true)
    throw new RefusedError(
      403,
      'PERMISSION_MISSING',
      `This API key does not have the permission "${permission}".`,
    );
  if (permission === 'withdraw' && apiKey.withdrawsFrom > now)
    throw new RefusedError(
      403,
      'API_KEY_TOO_NEW',
      `This API key can withdraw from ${new Date(apiKey.withdrawsFrom).toISOString()} on.`,
      Math.ceil((apiKey.withdrawsFrom - now) / 1000),
    );
}

const notForKeys = (): RefusedError =>
  new RefusedError(403, 'NOT_FOR_API_KEYS', 'This call needs a logged-in user; no API key can make it.');

/** Path and query as received: a URL object would rewrite them. */
function targetOf(c: HttpContext): string {
  const raw = c.env?.incoming?.url;
  if (raw?.startsWith('/')) return raw;
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}
