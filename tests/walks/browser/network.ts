import { turns } from './real.ts';
import { answerOf } from './venue.ts';

export const ORIGIN = 'http://localhost';

type Match = string | RegExp | ((url: URL) => boolean);
type Handler = (route: Route, request: PageRequest) => unknown;

const ofGlob = (glob: string): RegExp => {
  const text = glob
    .replaceAll(/[.+^$()|[\]\\?]/g, String.raw`\$&`)
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll('**', '.*')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return new RegExp(`^${text.startsWith('/') ? ORIGIN : ''}${text}$`);
};
export const matches = (match: Match, url: string): boolean =>
  typeof match === 'function'
    ? match(new URL(url))
    : (typeof match === 'string' ? ofGlob(match) : match).test(url);

export class PageRequest {
  readonly #url: string;
  readonly #init: RequestInit;
  failed: string | null = null;
  constructor(url: string, init: RequestInit) {
    this.#url = url;
    this.#init = init;
  }
  url = (): string => this.#url;
  method = (): string => this.#init.method ?? 'GET';
  headers = (): Record<string, string> => Object.fromEntries(new Headers(this.#init.headers).entries());
  postData = (): string | null => (typeof this.#init.body === 'string' ? this.#init.body : null);
  postDataJSON = (): unknown => JSON.parse(this.postData() ?? 'null');
  failure = (): { errorText: string } | null => (this.failed === null ? null : { errorText: this.failed });
}

export class PageAnswer {
  readonly #request: PageRequest;
  readonly #code: number;
  readonly #body: string;
  readonly #headers: Readonly<Record<string, string>>;
  constructor(request: PageRequest, code: number, body: string, headers: Readonly<Record<string, string>>) {
    this.#request = request;
    this.#code = code;
    this.#body = body;
    this.#headers = headers;
  }
  request = (): PageRequest => this.#request;
  url = (): string => this.#request.url();
  status = (): number => this.#code;
  ok = (): boolean => this.#code < 400;
  headers = (): Readonly<Record<string, string>> => this.#headers;
  body = (): string => this.#body;
  text = async (): Promise<string> => this.#body;
  json = async (): Promise<unknown> => JSON.parse(this.#body);
}

interface Fulfilment {
  readonly status?: number;
  readonly json?: unknown;
  readonly body?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly response?: PageAnswer;
}

interface Ends {
  answer(answer: PageAnswer): Promise<void>;
  fail(how: string): void;
  next(): Promise<void>;
  /** Answers to unscripted requests. */
  usual(): PageAnswer;
}

/** One request of the page, which its handler answers. */
export class Route {
  readonly #request: PageRequest;
  readonly #ends: Ends;
  constructor(request: PageRequest, ends: Ends) {
    this.#request = request;
    this.#ends = ends;
  }
  request = (): PageRequest => this.#request;
  fulfill = ({ status = 200, json, body, contentType, headers, response }: Fulfilment = {}): Promise<void> =>
    this.#ends.answer(
      new PageAnswer(this.#request, status, body ?? (json === undefined ? '' : JSON.stringify(json)), {
        'content-type': contentType ?? 'application/json',
        ...response?.headers(),
        ...headers,
      }),
    );
  abort = async (code = 'failed'): Promise<void> => this.#ends.fail(`net::ERR_${code.toUpperCase()}`);
  fallback = (): Promise<void> => this.#ends.next();
  fetch = async (): Promise<PageAnswer> => this.#ends.usual();
  continue = (): Promise<void> => this.#ends.answer(this.#ends.usual());
}

/** The other end of a socket of the page. */
export class SocketRoute {
  readonly #page: { hear(text: string): void; close(): void };
  hears: (text: string) => void = () => undefined;
  closed: () => void = () => undefined;
  constructor(page: { hear(text: string): void; close(): void }) {
    this.#page = page;
  }
  onMessage = (hear: (text: string) => void): void => void (this.hears = hear);
  onClose = (hear: () => void): void => void (this.closed = hear);
  send = (text: string): void => this.#page.hear(text);
  close = async (): Promise<void> => this.#page.close();
}

export interface Happenings {
  readonly request: PageRequest;
  readonly requestfinished: PageRequest;
  readonly requestfailed: PageRequest;
  readonly response: PageAnswer;
  readonly download: { suggestedFilename(): string };
}
type Hear = (what: never) => unknown;

/** Everything that goes out of the page ends here. */
export class Network {
  readonly findings: string[] = [];
  readonly #routes: { readonly match: Match; readonly handler: Handler }[] = [];
  readonly #sockets: { readonly match: Match; readonly handler: (link: SocketRoute) => unknown }[] = [];
  readonly #hear = new Map<string, Set<Hear>>();
  /** After the page has closed. */
  isOver = false;

  route(match: Match, handler: Handler): void {
    this.#routes.unshift({ match, handler });
  }
  unroute(match: Match, handler?: Handler): void {
    const isMeant = (one: { readonly match: Match; readonly handler: Handler }): boolean =>
      String(one.match) === String(match) && (handler === undefined || one.handler === handler);
    for (let at = this.#routes.findIndex(isMeant); at !== -1; at = this.#routes.findIndex(isMeant))
      this.#routes.splice(at, 1);
  }
  routeSocket(match: Match, handler: (link: SocketRoute) => unknown): void {
    this.#sockets.unshift({ match, handler });
  }
  on<Name extends keyof Happenings>(type: Name, hear: (what: Happenings[Name]) => unknown): void {
    this.#hear.set(type, (this.#hear.get(type) ?? new Set()).add(hear));
  }
  off<Name extends keyof Happenings>(type: Name, hear: (what: Happenings[Name]) => unknown): void {
    this.#hear.get(type)?.delete(hear);
  }
  tell<Name extends keyof Happenings>(type: Name, what: Happenings[Name]): void {
    for (const hear of Array.from(this.#hear.get(type) ?? [])) hear(what as never);
  }

  #venue(request: PageRequest): PageAnswer {
    const url = new URL(request.url());
    const json = answerOf(request.method(), url);
    if (json === null) this.findings.push(`nobody answers ${request.method()} ${url.pathname}${url.search}`);
    return new PageAnswer(request, json === null ? 404 : 200, json ?? '{}', {
      'content-type': 'application/json',
    });
  }

  #carry(request: PageRequest, usual: () => PageAnswer, signal?: AbortSignal | null): Promise<PageAnswer> {
    const routes = this.#routes.filter(({ match }) => matches(match, request.url()));
    return new Promise((resolve, reject) => {
      let isDone = false;
      const fail = (how: string, error: Error = new TypeError('Failed to fetch')): void => {
        if (isDone) return;
        isDone = true;
        request.failed = how;
        reject(error);
        this.tell('requestfailed', request);
      };
      const answer = async (given: PageAnswer): Promise<void> => {
        if (isDone) return;
        isDone = true;
        resolve(given);
        this.tell('response', given);
        await turns(2);
        this.tell('requestfinished', request);
      };
      const giveUp = (): void => fail('net::ERR_ABORTED', new DOMException('aborted', 'AbortError'));
      signal?.addEventListener('abort', giveUp);
      if (signal?.aborted) giveUp();
      const turnTo = async (index: number): Promise<void> => {
        const found = routes[index];
        if (!found) return answer(usual());
        const next = (): Promise<void> => turnTo(index + 1);
        await found.handler(new Route(request, { answer, fail, usual, next }), request);
      };
      turnTo(0).catch((error: unknown) => this.findings.push(`a route failed: ${String(error)}`));
    });
  }

  /** The document of an address. @param usual where no other is scripted */
  async page(url: URL, usual: string): Promise<string> {
    const request = new PageRequest(url.href, {});
    return (await this.#carry(request, () => new PageAnswer(request, 200, usual, {}))).body();
  }

  /** In place of the browser's. */
  fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    if (this.isOver) return new Promise(() => undefined);
    const url = new URL(String(input), ORIGIN);
    const request = new PageRequest(url.href, init);
    if (url.origin !== ORIGIN) this.findings.push(`request to ${url.origin}`);
    this.tell('request', request);
    const answer = await this.#carry(request, () => this.#venue(request), init.signal);
    const status = answer.status();
    return new Response(status === 204 ? null : answer.body(), { status, headers: answer.headers() });
  };

  /** An unscripted socket is welcomed, and then hears nothing. */
  openSocket(url: string, page: { hear(text: string): void; close(): void }): SocketRoute {
    const link = new SocketRoute(page);
    const found = this.#sockets.find(({ match }) => matches(match, url));
    if (found) void found.handler(link);
    else link.send('{"type":"welcome"}');
    return link;
  }
}
