/** The cookies that a test's browser keeps: the session's and the device's. */
export interface Cookies {
  /** `name=value` of the session; empty without one. */
  session: string;
  device: string;
}

/** Stores the cookies that an answer sets, and drops those that it clears. */
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
