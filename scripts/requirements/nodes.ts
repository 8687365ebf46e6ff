import type { ESTree } from 'vite';

export const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

export const nameOf = (node: ESTree.Node | undefined): string | undefined =>
  node?.type === 'Identifier' ? node.name : undefined;
