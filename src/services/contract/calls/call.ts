import type * as z from 'zod/mini';
import type { Decoder } from '../decode.ts';

type Schema = z.ZodMiniType;
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name | keyof Params<Rest>]: string }
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

/** A call of the contract, from which the client builds requests and the venue its routes. */
export interface Call<
  Path extends string = string,
  Query extends Schema | null = Schema | null,
  Body extends Schema | null = Schema | null,
  Answer = unknown,
> {
  /** For the log, and for the sandbox, which can make a call fail. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: Path;
  /** It changes something at the server: sent once, 30 s limit, no automatic retry. */
  readonly isWrite: boolean;
  /** Carries `Idempotency-Key` (LOST-08). */
  readonly takesIdempotencyKey: boolean;
  /** Needs a session at the venue. */
  readonly isPrivate: boolean;
  /** A 401 is an answer of this call and does not end the session (SESSION-02). */
  readonly ownsUnauthorized: boolean;
  readonly query: Query;
  readonly body: Body;
  readonly decode: Decoder<Answer>;
}

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

/** A public read, unless the options say otherwise. */
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
    query: (query ?? null) as Query,
    body: (body ?? null) as Body,
    ...shape,
  };
}
