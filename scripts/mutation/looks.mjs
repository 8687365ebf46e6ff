// What is left out by rule: places that only look or only log.

/** @typedef {import('./mutants.mjs').Node} Node */

/** Attributes that only say how something looks: pictures of the screens are judged by people. */
const LOOKS = new Set(['className', 'classNames', 'style', 'styles']);
/** Objects whose calls only write a line for the operator or the developer. */
const LOGS = new Set(['log', 'console']);

/** Whether a file holds nothing but looks. @param {string} file */
export const isOnlyLooks = (file) => /^src\/app\/(?:theme|styles)\.ts$/.test(file);

/**
 * Whether an attribute only looks. As in Stryker, a bare text stays as well: it is a name, a size or a colour.
 * @param {Node} node
 */
export const isLook = (node) =>
  node.type === 'JSXAttribute' && (LOOKS.has(node['name'].name) || node['value']?.type === 'Literal');

/** `log.error(…)` @param {Node} node */
export const isLogged = (node) => node.type === 'CallExpression' && LOGS.has(node['callee'].object?.name);
