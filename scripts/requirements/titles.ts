import { type ESTree, parseSync } from 'vite';
import { isNode, nameOf } from './nodes.ts';
import { idsIn } from './read.ts';

type Node = ESTree.Node;

export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** Test functions may have other names, such as `bookTest`. */
const TESTS = /^(describe|it|test|\w+Test)$/;

/** `it` of `it.each(rows)(…)` */
function rootOf(node: Node): string | undefined {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'CallExpression') return rootOf(node.callee);
  return nameOf(node);
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…');
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* nodesOf(value);
}

/** Also those in the rows of `each`. */
function titlesOf({ callee, arguments: given }: ESTree.CallExpression): string[] {
  const rows = callee.type === 'CallExpression' ? callee.arguments : [];
  return [
    textOf(given[0]) ?? [],
    ...rows.map((row) => [...nodesOf(row)].map((node) => textOf(node) ?? [])),
  ].flat(2);
}

/** Titles of tests, groups and steps. @param file relative to the project. @param text its content. */
export function namedTests(file: string, text: string): NamedTest[] {
  // Parsing takes a hundred times as long as this check.
  if (idsIn(text).length === 0) return [];
  return [...nodesOf(parseSync(file, text).program)].flatMap((node) =>
    node.type === 'CallExpression' && TESTS.test(rootOf(node.callee) ?? '')
      ? titlesOf(node)
          .filter((title) => idsIn(title).length > 0)
          .map((title) => ({ file, title }))
      : [],
  );
}
