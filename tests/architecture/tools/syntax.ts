import { parseSync } from 'vite';
import type { Source } from './sources.ts';

/** ESTree with TypeScript's nodes. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** @throws Error for a file that cannot be parsed, which would otherwise pass every rule. */
export function parse(source: Source): ReturnType<typeof parseSync> {
  const parsed = parseSync(source.path, source.text);
  const [first] = parsed.errors;
  if (first) throw new Error(`${source.path}: ${first.message}`);
  return parsed;
}

/** Parents before children. */
export function* nodesOf(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item);
    return;
  }
  if (!isNode(value)) return;
  yield value;
  for (const field of Object.values(value)) {
    if (typeof field === 'object' && field !== null) yield* nodesOf(field);
  }
}

/** From 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
