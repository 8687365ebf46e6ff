import type { ESTree } from 'vite';
import { nameOf } from './nodes.ts';

/** Tests do not judge styles. */
const STYLING = new Set(['className', 'classNames', 'style', 'styles']);
const LOGS = new Set(['log', 'console']);

export const isStyleFile = (file: string) => /^src\/app\/(?:theme|styles)\.ts$/.test(file);

/** As in Stryker, a bare text counts too: it is a name, a size or a colour. */
export const isStyling = (node: ESTree.Node) =>
  node.type === 'JSXAttribute' && (STYLING.has(nameOf(node.name) ?? '') || node.value?.type === 'Literal');

export const isLogging = (node: ESTree.Node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  LOGS.has(nameOf(node.callee.object) ?? '');
