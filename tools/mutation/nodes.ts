import type { ESTree } from 'vite';

type Node = ESTree.Node;
type Keyed = Extract<Node, { type: 'Property' }>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

export const nameOf = (node: Node | undefined) =>
  node?.type === 'Identifier' || node?.type === 'JSXIdentifier' ? node.name : undefined;

export const keyOf = ({ computed, key }: Keyed): string | undefined => {
  if (computed) return undefined;
  return key.type === 'Literal' ? String(key.value) : nameOf(key);
};

export const isText = (node: Node | undefined) =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');

/** `{ description: '…' }` */
export const isDescription = ({ properties }: ESTree.ObjectExpression) => {
  const [first] = properties;
  return properties.length === 1 && first?.type === 'Property' && keyOf(first) === 'description';
};

/** `...(x === undefined ? {} : { x })` */
export const isOptionalPart = (
  { test, consequent }: ESTree.ConditionalExpression,
  parent: Node | undefined,
) =>
  parent?.type === 'SpreadElement' &&
  test.type === 'BinaryExpression' &&
  test.operator === '===' &&
  nameOf(test.right) === 'undefined' &&
  consequent.type === 'ObjectExpression' &&
  consequent.properties.length === 0;
