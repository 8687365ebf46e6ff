/** Keys for programs (APIKEY-01). */
import * as z from 'zod/mini';
import { type ApiKey, KEY_PERMISSIONS, LONGEST_KEY_LABEL, MAX_KEY_ADDRESSES } from '../../domain/apiKey.ts';
import { id, instant, nullable, sentFactor } from './values.ts';

const permission = z.enum(KEY_PERMISSIONS);

export const apiKeyAnswer = z.pipe(
  z.object({
    id,
    label: z.string(),
    permissions: z.array(permission),
    addresses: z.array(z.string()),
    created_at: instant,
    last_used_on: nullable(instant),
    must_confirm: z._default(z.boolean(), false),
  }),
  z.transform(({ created_at: madeAt, last_used_on: usedOn, must_confirm: mustConfirm, ...key }): ApiKey => ({
    ...key,
    madeAt,
    usedOn,
    mustConfirm,
  })),
);

/** The secret is answered once. */
export const newApiKeyAnswer = z.object({ api_key: apiKeyAnswer, secret: id });

/** Databases refuse some control characters. */
export const newApiKeyBody = z.strictObject({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_KEY_LABEL), z.regex(/^\P{Cc}*$/u)),
  permissions: z.array(permission).check(z.minLength(1), z.maxLength(KEY_PERMISSIONS.length)),
  addresses: z._default(
    z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)))
      .check(z.maxLength(MAX_KEY_ADDRESSES)),
    [],
  ),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z._default(sentFactor, ''),
});

export const confirmApiKeyBody = z.strictObject({
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
  two_factor_code: z._default(sentFactor, ''),
});
