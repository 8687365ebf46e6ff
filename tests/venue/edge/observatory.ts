/**
 * The rules of the Mozilla HTTP Observatory (github.com/mdn/mdn-http-observatory, src/grader/charts.js and
 * src/analyzer/tests), rewritten for what this venue answers, because the scanner itself needs the network. Bonus
 * points count only from 90 on. The rule "redirection" concerns the proxy in front (docs/operating.md).
 */
interface Scanned {
  readonly headers: Headers;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  readonly page: string;
}

type Points = Readonly<Record<string, number>>;

/** For a site with https. */
export function observatoryPoints({ headers, cookies, page }: Scanned): Points {
  const value = (name: string): string | null => headers.get(name)?.trim().toLowerCase() ?? null;
  const policy = directives(headers.get('content-security-policy'));
  return {
    base: 100,
    'content-security-policy': policyPoints(policy),
    cookies: cookiePoints(cookies),
    'cross-origin-opener-policy': value('cross-origin-opener-policy') === 'same-origin' ? 10 : 0,
    'cross-origin-resource-policy': /^same-(origin|site)$/.test(value('cross-origin-resource-policy') ?? '')
      ? 10
      : 0,
    'cross-origin-resource-sharing':
      value('access-control-allow-origin') !== null && value('access-control-allow-credentials') === 'true'
        ? -50
        : 0,
    'referrer-policy': referrerPoints(value('referrer-policy')),
    'strict-transport-security': transportPoints(value('strict-transport-security')),
    'subresource-integrity': /<script[^>]*src="(?!\/(?!\/))/.test(page) ? -5 : 0,
    'x-content-type-options': value('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': framePoints(policy, value('x-frame-options')),
  };
}

/** From the sum; A+ from 100 on. */
export function gradeOf(points: Points): 'A+' | 'A' | 'B' | 'C' | 'D' | 'F' {
  const all = Object.values(points);
  const without = all.filter((one) => one < 0 || one === 100).reduce((sum, one) => sum + one, 0);
  const score = without >= 90 ? all.reduce((sum, one) => sum + one, 0) : Math.max(0, without);
  if (score >= 100) return 'A+';
  if (score >= 85) return 'A';
  if (score >= 65) return 'B';
  if (score >= 45) return 'C';
  return score >= 25 ? 'D' : 'F';
}

function directives(policy: string | null): ReadonlyMap<string, readonly string[]> | null {
  if (policy === null) return null;
  const parts = policy.split(';').map((part) => part.trim().toLowerCase().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
}

/** Sources that let anything in; a scheme or a star lets in every site that has it. */
const UNSAFE = /^('unsafe-inline'|data:|https?:|\*|ftp:|ftps:|ws:|wss:)$/;

function policyPoints(policy: ReadonlyMap<string, readonly string[]> | null): number {
  if (!policy) return -25;
  const of = (name: string): readonly string[] => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  if ([...of('script-src'), ...of('object-src')].some((source) => UNSAFE.test(source))) return -20;
  if ([...policy.values()].flat().some((source) => source.startsWith('http:'))) return -20;
  if (of('script-src').includes("'unsafe-eval'")) return -10;
  if (of('style-src').some((source) => UNSAFE.test(source))) return 0;
  const form = policy.get('form-action')?.join(' ') ?? '';
  const isNone = policy.get('default-src')?.join(' ') === "'none'";
  return isNone && /^'(none|self)'$/.test(form) ? 10 : 5;
}

function cookiePoints(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((cookie) => !/;\s*secure/i.test(cookie))) return -40;
  if (cookies.some((cookie) => !/;\s*httponly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /;\s*samesite=(strict|lax)/i.test(cookie)) ? 5 : 0;
}

function referrerPoints(value: string | null): number {
  if (value === null) return 0;
  return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value) ? 5 : -5;
}

/** At least six months, in seconds. */
function transportPoints(value: string | null): number {
  const age = /max-age=(\d+)/.exec(value ?? '')?.[1];
  if (age === undefined) return -20;
  return Number(age) >= 15_768_000 ? 0 : -10;
}

function framePoints(policy: ReadonlyMap<string, readonly string[]> | null, value: string | null): number {
  if (policy?.has('frame-ancestors')) return 5;
  return value === 'deny' || value === 'sameorigin' ? 0 : -20;
}
