import type { Report } from './report.ts';

export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly what: string;
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
  readonly isJson: boolean;
  readonly isEmpty: boolean;
}

export interface Probe {
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  readonly count: number;
}

/** The server does not answer at all. */
export class Unreachable extends Error {}
/** The run has used up its requests or its time. */
export class Exhausted extends Error {}

export interface Limits {
  /** Times are milliseconds. */
  readonly request: number;
  readonly requests: number;
  readonly run: number;
}

/** Also checks what must hold for every answer. */
export function createProbe(server: URL, report: Report, limits: Limits): Probe {
  const end = Date.now() + limits.run;
  let count = 0;

  async function send(method: string, path: string, { query, body, headers }: Sent = {}): Promise<Answer> {
    count += 1;
    if (count > limits.requests) throw new Exhausted(`More than ${limits.requests} requests.`);
    const left = end - Date.now();
    if (left <= 0) throw new Exhausted(`More than ${limits.run / 1000} s.`);
    const what = `${method} ${path}`;
    const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(Math.min(limits.request, left)),
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      text = await response.text();
    } catch (error) {
      throw new Unreachable(`${what}: ${reasonOf(error)}`, { cause: error });
    }
    const answer = { what, status: response.status, headers: response.headers, ...read(text) };
    judge(answer, report);
    return answer;
  }

  return {
    send,
    get count() {
      return count;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer came';
  if (error.name === 'TimeoutError') return 'no answer came in time';
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function read(text: string): Pick<Answer, 'json' | 'isJson' | 'isEmpty'> {
  try {
    return { json: JSON.parse(text) as unknown, isJson: true, isEmpty: false };
  } catch {
    // May be a page; calls that need JSON report it.
    return { json: undefined, isJson: false, isEmpty: text === '' };
  }
}

function judge({ what, status, headers, json }: Answer, report: Report): void {
  report.expect('errors.noFailure', status < 500, `${what} was answered with ${status}`);
  if (status < 400) return;
  report.expect('errors.message', hasWords(json), `${what} was refused (${status}) without a text`);
  if (status !== 429) return;
  const seconds = headers.get('retry-after');
  report.expect('errors.retryAfter', /^\d+$/.test(seconds ?? ''), `${what} was refused (429) without it`);
}

/** `message` or `error`; a withdrawal's may be an object with a text. */
function hasWords(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const { message, error, detail } = json as Readonly<Record<string, unknown>>;
  return [message, error, detail].some((said) =>
    typeof said === 'object' && said !== null
      ? Object.values(said).some((part) => typeof part === 'string' && part !== '')
      : typeof said === 'string' && said.trim() !== '',
  );
}
