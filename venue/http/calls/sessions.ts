import type { Devices } from '../../accounts/devices.ts';
import type { ListedSession, SessionList } from '../../accounts/sessionList.ts';
import { RefusedError } from '../../refused.ts';
import type { TokenCookie } from '../cookie.ts';
import { type Handlers, signedIn } from '../handler.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface SessionParts {
  readonly sessionList: SessionList;
  readonly devices: Pick<Devices, 'forgetOthers'>;
  readonly deviceCookie: TokenCookie;
}

export function sessionHandlers({
  sessionList: list,
  devices,
  deviceCookie,
}: SessionParts): Handlers<'sessions' | 'endSession' | 'endOtherSessions' | 'nameSession'> {
  return {
    async sessions(request) {
      return { sessions: (await list.list(signedIn(request))).map(wireSession) };
    },

    async endSession(request) {
      const session = signedIn(request);
      const id = request.c.req.param('id') ?? '';
      // PostgreSQL raises an error for a text that is not a UUID.
      if (!UUID.test(id) || !(await list.end(session, id)))
        throw new RefusedError(404, 'SESSION_NOT_FOUND', 'This session has already ended.');
      return { message: 'Signed out.' };
    },

    async endOtherSessions(request) {
      const session = signedIn(request);
      await list.endOthers(session);
      // A browser that signs out is no longer known.
      await devices.forgetOthers(session.account.id, deviceCookie.read(request.c.req.header('cookie')));
      return { message: 'All other sessions were logged out.' };
    },

    async nameSession(request) {
      const name = request.body.name.trim();
      await list.rename(signedIn(request), name === '' ? null : name);
      return { message: 'Saved.' };
    },
  };
}

function wireSession({ id, beganAt, usedAt, endsAt, isOwn, name }: ListedSession): Record<string, unknown> {
  return {
    id,
    begun_at: beganAt.toISOString(),
    last_used_at: usedAt.toISOString(),
    ends_at: endsAt.toISOString(),
    is_current: isOwn,
    name,
  };
}
