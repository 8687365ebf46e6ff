import type * as z from 'zod/mini';
import { InvalidError, RefusedError } from '../refused.ts';
import { brokenRule, explain } from './explain.ts';
import type { HttpContext } from './handler.ts';

const KEY = /^[\w-]{8,128}$/;

/** @throws RefusedError 422 that says what is wrong. */
export function parse<S extends z.ZodMiniType>(schema: S, raw: unknown): z.output<S> {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  throw new InvalidError(explain(read.error.issues), brokenRule(read.error.issues));
}

/** @throws RefusedError 422 for fields that the call does not have. */
export function readQuery(c: HttpContext, schema: z.ZodMiniType | null): unknown {
  const given = c.req.queries();
  const known = schema && 'shape' in schema.def ? Object.keys(schema.def.shape as object) : [];
  for (const [name, values] of Object.entries(given)) {
    if (!known.includes(name)) {
      const hint = known.length > 0 ? `Known: ${known.join(', ')}.` : 'This call takes none.';
      const field = name.slice(0, 40);
      throw new InvalidError(`Unknown parameter "${field}". ${hint}`, { field, rule: 'unknown' });
    }
    if (values.length > 1)
      throw new InvalidError(`${name} is given more than once.`, { field: name, rule: 'type' });
  }
  return schema
    ? parse(schema, Object.fromEntries(Object.entries(given).map(([name, [value]]) => [name, value])))
    : null;
}

/** @throws RefusedError 422. */
export function readIdempotencyKey(c: HttpContext): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined || KEY.test(key)) return key;
  throw new RefusedError(
    422,
    'INVALID_IDEMPOTENCY_KEY',
    'Idempotency-Key must be a UUID (8 to 128 letters, digits, dashes or underscores).',
  );
}
