import { randomBytes } from 'node:crypto';
import { Refusal, required, signedIn, type Account, type Call, type Calls } from './http.ts';
import type { Shapes } from './style.ts';
import { accepts, newSecret } from './totp.ts';

interface Session {
  readonly account: Account;
  readonly until: number;
}

const SESSION_SECONDS = 3600;
const COOKIE = 'session';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** One black pixel, because no test reads pictures. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export class Accounts {
  readonly all: Account[] = [];
  private readonly sessions = new Map<string, Session>();
  private readonly shapes: Shapes;

  constructor(shapes: Shapes) {
    this.shapes = shapes;
  }

  byEmail(email: string): Account {
    const account = this.all.find((one) => one.email === email.toLowerCase());
    if (account === undefined) throw new Error(`no account of ${email}`);
    return account;
  }

  ofCookie(header: string | undefined): { account: Account | undefined; cookie: string | undefined } {
    const token = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]+)`).exec(header ?? '')?.[1];
    const session = token === undefined ? undefined : this.sessions.get(token);
    const valid = session !== undefined && session.until > Date.now();
    return { account: valid ? session.account : undefined, cookie: token };
  }

  /** The next signed call is answered with 401. */
  endSessions(): void {
    this.sessions.clear();
  }

  readonly calls: Calls = {
    'POST /auth/register': (call) => this.register(call),
    'POST /auth/login': (call) => this.login(call),
    'POST /auth/logout': (call) => {
      if (call.cookie !== undefined) this.sessions.delete(call.cookie);
      return {
        body: this.shapes.written({ success: true }),
        cookie: `${COOKIE}=; HttpOnly; Path=/; Max-Age=0`,
      };
    },
    'GET /auth/me': (call) => ({ body: this.user(signedIn(call)) }),
    'POST /auth/change-password': (call) => this.changePassword(call),
    'POST /auth/2fa/enable': (call) => this.enable(call),
    'POST /auth/2fa/verify': (call) => {
      const account = signedIn(call);
      if (account.secret === undefined) throw new Refusal(400, 'Two-factor setup has not begun');
      if (!accepts(account.secret, required(call.body, 'code'), Date.now())) {
        throw new Refusal(400, 'Invalid code');
      }
      account.twoFactor = true;
      return { body: this.shapes.written({ two_factor_enabled: true }) };
    },
    'POST /auth/2fa/disable': (call) => {
      const account = signedIn(call);
      this.checkCode(account, required(call.body, 'code'), 400);
      account.twoFactor = false;
      account.secret = undefined;
      return { body: this.shapes.written({ two_factor_enabled: false }) };
    },
  };

  private user(account: Account, names: readonly string[] = ['id', 'user_id']): Record<string, unknown> {
    const { shapes } = this;
    return shapes.record({
      [shapes.name(...names)]: shapes.id(account.id),
      email: account.email,
      username: account.username,
      role: 'user',
      two_factor_enabled: account.twoFactor,
      last_login: shapes.time(account.lastLogin),
      security_risk: account.cooldown !== undefined,
      security_cooldown_until: shapes.time(account.cooldown?.until),
      security_risk_reason: account.cooldown?.reason,
    });
  }

  private register({ body }: Call) {
    const email = required(body, 'email').toLowerCase();
    const username = required(body, 'username');
    const password = required(body, 'password');
    if (!EMAIL.test(email)) throw new Refusal(422, 'This is not an e-mail address');
    if (password.length < 8 || ![/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(password))) {
      throw new Refusal(422, 'The password is too weak');
    }
    if (body.confirm_password !== password) throw new Refusal(422, 'The passwords differ');
    if (this.all.some((one) => one.email === email || one.username === username)) {
      throw new Refusal(400, 'This account exists already');
    }
    const account: Account = {
      id: this.all.length + 1,
      email,
      username,
      password,
      lastLogin: undefined,
      secret: undefined,
      twoFactor: false,
      cooldown: undefined,
    };
    this.all.push(account);
    return {
      status: 201,
      body: this.shapes.written({ user_id: this.shapes.id(account.id), username, email }),
    };
  }

  private login({ body }: Call) {
    const email = required(body, 'email').toLowerCase();
    const account = this.all.find((one) => one.email === email);
    if (account === undefined || account.password !== required(body, 'password')) {
      throw new Refusal(401, 'Invalid email or password');
    }
    if (account.twoFactor) {
      const code = body.two_factor_code;
      if (typeof code !== 'string' || code === '') throw new Refusal(400, '2FA code required');
      this.checkCode(account, code, 400);
    }
    const before = account.lastLogin;
    account.lastLogin = Date.now();
    const token = randomBytes(16).toString('hex');
    this.sessions.set(token, { account, until: account.lastLogin + SESSION_SECONDS * 1000 });
    const seconds = this.shapes.style.expiresIn === 'text' ? String(SESSION_SECONDS) : SESSION_SECONDS;
    const user = this.user({ ...account, lastLogin: before ?? account.lastLogin }, ['user_id']);
    return {
      body: { expires_in: seconds, ...user },
      cookie: `${COOKIE}=${token}; HttpOnly; Path=/; SameSite=Lax`,
    };
  }

  private changePassword(call: Call) {
    const account = signedIn(call);
    const next = required(call.body, 'new_password');
    if (account.password !== required(call.body, 'old_password')) {
      throw new Refusal(401, 'The current password is wrong');
    }
    if (call.body.confirm_password !== next) throw new Refusal(422, 'The passwords differ');
    if (account.twoFactor) this.checkCode(account, required(call.body, 'two_factor_code'), 400);
    account.password = next;
    return { body: this.shapes.written({ success: true }) };
  }

  private enable(call: Call) {
    const account = signedIn(call);
    if (account.twoFactor) throw new Refusal(400, 'Two-factor authentication is already enabled');
    const secret = newSecret();
    account.secret = secret;
    const uri = `otpauth://totp/Plain:${encodeURIComponent(account.email)}?secret=${secret}&issuer=Plain`;
    return { body: { secret, qr_code: this.shapes.style.qr === 'uri' ? uri : PICTURE } };
  }

  private checkCode(account: Account, code: string, status: number): void {
    if (account.secret === undefined || !accepts(account.secret, code, Date.now())) {
      throw new Refusal(status, 'Invalid 2FA code');
    }
  }
}
