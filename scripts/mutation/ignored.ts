// Places without mutants: they only style or only log.
import type { ESTree } from 'vite';
import { nameOf } from './nodes.ts';

/** Attributes that only style: people judge the pictures of the screens. */
const STYLING = new Set(['className', 'classNames', 'style', 'styles']);
/** Objects whose calls only write a line for the operator or the developer. */
const LOGS = new Set(['log', 'console']);

/** Whether a file holds nothing but styles. */
export const isStyleFile = (file: string) => /^src\/app\/(?:theme|styles)\.ts$/.test(file);

/** Whether an attribute only styles. As in Stryker, a bare text counts too: it is a name, a size or a colour. */
export const isStyling = (node: ESTree.Node) =>
  node.type === 'JSXAttribute' && (STYLING.has(nameOf(node.name) ?? '') || node.value?.type === 'Literal');

/** `log.error(…)` */
export const isLogging = (node: ESTree.Node) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  LOGS.has(nameOf(node.callee.object) ?? '');
