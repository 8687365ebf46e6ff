export interface Account {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  password: string;
  lastLogin: number | undefined;
  secret: string | undefined;
  twoFactor: boolean;
  cooldown: { until: number; reason: string } | undefined;
}

export interface Call {
  readonly account: Account | undefined;
  readonly cookie: string | undefined;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status?: number;
  /** Undefined: 204 without a body. */
  readonly body?: unknown;
  /** Sent as it is, not as JSON. */
  readonly plain?: string;
  readonly cookie?: string;
}

export class Refusal extends Error {
  readonly status: number;
  /** Instead of a message: some refusals are objects. */
  readonly detail: Readonly<Record<string, unknown>> | undefined;

  constructor(status: number, message: string, detail?: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

export type Handler = (call: Call) => Answer;
/** `DELETE /order/cancel/{id}` */
export type Calls = Readonly<Record<string, Handler>>;

export function signedIn(call: Call): Account {
  if (call.account === undefined) throw new Refusal(401, 'Not authenticated');
  return call.account;
}

export function required(body: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  throw new Refusal(422, `${names[0] ?? 'a field'} is required`);
}

/** `limit` rows from `skip` or `offset`. */
export function page<Item>(items: readonly Item[], query: URLSearchParams, size: number): readonly Item[] {
  const whole = (name: string, usual: number) => {
    const value = query.get(name);
    if (value === null) return usual;
    if (!/^\d{1,6}$/.test(value)) throw new Refusal(422, `${name} must be a whole number`);
    return Number(value);
  };
  const from = whole(query.has('skip') ? 'skip' : 'offset', 0);
  return items.slice(from, from + whole('limit', size));
}

export interface Route {
  readonly call: string;
  readonly params: readonly string[];
  readonly handler: Handler;
}

export function routes(calls: Calls): (method: string, path: string) => Route | undefined {
  const table = Object.entries(calls).map(([call, handler]) => {
    const [method = '', pattern = ''] = call.split(' ');
    return { call, method, parts: pattern.split('/'), handler };
  });
  return (method, path) => {
    const parts = path.split('/');
    for (const entry of table) {
      if (entry.method !== method || entry.parts.length !== parts.length) continue;
      const params: string[] = [];
      const fits = entry.parts.every((part, index) => {
        const given = parts[index] ?? '';
        if (!part.startsWith('{')) return part === given;
        params.push(decodeURIComponent(given));
        return given !== '';
      });
      if (fits) return { call: entry.call, params, handler: entry.handler };
    }
    return undefined;
  };
}
