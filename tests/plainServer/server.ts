/**
 * A small exchange that does only what the two specifications say, and shares no code with this project's server. It
 * has no idempotency keys: the same order sent twice is two orders.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Accounts } from './accounts.ts';
import { COINS } from './coins.ts';
import { Deposits } from './deposits.ts';
import { Faults, type Armed, type Fault, type How } from './faults.ts';
import { Feed } from './feed.ts';
import { Refusal, routes, type Answer, type Calls, type Route } from './http.ts';
import { ENDLESS, HOUSE, Ledger } from './ledger.ts';
import { money } from './money.ts';
import { Orders, pairNamed, type Operation, type Order } from './orders.ts';
import type { Slatepacks } from './records.ts';
import { Shapes, type Style } from './style.ts';
import { Support } from './support.ts';
import { trading } from './trading.ts';
import { Wallet } from './wallet.ts';
import { Withdrawals } from './withdrawals.ts';

export interface Options {
  readonly style: Style;
  readonly slatepacks: Slatepacks;
  /** The one origin whose pages may call; a function, because its server may start later. */
  readonly origin?: () => string | undefined;
  /** Off by default: browsers repeat a request when a reused connection breaks, which tests would count as a press. */
  readonly keepAlive?: boolean;
}

export interface Logged {
  /** Undefined if the answer was a page. */
  readonly call: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  status: number | undefined;
}

const PAGE = '<!doctype html><title>Exchange</title><div id="root"></div>\n';
const METHODS = 'GET, POST, DELETE';

export class PlainServer {
  readonly log: Logged[] = [];
  readonly accounts: Accounts;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly support: Support;
  readonly ledger = new Ledger();
  readonly orders: Orders;
  readonly feed: Feed;
  private readonly shapes: Shapes;
  private readonly faults = new Faults();
  private readonly find: (method: string, path: string) => Route | undefined;
  private readonly http = createServer((request, response) => void this.serve(request, response));
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
    const origin = () => options.origin?.();
    this.shapes = new Shapes(options.style);
    this.accounts = new Accounts(this.shapes);
    for (const coin of COINS) this.ledger.add(HOUSE, coin.ticker, ENDLESS);
    const wallet = new Wallet(this.shapes, this.ledger);
    this.deposits = new Deposits(this.shapes, this.ledger, wallet, options.slatepacks);
    this.withdrawals = new Withdrawals(this.shapes, this.ledger, wallet, options.slatepacks);
    this.support = new Support(this.shapes);
    this.feed = new Feed(this.shapes, () => this.orders, origin);
    this.orders = new Orders(this.ledger, (pair) => {
      this.feed.bookChanged(pair);
    });
    const calls: Calls = {
      ...this.accounts.calls,
      ...trading(this.shapes, this.orders, Date.now()),
      ...wallet.calls,
      ...this.deposits.calls,
      ...this.withdrawals.calls,
      ...this.support.calls,
    };
    this.find = routes(calls);
    this.http.on('upgrade', (request, socket, head) => {
      this.feed.upgrade(request, socket, head);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  /** Once it has started. */
  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.feed.cut();
    this.http.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.http.close(() => {
        resolve();
      });
    });
  }

  fail(call: string, how: How): Fault {
    return this.faults.order(call, how);
  }

  trade(symbol: string, operation: Operation, price: string, quantity: string): Order {
    return this.orders.place(HOUSE, pairNamed(symbol), operation, money(price), money(quantity));
  }

  credit(email: string, ticker: string, amount: string): void {
    this.ledger.add(this.accounts.byEmail(email).id, ticker, money(amount));
  }

  arrivals(call: string): readonly Logged[] {
    return this.log.filter((one) => one.call === call);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://plain.test');
    const method = request.method ?? 'GET';
    this.allow(request, response);
    if (this.options.keepAlive !== true) response.setHeader('Connection', 'close');
    if (method === 'OPTIONS') {
      response.writeHead(204, {
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': 'content-type',
      });
      response.end();
      return;
    }
    const route = this.find(method, url.pathname);
    const body = Buffer.concat(chunks).toString('utf8');
    const logged: Logged = {
      call: route?.call,
      method,
      path: `${url.pathname}${url.search}`,
      headers: request.headers,
      body,
      status: undefined,
    };
    this.log.push(logged);
    if (route === undefined) {
      logged.status = 200;
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(PAGE);
      return;
    }
    const act = () => this.act(route, url, request.headers.cookie, body);
    const fault = this.faults.take(route.call);
    if (fault === undefined) answer(response, logged, act());
    else await this.failing(fault, act, response, logged);
  }

  private allow(request: IncomingMessage, response: ServerResponse): void {
    const origin = this.options.origin?.();
    response.setHeader('Vary', 'Origin');
    if (origin === undefined || request.headers.origin !== origin) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Credentials', 'true');
  }

  private act(route: Route, url: URL, cookie: string | undefined, text: string): Answer {
    try {
      const parsed: unknown = text === '' ? {} : JSON.parse(text);
      if (typeof parsed !== 'object' || parsed === null)
        throw new Refusal(400, 'The body is not a JSON object');
      const body = parsed as Readonly<Record<string, unknown>>;
      const session = this.accounts.ofCookie(cookie);
      return route.handler({ ...session, params: route.params, query: url.searchParams, body });
    } catch (error) {
      if (error instanceof SyntaxError)
        return { status: 400, body: this.shapes.error('The body is not JSON') };
      if (!(error instanceof Refusal)) throw error;
      if (error.detail === undefined) return { status: error.status, body: this.shapes.error(error.message) };
      return { status: error.status, body: { [this.options.style.errors]: error.detail } };
    }
  }

  private async failing(
    fault: Armed,
    act: () => Answer,
    response: ServerResponse,
    logged: Logged,
  ): Promise<void> {
    const { how } = fault;
    fault.begin();
    if (how.startsWith('late')) await fault.released;
    const acted = how === 'lost before' || how === '5xx before' ? undefined : act();
    fault.end();
    if (how === '5xx before' || how === '5xx after') {
      answer(response, logged, { status: 502, body: this.shapes.error('Bad gateway') });
    } else if (how === 'late' && acted !== undefined) {
      answer(response, logged, acted);
    } else if (how === 'cut') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"id":', () => response.destroy());
    } else if (how !== 'late, unanswered') {
      response.destroy();
    }
  }
}

function answer(response: ServerResponse, logged: Logged, { status, body, plain, cookie }: Answer): void {
  if (response.destroyed) return;
  if (cookie !== undefined) response.setHeader('Set-Cookie', cookie);
  const empty = body === undefined && plain === undefined;
  logged.status = empty ? 204 : (status ?? 200);
  if (empty) {
    response.writeHead(204);
    response.end();
    return;
  }
  response.writeHead(logged.status, {
    'Content-Type': plain === undefined ? 'application/json' : 'text/plain',
  });
  response.end(plain ?? JSON.stringify(body));
}
