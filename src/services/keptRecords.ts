import type * as z from 'zod/mini';
import type { Drafts } from './drafts.ts';

/** Records of one kind, by user and name. They are stored like drafts. */
export interface KeptRecords<Kept> {
  /** Null as well when it cannot be read. */
  readonly recall: (userId: string, name: string) => Kept | null;
  readonly keep: (userId: string, name: string, record: Kept) => void;
  readonly drop: (userId: string, name: string) => void;
  readonly names: (userId: string) => readonly string[];
  /** Called after every `keep` and `drop`. */
  readonly listen: (listener: () => void) => () => void;
}

/** @param prefix of their names among the drafts. @param schema strict, so that nothing unknown is acted on. */
export function createKeptRecords<Kept>(
  drafts: Pick<Drafts, 'names' | 'read' | 'write'>,
  prefix: string,
  schema: z.ZodMiniType<Kept>,
): KeptRecords<Kept> {
  const listeners = new Set<() => void>();
  function write(userId: string, name: string, text: string): void {
    drafts.write(userId, prefix + name, text);
    for (const listener of listeners) listener();
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
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function parse<Kept>(schema: z.ZodMiniType<Kept>, text: string): Kept | null {
  if (text === '') return null;
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
