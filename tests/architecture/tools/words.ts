import type { Source } from './sources.ts';
import { isNode, lineOf, nodesOf, parse } from './syntax.ts';

export function keysOf(words: unknown, prefix = ''): string[] {
  if (typeof words !== 'object' || words === null) return [prefix];
  return Object.entries(words).flatMap(([name, inner]) =>
    keysOf(inner, prefix === '' ? name : `${prefix}.${name}`),
  );
}

/** `orders.count_other` is asked for as `orders.count`. */
export const plainKey = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Literals, and templates as patterns (`failure.${code}`). */
export interface Mentions {
  readonly literals: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
  /** First arguments of `t(…)`. */
  readonly asked: readonly string[];
}

export function mentionsOf(sources: readonly Source[]): Mentions {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  const asked: string[] = [];
  for (const node of sources.flatMap((source) => [...nodesOf(parse(source).program)])) {
    if (node.type === 'Literal' && typeof node.value === 'string') literals.add(node.value);
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      // Without a fixed beginning it could be any key.
      if (/^[\w:.]*[.:]/.test(parts[0] ?? ''))
        patterns.push(new RegExp(`^${parts.map(escaped).join('[\\w.]+')}$`));
    }
    if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.name !== 't') continue;
    const [first] = node.arguments as unknown[];
    if (isNode(first) && typeof first.value === 'string') asked.push(first.value);
  }
  return { literals, patterns, asked };
}

/** In a view a bare name counts if its namespace is named, too, or is the shared one; other files pass keys on. */
export function unusedOf(keys: readonly string[], sources: readonly Source[]): string[] {
  const told = sources.map((source) => ({
    ...mentionsOf([source]),
    isView: source.path.startsWith('src/ui/'),
  }));
  return [...new Set(keys.map(plainKey))].filter((key) => {
    const [namespace = '', name = ''] = key.split(':');
    return !told.some(({ literals, patterns, isView }) => {
      const names = !isView || namespace === 'common' || literals.has(namespace) ? [key, name] : [key];
      return names.some((one) => literals.has(one) || patterns.some((pattern) => pattern.test(one)));
    });
  });
}

/** `{ key: 'trade:toast.gone' }`: no type checks these, because machines know no words. */
export function toastKeys(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    [...nodesOf(parse(source).program)].flatMap((node) => {
      if (node.type !== 'Property' || !isNode(node.key) || node.key.name !== 'key') return [];
      const value = isNode(node.value) ? node.value.value : undefined;
      return typeof value === 'string' && /^(\w+:)?([\w]+\.)+\w+$/.test(value) ? [value] : [];
    }),
  );
}

const READ_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'label',
  'placeholder',
  'description',
]);

export function bareWords(source: Source): string[] {
  const isWord = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2,}/u.test(text);
  return [...nodesOf(parse(source).program)].flatMap((node) => {
    const at = `${source.path}:${lineOf(source.text, node.start)}`;
    if (node.type === 'JSXText' && isWord(node.value)) return [`${at} ${node.value.trim()}`];
    if (node.type !== 'JSXAttribute' || !isNode(node.name) || !READ_ATTRIBUTES.has(String(node.name.name)))
      return [];
    const value = isNode(node.value) ? node.value.value : undefined;
    return isWord(value) ? [`${at} ${value}`] : [];
  });
}
