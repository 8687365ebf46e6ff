/** What a browser of a test keeps of the answers: the cookie of the session, and that of the device beside it. */
export interface Cookies {
  /** `name=value` of the session; empty without one. */
  session: string;
  device: string;
}

/** Keeps what an answer sets, and drops what it clears. */
export function takeCookies(kept: Cookies, headers: Headers): void {
  for (const set of headers.getSetCookie()) {
    const [pair = ''] = set.split(';');
    const value = /Max-Age=0(;|$)/.test(set) ? '' : pair;
    if (/^(?:__Host-)?device=/.test(pair)) kept.device = value;
    else kept.session = value;
  }
}

/** The header of a request, or none. */
export function cookieHeader({ session, device }: Cookies): { readonly cookie?: string } {
  const cookie = [session, device].filter(Boolean).join('; ');
  return cookie === '' ? {} : { cookie };
}

/** The `fetch` of a browser, which keeps cookies; Node's own keeps none. */
export const keepingCookies =
  (browser: { take(headers: Headers): void }): typeof fetch =>
  async (...request) => {
    const answer = await fetch(...request);
    browser.take(answer.headers);
    return answer;
  };
