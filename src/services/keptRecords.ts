import type * as z from 'zod/mini';
import type { Drafts } from './drafts.ts';

/** Records of one kind that are kept in the tab by user and name. They outlive a reload, and end as drafts do. */
export interface KeptRecords<Kept> {
  /** Null as well when what is kept cannot be read. */
  readonly recall: (userId: string, name: string) => Kept | null;
  readonly keep: (userId: string, name: string, record: Kept) => void;
  readonly drop: (userId: string, name: string) => void;
  readonly names: (userId: string) => readonly string[];
  /** Told after every `keep` and `drop`. @returns a function that stops listening. */
  readonly listen: (hear: () => void) => () => void;
}

/**
 * Keeps records among the drafts, as JSON.
 * @param prefix of their names there.
 * @param schema strict: what this product did not write is nothing that it may act on.
 */
export function createKeptRecords<Kept>(
  drafts: Pick<Drafts, 'names' | 'read' | 'write'>,
  prefix: string,
  schema: z.ZodMiniType<Kept>,
): KeptRecords<Kept> {
  const listeners = new Set<() => void>();
  function write(userId: string, name: string, text: string): void {
    drafts.write(userId, prefix + name, text);
    for (const hear of listeners) hear();
  }
  return {
    recall: (userId, name) => parse(schema, drafts.read(userId, prefix + name)),
    keep: (userId, name, record) => write(userId, name, JSON.stringify(record)),
    drop: (userId, name) => write(userId, name, ''),
    names: (userId) =>
      drafts
        .names(userId)
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length)),
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}

function parse<Kept>(schema: z.ZodMiniType<Kept>, text: string): Kept | null {
  if (text === '') return null;
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    // Not JSON: nothing that this product wrote.
    return null;
  }
}
