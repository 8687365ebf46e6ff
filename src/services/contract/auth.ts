import * as z from 'zod/mini';
import type { AccountRemains, User } from '../../domain/account.ts';
import type { Enrolment } from '../../domain/twoFactor.ts';
import { amountText, count, id, instant, nullable, sentFactor, readableOrNull } from './values.ts';

/** A solved challenge (LOGIN-21). */
const sentWork = z.optional(
  z.strictObject({
    challenge: z.string().check(z.maxLength(256)),
    solution: z.string().check(z.maxLength(15)),
  }),
);

const sentKey = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const loginBody = z.strictObject({
  email: z.string().check(z.minLength(1), z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z._default(sentFactor, ''),
  turnstile_token: z._default(z.string().check(z.maxLength(4096)), ''),
  proof_of_work: sentWork,
});

/** Asks for the reset of a lost second factor (RESET-01). */
export const resetBody = z.strictObject({
  email: z.string().check(z.minLength(1), z.maxLength(254)),
  password: z._default(z.string().check(z.maxLength(1024)), ''),
  /** In place of the password (FORGOT-07). */
  recovery_key: z.optional(sentKey),
  turnstile_token: z._default(z.string().check(z.maxLength(4096)), ''),
  proof_of_work: sentWork,
});

export const registrationBody = z.strictObject({
  /** May be left out with the capability `usernameAccounts` (LOGIN-27). */
  email: z.optional(z.string().check(z.minLength(3), z.maxLength(254))),
  username: z.string().check(z.minLength(1), z.maxLength(64)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  confirm_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  proof_of_work: sentWork,
});

export const passwordChangeBody = z.strictObject({
  old_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  new_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  confirm_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z.optional(sentFactor),
});

/** Keeps a recovery key by the SHA-256 of its 32 bytes (FORGOT-02). Both are hexadecimal. */
export const recoveryKeyBody = z.strictObject({
  key_hash: sentKey,
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z.optional(sentFactor),
});

/** Sets a new password with the 32 bytes of a recovery key (FORGOT-04). */
export const recoveryBody = z.strictObject({
  email: z.string().check(z.minLength(1), z.maxLength(254)),
  recovery_key: sentKey,
  new_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  confirm_password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z._default(sentFactor, ''),
  proof_of_work: sentWork,
});

/** The client sends at most 6 characters (ACCOUNT-05). */
export const codeBody = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(16)),
  password: z.optional(z.string().check(z.maxLength(1024))),
});

const amountLeft = z.object({
  currency: z.string().check(z.minLength(1), z.maxLength(32)),
  amount: amountText,
});

export const deletionBody = z.strictObject({
  username: z.string().check(z.minLength(1), z.maxLength(64)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z.optional(sentFactor),
  given_up: z._default(z.array(amountLeft).check(z.maxLength(200)), []),
});

/** `GET /user/deletion` (PRIVACY-04). An obstacle of an unknown kind still counts. */
export const remainsAnswer = z.pipe(
  z.object({
    obstacles: z.array(
      z.object({
        kind: z.string(),
        currency: nullable(z.string()),
        amount: nullable(amountText),
        count: nullable(count),
      }),
    ),
    leftovers: z._default(z.array(amountLeft), []),
  }),
  z.transform((raw): AccountRemains => raw),
);

const flag = z._default(z.nullable(z.boolean()), false);

const userFields = {
  id: z.optional(id),
  user_id: z.optional(id),
  email: z.string(),
  username: z._default(z.string(), ''),
  role: nullable(z.string()),
  two_factor_enabled: flag,
  last_login: nullable(instant),
  security_risk: flag,
  security_cooldown_until: nullable(instant),
  security_risk_reason: nullable(z.string()),
  // Extensions, as below: another meaning of these names at another server locks nobody out.
  two_factor_reset_at: readableOrNull(instant),
  recovery_key_at: readableOrNull(instant),
  recovery_key_mark: readableOrNull(z.string().check(z.regex(/^[\da-f]{8}$/))),
  has_passkeys: readableOrNull(z.boolean()),
};

interface Identified {
  id?: string | undefined;
  user_id?: string | undefined;
}

const hasId = z.refine<Identified>((raw) => Boolean(raw.id ?? raw.user_id), {
  message: 'neither id nor user_id',
  path: ['id'],
});

function toUser(raw: z.output<z.ZodMiniObject<typeof userFields>>): User {
  return {
    id: raw.user_id ?? raw.id ?? '',
    email: raw.email,
    username: raw.username,
    role: raw.role,
    twoFactorEnabled: raw.two_factor_enabled ?? false,
    lastLogin: raw.last_login,
    securityRisk: raw.security_risk ?? false,
    securityCooldownUntil: raw.security_cooldown_until,
    securityRiskReason: raw.security_risk_reason,
    ...(raw.has_passkeys === true ? { hasPasskeys: true } : {}),
    ...(raw.recovery_key_at === null ? {} : { recoveryKeyAt: raw.recovery_key_at }),
    ...(raw.recovery_key_mark === null ? {} : { recoveryKeyMark: raw.recovery_key_mark }),
    ...(raw.two_factor_reset_at === null ? {} : { twoFactorResetAt: raw.two_factor_reset_at }),
  };
}

/** `GET /auth/me` (SESSION-10). */
export const userAnswer = z.pipe(z.object(userFields).check(hasId), z.transform(toUser));

const resetEnding = (text: string | null): 'done' | 'stopped' | null =>
  text === 'done' || text === 'stopped' ? text : null;

/** `POST /auth/login` (SESSION-09). `expires_in`: seconds. The venue sends no `access_token`. */
export const loginAnswer = z.pipe(
  z
    .object({
      ...userFields,
      expires_in: z.pipe(
        z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
        z.pipe(z.transform(Number), z.number().check(z.positive())),
      ),
      access_token: z.optional(z.string()),
      recovery_codes_left: z.optional(z.nullable(z.int())),
      two_factor_reset: readableOrNull(z.string()),
    })
    .check(hasId),
  z.transform((raw) => ({
    user: toUser(raw),
    expiresIn: raw.expires_in,
    accessToken: raw.access_token ?? null,
    /** After one was used (RECOVERY-05). */
    recoveryCodesLeft: raw.recovery_codes_left ?? null,
    /** The effect of this sign-in on a reset of the second factor (RESET-04, RESET-05). */
    twoFactorReset: resetEnding(raw.two_factor_reset),
  })),
);

export type LoginAnswer = z.output<typeof loginAnswer>;

/** `POST /auth/2fa/enable` (ACCOUNT-08). A link as `qr_code` is ignored: it would reveal the secret to others. */
export const enrolmentAnswer = z.pipe(
  z.object({ secret: z.string().check(z.minLength(1), z.maxLength(256)), qr_code: nullable(z.string()) }),
  z.transform(({ secret, qr_code: code }): Enrolment => ({
    secret,
    keyUri: code?.startsWith('otpauth://') ? code : null,
    picture: code !== null && /^data:image\/(png|gif|jpeg|webp|svg\+xml)[;,]/.test(code) ? code : null,
  })),
);

const codes = z
  .array(z.string().check(z.minLength(6), z.maxLength(64)))
  .check(z.minLength(1), z.maxLength(50));

/** `POST /auth/2fa/recovery-codes/renew`. */
export const recoveryCodesAnswer = z.pipe(
  z.object({ recovery_codes: codes }),
  z.transform(({ recovery_codes }): readonly string[] => recovery_codes),
);

/** `POST /auth/2fa/verify`: null where the server makes no recovery codes. */
export const verifiedAnswer = z.union([
  recoveryCodesAnswer,
  z.pipe(
    z.unknown(),
    z.transform(() => null),
  ),
]);

/** `POST /auth/2fa/reset`: when it can be used. */
export const resetAnswer = z.pipe(
  z.object({ reset_at: instant }),
  z.transform(({ reset_at }) => reset_at),
);

/** `POST /auth/recovery-key`: when it was made. */
export const recoveryKeyAnswer = z.pipe(
  z.object({ recovery_key_at: instant }),
  z.transform(({ recovery_key_at }) => recovery_key_at),
);

/** `GET /auth/2fa/recovery-codes`. */
export const recoveryCodesLeftAnswer = z.pipe(
  z.object({ left: z.int().check(z.nonnegative()) }),
  z.transform(({ left }) => left),
);
