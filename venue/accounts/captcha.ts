import type { CaptchaSettings } from '../config.ts';
import type { Log } from '../log.ts';
import { RefusedError } from '../refused.ts';

/** The check of a captcha's token, before a password is looked at. */
export interface Captcha {
  /** @throws RefusedError when there is no token, when it is not accepted, or when nobody can say so now. */
  check(token: string): Promise<void>;
}

/** How long the service may take, in milliseconds. */
const LIMIT = 5000;
/** What the service says of us, and not of the token. */
const OURS = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']);

/**
 * Turnstile's tokens are looked at by the service that issued them, which also takes each only once. It is told the
 * token and nothing of the user, not even the address.
 * @param settings null where no captcha is demanded: then nothing is asked of anybody.
 */
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
    // A refusal comes with 400 in some versions of the service; a server error says nothing of the token.
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

/** Null for an answer of another kind. */
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
