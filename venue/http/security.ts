import { createHash } from 'node:crypto';
import type { AnswerHeaders } from './raw.ts';

export const POLICY_HEADER = 'content-security-policy';

/**
 * Allows no inline script or style and Trusted Types without a single policy; `connect-src 'self'` covers the socket.
 * @param style the text of the one `<style>` that a page brings along: it alone is allowed there, by its digest.
 */
export function contentSecurityPolicy(style: string | null = null): string {
  const digest = style === null ? null : createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${digest === null ? '' : ` 'sha256-${digest}'`}`,
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * The headers of every answer: pages, files, calls, errors and refused upgrades.
 * @param isHttps whether users reach the venue by https: only then may it promise to stay there.
 */
export function securityHeaders(isHttps: boolean): AnswerHeaders {
  return {
    [POLICY_HEADER]: contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}
