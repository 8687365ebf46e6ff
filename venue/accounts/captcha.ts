import type { CaptchaSettings } from '../config.ts';
import type { Log } from '../log.ts';
import { RefusedError } from '../refused.ts';

export interface Captcha {
  /** @throws RefusedError when the token is missing, not accepted, or cannot be checked now. */
  check(token: string): Promise<void>;
}

/** Milliseconds. */
const LIMIT = 5000;
const OURS = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']);

/** Verifies Turnstile tokens (LOGIN-01) without the user's address. @param settings null accepts every token. */
export function createCaptcha(
  settings: CaptchaSettings | null,
  { log, limit = LIMIT }: { readonly log: Log; readonly limit?: number },
): Captcha {
  if (settings === null) return { check: () => Promise.resolve() };
  const { secret, verifyUrl } = settings;

  async function ask(token: string): Promise<Verdict> {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ secret, response: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(limit),
    });
    const verdict = verdictOf(await answer.json());
    // Some versions of the service refuse with 400; a server error says nothing about the token.
    if (answer.status >= 500 || verdict === null) throw new Error(`status ${answer.status}`);
    return verdict;
  }

  return {
    async check(token) {
      if (token === '')
        throw new RefusedError(403, 'CAPTCHA_REQUIRED', 'Complete the captcha, then sign in.');
      const verdict = await ask(token).catch((error: unknown) => {
        log.error('asking the captcha service', error);
        throw unavailable();
      });
      if (verdict.success) return;
      const ours = verdict.codes.filter((code) => OURS.has(code));
      if (ours.length > 0) {
        log.warn('the captcha service does not take our question', { codes: ours });
        throw unavailable();
      }
      throw new RefusedError(
        403,
        'CAPTCHA_REFUSED',
        'The captcha was not accepted: it works once, and for a few minutes. Complete it again, then sign in.',
      );
    },
  };
}

interface Verdict {
  readonly success: boolean;
  readonly codes: readonly string[];
}

function verdictOf(raw: unknown): Verdict | null {
  if (typeof raw !== 'object' || raw === null || !('success' in raw)) return null;
  if (typeof raw.success !== 'boolean') return null;
  const codes = 'error-codes' in raw && Array.isArray(raw['error-codes']) ? raw['error-codes'] : [];
  return { success: raw.success, codes: codes.map(String) };
}

const unavailable = (): RefusedError =>
  new RefusedError(
    503,
    'CAPTCHA_UNAVAILABLE',
    'The captcha cannot be checked right now, so nobody can sign in. Try again in a minute.',
    60,
  );
