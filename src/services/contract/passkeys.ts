import * as z from 'zod/mini';
import { LONGEST_NAME, type Passkey } from '../../domain/passkey.ts';
import { instant, nullable, sentFactor } from './values.ts';

/** base64url, as WebAuthn writes bytes in JSON. */
const bytes = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]*$/));
const credential = {
  id: bytes.check(z.minLength(1), z.maxLength(1366)),
  rawId: bytes,
  type: z.literal('public-key'),
};

/** None is asked for. */
const extensions = z.object({});

/** The authenticator's answer to a sign-in (`AuthenticationResponseJSON` of WebAuthn). */
const assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
  clientExtensionResults: extensions,
});

/** Its answer to a new passkey (`RegistrationResponseJSON`). */
const attestation = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
  clientExtensionResults: extensions,
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME));
const password = z.string().check(z.minLength(1), z.maxLength(1024));

export type SignedPasskey = z.input<typeof assertion>;
export type MadePasskey = z.input<typeof attestation>;

export const passkeyLoginBody = z.strictObject({ credential: assertion });
export const confirmPasskeyBody = z.strictObject({ credential: assertion });
/** `two_factor_code` where the account has one. */
export const passkeyProofBody = z.strictObject({ password, two_factor_code: z._default(sentFactor, '') });
export const addPasskeyBody = z.strictObject({ name, credential: attestation });
export const passkeyNameBody = z.strictObject({ name });

/** Options of WebAuthn, passed on to the browser as they are. */
export const passkeyOptions = z.looseObject({ challenge: bytes.check(z.minLength(1)) });

export const passkeyAnswer = z.pipe(
  z.object({
    id: z.string().check(z.minLength(1)),
    name: z.string(),
    created_at: instant,
    last_used: nullable(instant),
  }),
  z.transform((raw): Passkey => ({
    id: raw.id,
    name: raw.name,
    madeAt: raw.created_at,
    usedAt: raw.last_used,
  })),
);

/** `expires_in`: seconds. The code is sent as `two_factor_code` or `code`. */
export const passkeyCodeAnswer = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(16)),
  expires_in: z.number(),
});
