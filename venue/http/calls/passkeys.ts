import { DEVICE_LIFETIME } from '../../accounts/devices.ts';
import { type PasskeyRecord, type RelyingParty, unknownPasskey } from '../../accounts/passkeys.ts';
import { CODE_LIFETIME } from '../../accounts/passkeyCodes.ts';
import type { Attempt } from '../../accounts/limits.ts';
import { type Session, SESSION_LIFETIME } from '../../accounts/sessions.ts';
import { RefusedError } from '../../refused.ts';
import { type Handlers, type HttpContext, signedIn } from '../handler.ts';
import { sourceOf } from '../source.ts';
import { wireUser } from '../wire.ts';
import type { AuthParts } from './auth.ts';

type PasskeyCall =
  | 'passkeyLoginOptions'
  | 'passkeyLogin'
  | 'passkeys'
  | 'passkeyOptions'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'confirmPasskeyOptions'
  | 'confirmPasskey';

export interface PasskeyParts extends AuthParts {
  /** Null for the names of this machine. */
  readonly publicOrigin: string | null;
}

export function passkeyHandlers(parts: PasskeyParts): Handlers<PasskeyCall> {
  const { accounts, sessions, twoFactor, twoFactorReset, passkeys, limits, cookie } = parts;
  const { devices, deviceCookie, now } = parts;

  /** Without a public origin only this machine's names are served (LOGIN-17), so the host cannot be forged. */
  function partyOf(c: HttpContext): RelyingParty {
    const origin = parts.publicOrigin ?? `http://${c.req.header('host') ?? 'localhost'}`;
    return { id: new URL(origin).hostname, origin };
  }

  function keepToken(c: HttpContext, session: Session, token: string | null): void {
    if (token !== null) c.header('set-cookie', cookie.set(token, (session.expiresAt - now()) / 1000));
  }

  const attemptFrom = (c: HttpContext): Attempt => ({
    action: 'passkey',
    account: '',
    source: sourceOf(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      parts.trustedProxies,
    ),
  });

  /** The password, and the code where there is one, before the passkeys change (PASSKEY-06). */
  async function prove(
    session: Session,
    body: { readonly password: string; readonly two_factor_code: string },
    work: () => Promise<void>,
  ): Promise<void> {
    const attempt = { action: 'twoFactor', account: session.key, source: null } as const;
    await limits.spend(attempt);
    await accounts.confirmPassword(session.account.id, body.password);
    // A refused request does not use up the code.
    await work();
    await twoFactor.check(session.account.id, body.two_factor_code, session.key);
    await limits.forgive(attempt);
  }

  return {
    async passkeyLoginOptions({ c }) {
      await limits.spend(attemptFrom(c));
      return passkeys.signInOptions(partyOf(c));
    },

    async passkeyLogin({ c, body, session }) {
      // No captcha: there is nothing to guess. The limit is how often one address asks for a challenge.
      const id = await passkeys.whoSigned(body.credential, partyOf(c));
      const known = id === null ? null : await accounts.authenticateById(id);
      if (!known || id === null) throw unknownSigner();
      await limits.forgive(attemptFrom(c));
      await parts.grantStarter(id);
      const token = deviceCookie.read(c.req.header('cookie'));
      const entered = await accounts.signIn(known, async (client) => ({
        isStopped: await twoFactorReset.stop(id, client),
        token: await sessions.begin(id, client),
        device: await devices.remember(id, token, client),
      }));
      if (!entered) throw unknownSigner();
      if (session) await sessions.end(session.key);
      c.header('set-cookie', cookie.set(entered.begun.token, SESSION_LIFETIME));
      c.header('set-cookie', deviceCookie.set(entered.begun.device, DEVICE_LIFETIME), { append: true });
      return {
        expires_in: SESSION_LIFETIME,
        ...wireUser({ ...entered.account, resetAt: null }, now()),
        ...(entered.begun.isStopped ? { two_factor_reset: 'stopped' } : {}),
      };
    },

    async passkeys(request) {
      const list = await passkeys.list(signedIn(request).account.id);
      return { passkeys: list.map(wirePasskey) };
    },

    async passkeyOptions(request) {
      const session = signedIn(request);
      let options: object = {};
      await prove(session, request.body, async () => {
        options = await passkeys.addOptions(session, partyOf(request.c));
      });
      return options;
    },

    async addPasskey(request) {
      const session = signedIn(request);
      const { name, credential } = request.body;
      await passkeys.add(session, name, credential, partyOf(request.c));
      await devices.forgetOthers(session.account.id, deviceCookie.read(request.c.req.header('cookie')));
      keepToken(request.c, session, await sessions.renewNow(session, 'addPasskey' satisfies PasskeyCall));
      request.c.status(201);
      return { message: 'The passkey was added. Other sessions were logged out.' };
    },

    async renamePasskey(request) {
      await passkeys.rename(signedIn(request).account.id, idOf(request.c), request.body.name);
      return { message: 'The passkey was renamed.' };
    },

    async removePasskey(request) {
      const session = signedIn(request);
      const id = idOf(request.c);
      await prove(session, request.body, async () => {
        const known = await passkeys.list(session.account.id);
        if (!known.some((passkey) => passkey.id === id)) throw unknownPasskey();
      });
      sessions.announce(await passkeys.remove(session.account.id, id));
      keepToken(request.c, session, await sessions.renewNow(session, 'removePasskey' satisfies PasskeyCall));
      return { message: 'The passkey was removed. Other sessions were logged out.' };
    },

    async confirmPasskeyOptions(request) {
      const session = signedIn(request);
      await limits.spend(confirmationOf(session));
      return passkeys.confirmOptions(session, partyOf(request.c));
    },

    async confirmPasskey(request) {
      const session = signedIn(request);
      const code = await passkeys.confirm(session, request.body.credential, partyOf(request.c));
      await limits.forgive(confirmationOf(session));
      return { code, expires_in: CODE_LIFETIME / 1000 };
    },
  };
}

/** A session that often asks for a challenge and signs nothing has to wait (PASSKEY-08). */
const confirmationOf = (session: Session): Attempt => ({
  action: 'passkey',
  account: session.key,
  source: null,
});

const idOf = (c: HttpContext): string => c.req.param('id') ?? '';

const wirePasskey = ({ id, name, madeAt, usedAt }: PasskeyRecord) => ({
  id,
  name,
  created_at: madeAt.toISOString(),
  last_used: usedAt?.toISOString() ?? null,
});

const unknownSigner = (): RefusedError =>
  new RefusedError(401, 'PASSKEY_UNKNOWN', 'This passkey does not belong to any account here.');
