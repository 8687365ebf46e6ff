// The mutants of a file, under Stryker's names, and four of our own for charts: NegatedGuard, ChangedTarget,
// DroppedAction and ChangedDelay. All of a file's mutants are written into it at once, each behind a switch, so that a
// process that runs the tests of one after the other transforms the file only once.
import { parseSync } from 'vite';
import { isLogged, isLook, isOnlyLooks } from './looks.mjs';
import { isNode, keyOf, isText, isDescription, isOptionalPart } from './nodes.mjs';
import { ARITHMETIC, ASSIGNMENT, EQUALITY, LOGICAL, METHODS } from './operators.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} file
 * @property {string} mutator
 * @property {number} start
 * @property {number} end
 * @property {'expression' | 'block' | 'case'} kind
 * @property {string} original
 * @property {string} replacement
 * @property {number} line
 * @property {string} [equivalent] why nothing can tell it from the original
 */
/** @typedef {{ type: string, start: number, end: number, [field: string]: any }} Node */

const ACTIONS = new Set(['actions', 'entry', 'exit']);
/** What a chart throws when it was not wired is named for the developer who reads it. */
const NAMES = new Set(['unwired', 'unwiredAction']);

/**
 * Every mutant of a file.
 * @param {string} file relative to the project
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  if (isOnlyLooks(file)) return [];
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @type {Map<string, Mutant>} */
  const found = new Map();
  const isChart = file.startsWith('src/machines/');

  /** @param {Node} node @param {string} mutator @param {string} replacement @param {{ kind?: Mutant['kind'], equivalent?: string | undefined }} [more] */
  const add = (node, mutator, replacement, { kind = 'expression', equivalent } = {}) => {
    const { start, end } = node;
    const original = text.slice(start, end);
    const key = `${start}-${end}-${replacement}`;
    if (original === replacement || found.has(key)) return;
    const line = text.slice(0, start).split('\n').length;
    const reason = equivalent === undefined ? {} : { equivalent };
    found.set(key, { file, mutator, start, end, kind, original, replacement, line, ...reason });
  };
  /** The node's text with one part of it replaced. @param {Node} node @param {number} from @param {number} to @param {string} by */
  const patched = (node, from, to, by) => text.slice(node.start, from) + by + text.slice(to, node.end);
  /** @param {Node} node @param {string} operator @param {string} by */
  const otherOperator = (node, operator, by) => {
    const at = text.indexOf(operator, node['left'].end);
    return patched(node, at, at + operator.length, by);
  };

  /** @param {Node} test @param {string} [equivalent] why it may as well be false */
  const condition = (test, equivalent) => {
    add(test, 'ConditionalExpression', 'true');
    add(test, 'ConditionalExpression', 'false', { equivalent });
  };

  /** @param {Node} node @param {Node | undefined} parent */
  const expression = (node, parent) => {
    switch (node.type) {
      case 'BinaryExpression': {
        const { operator } = node;
        for (const by of EQUALITY[operator] ?? [])
          add(node, 'EqualityOperator', otherOperator(node, operator, by));
        if (EQUALITY[operator]) condition(node);
        const other = ARITHMETIC[operator];
        if (other && !isText(node['left']) && !isText(node['right']))
          add(node, 'ArithmeticOperator', otherOperator(node, operator, other));
        break;
      }
      case 'LogicalExpression': {
        const { operator } = node;
        const by = LOGICAL[operator] ?? '';
        // `a ?? b || c` needs brackets, and mixing is no mistake that anybody makes.
        const { left, right } = node;
        const between = text.slice(left.end, right.start);
        const isMixed =
          (left.operator === '??' && !/\)/.test(between)) || (right.operator === '??' && !/\(/.test(between));
        if (!isMixed) add(node, 'LogicalOperator', otherOperator(node, operator, by));
        if (operator !== '??') condition(node);
        break;
      }
      case 'AssignmentExpression': {
        const by = ASSIGNMENT[node['operator']];
        if (by) add(node, 'AssignmentOperator', otherOperator(node, node['operator'], by));
        break;
      }
      case 'UnaryExpression': {
        const argument = text.slice(node['argument'].start, node['argument'].end);
        if (node['operator'] === '!') add(node, 'BooleanLiteral', `(${argument})`);
        if (node['operator'] === '-') add(node, 'UnaryOperator', `+${argument}`);
        if (node['operator'] === '+') add(node, 'UnaryOperator', `-${argument}`);
        break;
      }
      case 'UpdateExpression': {
        const by = node['operator'] === '++' ? '--' : '++';
        const argument = text.slice(node['argument'].start, node['argument'].end);
        add(node, 'UpdateOperator', node['prefix'] ? `${by}${argument}` : `${argument}${by}`);
        break;
      }
      case 'Literal':
        if (typeof node['value'] === 'boolean') add(node, 'BooleanLiteral', String(!node['value']));
        else if (typeof node['value'] === 'string')
          add(node, 'StringLiteral', node['value'] === '' ? "'Stryker was here!'" : "''");
        else if (node['regex']) regex(node);
        break;
      case 'TemplateLiteral':
        if (parent?.type !== 'TaggedTemplateExpression')
          add(node, 'StringLiteral', node.end - node.start === 2 ? '`Stryker was here!`' : '``');
        break;
      case 'ArrayExpression':
        add(node, 'ArrayDeclaration', node['elements'].length === 0 ? "['Stryker was here']" : '[]');
        break;
      case 'ObjectExpression':
        // The actors of a chart are placeholders, which its wiring replaces before anything runs.
        if (
          node['properties'].length > 0 &&
          !(isChart && parent?.type === 'Property' && keyOf(parent) === 'actors')
        )
          add(node, 'ObjectLiteral', '{}', {
            equivalent: isDescription(node) ? 'descriptions are judged by the atlas' : undefined,
          });
        break;
      case 'ArrowFunctionExpression':
        if (node['body'].type !== 'BlockStatement') add(node, 'ArrowFunction', '() => undefined');
        break;
      case 'ConditionalExpression':
        condition(
          node['test'],
          isOptionalPart(node, parent) ? 'a part that is undefined is one that is absent' : undefined,
        );
        break;
      case 'CallExpression':
        method(node);
        break;
      case 'ChainExpression':
        chain(node, node['expression']);
        break;
      default:
    }
  };

  /** @param {Node} node */
  const method = (node) => {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || node['optional']) return;
    const { property, object } = callee;
    const by = METHODS.get(property.name);
    if (by === undefined) return;
    if (by === '') add(node, 'MethodExpression', text.slice(object.start, object.end));
    else add(node, 'MethodExpression', patched(node, property.start, property.end, by));
  };

  /** Every `?.` of a chain, one at a time. @param {Node} whole @param {Node} part */
  const chain = (whole, part) => {
    const inner = part['object'] ?? part['callee'] ?? part['expression'];
    if (part['optional']) {
      const at = text.indexOf('?.', inner.end);
      const isMember = part.type === 'MemberExpression' && !part['computed'];
      add(whole, 'OptionalChaining', patched(whole, at, at + 2, isMember ? '.' : ''));
    }
    if (isNode(inner)) chain(whole, inner);
  };

  /** Anchors and repetitions of a pattern. @param {Node} node */
  const regex = (node) => {
    const { pattern, flags } = node['regex'];
    /** @param {string} by */
    const other = (by) => add(node, 'Regex', `/${by}/${flags}`);
    if (pattern.startsWith('^')) other(pattern.slice(1));
    if (pattern.endsWith('$') && !pattern.endsWith('\\$')) other(pattern.slice(0, -1));
    for (const [from, by] of [
      ['\\d', '\\D'],
      ['\\s', '\\S'],
      ['\\w', '\\W'],
      ['[^', '['],
    ])
      if (pattern.includes(from)) other(pattern.replace(from ?? '', () => by ?? ''));
    const repeated = /([\])dsw])[+*](?![?+*])/.exec(pattern);
    if (repeated) other(pattern.slice(0, repeated.index + 1) + pattern.slice(repeated.index + 2));
  };

  /** @param {Node} node a property of a chart @param {readonly string[]} states the names of the states around it */
  const chartProperty = (node, states) => {
    const key = keyOf(node) ?? '';
    const { value } = node;
    const original = text.slice(value.start, value.end);
    if (key === 'guard') {
      add(value, 'NegatedGuard', `__q.not(${original})`);
      add(value, 'NegatedGuard', 'undefined');
    }
    if (key === 'target' && isText(value)) {
      const other = states.find((name) => name !== value.value);
      add(value, 'ChangedTarget', other === undefined ? 'undefined' : `'${other}'`);
      add(value, 'ChangedTarget', 'undefined');
    }
    if (ACTIONS.has(key)) {
      add(value, 'DroppedAction', '[]');
      const elements = value.type === 'ArrayExpression' ? value.elements : [];
      for (const one of elements.length > 1 ? elements : []) {
        if (one.type === 'SpreadElement') add(one.argument, 'DroppedAction', '[]');
        else add(one, 'DroppedAction', '() => {}');
      }
    }
    if (key === 'delays' && value.type === 'ObjectExpression') {
      for (const { value: delay, shorthand } of value.properties) {
        if (!delay || shorthand) continue;
        const time = text.slice(delay.start, delay.end);
        add(delay, 'ChangedDelay', `__q.later(${time})`);
      }
    }
  };

  /** @param {unknown} value @param {Node | undefined} parent @param {readonly string[]} states */
  const visit = (value, parent, states) => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, parent, states);
      return;
    }
    if (!isNode(value)) return;
    const node = value;
    if (
      node.type === 'TSAsExpression' ||
      node.type === 'TSSatisfiesExpression' ||
      node.type === 'TSNonNullExpression'
    ) {
      visit(node['expression'], parent, states);
      return;
    }
    if (node.type.startsWith('TS') || node.type.startsWith('Import') || node.type === 'ExportAllDeclaration')
      return;
    if (node.type === 'ExportNamedDeclaration') {
      visit(node['declaration'], node, states);
      return;
    }
    if (node.type === 'NewExpression' && String(node['callee'].name).endsWith('Error')) {
      // The words of an error are for the developer. What else is handed to it counts.
      visit(
        node['arguments'].filter((/** @type {Node} */ one) => !isText(one)),
        node,
        states,
      );
      return;
    }
    if (node.type === 'CallExpression' && NAMES.has(node['callee'].name)) return;
    if (isLogged(node) || isLook(node)) return;
    if (node.type === 'Property') {
      const key = keyOf(node);
      // Types are erased, descriptions are read in the atlas, which has a test of its own.
      if (isChart && (key === 'types' || key === 'description')) return;
      if (node['computed']) visit(node['key'], node, states);
      if (node['shorthand']) return;
      if (isChart) chartProperty(node, states);
      const names =
        key === 'states' && node['value'].type === 'ObjectExpression'
          ? node['value'].properties.flatMap((/** @type {Node} */ one) =>
              one['key'] ? [keyOf(one) ?? ''] : [],
            )
          : states;
      visit(node['value'], node, names);
      return;
    }
    if (node.type === 'MemberExpression') {
      visit(node['object'], node, states);
      if (node['computed']) visit(node['property'], node, states);
      return;
    }
    if (node.type === 'ExpressionStatement' && node['directive']) return;
    if (node.type === 'BlockStatement' && node['body'].length > 0)
      add(node, 'BlockStatement', '{}', { kind: 'block' });
    if (node.type === 'IfStatement') condition(node['test']);
    if (/^(For|While|DoWhile)Statement$/.test(node.type) && node['test'])
      add(node['test'], 'ConditionalExpression', 'false');
    if (node.type === 'SwitchCase' && node['consequent'].length > 0) {
      const { start } = node['consequent'][0];
      const { end } = node['consequent'].at(-1);
      add({ type: 'Case', start, end }, 'ConditionalExpression', '', { kind: 'case' });
    }
    expression(node, parent);
    for (const [field, part] of Object.entries(node)) {
      // A name that is declared or assigned to is no expression.
      if (field === 'id' || (field === 'left' && node.type === 'AssignmentExpression') || field === 'label')
        continue;
      if (field === 'key' && !node['computed']) continue;
      if (field === 'argument' && node.type === 'UpdateExpression') continue;
      visit(part, node, states);
    }
  };
  visit(program.body, undefined, []);
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}
