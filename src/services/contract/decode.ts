import type * as z from 'zod/mini';

/** `path`, such as `items.3.price`, never holds a value of the answer. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

export type Decoded<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly faults: readonly Fault[];
      /** Unreadable records of a list, which were left out; absent when there is none. */
      readonly leftOut?: number;
    }
  | Unreadable;

export interface Unreadable {
  readonly ok: false;
  readonly faults: readonly Fault[];
}

/** For the generated documents. `keys` are those of `unwrap`. */
export type AnswerShape =
  | {
      readonly kind: 'one' | 'list' | 'map' | 'page';
      readonly schema: z.ZodMiniType;
      readonly keys: readonly string[];
    }
  | { readonly kind: 'message' | 'nothing' };

export interface Decoder<T> {
  (raw: unknown): Decoded<T>;
  readonly answer?: AnswerShape;
}

export const describedBy = <T>(answer: AnswerShape, read: (raw: unknown) => Decoded<T>): Decoder<T> =>
  Object.assign(read, { answer });

function faultsOf(error: z.core.$ZodError, at: string): Fault[] {
  return error.issues.map((issue) => ({
    path: [at, ...issue.path.map(String)].filter(Boolean).join('.'),
    message: issue.message,
  }));
}

/** Unknown fields are ignored (CALL-05). */
export function decodeOne<S extends z.ZodMiniType>(schema: S): Decoder<z.output<S>> {
  return describedBy({ kind: 'one', schema, keys: [] }, (raw) => {
    const read = schema.safeParse(raw);
    return read.success
      ? { ok: true, value: read.data, faults: [] }
      : { ok: false, faults: faultsOf(read.error, '') };
  });
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Returns the value under the first of `keys`, or under `data`; anything else unchanged. */
export function unwrap(raw: unknown, ...keys: string[]): unknown {
  if (!isRecord(raw)) return raw;
  for (const key of [...keys, 'data']) {
    if (Object.hasOwn(raw, key) && typeof raw[key] === 'object' && raw[key] !== null) return raw[key];
  }
  return raw;
}

/** Reads one value, bare or under one of `keys` or `data`. */
export function decodeUnder<S extends z.ZodMiniType>(schema: S, ...keys: string[]): Decoder<z.output<S>> {
  const read = decodeOne(schema);
  return describedBy({ kind: 'one', schema, keys: [...keys, 'data'] }, (raw) => read(unwrap(raw, ...keys)));
}

/** Like `decodeUnder`, but the answer to a write may be empty. */
export function decodeWritten<S extends z.ZodMiniType>(schema: S, ...keys: string[]): Decoder<z.output<S>> {
  const read = decodeUnder(schema, ...keys);
  return describedBy({ kind: 'one', schema, keys: [...keys, 'data'] }, (raw) => read(raw ?? {}));
}

/** Reads a bare array, or one under `keys` or `data`. Unreadable records are left out and counted. */
export function decodeList<S extends z.ZodMiniType>(schema: S, ...keys: string[]): Decoder<z.output<S>[]> {
  return describedBy({ kind: 'list', schema, keys: [...keys, 'data'] }, (raw) => {
    let list = unwrap(raw, ...keys);
    if (!Array.isArray(list)) list = unwrap(list, ...keys);
    if (!Array.isArray(list)) return { ok: false, faults: [{ path: '', message: 'not a list' }] };
    const value: z.output<S>[] = [];
    const faults: Fault[] = [];
    for (const [index, item] of list.entries()) {
      const read = schema.safeParse(item);
      if (read.success) value.push(read.data);
      else faults.push(...faultsOf(read.error, String(index)));
    }
    const leftOut = list.length - value.length;
    return { ok: true, value, faults, ...(leftOut === 0 ? {} : { leftOut }) };
  });
}

/** Reads an object as a map; `schema` gets each value with its key added as `keyField`. */
export function decodeMap<S extends z.ZodMiniType>(
  schema: S,
  keyField: string,
  ...keys: string[]
): Decoder<z.output<S>[]> {
  return describedBy({ kind: 'map', schema, keys: [...keys, 'data'] }, (raw) => {
    const map = unwrap(raw, ...keys);
    if (Array.isArray(map)) return decodeList(schema)(map);
    if (!isRecord(map)) return { ok: false, faults: [{ path: '', message: 'not a map' }] };
    const value: z.output<S>[] = [];
    const faults: Fault[] = [];
    for (const [key, item] of Object.entries(map)) {
      const read = schema.safeParse(isRecord(item) ? { ...item, [keyField]: key } : item);
      if (read.success) value.push(read.data);
      else faults.push(...faultsOf(read.error, key));
    }
    return { ok: true, value, faults };
  });
}

/** For calls whose status is the whole answer. */
export const decodeNothing: Decoder<null> = describedBy({ kind: 'nothing' }, () => ({
  ok: true,
  value: null,
  faults: [],
}));

export const decodeMessage: Decoder<string | null> = describedBy({ kind: 'message' }, (raw) => {
  const text = isRecord(raw) && typeof raw.message === 'string' ? raw.message.trim() : '';
  return { ok: true, value: text === '' ? null : text, faults: [] };
});
