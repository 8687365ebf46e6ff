import { createHash } from 'node:crypto';
import type { AnswerHeaders } from './raw.ts';

export const POLICY_HEADER = 'content-security-policy';

export interface PolicySources {
  readonly captcha: string | null;
  readonly btcUsd: string | null;
}

export const OWN_ONLY: PolicySources = { captcha: null, btcUsd: null };

/** Each admits the one script of a worker: src/services/proofOfWork, src/services/socket. */
const WORKER_POLICIES = 'proof-of-work socket';

/**
 * Allows no inline script, and no Trusted Types policy except those of the workers and the captcha, which admit one
 * address each. `connect-src 'self'` includes the socket.
 * @param style the page's inline style, allowed by its digest.
 */
export function contentSecurityPolicy(
  style: string | null = null,
  { captcha, btcUsd }: PolicySources = OWN_ONLY,
): string {
  const and = (origin: string | null): string => (origin === null ? '' : ` ${origin}`);
  const digest = style === null ? null : createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self'${and(captcha)}`,
    `style-src 'self'${digest === null ? '' : ` 'sha256-${digest}'`}`,
    `connect-src 'self'${and(btcUsd)}`,
    ...(captcha === null ? [] : [`frame-src ${captcha}`]),
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // `captcha` is used by the captcha's script loader (src/services/captcha).
    `trusted-types ${captcha === null ? '' : 'captcha '}${WORKER_POLICIES}`,
  ].join('; ');
}

/** @param hasInspector lets the Stately inspector, a window of another origin, hear the page that opened it */
export function securityHeaders(
  isHttps: boolean,
  sources: PolicySources = OWN_ONLY,
  hasInspector = false,
): AnswerHeaders {
  return {
    [POLICY_HEADER]: contentSecurityPolicy(null, sources),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': hasInspector ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
