import { expect, it } from 'vitest';
import { scriptsBelow, type Source } from './tools/sources.ts';
import { isNode, lineOf, nodesOf, parse, type SyntaxNode } from './tools/syntax.ts';

/** Whoever may ask the device what time it is. Every entry must still be needed. */
const MAY_ASK: Readonly<Record<string, string>> = {
  'src/services/clock.ts': 'the clock of the device, which the others are given',
};

const asksDevice = (node: SyntaxNode): boolean => {
  const callee = isNode(node.callee) ? node.callee : null;
  if (callee === null) return false;
  const isDate = callee.type === 'Identifier' && callee.name === 'Date';
  if (node.type === 'NewExpression')
    return isDate && Array.isArray(node.arguments) && node.arguments.length === 0;
  if (node.type !== 'CallExpression') return false;
  const { object, property } = callee;
  const isNow = isNode(object) && object.name === 'Date' && isNode(property) && property.name === 'now';
  return isDate || isNow;
};

const asking = ({ path, text }: Source): readonly number[] => {
  const { program } = parse({ path, text });
  return [...nodesOf(program)].filter(asksDevice).map((node) => lineOf(text, node.start));
};

it('nothing asks the device for the time: the server’s clock is handed to it (TIME-01)', () => {
  const all = scriptsBelow('src').flatMap((source) =>
    asking(source).map((line) => ({ path: source.path, line })),
  );
  expect(all.filter(({ path }) => !(path in MAY_ASK))).toEqual([]);
  expect(Object.keys(MAY_ASK).filter((path) => !all.some((one) => one.path === path))).toEqual([]);
});

it('the check catches what it is for', () => {
  const countIn = (text: string) => asking({ path: 'planted.ts', text }).length;
  expect(['Date.now()', 'new Date()', 'Date()'].map(countIn)).toEqual([1, 1, 1]);
  expect(['new Date(at)', 'clock.now()', 'performance.now()'].map(countIn)).toEqual([0, 0, 0]);
});
