// The tests that name requirements in their titles.
import { type ESTree, parseSync } from 'vite';
import { isNode, nameOf } from '../mutation/nodes.ts';
import { idsIn } from './read.ts';

type Node = ESTree.Node;

export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** `test` also under other names, such as `bookTest`, whose fixtures differ. */
const TESTS = /^(describe|it|test|\w+Test)$/;

/** What is called in `it.each(rows)(…)`: `it`. */
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

/** The titles that a call gives: its own, and those that stand in the rows of `each`. */
function titlesOf({ callee, arguments: given }: ESTree.CallExpression): string[] {
  const rows = callee.type === 'CallExpression' ? callee.arguments : [];
  return [
    textOf(given[0]) ?? [],
    ...rows.map((row) => [...nodesOf(row)].map((node) => textOf(node) ?? [])),
  ].flat(2);
}

/**
 * @param file relative to the project
 * @param text of a test file
 * @returns every title of a test, of a group of tests or of a step that names a requirement
 */
export function namedTests(file: string, text: string): NamedTest[] {
  // Reading the syntax takes a hundred times as long as this.
  if (idsIn(text).length === 0) return [];
  return [...nodesOf(parseSync(file, text).program)].flatMap((node) =>
    node.type === 'CallExpression' && TESTS.test(rootOf(node.callee) ?? '')
      ? titlesOf(node)
          .filter((title) => idsIn(title).length > 0)
          .map((title) => ({ file, title }))
      : [],
  );
}
