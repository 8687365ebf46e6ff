import { isPasskeyCode } from '../../../src/domain/passkey.ts';
import type { Work } from '../../../src/domain/proofOfWork.ts';
import type { Authenticated } from '../../accounts/accounts.ts';
import type { Captcha } from '../../accounts/captcha.ts';
import { DEVICE_LIFETIME } from '../../accounts/devices.ts';
import type { Attempt, LimitedAction, Limits } from '../../accounts/limits.ts';
import type { AccountParts } from '../../accounts/open.ts';
import { revokeKeys, type Session, SESSION_LIFETIME } from '../../accounts/sessions.ts';
import { AT_RECOVERY, AT_SIGN_IN } from '../../accounts/twoFactor.ts';
import { RefusedError } from '../../refused.ts';
import type { TokenCookie } from '../cookie.ts';
import type { FindDevice } from '../gatedReads.ts';
import { type Handlers, type HttpContext, signedIn } from '../handler.ts';
import { sourceOf } from '../source.ts';
import { wireUser } from '../wire.ts';

export interface AuthParts extends AccountParts {
  readonly limits: Limits;
  readonly captcha: Captcha;
  readonly trustedProxies: number;
  readonly cookie: TokenCookie;
  readonly deviceCookie: TokenCookie;
  readonly grantStarter: (accountId: string) => Promise<void>;
  readonly now: () => number;
}

const invalidCredentials = (): RefusedError =>
  new RefusedError(401, 'INVALID_CREDENTIALS', 'Invalid credentials');

const passkeyRequired = (): RefusedError =>
  new RefusedError(
    400,
    'PASSKEY_REQUIRED',
    'This account is protected by a passkey. Log in with the passkey.',
  );

const codeRequired = (): RefusedError => new RefusedError(400, 'TWO_FACTOR_REQUIRED', '2FA code required');

interface SignInRequest {
  readonly c: HttpContext;
  readonly body: {
    readonly email: string;
    readonly password: string;
    readonly turnstile_token: string;
    readonly proof_of_work?: Work | undefined;
  };
}

interface KeyRequest {
  readonly email: string;
  readonly recovery_key: string;
  readonly proof_of_work?: Work | undefined;
}

type AuthCall =
  | 'login'
  | 'register'
  | 'logout'
  | 'me'
  | 'changePassword'
  | 'twoFactorEnable'
  | 'twoFactorVerify'
  | 'twoFactorDisable'
  | 'recoveryCodes'
  | 'newRecoveryCodes'
  | 'askTwoFactorReset'
  | 'stopTwoFactorReset'
  | 'makeRecoveryKey'
  | 'recoverPassword';

/** The device that a sign-in comes from, for the gate in front of it (LOGIN-24). */
export const deviceFinder =
  ({ devices, deviceCookie }: Pick<AuthParts, 'devices' | 'deviceCookie'>): FindDevice =>
  ({ c, body }) => {
    const token = deviceCookie.read(c.req.header('cookie'));
    return token === null ? null : () => devices.find(body.email, token);
  };

export function authHandlers(parts: AuthParts): Handlers<AuthCall> {
  const { accounts, sessions, twoFactor, twoFactorReset, passkeys, limits, captcha, cookie } = parts;
  const { devices, deviceCookie, now } = parts;

  const attemptOf = (c: HttpContext, action: LimitedAction, account: string, work?: Work): Attempt => ({
    action,
    account,
    work,
    source: sourceOf(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      parts.trustedProxies,
    ),
  });
  const deviceOf = (c: HttpContext): string | null => deviceCookie.read(c.req.header('cookie'));
  /** Counted per session, so that one session does not lock out the others (SESSION-14). */
  const attemptIn = (session: Session, action: LimitedAction): Attempt => ({
    action,
    account: session.key,
    source: null,
  });

  function keepToken(c: HttpContext, session: Session, token: string | null): void {
    if (token !== null) c.header('set-cookie', cookie.set(token, (session.expiresAt - now()) / 1000));
  }

  /** Checks the password at a sign-in. */
  async function authenticate({ c, body }: SignInRequest) {
    const deviceToken = deviceOf(c);
    const device = deviceToken === null ? null : await devices.find(body.email, deviceToken);
    // Known devices are counted apart, so strangers cannot lock them out (LOGIN-16).
    const attempt: Attempt = device
      ? { action: 'login', account: `device ${device}`, source: null, work: body.proof_of_work }
      : attemptOf(c, 'login', body.email, body.proof_of_work);
    await limits.spend(attempt);
    await captcha.check(body.turnstile_token);
    const known = await accounts.authenticate(body.email, body.password, device ? 'known' : 'stranger');
    // An unknown email gets the same answer in about the same time.
    if (!known) throw invalidCredentials();
    return { known, attempt, device, deviceToken };
  }

  async function authenticateByKey(
    c: HttpContext,
    { email, recovery_key, proof_of_work }: KeyRequest,
  ): Promise<Authenticated> {
    await limits.spend(attemptOf(c, 'recovery', email, proof_of_work));
    return accounts.authenticateByKey(email, recovery_key);
  }

  return {
    async login({ c, body, session }) {
      const { known, attempt, device, deviceToken } = await authenticate({ c, body });
      const { id } = known.account;
      const isReset = body.two_factor_code === '' && twoFactorReset.isDue(known.account);
      const codesLeft = isReset
        ? null
        : await twoFactor.checkAtSignIn(id, body.two_factor_code, device ?? AT_SIGN_IN);
      // The password alone does not open an account whose only second factor is a passkey.
      if (!isReset && !known.account.hasTwoFactor && (await passkeys.has(id))) throw passkeyRequired();
      await limits.forgive(attempt);
      await parts.grantStarter(id);
      const signedIn = await accounts.signIn(known, async (client) => {
        const without = isReset ? await twoFactorReset.complete(id, client) : null;
        // Stopped since the password was checked.
        if (isReset && !without) throw invalidCredentials();
        return {
          without,
          // Using the second factor shows that it is not lost (RESET-05).
          isStopped: !isReset && (await twoFactorReset.stop(id, client)),
          // A lost second factor may mean a lost device that is signed in (RECOVERY-05).
          ended:
            isReset || codesLeft !== null
              ? [...(await sessions.endAll(id, client)), ...(await revokeKeys(client, id))]
              : [],
          token: await sessions.begin(id, client),
          device: await devices.remember(id, deviceToken, client),
        };
      });
      if (!signedIn) throw invalidCredentials();
      const { begun } = signedIn;
      const account = begun.without ?? signedIn.account;
      sessions.announce(begun.ended);
      if (session) await sessions.end(session.key);
      c.header('set-cookie', cookie.set(begun.token, SESSION_LIFETIME));
      c.header('set-cookie', deviceCookie.set(begun.device, DEVICE_LIFETIME), { append: true });
      return {
        expires_in: SESSION_LIFETIME,
        ...wireUser({ ...account, resetAt: null }, now()),
        ...(codesLeft === null ? {} : { recovery_codes_left: codesLeft }),
        ...(isReset ? { two_factor_reset: 'done' } : {}),
        ...(begun.isStopped ? { two_factor_reset: 'stopped' } : {}),
      };
    },

    async askTwoFactorReset({ c, body }) {
      // Not forgiven: every request counts as a sign-in attempt.
      const known =
        body.recovery_key === undefined
          ? (await authenticate({ c, body })).known
          : await authenticateByKey(c, { ...body, recovery_key: body.recovery_key });
      const at = await twoFactorReset.ask(known);
      return { reset_at: at.toISOString() };
    },

    async stopTwoFactorReset(request) {
      await twoFactorReset.stop(signedIn(request).account.id);
      return { message: 'The reset was stopped.' };
    },

    async register({ c, body }) {
      const { proof_of_work, ...registration } = body;
      await limits.spend(attemptOf(c, 'registration', body.email ?? body.username, proof_of_work));
      // The answer is the same for a known email (LOGIN-18). Starter coins come with the first sign-in.
      await accounts.register(registration);
      c.status(201);
      return { message: 'Account created successfully! Please sign in.' };
    },

    async logout({ c, session }) {
      const device = deviceOf(c);
      if (session) {
        await sessions.end(session.key);
        if (device !== null) await devices.forget(session.account.id, device);
      }
      c.header('set-cookie', cookie.clear());
      c.header('set-cookie', deviceCookie.clear(), { append: true });
      return { message: 'Signed out.' };
    },

    me(request) {
      const { account } = signedIn(request);
      return { id: account.id, ...wireUser(account, now()) };
    },

    async changePassword(request) {
      const session = signedIn(request);
      const { old_password, new_password, confirm_password, two_factor_code = '' } = request.body;
      const attempt = attemptIn(session, 'password');
      await limits.spend(attempt);
      let revoked: readonly string[] = [];
      const renewed = await accounts.changePassword(
        session.account.id,
        { old: old_password, new: new_password, confirmation: confirm_password },
        () => twoFactor.check(session.account.id, two_factor_code, session.key),
        async (client) => {
          revoked = await revokeKeys(client, session.account.id);
          return sessions.renew(session, 'changePassword' satisfies AuthCall, client);
        },
      );
      sessions.announce([...renewed.ended, ...revoked]);
      await devices.forgetOthers(session.account.id, deviceOf(request.c));
      await limits.forgive(attempt);
      keepToken(request.c, session, renewed.token);
      return { message: 'Password changed. Other sessions were logged out.' };
    },

    async twoFactorEnable(request) {
      const session = signedIn(request);
      const attempt = attemptIn(session, 'twoFactor');
      await limits.spend(attempt);
      const { secret, uri } = await twoFactor.enable(session.account.id);
      await limits.forgive(attempt);
      return { secret, qr_code: uri };
    },

    async twoFactorVerify(request) {
      const session = signedIn(request);
      const attempt = attemptIn(session, 'twoFactor');
      await limits.spend(attempt);
      const { code, password = '' } = request.body;
      await accounts.confirmPassword(session.account.id, password);
      const codes = await twoFactor.verify(session.account.id, code, session.key);
      await limits.forgive(attempt);
      await devices.forgetOthers(session.account.id, deviceOf(request.c));
      keepToken(request.c, session, await sessions.renewNow(session, 'twoFactorVerify' satisfies AuthCall));
      return {
        message: 'Two-factor authentication is on. Other sessions were logged out.',
        recovery_codes: codes,
      };
    },

    async twoFactorDisable(request) {
      const session = signedIn(request);
      const attempt = attemptIn(session, 'twoFactor');
      await limits.spend(attempt);
      const { code, password = '' } = request.body;
      await accounts.confirmPassword(session.account.id, password);
      sessions.announce(await twoFactor.disable(session.account.id, code, session.key));
      await limits.forgive(attempt);
      keepToken(request.c, session, await sessions.renewNow(session, 'twoFactorDisable' satisfies AuthCall));
      return { message: 'Two-factor authentication is off. Other sessions were logged out.' };
    },

    async recoveryCodes(request) {
      return { left: await twoFactor.countRecoveryCodes(signedIn(request).account.id) };
    },

    async newRecoveryCodes(request) {
      const session = signedIn(request);
      const attempt = attemptIn(session, 'twoFactor');
      await limits.spend(attempt);
      const { code, password = '' } = request.body;
      await accounts.confirmPassword(session.account.id, password);
      const codes = await twoFactor.newRecoveryCodes(session.account.id, code, session.key);
      await limits.forgive(attempt);
      return { recovery_codes: codes };
    },

    async makeRecoveryKey(request) {
      const session = signedIn(request);
      const { password, key_hash: hash, two_factor_code = '' } = request.body;
      const attempt = attemptIn(session, 'password');
      await limits.spend(attempt);
      const at = await accounts.keepRecoveryKey(session.account.id, { password, hash }, () =>
        twoFactor.check(session.account.id, two_factor_code, session.key),
      );
      await limits.forgive(attempt);
      return { recovery_key_at: at.toISOString() };
    },

    async recoverPassword({ c, body, session }) {
      const attempt = attemptOf(c, 'recovery', body.email, body.proof_of_work);
      await limits.spend(attempt);
      let isReset = false;
      const { accountId, ended } = await accounts.recover(
        {
          email: body.email,
          key: body.recovery_key,
          password: body.new_password,
          confirmation: body.confirm_password,
        },
        // The key stands in for the password alone (FORGOT-05).
        async (account) => {
          isReset = body.two_factor_code === '' && twoFactorReset.isDue(account);
          if (isReset) return;
          const { two_factor_code: code } = body;
          // A passkey's code is issued to a session of the account, and to no other.
          const isOwn = session?.account.id === account.id && isPasskeyCode(code);
          const triedBy = isOwn ? session.key : AT_RECOVERY;
          if (account.hasTwoFactor) await twoFactor.checkAtSignIn(account.id, code, triedBy);
          else await twoFactor.check(account.id, code, triedBy);
        },
        async (client, id) => {
          // Stopped since the key was checked.
          if (isReset && !(await twoFactorReset.complete(id, client))) throw codeRequired();
          return [...(await sessions.endAll(id, client)), ...(await revokeKeys(client, id))];
        },
      );
      sessions.announce(ended);
      await devices.forgetOthers(accountId, null);
      await limits.forgive(attempt);
      return { message: 'The password was changed. Log in with the new one.' };
    },
  };
}
