// Where a mistake can be planted: Stryker's mutators, and four for machines (NegatedGuard, ChangedTarget,
// DroppedAction, ChangedDelay).
import { type ESTree, parseSync } from 'vite';
import { isNode, nameOf } from '../../scripts/requirements/nodes.ts';
import known from './equivalent.json' with { type: 'json' };

type Node = ESTree.Node;
type Keyed = Extract<Node, { type: 'Property' }>;
type Span = Pick<ESTree.Span, 'start' | 'end'>;

export interface Mutant {
  id: number;
  file: string;
  mutator: string;
  start: number;
  end: number;
  kind: 'expression' | 'block' | 'case';
  original: string;
  replacement: string;
  line: number;
}

/** `a/b c/d` as a map of both ways. */
const swaps = (text: string) =>
  new Map(
    text.split(' ').flatMap((pair): [string, string][] => {
      const [a = '', b = ''] = pair.split('/');
      return [
        [a, b],
        [b, a],
      ];
    }),
  );
const EQUALITY = new Map([
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
  ['===', ['!==']],
  ['!==', ['===']],
]);
const ARITHMETIC = new Map([...swaps('+/-'), ['*', '/'], ['/', '*'], ['%', '*']]);
const LOGICAL = new Map([...swaps('&&/||'), ['??', '&&']]);
const ASSIGNMENT = new Map([...swaps('+=/-= &&=/||='), ['*=', '/='], ['/=', '*='], ['??=', '&&=']]);
const METHODS = swaps('startsWith/endsWith every/some toUpperCase/toLowerCase trimStart/trimEnd min/max');
const DROPPED = new Set('charAt filter reverse slice sort toSorted toReversed substring trim'.split(' '));
const ACTIONS = new Set(['actions', 'entry', 'exit']);

const keyOf = ({ computed, key }: Keyed): string | undefined => {
  if (computed) return undefined;
  return key.type === 'Literal' ? String(key.value) : nameOf(key);
};
const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
/** Mixing ?? and || needs brackets, so nobody mixes them by mistake. */
const isNullish = (node: Node) => node.type === 'LogicalExpression' && node.operator === '??';
/** `{ description: '…' }`, which the documents of the machines test. */
const isDescription = ({ properties: [first, ...others] }: ESTree.ObjectExpression) =>
  others.length === 0 && first?.type === 'Property' && keyOf(first) === 'description';

/** `...(x === undefined ? {} : { x })`: an undefined part is as good as absent. */
const isOptionalPart = ({ consequent }: ESTree.ConditionalExpression, parent: Node | undefined) =>
  parent?.type === 'SpreadElement' &&
  consequent.type === 'ObjectExpression' &&
  consequent.properties.length === 0;

/** An anchor or a repetition is missing, or a class is negated. */
function wrongPatterns(pattern: string): string[] {
  const classes = ['\\d/\\D', '\\s/\\S', '\\w/\\W', '[^/['].map((pair) => pair.split('/'));
  return [
    pattern.replace(/^\^/, ''),
    pattern.replace(/(?<!\\)\$$/, ''),
    ...classes.map(([from = '', by = '']) => pattern.replace(from, () => by)),
    pattern.replace(/([\])dsw])[+*](?![?+*])/, '$1'),
  ].filter((by) => by !== pattern);
}

/** A mistake that changes nothing, identified by its place: `at` is the line without indentation. */
export const isSame = (one: (typeof known)[number], mutant: Mutant, text: string): boolean =>
  one.file === mutant.file &&
  one.original === mutant.original &&
  one.replacement === mutant.replacement &&
  text.split('\n')[mutant.line - 1]?.trim() === one.at;

export const isEquivalent = (mutant: Mutant, text: string): boolean =>
  known.some((one) => isSame(one, mutant, text));

/** @param file relative to the project; its mutants by place, numbered */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = new Map<string, Omit<Mutant, 'id'>>();
  const isMachine = file.startsWith('src/machines/');
  const source = ({ start, end }: Span) => text.slice(start, end);

  const add = (node: Span, mutator: string, replacement: string, kind: Mutant['kind'] = 'expression') => {
    const { start, end } = node;
    const original = source(node);
    const key = `${start}-${end}-${replacement}`;
    if (original === replacement || found.has(key)) return;
    const line = text.slice(0, start).split('\n').length;
    found.set(key, { file, mutator, start, end, kind, original, replacement, line });
  };
  /** The text of a node with one word after a place replaced. */
  const patched = (node: Span, after: number, word: string, by: string) => {
    const at = text.indexOf(word, after);
    return text.slice(node.start, at) + by + text.slice(at + word.length, node.end);
  };
  const condition = (test: Span) => {
    add(test, 'ConditionalExpression', 'true');
    add(test, 'ConditionalExpression', 'false');
  };

  const expression = (node: Node, parent: Node | undefined) => {
    if (node.type === 'BinaryExpression') {
      const { operator, left, right } = node;
      const others = EQUALITY.get(operator) ?? [];
      for (const by of others) add(node, 'EqualityOperator', patched(node, left.end, operator, by));
      if (others.length > 0) condition(node);
      const by = ARITHMETIC.get(operator);
      if (by !== undefined && !isText(left) && !isText(right))
        add(node, 'ArithmeticOperator', patched(node, left.end, operator, by));
    } else if (node.type === 'LogicalExpression') {
      const { operator, left, right } = node;
      const between = text.slice(left.end, right.start);
      const isMixed = (isNullish(left) && !/\)/.test(between)) || (isNullish(right) && !/\(/.test(between));
      if (!isMixed)
        add(node, 'LogicalOperator', patched(node, left.end, operator, LOGICAL.get(operator) ?? ''));
      if (operator !== '??') condition(node);
    } else if (node.type === 'AssignmentExpression') {
      const by = ASSIGNMENT.get(node.operator);
      if (by !== undefined) add(node, 'AssignmentOperator', patched(node, node.left.end, node.operator, by));
    } else if (node.type === 'UnaryExpression') {
      if (node.operator === '!') add(node, 'BooleanLiteral', `(${source(node.argument)})`);
      if (node.operator === '-') add(node, 'UnaryOperator', `+${source(node.argument)}`);
      if (node.operator === '+') add(node, 'UnaryOperator', `-${source(node.argument)}`);
    } else if (node.type === 'UpdateExpression') {
      const by = node.operator === '++' ? '--' : '++';
      const argument = source(node.argument);
      add(node, 'UpdateOperator', node.prefix ? `${by}${argument}` : `${argument}${by}`);
    } else if (node.type === 'Literal') {
      if (typeof node.value === 'boolean') add(node, 'BooleanLiteral', String(!node.value));
      else if (typeof node.value === 'string')
        add(node, 'StringLiteral', node.value === '' ? "'Stryker was here!'" : "''");
      else if ('regex' in node)
        for (const by of wrongPatterns(node.regex.pattern)) add(node, 'Regex', `/${by}/${node.regex.flags}`);
    } else if (node.type === 'TemplateLiteral') {
      if (parent?.type !== 'TaggedTemplateExpression')
        add(node, 'StringLiteral', node.end - node.start === 2 ? '`Stryker was here!`' : '``');
    } else if (node.type === 'ArrayExpression') {
      add(node, 'ArrayDeclaration', node.elements.length === 0 ? "['Stryker was here']" : '[]');
    } else if (node.type === 'ObjectExpression') {
      // A machine's actors are placeholders until the real ones are provided.
      const isPlaceholder = isMachine && parent?.type === 'Property' && keyOf(parent) === 'actors';
      if (node.properties.length > 0 && !isPlaceholder && !isDescription(node))
        add(node, 'ObjectLiteral', '{}');
    } else if (node.type === 'ArrowFunctionExpression') {
      if (node.body.type !== 'BlockStatement') add(node, 'ArrowFunction', '() => undefined');
    } else if (node.type === 'ConditionalExpression' && isOptionalPart(node, parent)) {
      add(node.test, 'ConditionalExpression', 'true');
    } else if (node.type === 'ConditionalExpression' || node.type === 'IfStatement') condition(node.test);
    else if (node.type === 'CallExpression') method(node);
    else if (node.type === 'ChainExpression') chain(node, node.expression);
  };

  const method = (node: ESTree.CallExpression) => {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional || node.optional) return;
    const name = nameOf(callee.property) ?? '';
    const by = METHODS.get(name);
    if (by !== undefined) add(node, 'MethodExpression', patched(node, callee.property.start, name, by));
    if (DROPPED.has(name)) add(node, 'MethodExpression', source(callee.object));
  };

  /** Every `?.` of a chain, one at a time. */
  const chain = (whole: Node, part: Node) => {
    if (part.type === 'MemberExpression' || part.type === 'CallExpression') {
      const inner = part.type === 'MemberExpression' ? part.object : part.callee;
      const by = part.type === 'MemberExpression' && !part.computed ? '.' : '';
      if (part.optional) add(whole, 'OptionalChaining', patched(whole, inner.end, '?.', by));
      chain(whole, inner);
    } else if ('expression' in part && isNode(part.expression)) chain(whole, part.expression);
  };

  /** @param states around the property */
  const machineProperty = (node: Keyed, states: readonly string[]) => {
    const key = keyOf(node) ?? '';
    const { value } = node;
    if (key === 'guard') {
      add(value, 'NegatedGuard', `__q.not(${source(value)})`);
      add(value, 'NegatedGuard', 'undefined');
    }
    if (key === 'target' && isText(value)) {
      const other = states.find((name) => value.type !== 'Literal' || name !== value.value);
      add(value, 'ChangedTarget', other === undefined ? 'undefined' : `'${other}'`);
      add(value, 'ChangedTarget', 'undefined');
    }
    if (ACTIONS.has(key)) {
      add(value, 'DroppedAction', '[]');
      const elements = value.type === 'ArrayExpression' ? value.elements : [];
      for (const one of elements.length > 1 ? elements : []) {
        if (one?.type === 'SpreadElement') add(one.argument, 'DroppedAction', '[]');
        else if (one) add(one, 'DroppedAction', '() => {}');
      }
    }
    if (key === 'delays' && value.type === 'ObjectExpression')
      for (const one of value.properties)
        if (one.type === 'Property' && !one.shorthand)
          add(one.value, 'ChangedDelay', `__q.doubled(${source(one.value)})`);
  };

  const visit = (value: unknown, parent: Node | undefined, states: readonly string[]): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, parent, states);
    if (!isNode(value)) return;
    const node = value;
    if (
      node.type === 'TSAsExpression' ||
      node.type === 'TSSatisfiesExpression' ||
      node.type === 'TSNonNullExpression'
    )
      return visit(node.expression, parent, states);
    if (node.type.startsWith('TS') || node.type.startsWith('Import') || node.type === 'ExportAllDeclaration')
      return;
    if (node.type === 'ExportNamedDeclaration') return visit(node.declaration, node, states);
    // The texts of an error are for developers; its other arguments count.
    if (node.type === 'NewExpression' && nameOf(node.callee)?.endsWith('Error'))
      return visit(
        node.arguments.filter((one) => !isText(one)),
        node,
        states,
      );
    if (node.type === 'Property') {
      const key = keyOf(node);
      // Types are erased, and the documents of the machines test descriptions.
      if (node.shorthand || (isMachine && (key === 'types' || key === 'description'))) return;
      if (node.computed) visit(node.key, node, states);
      if (isMachine) machineProperty(node, states);
      const inside =
        key === 'states' && node.value.type === 'ObjectExpression' ? node.value.properties : null;
      return visit(
        node.value,
        node,
        inside?.map((one) => (one.type === 'Property' ? keyOf(one) : undefined) ?? '') ?? states,
      );
    }
    if (node.type === 'MemberExpression') {
      visit(node.object, node, states);
      if (node.computed) visit(node.property, node, states);
      return;
    }
    if (node.type === 'BlockStatement' && node.body.length > 0) add(node, 'BlockStatement', '{}', 'block');
    if (node.type === 'ForStatement' || node.type === 'WhileStatement' || node.type === 'DoWhileStatement')
      if (node.test) add(node.test, 'ConditionalExpression', 'false');
    const [first] = node.type === 'SwitchCase' ? node.consequent : [];
    if (node.type === 'SwitchCase' && first)
      add(
        { start: first.start, end: node.consequent.at(-1)?.end ?? first.end },
        'ConditionalExpression',
        '',
        'case',
      );
    expression(node, parent);
    for (const [field, part] of Object.entries(node)) {
      // A declared or assigned name is no expression.
      const isName =
        ['id', 'label', 'key'].includes(field) ||
        (field === 'left' && node.type === 'AssignmentExpression') ||
        (field === 'argument' && node.type === 'UpdateExpression');
      if (!isName) visit(part, node, states);
    }
  };
  visit(program.body, undefined, []);
  return [...found.values()]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((mutant, id) => ({ ...mutant, id }));
}
