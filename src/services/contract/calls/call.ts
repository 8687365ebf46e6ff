import type * as z from 'zod/mini';
import type { Decoder } from '../decode.ts';

type Schema = z.ZodMiniType;
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name | keyof Params<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

/**
 * One call of the wire contract. Client and venue both import this table: the client sends by it and reads
 * the answer with `decode`; the venue routes by `method` and `path` and parses `query` and `body` strictly.
 */
export interface Call<
  Path extends string = string,
  Query extends Schema | null = Schema | null,
  Body extends Schema | null = Schema | null,
  Answer = unknown,
> {
  /** Stable name: used in the log, and by the sandbox to force the next failure of a call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: Path;
  /** Whether it changes something at the server: sent once, 30 s limit, never retried by itself. */
  readonly isWrite: boolean;
  /** Carries `Idempotency-Key` (LOST-08). */
  readonly takesIdempotencyKey: boolean;
  /** Needs a session at the venue. */
  readonly isPrivate: boolean;
  /** A 401 is this call's own answer and does not end the session (SESSION-02). */
  readonly ownsUnauthorized: boolean;
  /** Null for a call without one. */
  readonly query: Query;
  readonly body: Body;
  readonly decode: Decoder<Answer>;
}

/** What a sender of the call has to give: path parameters, query and body, each where the call has them. */
export type Arguments<C> =
  C extends Call<infer Path, infer Query, infer Body>
    ? Params<Path> extends infer P
      ? (unknown extends P ? unknown : { readonly params: P }) &
          (Query extends Schema ? { readonly query?: z.input<Query> } : unknown) &
          (Body extends Schema ? { readonly body: z.input<Body> } : unknown)
      : never
    : never;

export type Answer<C> = C extends { readonly decode: Decoder<infer A> } ? A : never;

type Shape = Partial<Pick<Call, 'isWrite' | 'takesIdempotencyKey' | 'isPrivate' | 'ownsUnauthorized'>>;

/** One row of the table; what is left out is a public read. */
export function call<
  const Path extends string,
  A,
  const Query extends Schema | null = null,
  const Body extends Schema | null = null,
>(
  name: string,
  method: Call['method'],
  path: Path,
  decode: Decoder<A>,
  { query, body, ...shape }: Shape & { query?: Query; body?: Body } = {},
): Call<Path, Query, Body, A> {
  return {
    name,
    method,
    path,
    decode,
    isWrite: method !== 'GET',
    takesIdempotencyKey: false,
    isPrivate: false,
    ownsUnauthorized: false,
    // Absent schemas are null, which is then also their type parameter.
    query: (query ?? null) as Query,
    body: (body ?? null) as Body,
    ...shape,
  };
}
