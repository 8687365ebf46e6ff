import type { Accounts } from '../../accounts/accounts.ts';
import type { Captcha } from '../../accounts/captcha.ts';
import type { Attempt, LimitedAction, Limits } from '../../accounts/limits.ts';
import { SESSION_LIFETIME, type Sessions } from '../../accounts/sessions.ts';
import type { TwoFactor } from '../../accounts/twoFactor.ts';
import { RefusedError } from '../../refused.ts';
import type { SessionCookie } from '../cookie.ts';
import { type Handlers, type HttpContext, signedIn } from '../handler.ts';
import { sourceOf } from '../source.ts';
import { wireUser } from '../wire.ts';

export interface AuthParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly limits: Limits;
  readonly captcha: Captcha;
  readonly trustedProxies: number;
  readonly cookie: SessionCookie;
  /** Funds a new sandbox account; does nothing in live mode. */
  readonly grantStarter: (accountId: string) => Promise<void>;
  readonly now: () => number;
}

const invalidCredentials = (): RefusedError =>
  new RefusedError(401, 'INVALID_CREDENTIALS', 'Invalid credentials');

type AuthCall =
  | 'login'
  | 'register'
  | 'logout'
  | 'me'
  | 'changePassword'
  | 'twoFactorEnable'
  | 'twoFactorVerify'
  | 'twoFactorDisable';

export function authHandlers(parts: AuthParts): Handlers<AuthCall> {
  const { accounts, sessions, twoFactor, limits, captcha, cookie, now } = parts;

  const attemptOf = (c: HttpContext, action: LimitedAction, account: string): Attempt => ({
    action,
    account,
    source: sourceOf(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('x-forwarded-for'),
      parts.trustedProxies,
    ),
  });

  return {
    async login({ c, body, session }) {
      const attempt = attemptOf(c, 'login', body.email);
      await limits.spend(attempt);
      await captcha.check(body.turnstile_token);
      const known = await accounts.authenticate(body.email, body.password);
      // Unknown email and wrong password get the same answer in about the same time.
      if (!known) throw invalidCredentials();
      const { id } = known.account;
      await twoFactor.check(id, body.two_factor_code);
      await limits.forgive(attempt);
      await parts.grantStarter(id);
      // Every login creates a new token and ends the browser's previous session.
      const begun = await accounts.signIn(known, (client) => sessions.begin(id, client));
      if (!begun) throw invalidCredentials();
      if (session) await sessions.end(session.key);
      c.header('set-cookie', cookie.set(begun.token));
      return { expires_in: SESSION_LIFETIME, ...wireUser(begun.account, now()) };
    },

    async register({ c, body }) {
      await limits.spend(attemptOf(c, 'registration', body.email));
      const account = await accounts.register(body);
      await parts.grantStarter(account.id);
      c.status(201);
      return { message: 'Account created successfully! Please sign in.' };
    },

    async logout({ c, session }) {
      if (session) await sessions.end(session.key);
      c.header('set-cookie', cookie.clear());
      return { message: 'Signed out.' };
    },

    me(request) {
      const { account } = signedIn(request);
      return { id: account.id, ...wireUser(account, now()) };
    },

    async changePassword(request) {
      const session = signedIn(request);
      const { old_password, new_password, confirm_password, two_factor_code = '' } = request.body;
      const attempt = attemptOf(request.c, 'password', session.account.id);
      await limits.spend(attempt);
      await accounts.changePassword(
        session.account.id,
        { old: old_password, new: new_password, confirmation: confirm_password },
        () => twoFactor.check(session.account.id, two_factor_code),
      );
      await limits.forgive(attempt);
      await sessions.endOthers(session.account.id, session.key);
      return { message: 'Password changed. Other sessions were signed out.' };
    },

    async twoFactorEnable(request) {
      const { account } = signedIn(request);
      const attempt = attemptOf(request.c, 'twoFactor', account.id);
      await limits.spend(attempt);
      const { secret, uri } = await twoFactor.enable(account.id);
      await limits.forgive(attempt);
      return { secret, qr_code: uri };
    },

    async twoFactorVerify(request) {
      const { account, key } = signedIn(request);
      const attempt = attemptOf(request.c, 'twoFactor', account.id);
      await limits.spend(attempt);
      const { code, password = '' } = request.body;
      await accounts.confirmPassword(account.id, password);
      await twoFactor.verify(account.id, code);
      await limits.forgive(attempt);
      await sessions.endOthers(account.id, key);
      return { message: 'Two-factor authentication is on. Other sessions were signed out.' };
    },

    async twoFactorDisable(request) {
      const { account, key } = signedIn(request);
      const attempt = attemptOf(request.c, 'twoFactor', account.id);
      await limits.spend(attempt);
      const { code, password = '' } = request.body;
      await accounts.confirmPassword(account.id, password);
      await twoFactor.disable(account.id, code);
      await limits.forgive(attempt);
      await sessions.endOthers(account.id, key);
      return { message: 'Two-factor authentication is off. Other sessions were signed out.' };
    },
  };
}
