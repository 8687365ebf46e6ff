import { describe, expect, it } from 'vitest';
import { lineOf, nodesOf, parse } from './tools/syntax.ts';
import { scriptsBelow } from './tools/sources.ts';

/** Characters: half of the longest body, which is enough to tell. */
const LENGTH = 32_768;
/** Milliseconds. One that goes back takes hundreds for such a text, one that does not less than one. */
const MOST = 150;

interface Found {
  readonly where: string;
  readonly expression: RegExp;
}

/** What the venue reads texts of others with. */
const all: readonly Found[] = scriptsBelow('venue', 'src/domain', 'src/services/contract').flatMap((source) =>
  [...nodesOf(parse(source).program)].flatMap((node) => {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type !== 'Literal' || !regex) return [];
    const expression = new RegExp(regex.pattern, regex.flags);
    return [{ where: `${source.path}:${lineOf(source.text, node.start)}`, expression }];
  }),
);

/** Texts of one or two characters that the expression speaks of, again and again, with an end that does not fit. */
function textsFor({ source }: RegExp): string[] {
  const own = [...new Set(source.replaceAll(/\\./gu, '').replaceAll(/[[\](){}?*+|^$]/gu, ''))].slice(0, 6);
  const parts = [...new Set([...own, ' ', '0', 'a', '"', '\\', '-'])];
  const pairs = parts.flatMap((one) => parts.map((other) => (one === other ? one : one + other)));
  return pairs.flatMap((pair) => {
    const text = pair.repeat(LENGTH / pair.length);
    return [`${text}\u0001`, `"${text}\u0001`];
  });
}

function longest(expression: RegExp): number {
  let most = 0;
  for (const text of textsFor(expression)) {
    // The first run of an expression compiles it, and another program may hold the processor: the shortest counts.
    let took = Infinity;
    for (let again = 0; again < 3 && took > MOST; again += 1) {
      const began = performance.now();
      text.replace(expression, '');
      took = Math.min(took, performance.now() - began);
    }
    most = Math.max(most, took);
    if (most > MOST) break;
  }
  return most;
}

describe('LOAD-19 regular expressions of the venue', () => {
  it('take no time that rises with the square of a text', () => {
    expect(all.length).toBeGreaterThan(100);
    const slow = all.filter(({ expression }) => longest(expression) > MOST);
    expect(slow.map(({ where, expression }) => `${where} ${expression}`)).toEqual([]);
  }, 280_000);

  it('would be found if one did', () => {
    expect(longest(/"(?:[^"\\]|\\.)*"/g)).toBeGreaterThan(MOST);
  }, 60_000);
});
