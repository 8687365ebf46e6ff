// What a node of the syntax tree is.

/** @typedef {import('./mutants.mjs').Node} Node */

/** @param {unknown} value @returns {value is Node} */
export const isNode = (value) =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
/** @param {Node} node @returns {string | undefined} */
export const keyOf = (node) => (node['computed'] ? undefined : (node['key']?.name ?? node['key']?.value));
/** @param {Node | undefined} node */
export const isText = (node) =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node['value'] === 'string');

/** `{ description: '…' }` @param {Node} node */
export const isDescription = ({ properties }) =>
  properties.length === 1 && keyOf(properties[0]) === 'description';
/** `...(x === undefined ? {} : { x })` @param {Node} node @param {Node | undefined} parent */
export const isOptionalPart = ({ test, consequent }, parent) =>
  parent?.type === 'SpreadElement' &&
  test.operator === '===' &&
  test.right.name === 'undefined' &&
  consequent.properties?.length === 0;
