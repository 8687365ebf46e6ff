import { type ESTree, parseSync } from 'vite';
import { isLogging, isStyleFile, isStyling } from './ignored.ts';
import { isDescription, isNode, isOptionalPart, isText, keyOf, nameOf } from './nodes.ts';
import { ARITHMETIC, ASSIGNMENT, EQUALITY, LOGICAL, METHODS } from './operators.ts';

/** An anchor or a repetition is missing, or a class is negated. */
export function wrongPatterns(pattern: string): string[] {
  const found: string[] = [];
  if (pattern.startsWith('^')) found.push(pattern.slice(1));
  if (pattern.endsWith('$') && !pattern.endsWith('\\$')) found.push(pattern.slice(0, -1));
  for (const [from, by] of [
    ['\\d', '\\D'],
    ['\\s', '\\S'],
    ['\\w', '\\W'],
    ['[^', '['],
  ] as const)
    if (pattern.includes(from)) found.push(pattern.replace(from, () => by));
  const repeated = /([\])dsw])[+*](?![?+*])/.exec(pattern);
  if (repeated) found.push(pattern.slice(0, repeated.index + 1) + pattern.slice(repeated.index + 2));
  return found;
}

// Stryker's mutators, and four for machines: NegatedGuard, ChangedTarget, DroppedAction, ChangedDelay.

type Node = ESTree.Node;
type Keyed = Extract<Node, { type: 'Property' }>;
type Span = Pick<ESTree.Span, 'start' | 'end'>;

export interface Mutant {
  file: string;
  mutator: string;
  start: number;
  end: number;
  kind: 'expression' | 'block' | 'case';
  original: string;
  replacement: string;
  line: number;
  /** Why no test can tell it from the original. */
  equivalent?: string;
}

const ACTIONS = new Set(['actions', 'entry', 'exit']);
/** Only developers read their texts. */
const NAMES = new Set(['unwired', 'unwiredAction']);

const isNullish = (node: Node) => node.type === 'LogicalExpression' && node.operator === '??';

/** @param file relative to the project */
export function mutantsOf(file: string, text: string): Mutant[] {
  if (isStyleFile(file)) return [];
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = new Map<string, Mutant>();
  const isMachine = file.startsWith('src/machines/');

  const add = (
    node: Span,
    mutator: string,
    replacement: string,
    { kind = 'expression', equivalent }: { kind?: Mutant['kind']; equivalent?: string | undefined } = {},
  ) => {
    const { start, end } = node;
    const original = text.slice(start, end);
    const key = `${start}-${end}-${replacement}`;
    if (original === replacement || found.has(key)) return;
    const line = text.slice(0, start).split('\n').length;
    const reason = equivalent === undefined ? {} : { equivalent };
    found.set(key, { file, mutator, start, end, kind, original, replacement, line, ...reason });
  };
  const patched = (node: Span, from: number, to: number, by: string) =>
    text.slice(node.start, from) + by + text.slice(to, node.end);
  const otherOperator = (node: Span & { left: Span }, operator: string, by: string) => {
    const at = text.indexOf(operator, node.left.end);
    return patched(node, at, at + operator.length, by);
  };

  /** @param equivalent why it may as well be false */
  const condition = (test: Span, equivalent?: string) => {
    add(test, 'ConditionalExpression', 'true');
    add(test, 'ConditionalExpression', 'false', { equivalent });
  };

  const expression = (node: Node, parent: Node | undefined) => {
    if (node.type === 'BinaryExpression') {
      const { operator } = node;
      for (const by of EQUALITY[operator] ?? [])
        add(node, 'EqualityOperator', otherOperator(node, operator, by));
      if (EQUALITY[operator]) condition(node);
      const other = ARITHMETIC[operator];
      if (other && !isText(node.left) && !isText(node.right))
        add(node, 'ArithmeticOperator', otherOperator(node, operator, other));
    } else if (node.type === 'LogicalExpression') {
      const { operator } = node;
      const by = LOGICAL[operator] ?? '';
      // Mixing ?? and || needs brackets, so nobody mixes them by mistake.
      const { left, right } = node;
      const between = text.slice(left.end, right.start);
      const isMixed = (isNullish(left) && !/\)/.test(between)) || (isNullish(right) && !/\(/.test(between));
      if (!isMixed) add(node, 'LogicalOperator', otherOperator(node, operator, by));
      if (operator !== '??') condition(node);
    } else if (node.type === 'AssignmentExpression') {
      const by = ASSIGNMENT[node.operator];
      if (by) add(node, 'AssignmentOperator', otherOperator(node, node.operator, by));
    } else if (node.type === 'UnaryExpression') {
      const argument = text.slice(node.argument.start, node.argument.end);
      if (node.operator === '!') add(node, 'BooleanLiteral', `(${argument})`);
      if (node.operator === '-') add(node, 'UnaryOperator', `+${argument}`);
      if (node.operator === '+') add(node, 'UnaryOperator', `-${argument}`);
    } else if (node.type === 'UpdateExpression') {
      const by = node.operator === '++' ? '--' : '++';
      const argument = text.slice(node.argument.start, node.argument.end);
      add(node, 'UpdateOperator', node.prefix ? `${by}${argument}` : `${argument}${by}`);
    } else if (node.type === 'Literal') {
      if (typeof node.value === 'boolean') add(node, 'BooleanLiteral', String(!node.value));
      else if (typeof node.value === 'string')
        add(node, 'StringLiteral', node.value === '' ? "'Stryker was here!'" : "''");
      else if ('regex' in node) {
        const { pattern, flags } = node.regex;
        for (const by of wrongPatterns(pattern)) add(node, 'Regex', `/${by}/${flags}`);
      }
    } else if (node.type === 'TemplateLiteral') {
      if (parent?.type !== 'TaggedTemplateExpression')
        add(node, 'StringLiteral', node.end - node.start === 2 ? '`Stryker was here!`' : '``');
    } else if (node.type === 'ArrayExpression') {
      add(node, 'ArrayDeclaration', node.elements.length === 0 ? "['Stryker was here']" : '[]');
    } else if (node.type === 'ObjectExpression') {
      // A machine's actors are placeholders until it is provided with the real ones.
      if (
        node.properties.length > 0 &&
        !(isMachine && parent?.type === 'Property' && keyOf(parent) === 'actors')
      )
        add(node, 'ObjectLiteral', '{}', {
          equivalent: isDescription(node)
            ? 'descriptions are checked with the documents of the machines'
            : undefined,
        });
    } else if (node.type === 'ArrowFunctionExpression') {
      if (node.body.type !== 'BlockStatement') add(node, 'ArrowFunction', '() => undefined');
    } else if (node.type === 'ConditionalExpression') {
      condition(
        node.test,
        isOptionalPart(node, parent) ? 'a part that is undefined is one that is absent' : undefined,
      );
    } else if (node.type === 'CallExpression') {
      method(node);
    } else if (node.type === 'ChainExpression') {
      chain(node, node.expression);
    }
  };

  const method = (node: ESTree.CallExpression) => {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || node.optional) return;
    const { property, object } = callee;
    const by = METHODS.get(nameOf(property) ?? '');
    if (by === undefined) return;
    if (by === '') add(node, 'MethodExpression', text.slice(object.start, object.end));
    else add(node, 'MethodExpression', patched(node, property.start, property.end, by));
  };

  /** Every `?.` of a chain, one at a time. */
  const chain = (whole: Node, part: Node) => {
    if (part.type === 'MemberExpression' || part.type === 'CallExpression') {
      const inner = part.type === 'MemberExpression' ? part.object : part.callee;
      if (part.optional) {
        const at = text.indexOf('?.', inner.end);
        const isMember = part.type === 'MemberExpression' && !part.computed;
        add(whole, 'OptionalChaining', patched(whole, at, at + 2, isMember ? '.' : ''));
      }
      chain(whole, inner);
    } else if ('expression' in part && isNode(part.expression)) chain(whole, part.expression);
  };

  /** @param states around the property */
  const machineProperty = (node: Keyed, states: readonly string[]) => {
    const key = keyOf(node) ?? '';
    const { value } = node;
    const original = text.slice(value.start, value.end);
    if (key === 'guard') {
      add(value, 'NegatedGuard', `__q.not(${original})`);
      add(value, 'NegatedGuard', 'undefined');
    }
    if (key === 'target' && isText(value)) {
      const own = value.type === 'Literal' ? value.value : undefined;
      const other = states.find((name) => name !== own);
      add(value, 'ChangedTarget', other === undefined ? 'undefined' : `'${other}'`);
      add(value, 'ChangedTarget', 'undefined');
    }
    if (ACTIONS.has(key)) {
      add(value, 'DroppedAction', '[]');
      const elements = value.type === 'ArrayExpression' ? value.elements : [];
      for (const one of elements.length > 1 ? elements : []) {
        if (one === null) continue;
        if (one.type === 'SpreadElement') add(one.argument, 'DroppedAction', '[]');
        else add(one, 'DroppedAction', '() => {}');
      }
    }
    if (key === 'delays' && value.type === 'ObjectExpression') {
      for (const property of value.properties) {
        if (property.type !== 'Property' || property.shorthand) continue;
        const delay = property.value;
        const time = text.slice(delay.start, delay.end);
        add(delay, 'ChangedDelay', `__q.later(${time})`);
      }
    }
  };

  const visit = (value: unknown, parent: Node | undefined, states: readonly string[]) => {
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
      visit(node.expression, parent, states);
      return;
    }
    if (node.type.startsWith('TS') || node.type.startsWith('Import') || node.type === 'ExportAllDeclaration')
      return;
    if (node.type === 'ExportNamedDeclaration') {
      visit(node.declaration, node, states);
      return;
    }
    if (node.type === 'NewExpression' && nameOf(node.callee)?.endsWith('Error')) {
      // The texts of an error are for developers; its other arguments count.
      visit(
        node.arguments.filter((one) => !isText(one)),
        node,
        states,
      );
      return;
    }
    if (node.type === 'CallExpression' && NAMES.has(nameOf(node.callee) ?? '')) return;
    if (isLogging(node) || isStyling(node)) return;
    if (node.type === 'Property') {
      const key = keyOf(node);
      // Types are erased, and the documents of the machines test descriptions.
      if (isMachine && (key === 'types' || key === 'description')) return;
      if (node.computed) visit(node.key, node, states);
      if (node.shorthand) return;
      if (isMachine) machineProperty(node, states);
      const names =
        key === 'states' && node.value.type === 'ObjectExpression'
          ? node.value.properties.flatMap((one) => (one.type === 'Property' ? [keyOf(one) ?? ''] : []))
          : states;
      visit(node.value, node, names);
      return;
    }
    if (node.type === 'MemberExpression') {
      visit(node.object, node, states);
      if (node.computed) visit(node.property, node, states);
      return;
    }
    if (node.type === 'ExpressionStatement' && node.directive) return;
    if (node.type === 'BlockStatement' && node.body.length > 0)
      add(node, 'BlockStatement', '{}', { kind: 'block' });
    if (node.type === 'IfStatement') condition(node.test);
    if (
      (node.type === 'ForStatement' || node.type === 'WhileStatement' || node.type === 'DoWhileStatement') &&
      node.test
    )
      add(node.test, 'ConditionalExpression', 'false');
    const [first] = node.type === 'SwitchCase' ? node.consequent : [];
    if (node.type === 'SwitchCase' && first) {
      const end = node.consequent.at(-1)?.end ?? first.end;
      add({ start: first.start, end }, 'ConditionalExpression', '', { kind: 'case' });
    }
    expression(node, parent);
    for (const [field, part] of Object.entries(node)) {
      // A declared or assigned name is no expression.
      if (field === 'id' || (field === 'left' && node.type === 'AssignmentExpression') || field === 'label')
        continue;
      if (field === 'key' && !('computed' in node && node.computed)) continue;
      if (field === 'argument' && node.type === 'UpdateExpression') continue;
      visit(part, node, states);
    }
  };
  visit(program.body, undefined, []);
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}
